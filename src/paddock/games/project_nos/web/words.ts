/** Short words and numbers of the drag strip. */

import type { ClockName, Light, Racer } from "./types";

export function timeWords(clock: ClockName, time: number): string {
  if (clock === "rounds") return `round ${time}`;
  return `${(time / 1000).toFixed(clock === "realtime" ? 3 : 2)} s`;
}

/** How a racer's race ended, and when: "finished, 12.34 s". */
export function endWords(clock: ClockName, { status, ended }: Pick<Racer, "status" | "ended">): string {
  const words = status.replace("_", " ");
  return ended === null ? words : `${words}, ${timeWords(clock, ended)}`;
}

export function clockWords(clock: ClockName, now: number): string {
  return clock === "rounds" ? `Round ${now}` : `${(now / 1000).toFixed(2)} s`;
}

export const LIGHT_WORDS: Record<Light, string> = {
  free: "fits",
  redline: "redline",
  explode: "blows up",
  none: "no fit",
};
export const LIGHT_SIGNS: Record<Light, string> = { free: "✓", redline: "▲", explode: "☠", none: "–" };

export const SYMBOLS: Record<string, string> = {
  flame: "M12 2c1 5 6 7 6 13a6 6 0 0 1-12 0c0-3 2-4 3-7 1 1 1.5 2 2 3 1-3 2-5 1-9z",
  bolt: "M13 2 5 14h5l-1 8 9-13h-6z",
  star: "m12 2 3 7 7 .6-5.3 4.8 1.7 7.200L12 17.6 5.6 21.600l1.7-7.200L2 9.6 9 9z",
  crown: "M3 8l5 4 4-8 4 8 5-4-2 12H5z",
};
