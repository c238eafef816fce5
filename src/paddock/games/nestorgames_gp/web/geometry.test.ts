import { expect, test } from "vitest";
import { fan, PITCH, Track } from "./geometry";
import type { Heading, Scene, Step } from "./types";

/** A square of eight spaces, driven clockwise: corners at 1, 3, 5 and 7; 1 is at the left above. */
const CORNERS: [number, number, Heading][] = [
  [0, 0, "E"],
  [1, 0, "E"],
  [2, 0, "S"],
  [2, 1, "S"],
  [2, 2, "W"],
  [1, 2, "W"],
  [0, 2, "N"],
  [0, 1, "N"],
];

const steps = CORNERS.map(([column, row, heading], i): Step => ({
  n: i + 1,
  cell: i + 1,
  x: column * PITCH,
  y: row * PITCH,
  next: i === 7 ? 1 : i + 2,
  heading,
  corner: i % 2 === 0,
  switch: false,
  teleport: 0,
}));

const SCENE: Scene = {
  board: "",
  name: "Square",
  lap_length: 8,
  laps: 1,
  steps,
  shortcut: [2, 6],
  gate: null,
  boxes: [],
  colours: [],
};
const track = new Track(SCENE);

test("a car on a straight stands in the middle and looks along the road", () => {
  expect(track.rest(2)).toEqual({ x: 54, y: 0, angle: 0 });
  expect(track.rest(4)).toEqual({ x: 108, y: 54, angle: 90 });
});

test("a car in a corner stands inside its middle and looks half round", () => {
  const { x, y, angle } = track.rest(3); // from east to south: inside is left below
  const inward = 27 - 27 / Math.sqrt(2);
  expect(x).toBeCloseTo(108 - inward);
  expect(y).toBeCloseTo(inward);
  expect(angle).toBeCloseTo(45);
});

test("a drive goes through the spaces of its path, round the corners", () => {
  expect(track.drive(2, [3, 4])).toBe("M54 0 L81 0 L81 0 A27 27 0 0 1 108 27 L108 27 Q108 40.5 108 54");
});

test("a drive of no spaces stays where it is", () => {
  expect(track.drive(2, [])).toBe("M54 0");
});

test("points are driven by the normal road, or by the extra one that was taken", () => {
  expect(track.follow(7, 3, false, false)).toEqual([8, 1, 2]);
  expect(track.follow(1, 3, true, false)).toEqual([2, 6, 7]);
  expect(track.follow(1, 3, false, false)).toEqual([2, 3, 4]);
});

test("the way to the flag ends with the lap, the way to a space goes on over the line", () => {
  expect(track.until(6, 0)).toEqual([7, 8]);
  expect(track.until(7, 2)).toEqual([8, 1, 2]);
});

test("the frame holds the road with some ground around it", () => {
  expect(track.frame).toEqual({ x: -46, y: -40, w: 200, h: 194 });
});

test("cars that share a space stand apart, as many as there are, round its middle", () => {
  for (const count of [1, 2, 3, 4, 6]) {
    const places = fan(count);
    expect(new Set(places.map(({ along, across }) => `${along} ${across}`)).size).toBe(count);
  }
  for (const count of [1, 2, 4, 6]) {
    const sum = (values: number[]): number => values.reduce((all, one) => all + one, 0);
    expect(sum(fan(count).map(({ along }) => along))).toBe(0);
    expect(sum(fan(count).map(({ across }) => across))).toBe(0);
  }
});
