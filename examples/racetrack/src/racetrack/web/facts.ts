/** What the timing tower counts for a car. */
import type { Facts } from "$lib/board";
import type { Scene, View } from "./types";

export const facts: Facts = (scene, view, seat) => {
  const car = (view as View).cars[seat];
  if (!car) return [];
  const { laps } = scene as Scene;
  return [
    { label: "lap", value: car.lap > laps ? "finished" : `lap ${Math.max(car.lap, 0)} of ${laps}` },
    { label: "speed", value: String(Math.max(Math.abs(car.right), Math.abs(car.down))) },
  ];
};
