import { expect, test } from "vitest";
import { pipsOf } from "./pips";

test("a face has as many pips as its number, and a die that is not rolled has none", () => {
  expect([0, 1, 2, 3, 4, 5, 6].map((face) => pipsOf(face, 12, 10).length)).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test("the three lies on the diagonal", () => {
  expect(pipsOf(3, 12, 10).map(({ x, y }) => [x, y])).toEqual([
    [12, 12],
    [22, 22],
    [32, 32],
  ]);
});
