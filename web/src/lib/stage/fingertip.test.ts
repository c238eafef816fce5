import { expect, test } from "vitest";
import { nearestTo } from "./fingertip";

const box = (left: number, top: number): { left: number; top: number; width: number; height: number } => ({
  left,
  top,
  width: 20,
  height: 20,
});

test("a tap presses the place whose middle is nearest, if it is near enough", () => {
  const places = [box(0, 0), box(26, 0)]; // middles at 10, 10 and 36, 10
  expect(nearestTo({ x: 22, y: 10 }, places)).toBe(0);
  expect(nearestTo({ x: 24, y: 10 }, places)).toBe(1);
  expect(nearestTo({ x: 36, y: 40 }, places)).toBe(1); // 30 pixels away
  expect(nearestTo({ x: 36, y: 41 }, places)).toBe(-1);
  expect(nearestTo({ x: 0, y: 0 }, [])).toBe(-1);
});
