/**
 * Builds the board and the editor of a game in another package into that package, as one module: `static/board.js`.
 * `python build_client.py FOLDER` runs it, with the game's folder in PADDOCK_GAME.
 */
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const game = process.env.PADDOCK_GAME;
if (!game) throw new Error("PADDOCK_GAME names no folder of a game");

export default defineConfig({
  publicDir: false,
  plugins: [svelte({ emitCss: false })], // styles come with the module
  resolve: { alias: { $lib: here("./src/lib"), $game: `${game}/web` } },
  define: { "process.env.NODE_ENV": JSON.stringify("production") }, // left alone in libraries, unless told
  build: {
    outDir: `${game}/static`,
    emptyOutDir: true,
    target: "es2022",
    lib: { entry: here("./src/plug.svelte.ts"), formats: ["es"], fileName: () => "board.js" },
    rollupOptions: { output: { inlineDynamicImports: true } },
  },
});
