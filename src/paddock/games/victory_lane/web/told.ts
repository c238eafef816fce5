/** The position in words, for those who do not see the track and for those who are about to choose. */

import type { SeatInfo } from "$lib/board";
import { plural } from "$lib/words";
import type { CarView, LapsCard, Scene, View } from "./types";

/** Each car in a sentence, in running order. */
export function carsTold(scene: Scene, view: View, seats: SeatInfo[]): { car: number; text: string }[] {
  return view.order.map((car, i) => ({ car, text: `${i + 1}: ${carSentence(scene, view, car, seats)}` }));
}

function carSentence(scene: Scene, view: View, number: number, seats: SeatInfo[]): string {
  const car = view.cars[number];
  if (!car) return "";
  const box = view.boxes.find((one) => one.car === number);
  const where = box ? `in pit box ${box.index}` : car.cell === null ? "off the track" : `on ${car.name}`;
  const facts = [where, ownerTold(car, seats), ...conditions(car), plural(car.points, "point")];
  return `${scene.teams[number]?.name ?? ""}: ${facts.join(", ")}`;
}

function conditions(car: CarView): string[] {
  const tires = car.kind === "primary" ? [car.fresh_tires ? "fresh tires" : "worn tires"] : [];
  return [...tires, ...(car.token ? [car.token_words || "Lapped"] : []), ...(car.must_pit ? ["must pit"] : [])];
}

/** Whose car it is, e.g. "Ana's teammate". */
export function ownerTold(car: CarView, seats: SeatInfo[]): string {
  const seat = car.owner === null ? undefined : seats[car.owner];
  if (car.kind === "free") return "free";
  if (car.kind === "solo") return "NPD";
  if (!seat) return "rogue";
  const kind = car.kind === "primary" ? "car" : "teammate";
  return seat.mine ? `your ${kind}` : `${seat.name}'s ${kind}`;
}

/** Spaces behind the leader, halves as ½. */
export function gapTold(view: View, car: number): string {
  const [first, here] = [view.cars[view.order[0] ?? 0]?.distance, view.cars[car]?.distance];
  if (first == null || here == null) return "";
  const half = first - here;
  if (half === 0) return car === view.order[0] ? "lead" : "level";
  return `−${half >> 1 || (half % 2 ? "" : 0)}${half % 2 ? "½" : ""}`;
}

/** A Laps card in a line. */
export function lapsTold({ laps, events }: LapsCard): string {
  return `${plural(laps, "lap")}. ${events.map(({ text }) => `${text}.`).join(" ")}`;
}
