/**
 * Where a move would end: the spaces lit on the track during a decision. The server sends them, this only sorts them.
 */

import type { End, Mark, Road, View } from "./types";

/** One space that is lit, with the faces that lead there. */
export interface Lit {
  step: number;
  /** of the next die; 0: stopping now */
  faces: number[];
  /** what it means for the car, the worst first */
  tone: "crash" | "forbidden" | "bump" | "corner" | "gain" | "flag" | "safe";
  marks: Mark[];
  road: Road;
  words: string;
}

const TOLD: Record<Mark, string> = {
  flag: "the flag",
  corner: "a corner",
  occupied: "occupied",
  oil: "oil",
  bomb: "an armed bomb",
  tray: "the tray",
  item: "an item",
  teleport: "a teleport",
  switch: "a gate switch",
};

export function lit(view: View, last: number): Lit[] {
  const found = new Map<string, Lit>();
  for (const end of view.ends)
    for (const road of end.routes) {
      const step = road.step || last;
      const key = `${step} ${tone(road)}`;
      const known = found.get(key);
      if (known) known.faces.push(end.face);
      else
        found.set(key, { step, faces: [end.face], tone: tone(road), marks: road.marks, road, words: words(end, road) });
    }
  return [...found.values()];
}

function tone(road: Road): Lit["tone"] {
  if (road.forbidden) return "forbidden";
  if (road.step === 0 || road.rest === 0) return "flag";
  if (road.crash) return "crash";
  if (road.bumps.length) return "bump";
  if (road.marks.some((mark) => mark === "tray" || mark === "item" || mark === "teleport" || mark === "switch"))
    return "gain";
  return road.marks.includes("corner") ? "corner" : "safe";
}

function words(end: End, road: Road): string {
  const how = end.face ? `with a ${end.face}` : "stopping now";
  const where = road.step ? `step ${road.step}` : "the flag";
  const what = road.step ? road.marks.map((mark) => TOLD[mark]) : [];
  if (road.crash) what.push("a crash");
  if (road.forbidden) what.push("forbidden by the safety car");
  if (road.step && road.rest && road.rest !== road.step) what.push(`on to step ${road.rest}`);
  return `${how}: ${where}${what.length ? ` (${what.join(", ")})` : ""}`;
}

/** The roads that the hovered move would drive, or those of stopping now if none is hovered. */
export function roadsToDraw(view: View, hovered: number | null): Road[] {
  const chosen = view.ends.flatMap((end) => end.routes.filter((road) => end.move === -1 && road.move === hovered));
  if (chosen.length) return chosen;
  const stop = view.ends.find((end) => end.face === 0);
  if (hovered !== null && stop?.move !== hovered && stop?.move !== -1) return [];
  return stop?.routes ?? [];
}
