import { describe, expect, it } from "vitest";
import { CHANCE } from "../wire";
import type { SeatInfo } from "./board";
import { linesOf } from "./history";
import type { Told } from "./race.svelte";
import { decidedBy, turnLinesOf, turnsOf, turnsSince } from "./story";

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

const seat = (name: string, called: string, colour: string): SeatInfo => ({
  name,
  called,
  colour,
  number: 1,
  mine: false,
  acting: false,
  bot: false,
});
const SEATS = [seat("Ana", "red", "#f00"), seat("Ben", "blue", "#00f")];
const CRASH = 2; // number of an event

function told(n: number, actor: number, words: string, ...sentences: (string | [string, number])[]): Told {
  const happenings = sentences.map((one) => {
    const [sentence, kind] = typeof one === "string" ? [one, 1] : one;
    return { kind, a: 0, b: 0, c: 0, clause: "RR-1", sentence };
  });
  return { ply: n, actor, words, move: 0, clause: "RR-2", happenings, notice: "" };
}

const lines = (...plies: Told[]): [string, number][] =>
  turnLinesOf(linesOf(plies, SEATS), ["", "", "crash"]).map(({ text, parts }) => [text, parts.length]);

describe("a line a turn", () => {
  it("tells the dice together and where they led, and begins with them", () => {
    expect(
      lines(
        told(0, CHANCE, "1", "Ana rolls 1; 1 so far."),
        told(1, 0, "roll"),
        told(2, CHANCE, "4", "Ana rolls 4; 5 so far."),
        told(3, 0, "stop", "Ana moves 5 to step 11.", "Ana crosses the line."),
        told(4, CHANCE, "3", "Ben rolls 3; 3 so far."),
        told(5, 1, "stop", "Ben moves 3 to step 6."),
      ),
    ).toEqual([
      ["Ana: rolls 1 + 4, moves 5 to step 11, crosses the line.", 4],
      ["Ben: rolls 3, moves 3 to step 6.", 2],
    ]);
  });

  it("tells of several steps the last one", () => {
    expect(lines(told(0, 0, "", "Ana drives to the first gate."), told(1, 0, "", "Ana drives to the bridge."))).toEqual(
      [["Ana: drives to the bridge.", 2]],
    );
  });

  it("leaves out what matters less in a long turn, never a crash", () => {
    const sentences: (string | [string, number])[] = [
      "Ana draws a card.",
      "Ana pays for the corner.",
      ["Ana hits the wall.", CRASH],
      "Ana keeps the line.",
      "Ana slows down.",
      "Ana stops.",
    ];
    expect(lines(told(0, 0, "", ...sentences))).toEqual([["Ana: draws a card, hits the wall, slows down, stops.", 6]]);
  });

  it("with one part is that part, and about nobody it has no name before it", () => {
    expect(lines(told(0, 0, "", "Ana brakes."), told(1, 1, "stay in gear 2"))).toEqual([
      ["Ana brakes.", 1],
      ["Ben: stay in gear 2", 1],
    ]);
    expect(lines(told(0, CHANCE, "", "The flag is out.", "Round 2."))).toEqual([["The flag is out.", 2]]);
  });

  it("keeps what happens to others in the turn of whoever did it", () => {
    expect(lines(told(0, 0, "", "Ana bumps Ben to step 4.", "Ben crashes on step 4."))).toEqual([
      ["Ana: bumps Ben to step 4.", 2],
    ]);
  });

  it("is interrupted by what the table itself says, which stands alone", () => {
    const late = { ...told(1, 0, "stop", "Ana moves 1 to step 7."), notice: "Ana's time is up: a bot moves." };
    expect(lines(told(0, 0, "roll", "Ana rolls 1; 1 so far."), late)).toEqual([
      ["Ana rolls 1; 1 so far.", 1],
      ["Ana's time is up: a bot moves.", 1],
      ["Ana moves 1 to step 7.", 1],
    ]);
  });
});

describe("the turns since a driver's last one", () => {
  const race = [
    told(0, 0, "roll", "Ana rolls 1; 1 so far."),
    told(1, 1, "brake"),
    told(2, CHANCE, "", "Ben rolls 4; 4 so far."),
    told(3, CHANCE, "", "Ana rolls 6; 6 so far."),
    told(4, 0, "", "Ana drives to the bridge."),
  ];
  const since = (ply: number, seat: SeatInfo): string[] =>
    turnsSince(ply, seat, linesOf(race, SEATS)).map(({ text }) => text);

  it("begin after the dice of that turn, with those of the next driver", () => {
    expect(since(1, SEATS[1] as SeatInfo)).toEqual(["Ana: rolls 6, drives to the bridge."]);
  });

  it("are none right after it", () => {
    expect(since(4, SEATS[0] as SeatInfo)).toEqual([]);
  });
});
