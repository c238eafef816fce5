import { expect, test } from "vitest";
import { lit, roadsToDraw } from "./ends";
import type { End, Road, View } from "./types";

const road = (step: number, more: Partial<Road> = {}): Road => ({
  route: 0,
  move: 0,
  step,
  path: [],
  marks: [],
  forbidden: false,
  rest: step,
  crash: false,
  bumps: [],
  crashes: [],
  ...more,
});
const end = (face: number, ...routes: Road[]): End => ({ face, move: 1, points: face, routes });
const view = (...ends: End[]): View => ({ ends }) as unknown as View;

test("faces that lead to the same space for the same end share its light", () => {
  const found = lit(view(end(2, road(12)), end(5, road(12))), 40);
  expect(found.map(({ step, faces, tone }) => [step, faces, tone])).toEqual([[12, [2, 5], "safe"]]);
});

test("a crash and a safe stop on one space are two lights", () => {
  const found = lit(view(end(1, road(12)), end(6, road(12, { crash: true }))), 40);
  expect(found.map(({ faces, tone }) => [faces, tone])).toEqual([
    [[1], "safe"],
    [[6], "crash"],
  ]);
});

test("what lies beyond the flag is lit on the last step", () => {
  const [found] = lit(view(end(4, road(0))), 40);
  expect(found).toMatchObject({ step: 40, tone: "flag", words: "with a 4: the flag" });
});

test("the worst is told first: what is forbidden, then the flag, a crash, a bump, a gain, a corner", () => {
  const tone = (more: Partial<Road>): string | undefined => lit(view(end(1, road(3, more))), 40)[0]?.tone;
  expect(tone({ forbidden: true, crash: true })).toBe("forbidden");
  expect(tone({ crash: true, bumps: [1] })).toBe("crash");
  expect(tone({ bumps: [1], marks: ["item"] })).toBe("bump");
  expect(tone({ marks: ["corner", "item"] })).toBe("gain");
  expect(tone({ marks: ["corner"] })).toBe("corner");
  expect(tone({ marks: ["oil"] })).toBe("safe");
});

test("the words say how, where and what", () => {
  const words = (face: number, one: Road): string | undefined => lit(view(end(face, one)), 40)[0]?.words;
  expect(words(0, road(7))).toBe("stopping now: step 7");
  expect(words(3, road(7, { marks: ["corner", "oil"], crash: true, rest: 7 }))).toBe(
    "with a 3: step 7 (a corner, oil, a crash)",
  );
  expect(words(3, road(7, { marks: ["teleport"], rest: 21 }))).toBe("with a 3: step 7 (a teleport, on to step 21)");
});

test("a hovered road is drawn while a road is chosen, else the road of stopping now", () => {
  const [left, right] = [road(5, { move: 10 }), road(6, { move: 11 })];
  const choosing: End = { face: 0, move: -1, points: 3, routes: [left, right] };
  expect(roadsToDraw(view(choosing), 11)).toEqual([right]);
  expect(roadsToDraw(view(choosing), null)).toEqual([left, right]);
  expect(roadsToDraw(view(end(0, left), end(2, right)), 1)).toEqual([left]);
  expect(roadsToDraw(view(end(0, left), end(2, right)), 99)).toEqual([]);
});
