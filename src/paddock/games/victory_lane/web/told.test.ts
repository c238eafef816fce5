import { expect, test } from "vitest";
import type { SeatInfo } from "$lib/board";
import { outcome } from "./facts";
import { gapTold, ownerTold } from "./told";
import type { CarView, PlayerView, Scene, View } from "./types";

const SEATS = [
  { name: "Ana", mine: true },
  { name: "Bo", mine: false },
] as SeatInfo[];
const SCENE = { teams: [{ name: "comet" }, { name: "arrow" }, { name: "falcon" }] } as Scene;

const behind = (...distances: (number | null)[]): View =>
  ({ order: distances.map((_, car) => car), cars: distances.map((distance) => ({ distance })) }) as unknown as View;

test("the gap to the leader is told in spaces, with halves", () => {
  const view = behind(20, 20, 19, 18, 15, null);
  expect([0, 1, 2, 3, 4, 5].map((car) => gapTold(view, car))).toEqual(["lead", "level", "−½", "−1", "−2½", ""]);
});

test("a car is told by whose it is", () => {
  const owner = (kind: CarView["kind"], of: number | null): string => ownerTold({ kind, owner: of } as CarView, SEATS);
  expect(owner("primary", 0)).toBe("your car");
  expect(owner("teammate", 1)).toBe("Bo's teammate");
  expect([owner("free", null), owner("solo", null), owner("rogue", null)]).toEqual(["free", "NPD", "rogue"]);
});

const over = (won_by: number | null, ...players: [primary: number, place: number][]): View =>
  ({
    won_by,
    players: players.map(([primary, place], seat): PlayerView => ({ seat, primary, place, cards: 0, hand: null })),
  }) as View;

test("nothing is said of a race that the best player won", () => {
  expect(outcome(SCENE, over(0, [0, 1], [1, 2]), SEATS)).toBe("");
  expect(outcome(SCENE, over(null, [0, 1], [1, 2]), SEATS)).toBe("");
});

test("a race that nobody's car won has a winner and a best player", () => {
  expect(outcome(SCENE, over(2, [0, 1], [1, 2]), SEATS)).toBe("Falcon won the race; Ana is best of the players.");
  expect(outcome(SCENE, over(2, [0, 1], [1, 1]), SEATS)).toBe(
    "Falcon won the race; Ana and Bo are best of the players.",
  );
  expect(outcome(SCENE, over(2, [0, 1]), SEATS.slice(0, 1))).toBe("Falcon won the race.");
});

test("a player's car may win the race while another player has more points", () => {
  expect(outcome(SCENE, over(1, [0, 1], [1, 2]), SEATS)).toBe("Bo (arrow) won the race; Ana is best of the players.");
});
