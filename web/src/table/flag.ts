/** What is shown once the flag has fallen; loaded then. */
export { default as Finish } from "./Finish.svelte";
export { default as Podium } from "./Podium.svelte";
