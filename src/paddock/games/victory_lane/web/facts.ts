/** What the timing tower shows of a player: the car with its colour and number, Action cards, tires. */

import type { Fact, Facts, Livery } from "$lib/board";
import type { CarView, Scene, View } from "./types";

export const facts: Facts = (scene, view, seat) => {
  const player = (view as View).players[seat];
  if (!player || player.primary === null) return [];
  const car = (view as View).cars[player.primary];
  return [
    { label: "car", value: (scene as Scene).teams[player.primary]?.name ?? "" },
    { label: player.cards === 1 ? "card" : "cards", value: String(player.cards) },
    car ? condition(car) : { label: "tires", value: "" },
  ];
};

export const livery: Livery = (scene, view, seat) => {
  const team = (scene as Scene).teams[(view as View).players[seat]?.primary ?? -1];
  return team ? { colour: team.hex, number: team.number } : null;
};

function condition(car: CarView): Fact {
  if (car.must_pit) return { label: "tires", value: "must pit", mark: "bad" };
  return car.fresh_tires ? { label: "tires", value: "fresh tires", mark: "good" } : { label: "tires", value: "worn tires", mark: "bad" };
}
