/** The linter's rules, for the client and for the boards of the games: `npm run lint`. */
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  js.configs.recommended,
  ts.configs.strict,
  ts.configs.stylistic,
  svelte.configs.recommended,
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      "svelte/prefer-const": "error",
      // `let` takes `$props()` apart: svelte/prefer-const knows that.
      "prefer-const": "off",
      // The type checker knows every name.
      "no-undef": "off",
      // `_` stands where something must have a name.
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // A callback may have nothing to do.
      "@typescript-eslint/no-empty-function": ["error", { allow: ["arrowFunctions"] }],
      // Maps and sets that live as long as a call need not be watched.
      "svelte/prefer-svelte-reactivity": "off",
      // {" "} is a space that the compiler keeps at the edge of an element.
      "svelte/no-useless-mustaches": "off",
    },
  },
);
