/** What made a result, step by step: each step begins where the last one ended. */
import type { DriverResult } from "../wire";

export interface Step {
  name: string;
  /** in thousandths */
  from: number;
  to: number;
  /** "start" and "result" are whole chances, the others are changes */
  whole: boolean;
}

const CHANGES: [keyof DriverResult & ("luck" | "own" | "rivals" | "clock"), string][] = [
  ["luck", "Luck"],
  ["own", "Own decisions"],
  ["rivals", "Rivals' decisions"],
  ["clock", "The clock"],
];

/** The steps of a driver, from the start to the result; a clock that changed nothing is left out. */
export function stepsOf(driver: DriverResult): Step[] {
  const steps: Step[] = [{ name: "Start", from: 0, to: driver.start, whole: true }];
  let at = driver.start;
  for (const [part, name] of CHANGES) {
    if (part === "clock" && driver.clock === 0) continue;
    steps.push({ name, from: at, to: at + driver[part], whole: false });
    at += driver[part];
  }
  return [...steps, { name: "Result", from: 0, to: driver.result, whole: true }];
}

/** The least and the greatest value of any step: the scale of all bars. */
export function scaleOf(drivers: DriverResult[]): [number, number] {
  const ends = drivers.flatMap((driver) => stepsOf(driver).map((step) => step.to));
  return [Math.min(0, ...ends), Math.max(1000, ...ends)];
}

/** "62.5 %" for a chance, "+3.0" for a change in percentage points. */
export function figureOf({ from, to, whole }: Step): string {
  const change = ((to - from) / 10).toFixed(1);
  return whole ? `${change} %` : signed(to - from);
}

/** A change in thousandths as percentage points with its sign. */
export function signed(change: number): string {
  return `${change < 0 ? "−" : "+"}${(Math.abs(change) / 10).toFixed(1)}`;
}
