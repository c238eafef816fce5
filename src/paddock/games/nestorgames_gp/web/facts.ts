/** What the timing tower counts for a car. */

import type { Facts } from "$lib/board";
import type { View } from "./types";

export const facts: Facts = (_scene, view, seat) => {
  const car = (view as View).cars[seat];
  if (!car) return [];
  const state = car.finished ? "finished" : car.belly_up ? "belly-up" : "";
  return [
    { label: car.laps_left === 1 ? "lap to go" : "laps to go", value: String(car.laps_left) },
    { label: car.dice === 1 ? "die" : "dice", value: String(car.dice), ...(car.dice < 3 ? { mark: "bad" } : {}) },
    car.belly_up ? { label: "state", value: state, mark: "bad" } : { label: "state", value: state || held(car.held) },
  ];
};

function held(items: Record<string, number>): string {
  return Object.entries(items)
    .map(([item, count]) => (count > 1 ? `${count} ${item}` : item))
    .join(", ");
}
