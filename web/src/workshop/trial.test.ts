import { describe, expect, it } from "vitest";
import type { SpotInfo, TriedInfo } from "../wire";
import { added, frame, hottest, told, total } from "./trial";

const spot = (x: number, crashes: number, waits = 0): SpotInfo => ({
  name: `spot ${x}`,
  x,
  y: 0,
  following: x < 200 ? [x / 100 + 1] : [],
  crashes,
  overtakes: 0,
  waits,
});
const tried = (races: number, next: number, spots: SpotInfo[]): TriedInfo => ({
  races,
  next,
  seats: 4,
  rounds: 10 * races,
  laps: 8,
  lap_rounds: 40,
  spots,
});

describe("races on a component", () => {
  const first = tried(3, 3, [spot(0, 1), spot(100, 2), spot(200, 0)]);
  const second = tried(2, 0, [spot(0, 4), spot(100, 1), spot(200, 0, 5)]);

  it("adds up answers, and goes on where the last one says", () => {
    expect(added(null, first)).toBe(first);
    const sum = added(first, second);
    expect([sum.races, sum.next, sum.rounds, sum.laps, sum.lap_rounds]).toEqual([5, 0, 50, 16, 80]);
    expect(sum.spots.map((one) => one.crashes)).toEqual([5, 3, 0]);
    expect(total(sum, "crashes")).toBe(8);
  });

  it("names the spot with the most, and none where nothing happened", () => {
    expect(hottest(first, "crashes")?.name).toBe("spot 100");
    expect(hottest(first, "waits")).toBe(null);
  });

  it("says in a sentence what the races came to", () => {
    // 8 crashes and 5 waits in 5 races, 80 rounds for 16 laps
    expect(told(added(first, second))).toBe(
      "5 races of 4 bots: 1.6 crashes, 0.0 overtakes, 1.0 waits a race; a lap takes a car 5.0 rounds.",
    );
  });

  it("frames all spots", () => {
    // spots are 100 apart: a radius of 40, and a margin of 60 on every side
    expect(frame(first.spots)).toEqual({ box: "-60 -60 320 120", radius: 40 });
  });
});
