/** Sums over races on a component, as they come from the server. */
import type { SpotInfo, TriedInfo } from "../wire";
import { plural } from "$lib/words";

export const INCIDENTS = ["crashes", "overtakes", "waits"] as const;
export type Incident = (typeof INCIDENTS)[number];

/** Adds the races of another answer for the same component. */
export function added(sum: TriedInfo | null, more: TriedInfo): TriedInfo {
  if (!sum) return more;
  return {
    ...more,
    races: sum.races + more.races,
    rounds: sum.rounds + more.rounds,
    laps: sum.laps + more.laps,
    lap_rounds: sum.lap_rounds + more.lap_rounds,
    spots: more.spots.map((spot, i) => addedSpot(spot, sum.spots[i])),
  };
}

function addedSpot(spot: SpotInfo, before: SpotInfo | undefined): SpotInfo {
  if (!before) return spot;
  return {
    ...spot,
    crashes: spot.crashes + before.crashes,
    overtakes: spot.overtakes + before.overtakes,
    waits: spot.waits + before.waits,
  };
}

export const total = (sum: TriedInfo, incident: Incident): number =>
  sum.spots.reduce((all, spot) => all + spot[incident], 0);

export const mean = (count: number, of: number): string => (of ? (count / of).toFixed(1) : "0");

/** What the races came to, in a sentence. */
export function told(sum: TriedInfo): string {
  const counts = INCIDENTS.map((one) => `${mean(total(sum, one), sum.races)} ${one}`);
  const laps = sum.laps ? `; a lap takes a car ${mean(sum.lap_rounds, sum.laps)} rounds` : "";
  return `${plural(sum.races, "race")} of ${sum.seats} bots: ${counts.join(", ")} a race${laps}.`;
}

/** The spot where most of it happens; none where nothing does. */
export function hottest(sum: TriedInfo, incident: Incident): SpotInfo | null {
  return sum.spots.reduce<SpotInfo | null>(
    (found, spot) => (spot[incident] > (found?.[incident] ?? 0) ? spot : found),
    null,
  );
}

/** The room of a drawing around all spots, as an SVG viewBox, and the radius of a spot. */
export function frame(spots: SpotInfo[]): { box: string; radius: number } {
  const xs = spots.map((spot) => spot.x);
  const ys = spots.map((spot) => spot.y);
  const lengths = spots
    .flatMap((spot) => spot.following.map((to) => spots[to]).map((to) => (to ? apart(spot, to) : 0)))
    .filter((length) => length > 0)
    .sort((a, b) => a - b);
  const radius = 0.4 * (lengths[Math.floor(lengths.length / 2)] ?? 60);
  const [left, top] = [Math.min(...xs) - 1.5 * radius, Math.min(...ys) - 1.5 * radius];
  const [wide, high] = [Math.max(...xs) - left + 1.5 * radius, Math.max(...ys) - top + 1.5 * radius];
  return { box: [left, top, wide, high].map((value) => value.toFixed(0)).join(" "), radius };
}

const apart = (one: SpotInfo, other: SpotInfo): number => Math.hypot(one.x - other.x, one.y - other.y);
