/** The unit tests of the client and of the boards: plain functions, without a browser. `npm test` runs them. */
import { fileURLToPath } from "node:url";
import { defineConfig, mergeConfig } from "vitest/config";
import client from "./vite.config";

export default mergeConfig(
  client,
  defineConfig({
    resolve: { dedupe: ["vitest"] }, // boards lie outside this folder
    test: {
      dir: fileURLToPath(new URL("..", import.meta.url)),
      include: ["web/src/**/*.test.ts", "src/paddock/games/*/web/*.test.ts", "examples/*/src/*/web/*.test.ts"],
    },
  }),
);
