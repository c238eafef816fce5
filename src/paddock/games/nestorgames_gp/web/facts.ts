/** What the timing tower counts for a car. */

import type { Facts } from "$lib/board";
import type { View } from "./types";

export const facts: Facts = (_scene, view, seat) => {
  const car = (view as View).cars[seat];
  if (!car) return [];
  const state = car.finished ? "finished" : car.belly_up ? "belly-up" : "";
  return [
    { label: car.laps_left === 1 ? "lap to go" : "laps to go", value: String(car.laps_left) },
    car.dice < 3 ? { label: "dice", value: String(car.dice), mark: "bad" } : { label: "dice", value: String(car.dice) },
    car.belly_up ? { label: "state", value: state, mark: "bad" } : { label: "state", value: state || held(car.held) },
  ];
};

function held(items: Record<string, number>): string {
  return Object.entries(items)
    .map(([item, count]) => (count > 1 ? `${count} ${item}` : item))
    .join(", ");
}
