/** What the timing tower shows of a player: the place of the car among all cars, Action cards, tires; who won. */

import type { Fact, Facts, Livery, Outcome, SeatInfo, Sounds, Thrower } from "$lib/board";
import { capital, listed } from "$lib/words";
import { EVENT } from "./events";
import type { CarView, Scene, View } from "./types";

export const facts: Facts = (scene, view, seat) => {
  const player = (view as View).players[seat];
  if (!player || player.primary === null) return [];
  const car = (view as View).cars[player.primary];
  return [
    {
      label: `of ${(scene as Scene).teams.length} cars`,
      value: (view as View).qualifying ? "" : String(car?.place ?? ""),
    },
    { label: player.cards === 1 ? "card" : "cards", value: String(player.cards) },
    car ? condition(car) : { label: "tires", value: "" },
  ];
};

export const livery: Livery = (scene, view, seat) => {
  const team = (scene as Scene).teams[(view as View).players[seat]?.primary ?? -1];
  return team ? { colour: team.hex, number: team.number } : null;
};

/** Whoever owns a car rolls its dice, e.g. those of a teammate before its turn. */
export const thrower: Thrower = ({ kind, a }, view) =>
  kind === EVENT.DIE_ROLLED ? ((view as View).cars[a]?.owner ?? -1) : -1;

/** VL-93 R-59 The car that won the race may be no player's, or that of a player who has fewer points than another. */
export const outcome: Outcome = (scene, view, seats) => {
  const { won_by, players } = view as View;
  const best = players.filter((player) => player.place === 1);
  if (won_by === null || best.some((player) => player.primary === won_by)) return "";
  const first = capital(carTold(scene as Scene, view as View, won_by, seats));
  if (seats.length === 1) return `${first} won the race.`;
  const names = listed(best.map(({ seat }) => seats[seat]?.name ?? ""));
  return `${first} won the race; ${names} ${best.length > 1 ? "are" : "is"} best of the players.`;
};

function carTold(scene: Scene, view: View, car: number, seats: SeatInfo[]): string {
  const driver = view.players.find((player) => player.primary === car);
  const name = scene.teams[car]?.name ?? "";
  return driver ? `${seats[driver.seat]?.name ?? ""} (${name})` : name;
}

function condition(car: CarView): Fact {
  if (car.must_pit) return { label: "tires", value: "must pit", mark: "bad" };
  return car.fresh_tires
    ? { label: "tires", value: "fresh tires", mark: "good" }
    : { label: "tires", value: "worn tires", mark: "bad" };
}

export const sounds: Sounds = {
  [EVENT.DIE_ROLLED]: "dice",
  [EVENT.NPD_ROLLED]: "dice",
  [EVENT.PIT_DIE_SHOWN]: "dice",
  [EVENT.NPD_PIT_DIE]: "dice",
  [EVENT.DREW]: "card",
  [EVENT.PLAYED]: "card",
  [EVENT.LAPS_DRAWN]: "card",
  [EVENT.STEPPED]: () => 0.6,
  [EVENT.DRAFTED]: () => 0.9,
  [EVENT.PUSHED]: "bump",
  [EVENT.SIDE_DRAFTED]: "bump",
  [EVENT.PAINTED]: "bump",
  [EVENT.GREEN_FLAG]: "lights",
};
