import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** A script that runs before the first paint; bundled ones run after it. */
const theme: Plugin = {
  name: "theme-before-paint",
  transformIndexHtml: {
    order: "post",
    handler: () => [{ tag: "script", attrs: { src: "./theme.js" }, injectTo: "head" }],
  },
};

export default defineConfig({
  base: "./",
  plugins: [svelte(), theme],
  resolve: { alias: { $lib: here("./src/lib") } },
  build: {
    outDir: here("../src/paddock/server/static"),
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: [here("..")] },
    proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } },
  },
});
