import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import "./lib/focus"; // it listens from the beginning

const target = document.getElementById("app");
if (target) mount(App, { target });
