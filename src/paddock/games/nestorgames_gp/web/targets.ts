/** Where on the track a legal move can be chosen by hand. */

import type { Choice } from "$lib/board";
import type { View } from "./types";

export interface Target {
  move: number;
  step: number;
  words: string;
}

/** The choices that belong to a space: placing a piece on it, or driving to it. */
export function targets(view: View, choices: Choice[], last: number): Target[] {
  const spaces = new Map(view.placing?.moves.map(({ move, step }) => [move, step]));
  for (const end of view.ends)
    if (end.move === -1) for (const road of end.routes) spaces.set(road.move, road.step || last);
  const found = choices.map(({ move, words }) => ({ move, words, step: spaces.get(move) ?? 0 }));
  return found.filter((target) => target.step > 0);
}
