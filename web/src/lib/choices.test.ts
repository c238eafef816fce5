import { expect, test } from "vitest";
import type { Choice } from "./board";
import { offersOf } from "./choices";

const choice = (move: number, words: string): Choice => ({
  move,
  words,
  undoable: true,
  why: "",
  likely: false,
  odds: "",
  home: "board",
});

test("up to six moves that differ in a number stay buttons", () => {
  const six = [1, 2, 3, 4, 5, 6].map((speed) => choice(speed, `speed ${speed}`));
  expect(offersOf(six)).toEqual(six.map((one) => ({ kind: "move", choice: one })));
});

test("seven become one field, where the first of them stood, ordered by number and not by text", () => {
  const seven = [10, 9, 8, 7, 6, 5, 4].map((bid) => choice(100 + bid, `bid ${bid} points`));
  const [pass, stop] = [choice(1, "pass"), choice(2, "stop")];
  const [first, field, last, ...more] = offersOf([pass, ...seven, stop]);
  expect(first).toEqual({ kind: "move", choice: pass });
  expect(last).toEqual({ kind: "move", choice: stop });
  expect(more).toEqual([]);
  expect(field).toMatchObject({ kind: "numbers", before: "bid ", after: " points" });
  const options = field?.kind === "numbers" ? field.options : [];
  expect(options.map(({ value, choice: { move } }) => [value, move])).toEqual([
    [4, 104],
    [5, 105],
    [6, 106],
    [7, 107],
    [8, 108],
    [9, 109],
    [10, 110],
  ]);
});

test("only the last number of a move is the one that differs", () => {
  const cards = [1, 2, 3, 4, 5, 6, 7].map((space) => choice(space, `car 2 to space ${space}`));
  expect(offersOf(cards)).toMatchObject([{ kind: "numbers", before: "car 2 to space ", after: "" }]);
});

test("moves with other words are never put into one field", () => {
  const four = [1, 2, 3, 4].map((n) => choice(n, `left ${n}`));
  const others = [1, 2, 3, 4].map((n) => choice(10 + n, `right ${n}`));
  expect(offersOf([...four, ...others]).every(({ kind }) => kind === "move")).toBe(true);
});
