import { expect, test } from "vitest";
import { exchanged, filledUp, isSeen, type Pressed, withPressed } from "./pressed";
import type { Die, Racer, View } from "./types";

const die = (slot: number, where: Die["where"], in_hand = false): Die => ({
  slot,
  kind: "stock",
  colour: "white",
  where,
  in_hand,
  space: null,
  face: where === "pool" ? null : 3,
  value: where === "pool" ? null : 3,
  light: where === "fresh" ? "free" : null,
});

const racer = (dice: Die[], more: Partial<Racer> = {}): Racer => ({
  seat: 0,
  wins: 0,
  points: 0,
  trophies: [],
  rank: null,
  gone: false,
  cards: [],
  status: "running",
  filled: 0,
  next: 1,
  redlines: 0,
  rolls: 1,
  used: false,
  placing: null,
  due: 0,
  settle: 0,
  ended: null,
  finishable: true,
  dice,
  ...more,
});

const SIX = [
  die(0, "pool"),
  die(1, "fresh", true),
  die(2, "pool"),
  die(3, "fresh", true),
  die(4, "pool"),
  die(5, "placed"),
];

test("the next hand is the last one, else what was chosen", () => {
  expect(filledUp(racer(SIX), [])).toEqual([1, 3]);
  expect(filledUp(racer(SIX), [4])).toEqual([4]);
});

test("a die that is placed is replaced by the lowest slot", () => {
  expect(filledUp(racer([die(0, "pool"), die(1, "placed", true), die(2, "pool"), die(3, "fresh", true)]), [])).toEqual([
    3, 0,
  ]);
});

test("a saved die takes a place in the hand, but one die is always rolled", () => {
  expect(filledUp(racer([die(0, "saved"), die(1, "fresh", true), die(2, "pool")]), [])).toEqual([1]);
  expect(filledUp(racer([die(0, "saved"), die(1, "saved"), die(2, "pool")]), [])).toEqual([2]);
});

test("a die comes into the hand for the one longest in it, or makes room for the lowest other", () => {
  expect(exchanged(racer(SIX), [1, 3], 4)).toEqual([3, 4]);
  expect(exchanged(racer(SIX), [1, 3], 1)).toEqual([3, 0]);
});

const pressed = (kind: Pressed["kind"], dice: number[]): Pressed => ({
  number: 1,
  move: 0,
  kind,
  dice,
  rolls: 1,
  filled: 0,
});

test("what was pressed is seen once a view has gone beyond it", () => {
  expect(isSeen(racer(SIX), pressed("roll", [0, 2]))).toBe(false);
  expect(isSeen(racer(SIX, { rolls: 2 }), pressed("roll", [0, 2]))).toBe(true);
  expect(isSeen(racer(SIX), pressed("place", [1]))).toBe(false);
  expect(isSeen(racer(SIX, { placing: 1 }), pressed("place", [1]))).toBe(true);
  expect(isSeen(racer(SIX, { filled: 1 }), pressed("place", [1]))).toBe(true);
  expect(isSeen(racer(SIX), pressed("save", [1]))).toBe(false);
  expect(isSeen(racer(SIX, { status: "exploded" }), pressed("save", [1]))).toBe(true);
});

const after = (...all: Pressed[]): Die[] =>
  withPressed({ racers: [racer(SIX)] } as unknown as View, 0, all).racers[0]?.dice ?? [];

test("a pressed roll shows its dice in the air and the others in the pool", () => {
  const dice = after(pressed("roll", [0, 1]));
  expect(dice.map(({ where, face }) => [where, face])).toEqual([
    ["fresh", null],
    ["fresh", null],
    ["pool", null],
    ["pool", null],
    ["pool", null],
    ["placed", 3],
  ]);
});

test("placements in a row fly to the next space and the one after it", () => {
  const dice = after(pressed("place", [1]), pressed("place", [3]));
  expect([dice[1]?.space, dice[3]?.space, dice[1]?.lands, dice[3]?.lands]).toEqual([1, 2, true, true]);
  expect(dice.every(({ light }) => light === null)).toBe(true);
});
