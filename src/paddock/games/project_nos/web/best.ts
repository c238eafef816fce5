/** The best solo result on each strip, remembered by this browser. */

import { remember, remembered } from "$lib/storage";
import type { Solo } from "./types";

const PLACE = "project_nos.best";

/** The best count so far, with this one; whether this one is new. */
export function keepBest(solo: Solo): { count: number; fresh: boolean } | null {
  if (!solo.count) return null;
  const name = `${solo.strip} ${solo.timed ? "time" : "rolls"}`;
  const known = remembered<Record<string, number>>(PLACE, {});
  const before = known[name] ?? Infinity;
  if (solo.count > before) return { count: before, fresh: false };
  remember(PLACE, { ...known, [name]: solo.count });
  return { count: solo.count, fresh: solo.count < before };
}
