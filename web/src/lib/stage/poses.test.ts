import { expect, test } from "vitest";
import { between, closeUp, over, whole } from "./camera";
import { bend, blend, nearest, offset } from "./poses";

test("nothing turns the long way round", () => {
  expect(nearest(10, 350)).toBe(370);
  expect(nearest(350, 10)).toBe(-10);
  expect(nearest(90, 100)).toBe(90);
  expect(blend({ x: 0, y: 0, angle: 350 }, { x: 10, y: 20, angle: 10 }, 0.5)).toEqual({ x: 5, y: 10, angle: 360 });
});

test("ahead is along the nose, right is clockwise of it", () => {
  expect(offset({ x: 5, y: 5, angle: 0 }, 3, 2)).toEqual({ x: 8, y: 7, angle: 0 });
  const south = offset({ x: 5, y: 5, angle: 90 }, 3, 2);
  expect(south.x).toBeCloseTo(3);
  expect(south.y).toBeCloseTo(8);
});

test("a bend leaves along one pose and arrives along the other", () => {
  const way = bend({ x: 0, y: 0, angle: 0 }, { x: 10, y: 10, angle: 90 });
  const [start, end] = [way(0), way(1)];
  expect([start.x, start.y, start.angle]).toEqual([0, 0, 0]);
  expect(end.x).toBeCloseTo(10);
  expect(end.y).toBeCloseTo(10);
  expect(end.angle).toBeCloseTo(90);
  expect(way(0.5).angle).toBeCloseTo(45);
});

test("the whole board keeps its middle on a screen of another shape", () => {
  expect(whole({ x: 0, y: 0, w: 100, h: 100 }, 2)).toEqual({ x: -50, y: 0, w: 200, h: 100 });
  expect(whole({ x: 0, y: 0, w: 100, h: 20 }, 1)).toEqual({ x: 0, y: -40, w: 100, h: 100 });
});

test("a close view holds its points and does not leave the board", () => {
  const frame = { x: 0, y: 0, w: 100, h: 100 };
  expect(closeUp(frame, [{ x: 50, y: 50 }], 1, 20, 5)).toEqual({ x: 40, y: 40, w: 20, h: 20 });
  expect(closeUp(frame, [{ x: 2, y: 98 }], 1, 20, 5)).toEqual({ x: 0, y: 80, w: 20, h: 20 });
  const two = [
    { x: 20, y: 50 },
    { x: 60, y: 50 },
  ];
  expect(closeUp(frame, two, 1, 20, 5)).toEqual({ x: 15, y: 25, w: 50, h: 50 });
  expect(closeUp(frame, [], 1, 20, 5)).toEqual(frame);
});

test("something over the picture is placed in shares of what is seen", () => {
  const eye = { x: 100, y: 200, w: 50, h: 100 };
  expect(over(eye, { x: 125, y: 225 }, 10)).toBe("left: 50%; top: 25%; width: 20%");
  expect(between(eye, { x: 0, y: 0, w: 100, h: 200 }, 0.5)).toEqual({ x: 50, y: 100, w: 75, h: 150 });
});
