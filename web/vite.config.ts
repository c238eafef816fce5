import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin, type Rollup } from "vite";
import { chunksOf } from "./chunks";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** A script that runs before the first paint; bundled ones run after it. */
function theme(): Plugin {
  const file = here("./src/theme.js");
  let isBuilt = false;
  return {
    name: "theme-before-paint",
    configResolved: ({ command }) => void (isBuilt = command === "build"),
    buildStart() {
      if (isBuilt) this.emitFile({ type: "asset", name: "theme.js", source: readFileSync(file) });
    },
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const built = Object.values(bundle ?? {}).find((one) => one.type === "asset" && one.names.includes("theme.js"));
        return [{ tag: "script", attrs: { src: built ? `./${built.fileName}` : "/src/theme.js" }, injectTo: "head" }];
      },
    },
  };
}

/** Asked for each module once all are known. */
function sharing(id: string, graph: Rollup.ManualChunkMeta): string | undefined {
  known ??= chunksOf(graph);
  return known(id);
}
let known: ReturnType<typeof chunksOf> | null = null;

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
  plugins: [svelte(), theme(), compressed],
  resolve: { alias: { $lib: here("./src/lib") } },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2022",
    minify: "terser", // a twentieth smaller on the line than what esbuild makes
    terserOptions: { module: true, ecma: 2020, compress: { passes: 3 } },
    modulePreload: { polyfill: false },
    rollupOptions: { output: { manualChunks: sharing, experimentalMinChunkSize: 6000 } },
  },
  server: {
    fs: { allow: [here("..")] },
    proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } },
  },
});
