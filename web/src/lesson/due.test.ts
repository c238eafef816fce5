import { expect, test } from "vitest";
import { dueAt, litBy } from "./due";

const STEPS = [
  { say: "Roll.", clauses: [], light: "", actions: [{ ply: 3, move: 1, words: "roll" }] },
  {
    say: "Drive there.",
    clauses: [],
    light: "drive to the end",
    actions: [
      { ply: 5, move: 7, words: "drive red" },
      { ply: 6, move: 9, words: "1 2 3" },
    ],
  },
];

test("what is due is found by the number of the position", () => {
  expect(dueAt(STEPS, 3)).toEqual({ step: 0, action: STEPS[0]?.actions[0], first: true });
  expect(dueAt(STEPS, 4)).toBeNull(); // others drive
  expect(dueAt(STEPS, 6)).toEqual({ step: 1, action: STEPS[1]?.actions[1], first: false });
});

test("the control of the move is lit, or the one that the step names", () => {
  const lit = [3, 5, 6].map((ply) => {
    const due = dueAt(STEPS, ply);
    const step = STEPS[due?.step ?? 0];
    return due && step ? litBy(step, due) : "";
  });
  expect(lit).toEqual([
    'main.race :is([data-move="1"], [data-moves~="1"]):not(.all *, .elsewhere)',
    'main.race [aria-label^="drive to the end"]',
    'main.race :is([data-move="9"], [data-moves~="9"]):not(.all *, .elsewhere)',
  ]);
});
