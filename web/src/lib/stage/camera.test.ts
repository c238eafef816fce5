import { expect, test } from "vitest";
import { sees } from "./camera";
import { Camera } from "./camera.svelte";
import type { Box, Point } from "./poses";

const FRAME = { x: 0, y: 0, w: 1000, h: 500 };
const SIZES = { car: 40, margin: 50 };

function camera(width: number, height: number, edges = { top: 0, right: 0, bottom: 0, left: 0 }): Camera {
  const made = new Camera(FRAME);
  Object.assign(made, { width, height, edges });
  return made;
}

const middle = ({ x, y, w, h }: Box): Point => ({ x: x + w / 2, y: y + h / 2 });

test("the whole track is shown while a car is 16 pixels long", () => {
  expect(camera(400, 200).sight([{ x: 900, y: 400 }], SIZES)).toEqual(FRAME); // 40 units are 16 pixels
  expect(camera(390, 195).sight([{ x: 900, y: 400 }], SIZES).w).toBeLessThan(1000);
});

test("the whole track is not shown where a finger could not tell two places apart", () => {
  expect(camera(800, 400).showsAll({ ...SIZES, apart: 55 })).toBe(true); // 55 units are 44 pixels
  expect(camera(780, 390).showsAll({ ...SIZES, apart: 55 })).toBe(false);
});

test("every destination is in the close view, whatever it takes", () => {
  const points = [
    { x: 20, y: 30 },
    { x: 940, y: 420 },
  ];
  expect(sees(camera(300, 300).sight(points, SIZES), points)).toBe(true);
});

test("a neighbour is in the close view if nothing gets smaller by it", () => {
  const [mine, near, far] = [
    { x: 100, y: 100 },
    { x: 200, y: 120 },
    { x: 950, y: 450 },
  ];
  const seen = camera(300, 150).sight([mine], SIZES, [near, far]);
  expect(sees(seen, [mine, near])).toBe(true);
  expect(sees(seen, [far])).toBe(false);
  expect(seen.w).toBeCloseTo(300 / (28 / 40)); // a car is 28 pixels long
});

test("what lies over an edge covers nothing", () => {
  const seen = camera(1000, 600, { top: 100, right: 0, bottom: 0, left: 0 }).whole();
  expect(seen).toEqual({ x: 0, y: -100, w: 1000, h: 600 });
});

test("a closer look keeps the place under the finger", () => {
  const made = camera(1000, 500);
  made.zoom(0.5, { x: 250, y: 250 });
  expect(made.eye).toEqual({ x: 125, y: 125, w: 500, h: 250 });
  expect(made.isClose).toBe(true);
  made.pan(100, 0);
  expect(made.eye.x).toBe(175); // half a unit a pixel
  made.pan(1e6, 1e6);
  expect(middle(made.eye)).toEqual({ x: 1000, y: 500 }); // never off the board
});

test("from far enough away everything is seen again", () => {
  const made = camera(1000, 500);
  made.zoom(0.5, { x: 0, y: 0 });
  expect(made.look).not.toBeNull();
  made.zoom(4, { x: 0, y: 0 });
  expect(made.look).toBeNull();
});
