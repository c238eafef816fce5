import { expect, test } from "vitest";
import { CELL, path, Track } from "./geometry";
import type { Kind, Scene, Slot } from "./types";

const kind = (shape: Kind["shape"], id: string): Kind => ({
  kind: 0,
  id,
  name: id,
  lanes_wide: 2,
  shape,
  arrows: [],
  gates: [{ id: "g", size: 3, lane: "L", links: [["L1", "L2"]] }],
  lanes: {},
  spots: [
    { id: "L1", lane: "L", u: 0.25, v: -0.5, to_exit: 1 },
    { id: "L2", lane: "L", u: 0.75, v: -0.5, to_exit: 0 },
    { id: "R1", lane: "R", u: 0.5, v: 0.5, to_exit: 0 },
  ],
});
const KINDS = [kind("straight", "straight"), kind("L", "gentle_left"), kind("R", "gentle_right")];
const EAST: Slot = { k: 0, col: 0, row: 0, kind: "line", x0: 0, y0: 80, x1: 100, y1: 80, dir_in: 0, dir_out: 0 };
/** A quarter to the right round (0, 100), from its top to its right. */
const ARC = { cx: 0, cy: 100, a0: -90, sweep: 90 };
const TURN: Slot = { k: 1, col: 1, row: 2, kind: "arc", x0: 0, y0: 0, x1: 0, y1: 0, dir_in: 0, dir_out: 90, ...ARC };
const track = new Track({
  half_width: 40,
  slots: [EAST, TURN],
  kinds: KINDS,
  cards_to_finish: [0, 0],
} as unknown as Scene);

const rounded = ({ x, y }: { x: number; y: number }): [number, number] => [
  Math.round(x * 10) / 10,
  Math.round(y * 10) / 10,
];

test("on a straight slot the driver's right is below, driving east", () => {
  expect(rounded(track.place(0, 0.5, 10))).toEqual([50, 90]);
});

test("in a turn to the right, the driver's right is nearer to its middle", () => {
  expect(rounded(track.place(1, 0, 0))).toEqual([0, 16.7]); // half a cell of 166.7 above the middle
  expect(rounded(track.place(1, 0, 10))).toEqual([0, 26.7]);
  expect(rounded(track.place(1, 1, 10))).toEqual([73.3, 100]);
});

test("a car stands on its spot and looks along the road", () => {
  const { x, y, angle } = track.spot(0, 0 * 16 + 2);
  expect(rounded({ x, y })).toEqual([50, 100]);
  expect(angle).toBeCloseTo(0);
});

test("a card that bends left swings to the right before, and the other way round", () => {
  expect(track.road(0, KINDS[1] as Kind, 0.5, 0).y).toBeCloseTo(80 + 13);
  expect(track.road(0, KINDS[2] as Kind, 0.5, 0).y).toBeCloseTo(80 - 13);
  expect(track.road(0, KINDS[1] as Kind, 1, 0).y).toBeCloseTo(80); // cards fit together at their ends
});

test("a spot is named by its card, its lane and its place in it", () => {
  expect(track.name([0, 1], 16 + 1)).toBe("card 1, left lane, second spot");
  expect(track.name([0, 1], 16 + 2)).toBe("card 1, right lane");
  expect(track.name([1], 1)).toBe("the Start, left lane, second spot");
  expect(track.name([0], 16 + 1)).toBe("");
});

test("a gate of a lane stands between its spots, with its sign on that side", () => {
  const { from, to, signs } = track.gate(0, KINDS[0] as Kind, (KINDS[0] as Kind).gates[0] as Kind["gates"][0]);
  expect([from, to].map(rounded)).toEqual([
    [50, 40],
    [50, 78.4],
  ]);
  expect(signs.map(rounded)).toEqual([[50, 32]]);
});

test("slots lie in cells of a sixth of the table, and behind the last one is the last one", () => {
  expect(track.corner(1)).toEqual({ x: CELL, y: 2 * CELL });
  expect(track.slot(7)).toBe(TURN);
});

test("a path is closed if told", () => {
  const points = [
    { x: 0, y: 1 },
    { x: 2.25, y: 3 },
  ];
  expect(path(points)).toBe("M0.0 1.0L2.3 3.0");
  expect(path(points, true)).toBe("M0.0 1.0L2.3 3.0Z");
});
