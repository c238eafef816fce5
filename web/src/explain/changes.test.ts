import { expect, test } from "vitest";
import type { DriverResult } from "../wire";
import { figureOf, scaleOf, stepsOf } from "./changes";

const ana: DriverResult = {
  seat: 0,
  name: "Ana",
  start: 400,
  luck: -100,
  own: 900,
  rivals: -200,
  clock: 0,
  result: 1000,
};

test("each step begins where the last one ended, and the last one is the result", () => {
  const steps = stepsOf(ana);
  expect(steps.map((step) => step.name)).toEqual(["Start", "Luck", "Own decisions", "Rivals' decisions", "Result"]);
  expect(steps.map((step) => [step.from, step.to])).toEqual([
    [0, 400],
    [400, 300],
    [300, 1200],
    [1200, 1000],
    [0, 1000],
  ]);
});

test("figures are percents, changes have a sign", () => {
  expect(stepsOf(ana).map(figureOf)).toEqual(["40.0 %", "−10.0", "+90.0", "−20.0", "100.0 %"]);
});

test("the scale holds every bar", () => {
  expect(scaleOf([ana])).toEqual([0, 1200]);
  expect(scaleOf([{ ...ana, luck: -500, own: 100, rivals: 0, result: 0 }])).toEqual([-100, 1000]);
});

test("a clock that changed something is a step", () => {
  expect(stepsOf({ ...ana, clock: 50 }).map((step) => step.name)).toContain("The clock");
});
