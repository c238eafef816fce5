/** The position in words, for those who do not see the track and for those who are about to choose. */

import type { SeatInfo } from "$lib/board";
import { plural } from "$lib/words";
import { LANES, type Track } from "./geometry";
import type { CarView, Reach, View } from "./types";

/** Each car in a sentence, the foremost first. */
export function told(track: Track, view: View, seats: SeatInfo[]): { car: number; text: string }[] {
  const ahead = ({ spot }: CarView): number => (spot === null ? -1 : track.progress(view.track, spot));
  return [...view.cars]
    .sort((one, other) => ahead(other) - ahead(one))
    .map((car) => ({ car: car.car, text: carSentence(track, view, car, seats) }));
}

function carSentence(track: Track, view: View, car: CarView, seats: SeatInfo[]): string {
  const name = carName(track, view, seats, car.car);
  if (car.spot === null) return `${name}: has left the track`;
  const card = track.kind(view.track[car.spot >> 4] ?? 0);
  const state = `${car.stopped ? ", stopped" : ""}${car.borrowed ? ", borrowed" : ""}`;
  return `${name}: on ${track.name(view.track, car.spot)}, ${card.name}${state}`;
}

/** A car by its driver, and by its number where everybody has several. */
export function carName(track: Track, view: View, seats: SeatInfo[], car: number): string {
  const seat = view.cars[car]?.seat ?? 0;
  const name = seats[seat]?.name ?? "";
  return track.scene.cars_each > 1 ? `${name}'s car ${Math.floor(car / track.scene.seats) + 1}` : name;
}

/** The cards of the track that are in play. */
export function roadTold(track: Track, view: View): string[] {
  return view.track.flatMap((kind, index) => {
    if (index < view.rear) return [];
    const card = track.kind(kind);
    const gates = card.gates.map(
      (gate) => `gate of ${gate.size}${gate.lane === "single" ? "" : ` in the ${LANES[gate.lane]} lane`}`,
    );
    return [`card ${index}: ${[card.name, ...gates, ...itemsTold(track, view, index)].join(", ")}`];
  });
}

function itemsTold(track: Track, view: View, index: number): string[] {
  const { cubes, gate_cubes, barrels, shop } = view.items;
  const here = (spot: number): boolean => spot >> 4 === index;
  const found = Object.entries(cubes).filter(([spot]) => here(Number(spot)));
  return [
    ...found.map(
      ([spot, many]) => `${many === 1 ? "a cube" : `${many} cubes`} on ${track.name(view.track, Number(spot))}`,
    ),
    ...gate_cubes.filter(([card]) => card === index).map(() => "a cube at a gate"),
    ...barrels.filter(here).map((spot) => `a barrel on ${track.name(view.track, spot)}`),
    ...(shop !== null && here(shop) ? [`the repair shop next to ${track.name(view.track, shop)}`] : []),
  ];
}

/** How far it is to Finish. */
export function finishTold(view: View): string {
  if (!view.to_finish) return "Finish is laid";
  const [least, most] = view.to_finish;
  return `Finish after ${least === most ? most : `${least} to ${most}`} more ${most === 1 ? "card" : "cards"}`;
}

/** What is worth knowing about driving now. */
export function drivingAdvice(view: View, reach: Reach | undefined, carName: string, size: number): string {
  if (view.phase === "step") return `${plural(view.play?.steps_left ?? 0, "step")} to go. Pick where ${carName} goes.`;
  if (!reach) return "";
  if (size > 0)
    return reach.plays.some((play) => play.size === size)
      ? `Size ${size}: pick a lit spot for ${carName}.`
      : `Size ${size} gets ${carName} nowhere${reach.gate > size ? `: its gate needs ${reach.gate}` : ""}.`;
  if (reach.gate) return `${carName} is at a gate of ${reach.gate}: a combo of ${reach.gate} or more takes it.`;
  return `Tap dice for ${carName}, or a lit spot.`;
}
