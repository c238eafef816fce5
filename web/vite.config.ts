import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
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

const OUT = here("../src/paddock/server/static");
const LEAST = 1000; // bytes: smaller files would not get shorter on the line

/** Text is compressed once, here; the server sends what a browser takes. */
const compressed: Plugin = {
  name: "compressed",
  apply: "build",
  closeBundle: () => {
    for (const entry of readdirSync(OUT, { recursive: true, withFileTypes: true })) {
      if (!/\.(js|css|html|svg)$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      const data = readFileSync(path);
      if (data.length < LEAST) continue;
      writeFileSync(`${path}.br`, brotliCompressSync(data));
      writeFileSync(`${path}.gz`, gzipSync(data, { level: 9 }));
    }
  },
};

export default defineConfig({
  base: "./",
  plugins: [svelte(), theme, compressed],
  resolve: { alias: { $lib: here("./src/lib") } },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    // Few files: each costs more on the line than what it says, headers and all.
    cssCodeSplit: false,
    rollupOptions: { output: { experimentalMinChunkSize: 6000 } },
  },
  server: {
    fs: { allow: [here("..")] },
    proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } },
  },
});
