/** What the timing tower counts for a car. */

import type { Fact, Facts } from "$lib/board";
import type { View } from "./types";

export const facts: Facts = (_scene, view, seat) => {
  const car = (view as View).cars[seat];
  if (!car) return [];
  const condition: Fact = { label: "condition", value: car.wrecked ? "out" : String(car.condition) };
  if (car.wrecked || car.condition <= 4) condition.mark = "bad";
  return [condition, { label: "nitro", value: String(car.nitro) }, { label: "cards", value: String(car.cards) }];
};
