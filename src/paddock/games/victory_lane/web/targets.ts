/** What can be chosen on the track now, and where. */

import type { Choice } from "$lib/board";
import type { Point, Pose } from "$lib/stage/poses";
import { plural } from "$lib/words";
import type { Oval, Spot } from "./geometry";
import type { MoveName, View } from "./types";

export interface Target extends Pose {
  move: number;
  words: string;
  kind: "step" | "push" | "pit" | "box" | "start" | "crossover" | "side_draft" | "paint";
  /** what is written on it, e.g. the chance that a push fails */
  badge: string;
  likely: boolean;
  /** the space it leads to */
  to: number | null;
}

/** A target whose mark has still to find its place: the spot it belongs to, and how far along the lane it may stand. */
interface Mark extends Omit<Target, keyof Pose> {
  spot: Spot | null;
  shifts: number[];
  pose: Pose;
}

const MANEUVERS = ["crossover", "side_draft", "paint"] as const satisfies MoveName[];
const NEAR = 60; // units between two marks, so that a finger hits the right one
const FAR = 110; // the same where the camera is far away, as pit stops lead far back
// In half units from the middle of a space; a mark stands clear of a car that is there.
const FREE = [0, 0.45, -0.45, 0.8, -0.8];
const BEHIND = [-0.62, 0.62, -1, 1];
const WIDE = [0, 0.9, -0.9, 1.7, -1.7];
const WIDE_BEHIND = [-0.7, -1.6, 0.9, 1.7];
const AHEAD = [0.62, 0.9];

export function targetsOf(oval: Oval, view: View, choices: Choice[]): Target[] {
  const marks = choices.filter(({ home }) => home === "board").flatMap((choice) => markOf(oval, view, choice) ?? []);
  const placed: Target[] = [];
  for (const mark of [...marks].sort((one, other) => one.shifts.length - other.shifts.length))
    placed.push(standing(oval, mark, placed));
  return placed;
}

/** The first place with room around it, else the roomiest. */
function standing(oval: Oval, { spot, shifts, pose, ...target }: Mark, others: Point[]): Target {
  const poses = spot ? shifts.map((shift) => oval.pose({ ...spot, u: spot.u + shift })) : [pose];
  const enough = target.kind === "pit" ? FAR : NEAR;
  const room = (at: Point): number => Math.min(...others.map(({ x, y }) => Math.hypot(at.x - x, at.y - y)), enough);
  const best = poses.reduce((one, other) => (room(other) > room(one) ? other : one));
  return { ...target, ...best };
}

function markOf(oval: Oval, view: View, choice: Choice): Mark | null {
  return view.phase === "drive"
    ? (stepOn(oval, view, choice) ?? maneuverOn(oval, view, choice))
    : (boxOn(oval, view, choice) ?? placeOn(oval, view, choice));
}

function base({ move, words, likely }: Choice): Pick<Target, "move" | "words" | "likely"> {
  return { move, words, likely };
}

function on(oval: Oval, cell: number, shifts: number[]): Pick<Mark, "spot" | "shifts" | "pose"> {
  return { spot: oval.spot(cell), shifts, pose: oval.at(cell) };
}

function stepOn(oval: Oval, view: View, choice: Choice): Mark | null {
  const step = view.steps.find((one) => one.move === choice.move);
  if (!step) return null;
  if (!step.pushes.length) return { ...base(choice), kind: "step", badge: "", to: step.to, ...on(oval, step.to, FREE) };
  const words = `${choice.words}; ${step.risk} % that somebody fails`;
  return { ...base(choice), words, kind: "push", badge: `${step.risk}%`, to: step.to, ...on(oval, step.to, AHEAD) };
}

/** On the car that it is done to. */
function maneuverOn(oval: Oval, view: View, choice: Choice): Mark | null {
  const { moves, teams } = oval.scene;
  const kind = MANEUVERS.find((name) => choice.move >= moves[name] && choice.move < moves[name] + teams.length);
  const cell = kind ? view.cars[choice.move - moves[kind]]?.cell : null;
  if (!kind || cell == null) return null;
  return { ...base(choice), kind, badge: "", to: null, ...on(oval, cell, BEHIND) };
}

/** The pit box that a car would go to. */
function boxOn(oval: Oval, view: View, choice: Choice): Mark | null {
  if (view.pit_entry?.move !== choice.move) return null;
  const pose = oval.box(view.pit_entry.box);
  return { ...base(choice), kind: "box", badge: "Pit", to: null, spot: null, shifts: [0], pose };
}

/** Where a pit stop brings the car back, or a lane lets it start. */
function placeOn(oval: Oval, view: View, choice: Choice): Mark | null {
  const stop = view.pit_returns.find((one) => one.move === choice.move);
  const to = stop?.to ?? view.placements.find((one) => one.move === choice.move)?.to;
  if (to === undefined) return null;
  if (!stop) return { ...base(choice), kind: "start", badge: "", to, ...on(oval, to, FREE) };
  const place = on(oval, to, view.cars.some((car) => car.cell === to) ? WIDE_BEHIND : WIDE);
  const words = `${choice.words}, back on the track here with ${plural(stop.draws, "more card")}`;
  return { ...base(choice), words, kind: "pit", badge: `+${stop.draws}`, to, ...place };
}
