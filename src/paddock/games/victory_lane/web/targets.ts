/** What can be chosen on the track now, and where. */

import type { Choice } from "$lib/board";
import { offset, type Point } from "$lib/stage/poses";
import type { Oval } from "./geometry";
import type { MoveName, View } from "./types";

export interface Target extends Point {
  move: number;
  words: string;
  kind: "step" | "push" | "pit" | "start" | "crossover" | "side_draft" | "paint";
  /** what is written on it, e.g. the chance that a push fails */
  badge: string;
  likely: boolean;
  angle: number;
  /** the space it leads to */
  to: number | null;
}

const MANEUVERS = ["crossover", "side_draft", "paint"] as const satisfies MoveName[];
const AHEAD = 0.42; // half units: a step is marked before the middle of its space, so that a car there is seen
const BEHIND = 0.5; // and a maneuver behind it

export function targetsOf(oval: Oval, view: View, choices: Choice[]): Target[] {
  return choices.flatMap((choice) => {
    const found =
      view.phase === "drive"
        ? (stepOn(oval, view, choice) ?? maneuverOn(oval, view, choice))
        : placeOn(oval, view, choice);
    return found ? [found] : [];
  });
}

function base({ move, words, likely }: Choice): Pick<Target, "move" | "words" | "likely"> {
  return { move, words, likely };
}

function stepOn(oval: Oval, view: View, choice: Choice): Target | null {
  const step = view.steps.find((one) => one.move === choice.move);
  if (!step) return null;
  const spot = oval.spot(step.to);
  const isPush = step.pushes.length > 0;
  const pose = oval.pose({ lane: spot.lane, u: spot.u + (isPush ? AHEAD : 0) });
  const words = isPush ? `${choice.words}; ${step.risk} % that somebody fails` : choice.words;
  return {
    ...base(choice),
    words,
    kind: isPush ? "push" : "step",
    badge: isPush ? `${step.risk}%` : "",
    x: pose.x,
    y: pose.y,
    angle: pose.angle,
    to: step.to,
  };
}

/** On the car that it is done to. */
function maneuverOn(oval: Oval, view: View, choice: Choice): Target | null {
  const { moves, teams } = oval.scene;
  const kind = MANEUVERS.find((name) => choice.move >= moves[name] && choice.move < moves[name] + teams.length);
  const cell = kind ? view.cars[choice.move - moves[kind]]?.cell : null;
  if (!kind || cell == null) return null;
  const spot = oval.spot(cell);
  const pose = offset(oval.pose({ lane: spot.lane, u: spot.u - BEHIND }), 0, kind === "side_draft" ? -6 : 6);
  return { ...base(choice), kind, badge: "", x: pose.x, y: pose.y, angle: pose.angle, to: null };
}

/** Where a pit stop brings the car back, or a lane lets it start. */
function placeOn(oval: Oval, view: View, choice: Choice): Target | null {
  const stop = view.pit_returns.find((one) => one.move === choice.move);
  const start = view.placements.find((one) => one.move === choice.move);
  const to = stop?.to ?? start?.to;
  if (to === undefined) return null;
  const taken = stop && view.cars.some((car) => car.cell === to) ? AHEAD : 0;
  const spot = oval.spot(to);
  const pose = oval.pose({ ...spot, u: spot.u - taken });
  const words = stop
    ? `${choice.words}, back on the track here with ${stop.draws} more ${stop.draws === 1 ? "card" : "cards"}`
    : choice.words;
  return {
    ...base(choice),
    words,
    kind: stop ? "pit" : "start",
    badge: stop ? `+${stop.draws}` : "",
    x: pose.x,
    y: pose.y,
    angle: pose.angle,
    to,
  };
}
