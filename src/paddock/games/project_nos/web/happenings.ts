/** How long each event is shown. */

import type { Happening } from "$lib/board";
import { EVENT } from "./events";

const COUNT_DOWN = 1600; // milliseconds, most of them before GO
const TO_GO = 1100;

const LASTS: Record<number, number> = {
  [EVENT.DEALT]: 180,
  [EVENT.DRAFTS_FIRST]: 250,
  [EVENT.TOOK_CARD]: 350,
  [EVENT.TOOK_DIE]: 350,
  [EVENT.TOOK_PLAIN_DIE]: 350,
  [EVENT.WENT]: COUNT_DOWN,
  [EVENT.FELL]: 320,
  [EVENT.PLACED]: 360,
  [EVENT.PLACED_SAVED]: 360,
  [EVENT.SECRETLY_PLACED]: 360,
  [EVENT.SECRETLY_PLACED_SAVED]: 360,
  [EVENT.PROGRESS]: 420,
  [EVENT.EXPLODED_NOW]: 800,
  [EVENT.SECRETLY_EXPLODED]: 800,
  [EVENT.RESTARTED]: 500,
  [EVENT.SECRETLY_RESTARTED]: 500,
  [EVENT.FINISHED_NOW]: 800,
  [EVENT.SECRETLY_FINISHED]: 600,
  [EVENT.STALLED_NOW]: 600,
  [EVENT.SECRETLY_STALLED]: 600,
  [EVENT.TROPHY]: 400,
};

export const starts = (happening: Happening): boolean => happening.kind === EVENT.WENT;

/** The time on the start lights, beginning now: as in a live race, but quicker. */
export function countDown(ready: number, pace: number): () => number {
  const began = performance.now();
  return () => ready * (1 - ((performance.now() - began) * Math.max(1, pace)) / TO_GO);
}

/** Milliseconds to show some events; simultaneous ones are shown together. */
export function lastsOf(happenings: Happening[]): number {
  return Math.max(0, ...happenings.map(({ kind }) => LASTS[kind] ?? 0));
}
