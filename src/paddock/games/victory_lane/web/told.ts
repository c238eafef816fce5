/** The position in words, for those who do not see the track and for those who are about to choose. */

import type { SeatInfo } from "$lib/board";
import { capital, plural } from "$lib/words";
import type { CarView, Scene, View } from "./types";

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

/** What is going on and what the car that acts may do. */
export function statusTold(scene: Scene, view: View, seats: SeatInfo[]): string {
  const name = (car: number | null | undefined): string => (car == null ? "" : capital(scene.teams[car]?.name ?? ""));
  if (view.over) return "The race is over.";
  if (view.phase === "reroll" && view.roll) return rerollTold(view, name(view.roll.car));
  if (view.test?.kind === "contest")
    return `Level cars race for position ${view.next_position ?? ""}.`.replace(" .", ".");
  if (view.test)
    return view.test.kind === "push"
      ? "Risk test of the push: equal neighbours in the line go back."
      : "Risk test: equal dice side by side go back.";
  if (view.flag === "yellow") return yellowTold(view, name);
  if (view.turn) return turnTold(scene, view, seats);
  if (view.qualifying) return qualifyingTold(view, name);
  if (view.roll) return `${name(view.roll.car)} rolls ${view.roll.purpose}.`;
  const event = eventNow(scene, view);
  return event ? event : "A Laps card is drawn.";
}

function rerollTold(view: View, car: string): string {
  const die = view.roll?.die ?? "";
  if (view.test && view.test.kind !== "contest")
    return `${car} and a neighbour rolled a ${die}: they go back unless a reroll helps.`;
  return `${car} rolled a ${die} ${view.roll?.purpose ?? ""}. Fresh tires give one reroll.`;
}

function turnTold(scene: Scene, view: View, seats: SeatInfo[]): string {
  const { turn } = view;
  const car = turn ? view.cars[turn.car] : undefined;
  if (!turn || !car) return "";
  const who = `${capital(scene.teams[turn.car]?.name ?? "")}, ${ownerTold(car, seats)}`;
  const driver =
    car.kind === "rogue" ? `, driven by ${seats[turn.driver]?.mine ? "you" : (seats[turn.driver]?.name ?? "")}` : "";
  if (view.phase === "turn") return `${who}: play a card${car.must_pit ? "? It must pit" : " or pit"}.`;
  if (view.phase !== "drive") return `${who}${driver}.`;
  const may = turn.maneuvers.length ? `; may ${turn.maneuvers.join(", ")}` : "";
  return `${who}${driver}: ${turn.left}${may}.`;
}

function yellowTold(view: View, name: (car: number | null) => string): string {
  if (view.phase === "yellow") return `Yellow flag: ${name(view.placing)} pits, or stays out on the grid?`;
  if (view.phase === "lane") return `Yellow flag: ${name(view.placing)} takes a lane of the grid.`;
  if (view.phase === "pit_die") return "Yellow flag: more cards, or an early exit? The lowest die leaves first.";
  if (view.phase === "announce") return "Yellow flag: if you pit, the NPDs pit too.";
  return "Yellow flag: cars line up, pit or stay out.";
}

function qualifyingTold(view: View, name: (car: number | null) => string): string {
  if (view.phase === "team") return "Every player takes a team.";
  if (view.phase === "garage") return "Garage: one card may be exchanged.";
  if (view.phase === "qualify") return "Qualifying: the lowest stopwatch starts first; the card is gone.";
  if (view.phase === "lane") return `${name(view.placing)} takes the front-most open space of a lane.`;
  return "Qualifying.";
}

/** The event of the Laps card that is being resolved, with its text. */
export function eventNow(scene: Scene, view: View): string {
  const { card, event } = view.laps;
  const found = card === null || event === null ? undefined : scene.laps_cards[card]?.events[event];
  return found ? `${found.text}.` : "";
}
