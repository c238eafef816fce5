/** The best solo result on each strip, remembered by this browser. */

import { remember, remembered } from "$lib/storage";
import type { Solo } from "./types";

const PLACE = "project_nos.best";

const nameOf = (solo: Solo): string => `${solo.strip} ${solo.timed ? "time" : "rolls"}`;

/** The best count so far on the strip of a race. */
export function bestOf(solo: Solo): number | null {
  return remembered<Record<string, number>>(PLACE, {})[nameOf(solo)] ?? null;
}

/** The best count so far, with this one; whether this one is new. */
export function keepBest(solo: Solo): { count: number; fresh: boolean } | null {
  if (!solo.count) return null;
  const name = nameOf(solo);
  const known = remembered<Record<string, number>>(PLACE, {});
  const before = known[name] ?? Infinity;
  if (solo.count > before) return { count: before, fresh: false };
  remember(PLACE, { ...known, [name]: solo.count });
  return { count: solo.count, fresh: solo.count < before };
}
