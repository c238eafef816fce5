import { expect, test } from "vitest";
import type { Combo, End, Reach } from "./types";
import { endsOf, isPart, nearEnds, valuesOf } from "./wheel.svelte";

const end = (spot: number): End => ({ spot, cubes: 0 }) as unknown as End;
const REACH = {
  car: 0,
  plays: [
    { size: 1, ends: [end(3)] },
    { size: 2, ends: [end(3), end(4)] },
  ],
} as unknown as Reach;

test("dice are part of others only as often as they are there", () => {
  expect(isPart([3, 3], [3, 1, 3])).toBe(true);
  expect(isPart([3, 3], [3, 1, 2])).toBe(false);
  expect(isPart([], [1])).toBe(true);
});

test("each end is offered with the fewest dice that lead there", () => {
  expect(nearEnds(REACH).map((one) => [one.end.spot, one.size])).toEqual([
    [3, 1],
    [4, 2],
  ]);
  expect(endsOf(REACH, 2).map(({ spot }) => spot)).toEqual([3, 4]);
  expect([endsOf(REACH, 5), nearEnds(undefined)]).toEqual([[], []]);
});

test("a combo's dice are read from its words", () => {
  expect(valuesOf({ dice: "2 3 4" } as Combo)).toEqual([2, 3, 4]);
});
