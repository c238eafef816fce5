import { describe, expect, it } from "vitest";
import { CHANCE } from "../wire";
import { decidedBy, turnsOf } from "./story";

const ply = (actor: number, ...chances: number[]): { actor: number; chances: number[] } => ({ actor, chances });

/** A draw, then red rolls (0), blue rolls twice (1), red rolls: chances in thousandths of two seats. */
const RACE = [
  ply(CHANCE, 500, 500),
  ply(0, 500, 500),
  ply(CHANCE, 400, 600),
  ply(1, 400, 600),
  ply(CHANCE, 650, 350),
  ply(1, 650, 350),
  ply(CHANCE, 700, 300),
  ply(0, 800, 200),
  ply(CHANCE, 1000, 0),
];

describe("turns", () => {
  it("are what one seat decides with the dice that follow", () => {
    expect(turnsOf(RACE)).toEqual([
      { seat: CHANCE, from: 0, to: 1 },
      { seat: 0, from: 1, to: 3 },
      { seat: 1, from: 3, to: 7 },
      { seat: 0, from: 7, to: 9 },
    ]);
  });
});

describe("the turn that decided the race", () => {
  it("is the one in which the winner's chance rose most", () => {
    // red: from 50 to 40 by its own turn, to 70 by blue's, to 100 by its last; 30 points twice: the first of them
    expect(decidedBy(RACE, [1, 2])).toEqual({ turn: { seat: 1, from: 3, to: 7 }, seat: 0, before: 40, after: 70 });
  });

  it("is not told where two have won", () => {
    expect(decidedBy(RACE, [1, 1])).toBeNull();
  });

  it("is not told where the winner's chance never rose", () => {
    expect(decidedBy([ply(CHANCE, 1000, 0), ply(0, 1000, 0)], [1, 2])).toBeNull();
  });
});
