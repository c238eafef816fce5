import { expect, test } from "vitest";
import { type Card, Grid } from "./geometry";
import type { Heading, Type } from "./types";

const grid = new Grid(100, { x: 0, y: 0 });
const card = (type: Type, enter: Heading): Card => ({ section: 0, kind: type, type, inside: "L", cell: [0, 0], enter });

test("rows go up on the track and down on the screen", () => {
  expect(grid.centre([0, 0])).toEqual({ x: 50, y: -50 });
  expect(grid.centre([2, 1])).toEqual({ x: 250, y: -150 });
});

test("a straight is entered at one edge and left at the other, its left lane on the driver's left", () => {
  expect(grid.along(card("straight", "E"), 0, 0)).toEqual({ x: 0, y: -50, angle: 0 });
  expect(grid.along(card("straight", "E"), 1, 0.2)).toEqual({ x: 100, y: -70, angle: 0 });
  expect(grid.line(card("straight", "N"), 0.2)).toBe("M30 0L30 -100");
});

test("red turns left and yellow turns right", () => {
  const end = (type: Type): number[] => {
    const { x, y, angle } = grid.along(card(type, "E"), 1, 0);
    return [x, y, angle].map((value) => Math.round(value) + 0); // not -0
  };
  expect(end("red")).toEqual([50, -100, -90]);
  expect(end("yellow")).toEqual([50, 0, 90]);
});

test("the inside of a turn is the shorter bend", () => {
  expect(grid.line(card("red", "E"), 0.2)).toBe("M0 -70A30 30 0 0 0 30 -100");
  expect(grid.line(card("yellow", "E"), 0.2)).toBe("M0 -70A70 70 0 0 1 70 0");
});
