import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    cssHash: ({ hash, css, filename }) => `s${hash(filename ?? css)}`, // short: it is in every rule and element
  },
};
