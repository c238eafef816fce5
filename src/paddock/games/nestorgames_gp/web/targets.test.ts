import { expect, test } from "vitest";
import type { Choice } from "$lib/board";
import { targets } from "./targets";
import type { View } from "./types";

const choice = (move: number, words: string): Choice => ({
  move,
  words,
  undoable: true,
  why: "",
  likely: false,
  odds: "",
  home: "board",
});

test("a choice is on the track if it places a piece or chooses a road, and beyond the flag on the last step", () => {
  const view = {
    placing: { piece: "oil", moves: [{ move: 5, step: 12 }] },
    ends: [
      { face: 0, move: -1, routes: [{ move: 7, step: 0 }] },
      { face: 3, move: 8, routes: [{ move: 9, step: 20 }] },
    ],
  } as unknown as View;
  const choices = [choice(5, "oil on 12"), choice(7, "to the flag"), choice(8, "roll"), choice(9, "other")];
  expect(targets(view, choices, 40)).toEqual([
    { move: 5, words: "oil on 12", step: 12 },
    { move: 7, words: "to the flag", step: 40 },
  ]);
});
