/** What the timing tower counts for a racer. */

import type { Facts, Outcome, Sounds } from "$lib/board";
import { EVENT } from "./events";
import type { Scene, View } from "./types";
import { timeWords } from "./words";

const OUT = {
  exploded: "exploded",
  stalled: "stalled",
  retired: "left",
  not_racing: "out",
  finished: "finished",
} as const;

export const facts: Facts = (scene, view, seat) => {
  const racer = (view as View).racers[seat];
  if (!racer) return [];
  const { points } = scene as Scene;
  const place =
    racer.status === "running"
      ? { label: "of 6", value: String(racer.filled) }
      : { label: "", value: OUT[racer.status] };
  const lost = racer.status !== "running" && racer.status !== "finished";
  const redlines = { label: racer.redlines === 1 ? "redline" : "redlines", value: String(racer.redlines) };
  return [
    lost ? { ...place, mark: "bad" } : place,
    racer.redlines > 1 ? { ...redlines, mark: "bad" } : redlines,
    points
      ? { label: "points", value: String(racer.points) }
      : { label: racer.wins === 1 ? "win" : "wins", value: String(racer.wins) },
  ];
};

/** PN-46 PN-61 PN-64 A solo race has a time or a number of rolls, and no rival. */
export const outcome: Outcome = (scene, view) => {
  const { solo } = view as View;
  if (!solo) return "";
  if (!solo.count) return "No finish, no rating.";
  const result = solo.timed ? `in ${timeWords((scene as Scene).clock, solo.count)}` : `with ${solo.count} rolls`;
  return `Finished ${result}: ${solo.rating}.`;
};

export const sounds: Sounds = {
  [EVENT.DEALT]: "card",
  [EVENT.TOOK_CARD]: "card",
  [EVENT.TOOK_DIE]: "card",
  [EVENT.WENT]: "lights",
  [EVENT.ROLLS]: "dice",
  [EVENT.PLACED]: ({ b }) => b / 6,
  [EVENT.PLACED_SAVED]: ({ b }) => b / 6,
  [EVENT.SECRETLY_PLACED]: ({ b }) => b / 6,
  [EVENT.SECRETLY_PLACED_SAVED]: ({ b }) => b / 6,
  [EVENT.SECRETLY_EXPLODED]: "crash",
};
