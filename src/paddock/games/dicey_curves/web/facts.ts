/** What the timing tower counts for a player. */

import type { Facts, Sounds, Thrower } from "$lib/board";
import { EVENT } from "./events";
import type { View } from "./types";

export const facts: Facts = (_scene, view, seat) => {
  const player = (view as View).players[seat];
  if (!player) return [];
  const dice = { label: "dice", value: String(player.next_dice) };
  return [
    { label: player.chips === 1 ? "chip" : "chips", value: player.finished ? "finished" : String(player.chips) },
    player.damage ? { ...dice, mark: "bad" } : dice,
    player.damage ? { label: "damage", value: String(player.damage), mark: "bad" } : { label: "damage", value: "" },
  ];
};

/** DC-30 The dice of a turn are rolled without a question. */
export const thrower: Thrower = ({ kind, a }) => (kind === EVENT.ROLLED ? a : -1);

export const sounds: Sounds = {
  [EVENT.ROLLED]: "dice",
  [EVENT.ADDED]: "dice",
  [EVENT.LAID]: "card",
  [EVENT.DREW]: "card",
  [EVENT.PLAYED]: "card",
  [EVENT.EXCHANGED]: "card",
  [EVENT.DROVE]: ({ c }) => c / 12,
  [EVENT.STEPPED]: () => 0.4,
  [EVENT.JUKED]: "bump",
};
