/** Attribute types of elements, re-exported for boards, which lie outside this folder. */
export type { HTMLButtonAttributes } from "svelte/elements";
