/** What can be chosen on the track now, and where. */

import type { Choice } from "$lib/board";
import type { Point } from "$lib/stage/poses";
import { plural } from "$lib/words";
import type { Oval, Spot } from "./geometry";
import type { MoveName, View } from "./types";

export interface Target extends Point {
  move: number;
  words: string;
  kind: "step" | "push" | "pit" | "box" | "start" | "crossover" | "side_draft" | "paint";
  /** what is written on it, e.g. the chance that a push fails */
  badge: string;
  likely: boolean;
  angle: number;
  /** the space it leads to */
  to: number | null;
}

const MANEUVERS = ["crossover", "side_draft", "paint"] as const satisfies MoveName[];
const BESIDE = 0.62; // half units from the middle of a space: so far a mark stands from a car that is there
const APART = 0.9; // half units between marks of the same space, or of spaces side by side

export function targetsOf(oval: Oval, view: View, choices: Choice[]): Target[] {
  const found = choices.filter(({ home }) => home === "board").flatMap((choice) => targetOf(oval, view, choice) ?? []);
  return found.map((target) => beside(oval, target, found));
}

function targetOf(oval: Oval, view: View, choice: Choice): Target | null {
  return view.phase === "drive"
    ? (stepOn(oval, view, choice) ?? maneuverOn(oval, view, choice))
    : (boxOn(oval, view, choice) ?? placeOn(oval, view, choice));
}

function base({ move, words, likely }: Choice): Pick<Target, "move" | "words" | "likely"> {
  return { move, words, likely };
}

/** Marks that a finger could not tell apart: one stands behind the other. */
function beside(oval: Oval, target: Target, all: Target[]): Target {
  const spot = target.to === null ? null : oval.spot(target.to);
  if (!spot || target.kind === "push") return target;
  const same = all.filter(({ to }) => to === target.to);
  const isNear = all.some(({ to, kind }) => to !== null && kind !== "push" && areSideBySide(spot, oval.spot(to)));
  const shift = isNear ? (spot.lane % 2 ? -0.5 : 0.5) : (same.length - 1) / 2 - same.indexOf(target);
  return shift === 0 ? target : { ...target, ...oval.pose({ ...spot, u: spot.u + shift * APART }) };
}

function areSideBySide(one: Spot, other: Spot): boolean {
  return Math.abs(one.lane - other.lane) === 1 && one.u === other.u;
}

function stepOn(oval: Oval, view: View, choice: Choice): Target | null {
  const step = view.steps.find((one) => one.move === choice.move);
  if (!step) return null;
  const spot = oval.spot(step.to);
  const isPush = step.pushes.length > 0;
  const pose = oval.pose({ lane: spot.lane, u: spot.u + (isPush ? BESIDE : 0) });
  const words = isPush ? `${choice.words}; ${step.risk} % that somebody fails` : choice.words;
  const badge = isPush ? `${step.risk}%` : "";
  return { ...base(choice), words, kind: isPush ? "push" : "step", badge, ...pose, to: step.to };
}

/** On the car that it is done to: behind it, or ahead of it, so that two can be done to one car. */
function maneuverOn(oval: Oval, view: View, choice: Choice): Target | null {
  const { moves, teams } = oval.scene;
  const kind = MANEUVERS.find((name) => choice.move >= moves[name] && choice.move < moves[name] + teams.length);
  const cell = kind ? view.cars[choice.move - moves[kind]]?.cell : null;
  if (!kind || cell == null) return null;
  const spot = oval.spot(cell);
  const pose = oval.pose({ ...spot, u: spot.u + (kind === "side_draft" ? BESIDE : -BESIDE) });
  return { ...base(choice), kind, badge: "", ...pose, to: null };
}

/** The pit box that a car would go to. */
function boxOn(oval: Oval, view: View, choice: Choice): Target | null {
  if (view.pit_entry?.move !== choice.move) return null;
  return { ...base(choice), kind: "box", badge: "Pit", ...oval.box(view.pit_entry.box), to: null };
}

/** Where a pit stop brings the car back, or a lane lets it start. */
function placeOn(oval: Oval, view: View, choice: Choice): Target | null {
  const stop = view.pit_returns.find((one) => one.move === choice.move);
  const start = view.placements.find((one) => one.move === choice.move);
  const to = stop?.to ?? start?.to;
  if (to === undefined) return null;
  const spot = oval.spot(to);
  const isTaken = view.cars.some((car) => car.cell === to);
  const pose = oval.pose({ ...spot, u: spot.u - (isTaken ? BESIDE : 0) });
  const words = stop ? `${choice.words}, back on the track here with ${plural(stop.draws, "more card")}` : choice.words;
  const badge = stop ? `+${stop.draws}` : "";
  return { ...base(choice), words, kind: stop ? "pit" : "start", badge, ...pose, to };
}
