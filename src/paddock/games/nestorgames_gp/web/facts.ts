/** What the timing tower counts for a car. */

import type { Facts, Outcome, Sounds, Thrower } from "$lib/board";
import { capital, listed, plural } from "$lib/words";
import { EVENT } from "./events";
import type { Scene, View } from "./types";

export const facts: Facts = (_scene, view, seat) => {
  const car = (view as View).cars[seat];
  if (!car) return [];
  const state = car.finished ? "finished" : car.belly_up ? "belly-up" : "";
  return [
    { label: car.laps_left === 1 ? "lap to go" : "laps to go", value: car.finished ? "" : String(car.laps_left) },
    { label: car.dice === 1 ? "die" : "dice", value: String(car.dice), ...(car.dice < 3 ? { mark: "bad" } : {}) },
    car.belly_up ? { label: "state", value: state, mark: "bad" } : { label: "state", value: state || held(car.held) },
  ];
};

/** In a team race the team wins, not the first car. */
export const outcome: Outcome = (scene, view) => {
  const [first, ...others] = (view as View).teams;
  if (!first) return "";
  const called = (seats: number[]): string => listed(seats.map((seat) => (scene as Scene).colours[seat]?.name ?? ""));
  const rest = others.map((team) => `${called(team.seats)} ${team.points}`);
  return capital(`${called(first.seats)} win as a team with ${plural(first.points, "point")}; ${rest.join("; ")}.`);
};

const THROWS: number[] = [EVENT.QUALIFYING_ROLL, EVENT.QUALIFYING_BUST, EVENT.ROLLED, EVENT.BUST, EVENT.BUST_ON_CORNER];

/** The first die of a turn is rolled without a question. */
export const thrower: Thrower = ({ kind, a }) => (THROWS.includes(kind) ? a : -1);

function held(items: Record<string, number>): string {
  return Object.entries(items)
    .map(([item, count]) => (count > 1 ? `${count} ${item}` : item))
    .join(", ");
}

export const sounds: Sounds = {
  [EVENT.QUALIFYING_ROLL]: "dice",
  [EVENT.QUALIFYING_BUST]: "dice",
  [EVENT.ROLLED]: "dice",
  [EVENT.BUST]: "dice",
  [EVENT.BUST_ON_CORNER]: "dice",
  [EVENT.MOVED]: ({ b }) => b / 20,
  [EVENT.BUMPED]: "bump",
  [EVENT.SLID]: "bump",
  [EVENT.ROCKET_HIT]: "dice",
  [EVENT.ROCKET_MISSED]: "dice",
  [EVENT.BOMB_EXPLODED]: "crash",
};
