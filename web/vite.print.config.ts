/** Builds the drawings that are printed into one script that runs without a browser: `src/paddock/print/static`. */
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  publicDir: false,
  plugins: [svelte({ emitCss: false })], // styles come with the drawings
  resolve: { alias: { $lib: here("./src/lib") } },
  ssr: { noExternal: true, target: "webworker" },
  build: {
    ssr: here("./src/drawings.ts"),
    outDir: here("../src/paddock/print/static"),
    emptyOutDir: true,
    target: "es2022",
    minify: true,
    rollupOptions: {
      output: { format: "iife", name: "drawings", entryFileNames: "drawings.js", inlineDynamicImports: true },
    },
  },
});
