import { expect, test } from "vitest";
import { Oval } from "./geometry";
import type { Scene } from "./types";

/** 32 half units round: eight on each straight, eight in each turn. Lane 1 is closed from 2 to 6. */
const LOOP = 32;
const spaces = [0, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30].map((s) => ({ cell: LOOP + s }));
const oval = new Oval({ loop: LOOP, spaces } as unknown as Scene);

const rounded = ({ x, y, angle }: { x: number; y: number; angle: number }): number[] =>
  [x, y, angle].map((value) => Math.round(value) + 0); // not -0

test("a space's number says its lane and how far round it is", () => {
  expect(oval.spot(5)).toEqual({ lane: 0, u: 6 });
  expect(oval.spot(2 * LOOP + 6)).toEqual({ lane: 2, u: 7 });
});

test("the front stretch is driven to the right below, the back one to the left above", () => {
  expect(rounded(oval.pose({ lane: 1.5, u: 7 }))).toEqual([-272, 150, 0]);
  expect(rounded(oval.pose({ lane: 1.5, u: 11 }))).toEqual([0, 150, 0]);
  expect(rounded(oval.pose({ lane: 1.5, u: 27 }))).toEqual([0, -150, -180]);
});

test("turns go to the left, and lane 0 is their inside", () => {
  expect(rounded(oval.pose({ lane: 1.5, u: 19 }))).toEqual([422, 0, -90]);
  expect(rounded(oval.pose({ lane: 0, u: 19 }))).toEqual([377, 0, -90]);
  expect(rounded(oval.pose({ lane: 3, u: 35 }))).toEqual([-467, 0, -270]);
});

test("the way from one place to another is the short one, also over the line", () => {
  expect(oval.ahead(30, 2)).toBe(4);
  expect(oval.ahead(2, 30)).toBe(-4);
  expect(oval.ahead(5, 12)).toBe(7);
});

test("neighbouring spaces that are not there are one closed stretch", () => {
  expect(oval.closed(1)).toEqual([{ from: 2, to: 6 }]);
});

test("box 1 is the front-most, and so is the first car that waits", () => {
  expect(rounded(oval.box(1))).toEqual([238, 55, 0]);
  expect(rounded(oval.box(2))).toEqual([170, 55, 0]);
  expect(rounded(oval.waiting(0))).toEqual([238, 9, 0]);
});
