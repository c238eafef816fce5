import { describe, expect, it } from "vitest";
import type { Racer } from "./types";
import { type Offer, turned } from "./wheel";

// Dice 1 to 3 are common, 4 is nitrous, 5 and 6 are V8 engines: slots 0 to 5.
const KINDS = ["common", "common", "common", "nitrous", "v8", "v8"];
const racer = { dice: KINDS.map((kind, slot) => ({ kind, slot })) } as unknown as Racer;

/** Hands by kind, each with the lowest slots of its kinds, as the rules offer them. */
const rolls = (...hands: number[][]): Offer[] => hands.map((dice) => ({ kind: "roll", dice }) as Offer);
const PAIRS = rolls([0, 1], [0, 3], [0, 4], [3, 4], [4, 5]);

describe("a place of the next roll is turned", () => {
  it("to the next kind that goes with the other die", () => {
    expect(turned(PAIRS, racer, [0, 1], 1)).toEqual([0, 3]);
    expect(turned(PAIRS, racer, [0, 3], 1)).toEqual([0, 4]);
  });

  it("round to the first one again", () => {
    expect(turned(PAIRS, racer, [0, 4], 1)).toEqual([0, 1]);
  });

  it("and stays where it is, so that the finger need not move", () => {
    expect(turned(PAIRS, racer, [0, 1], 0)).toEqual([3, 0]);
    expect(turned(PAIRS, racer, [3, 0], 0)).toEqual([4, 0]);
  });

  it("to a third die with a V8 engine, and back to none", () => {
    const more = [...PAIRS, ...rolls([0, 1, 4], [0, 3, 4], [0, 4, 5])];

    expect(turned(more, racer, [0, 4], 2)).toEqual([0, 4, 1]);
    expect(turned(more, racer, [0, 4, 5], 2)).toEqual([0, 4]);
  });

  it("to nothing where there is only one hand", () => {
    expect(turned(rolls([0, 1]), racer, [0, 1], 0)).toEqual([0, 1]);
  });
});
