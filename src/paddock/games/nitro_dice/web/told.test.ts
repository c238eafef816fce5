import { expect, test } from "vitest";
import type { SeatInfo } from "$lib/board";
import { cost, told } from "./told";
import type { CarView, Hand, StepView, View } from "./types";

const SEATS = [
  { name: "Ana", number: 1 },
  { name: "Bo", number: 2 },
] as SeatInfo[];
const FREE: StepView = {
  move: 0,
  words: "",
  to: 1,
  card: false,
  token: false,
  point: false,
  bonus: false,
  handling: null,
  hazard: false,
  damage: 0,
  collides: null,
  pushes: null,
  pulls: null,
};
const none = { cards: 0, faces: {} };
const HAND: Hand = { straight: none, red: { cards: 2, faces: {} }, yellow: none };

test("a step says all that it costs and does", () => {
  expect(cost(FREE, HAND, SEATS)).toBe("costs nothing");
  expect(cost({ ...FREE, point: true, handling: "red", pulls: 1 }, HAND, SEATS)).toBe(
    "1 point, a red card (you hold 2), pulls Bo along",
  );
  expect(cost({ ...FREE, handling: "yellow", damage: 2, collides: 1 }, HAND, SEATS)).toBe(
    "a yellow card, which you lack, 2 damage, runs into Bo and stops",
  );
});

test("what others hold is not told", () => {
  expect(cost({ ...FREE, handling: "red" }, null, SEATS)).toBe("a red card");
});

test("cars are told in race order, and a wreck has nothing left to tell", () => {
  const car = (seat: number, place: number, more: Partial<CarView>): CarView =>
    ({ seat, place, space: 3, name: "4.L1", to_go: 6, speed: 2, condition: 5, nitro: 1, cards: 4, ...more }) as CarView;
  const view = { cars: [car(0, 2, { wrecked: true }), car(1, 1, {})] } as View;
  expect(told(view, SEATS)).toEqual([
    { seat: 1, text: "place 1, car 2, Bo: 4.L1, 6 sections to go, speed 2, condition 5, 1 nitro, 4 cards" },
    { seat: 0, text: "place 2, car 1, Ana: out of the race" },
  ]);
});
