/** The series this browser takes part in, and the keys of its seats there. */
import type { SeriesInfo, Seated } from "../wire";
import { keysOf } from "./held";
import { remember, remembered } from "./storage";

const MOST = 20; // series remembered

/** Ids, the latest first. */
export function heldSeries(): string[] {
  const stored = remembered<string[]>("series", []);
  return Array.isArray(stored) ? stored : [];
}

export function holdSeries(id: string): void {
  if (heldSeries()[0] === id) return;
  remember("series", [id, ...heldSeries().filter((one) => one !== id)].slice(0, MOST));
}

export function letGoSeries(id: string): void {
  remember(
    "series",
    heldSeries().filter((one) => one !== id),
  );
}

/** Keys held at any race of the series: they open their drivers' seats at the next one. */
export function keysOfSeries(series: SeriesInfo): Seated[] {
  const keys = new Map(
    series.races.flatMap((race) => (race.table ? keysOf(race.table) : [])).map((seated) => [seated.key, seated]),
  );
  return [...keys.values()];
}

/** 9.5 points, 1 point. */
export function pointsText(points: number): string {
  return Number.isInteger(points) ? String(points) : points.toFixed(1);
}
