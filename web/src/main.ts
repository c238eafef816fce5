import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import "./lib/focus"; // adds its listeners at start-up

const target = document.getElementById("app");
if (target) mount(App, { target });
