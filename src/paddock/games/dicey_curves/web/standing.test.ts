import { expect, test } from "vitest";
import type { Choice, SeatInfo } from "$lib/board";
import { Standing } from "./standing.svelte";
import type { Scene, View } from "./types";

const SCENE = { moves: { pass: 2 } } as unknown as Scene;
const PASS = { move: 2 } as Choice;
const CARD = { move: 5 } as Choice;

/** Before the roll of a seat; how many cards each has played. */
const before = (turn: number, ...played: number[]): View =>
  ({ phase: "say", turn, window: { played } }) as unknown as View;

const answer = (standing: Standing, view: View, cards: Choice[], docked = [PASS]): number | null =>
  standing.answer(view, { docked, cards, own: 0 }, 10);

test("where no card is offered the pass is pressed, if one is offered", () => {
  const standing = new Standing(SCENE);
  expect(answer(standing, before(0, 0, 0), [])).toBe(2);
  expect(answer(standing, before(0, 0, 0), [], [])).toBe(null);
  expect(answer(standing, { ...before(0, 0, 0), phase: "act" }, [])).toBe(null);
});

test("with a card to play the driver is asked, unless passing is on", () => {
  const standing = new Standing(SCENE);
  expect(answer(standing, before(1, 0, 0), [CARD])).toBe(null);
  standing.on = true;
  expect(answer(standing, before(1, 0, 0), [CARD])).toBe(2);
});

test("before the driver's own roll, and after a rival's card, the driver is still asked", () => {
  const standing = new Standing(SCENE);
  standing.on = true;
  expect(answer(standing, before(0, 0, 0), [CARD])).toBe(null);
  expect(answer(standing, before(1, 0, 1), [CARD])).toBe(null);
  expect(answer(standing, before(1, 1, 0), [CARD])).toBe(2); // the driver's own card does not count
});

test("a pass that was taken back is not pressed again", () => {
  const standing = new Standing(SCENE);
  standing.hear(11);
  standing.hear(10);
  expect(answer(standing, before(0, 0, 0), [])).toBe(null);
});

test("among people a pass takes as long as a quick driver, against bots no time", () => {
  const standing = new Standing(SCENE);
  const me = { mine: true, bot: false } as SeatInfo;
  expect(standing.pause([me, { mine: false, bot: false } as SeatInfo])).toBeGreaterThanOrEqual(900);
  expect(standing.pause([me, { mine: false, bot: true } as SeatInfo])).toBeLessThan(200);
});
