/** The position and the costs in words, for those who do not see the track and for those who are about to choose. */

import type { SeatInfo } from "$lib/board";
import { plural } from "$lib/words";
import type { CarView, Hand, SpeedView, StepView, Type, View } from "./types";

export const TYPE_WORDS: Record<Type, string> = {
  straight: "straight",
  red: "red (left turn)",
  yellow: "yellow (right turn)",
};
export const SHORT: Record<Type, string> = { straight: "S", red: "R", yellow: "Y" };

/** Each car in a sentence, in race order. */
export function told(view: View, seats: SeatInfo[]): { seat: number; text: string }[] {
  const cars = [...view.cars].sort((one, other) => one.place - other.place);
  return cars.map((car) => ({ seat: car.seat, text: sentence(car, seats) }));
}

function sentence(car: CarView, seats: SeatInfo[]): string {
  const seat = seats[car.seat];
  const name = `place ${car.place}, car ${seat?.number ?? car.seat + 1}, ${seat?.name ?? ""}`;
  if (car.wrecked) return `${name}: out of the race`;
  const where = car.space === null ? "not on the track yet" : `${car.name}, ${Math.max(0, car.to_go)} sections to go`;
  const held = `${car.nitro} nitro, ${plural(car.cards, "card")}`;
  return `${name}: ${where}, speed ${car.speed}, condition ${car.condition}, ${held}`;
}

/** Hazards on the road in words. */
export function hazards(view: View): string[] {
  return view.cards.filter((card) => card.hazards.length).map((card) => `section ${card.section}: ${card.name}`);
}

/** What a step costs and does, e.g. "1 point, a red card (you hold 2), pulls Bo". */
export function cost(step: StepView, hand: Hand | null, seats: SeatInfo[]): string {
  const name = (seat: number): string => seats[seat]?.name ?? `car ${seat + 1}`;
  const parts: string[] = [];
  if (step.token) parts.push("a nitro token");
  if (step.bonus) parts.push("a bonus move");
  if (step.point) parts.push("1 point");
  if (step.card) parts.push("any card");
  if (step.handling) parts.push(handling(step.handling, hand));
  if (step.hazard) parts.push("a hazard there");
  if (step.damage) parts.push(`${step.damage} damage`);
  if (step.collides !== null) parts.push(`runs into ${name(step.collides)} and stops`);
  if (step.pushes) parts.push(`pushes ${name(step.pushes.seat)} aside`);
  if (step.pulls !== null) parts.push(`pulls ${name(step.pulls)} along`);
  return parts.length ? parts.join(", ") : "costs nothing";
}

/** What a speed leads onto, e.g. "Speed 4: crosses onto straight, red (left turn); costs any card." */
export function crossing(speed: SpeedView): string {
  const needs = speed.needs.map((type) => TYPE_WORDS[type]).join(", ");
  const lacks = speed.uncovered ? `; ${speed.uncovered} of them without a card of their type` : "";
  const goes = needs ? `crosses onto ${needs}${lacks}` : "stays on this section";
  return `Speed ${speed.move}: ${goes}${speed.card ? "; costs any card" : ""}.`;
}

function handling(type: Type, hand: Hand | null): string {
  const held = hand?.[type].cards;
  if (held === undefined) return `a ${type} card`;
  return held ? `a ${type} card (you hold ${held})` : `a ${type} card, which you lack`;
}
