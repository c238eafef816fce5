/** What the timing tower counts for a car. */

import type { Fact, Facts, Sounds } from "$lib/board";
import { EVENT } from "./events";
import type { View } from "./types";

export const facts: Facts = (_scene, view, seat) => {
  const car = (view as View).cars[seat];
  if (!car) return [];
  const condition: Fact = { label: "condition", value: car.wrecked ? "out" : String(car.condition) };
  if (car.wrecked || car.condition <= 4) condition.mark = "bad";
  return [condition, { label: "nitro", value: String(car.nitro) }, { label: "cards", value: String(car.cards) }];
};

export const sounds: Sounds = {
  [EVENT.DREW]: "card",
  [EVENT.LAID]: "card",
  [EVENT.LAID_BEFORE]: "card",
  [EVENT.SPENT]: "card",
  [EVENT.SPEED_SET]: ({ b }) => b / 10,
  [EVENT.MOVED]: () => 0.4,
  [EVENT.CHANGED_LANE]: () => 0.4,
  [EVENT.NITROUS]: () => 0.9,
  [EVENT.MADNESS]: () => 1,
  [EVENT.SHOT_GAP]: () => 0.8,
  [EVENT.SWIPED]: "bump",
  [EVENT.DAMAGED]: "bump",
};
