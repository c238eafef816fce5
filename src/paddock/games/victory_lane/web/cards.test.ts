import { expect, test } from "vitest";
import type { Choice } from "$lib/board";
import { stacksOf, typeOfMove } from "./cards";
import type { Scene, View } from "./types";

const scene = {
  types: [
    { type: 0, name: "Draft Run (3)", move: 61 },
    { type: 1, name: "Open Track (5)", move: 62 },
  ],
  cards: [
    { card: 0, type: 0, stopwatch: 7, move: 81 },
    { card: 1, type: 1, stopwatch: 8, move: 82 },
    { card: 2, type: 0, stopwatch: 9, move: 83 },
  ],
} as unknown as Scene;
const at = (phase: string, qualifying = false): View => ({ phase, qualifying }) as unknown as View;
const choice = (move: number, home: Choice["home"] = "hand"): Choice => ({ move, home }) as Choice;

test("cards of one type are one choice and lie together", () => {
  const stacks = stacksOf(scene, at("turn"), [0, 1, 2], [choice(61), choice(62), choice(38, "board")]);
  expect(stacks.map(({ card, count, choice }) => [card, count, choice?.move])).toEqual([
    [0, 2, 61],
    [1, 1, 62],
  ]);
});

test("in qualifying each card is a separate choice, with its stopwatch", () => {
  const stacks = stacksOf(scene, at("qualify", true), [0, 2], [choice(81), choice(83)]);
  expect(stacks.map(({ stopwatch, choice }) => [stopwatch, choice?.move])).toEqual([
    [7, 81],
    [9, 83],
  ]);
});

test("while others drive nothing can be done with a card", () => {
  expect(stacksOf(scene, at("drive"), [0], [choice(1, "board")])[0]?.choice).toBeUndefined();
  expect(typeOfMove(scene, at("drive"), 61)).toBeUndefined();
  expect(typeOfMove(scene, at("turn"), 61)?.name).toBe("Draft Run (3)");
  expect(typeOfMove(scene, at("qualify"), 82)?.name).toBe("Open Track (5)");
});
