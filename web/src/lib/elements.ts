/** What elements take, for boards, which live outside this folder. */
export type { HTMLButtonAttributes } from "svelte/elements";
