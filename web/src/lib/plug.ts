/** The border between the shell and what a game in another package brings, which is built as a module of its own. */
import type { Facts, Livery, Outcome, Sounds, Thrower } from "./board";

/** What such a package may bring: see board.ts. */
export type Part = "Board" | "Picture" | "Editor";
export type Given = Record<string, unknown>;

/** A part on the page. */
export interface Drawn {
  /** other props: those that are not named stay as they are */
  update: (given: Given) => void;
  remove: () => void;
}

/** What the module exports. */
export interface Plug {
  parts: Part[];
  draw: (part: Part, target: Element, given: Given) => Drawn;
  facts?: Facts;
  livery?: Livery;
  outcome?: Outcome;
  thrower?: Thrower;
  sounds?: Sounds;
}
