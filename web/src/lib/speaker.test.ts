import { expect, test } from "vitest";
import type { SoundKind } from "./board";
import { samplesOf } from "./speaker";

const KINDS: SoundKind[] = ["dice", "card", "engine", "lights", "bump", "crash", "flag", "turn"];

test.each(KINDS)("%s is short, can be heard, is not too loud, and ends in silence", (kind) => {
  const samples = samplesOf(kind, 8000);
  const peak = Math.max(...samples.map(Math.abs));
  expect(samples.length).toBeLessThanOrEqual(8000); // a second
  expect(peak).toBeGreaterThan(0.2);
  expect(peak).toBeLessThanOrEqual(1);
  expect(samples.at(-1)).toBeCloseTo(0);
});

test("each sound has its length, and is the same every time", () => {
  expect(new Set(KINDS.map((kind) => samplesOf(kind, 8000).length)).size).toBe(KINDS.length);
  expect(samplesOf("dice", 8000)).toEqual(samplesOf("dice", 8000));
});
