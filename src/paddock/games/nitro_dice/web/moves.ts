/** The moves that are made on the road. */

import type { Choice } from "$lib/board";
import { nearest, offset, type Point, type Pose } from "$lib/stage/poses";
import type { Track } from "./geometry";
import type { PlaceView, StepView, View } from "./types";

const SWIPE_WITHIN = 40; // degrees that a swipe may miss its target by

/** A move that is chosen on the road. */
export interface Target extends Pose {
  move: number;
  words: string;
  usual: boolean;
  step: StepView | null;
  place: PlaceView | null;
  /** degrees from the car to it */
  towards: number;
}

/** Every choice that belongs to a place on the road. */
export function targets(track: Track, view: View, choices: Choice[]): Target[] {
  const found = choices.map((choice) => target(track, view, choice)).filter((one) => one !== null);
  return apart(found, track.unit);
}

function target(track: Track, view: View, { move, words, likely: usual }: Choice): Target | null {
  const step = view.steps.find((one) => one.move === move && one.to !== null) ?? null;
  if (step?.to != null)
    return { ...track.pose(step.to), move, words, usual, step, place: null, towards: direction(track, view, step.to) };
  const place = view.places.find((one) => one.move === move) ?? null;
  if (place) return { ...placeSpot(track, place), move, words, usual, step: null, place, towards: 0 };
  return null;
}

function direction(track: Track, view: View, to: number): number {
  const from = view.turn === null ? null : (view.cars[view.turn]?.space ?? null);
  if (from === null) return 0;
  const [one, two] = [track.pose(from), track.pose(to)];
  return (Math.atan2(two.y - one.y, two.x - one.x) * 180) / Math.PI;
}

/** Amid its hazards; a card without any in the middle of the section. */
function placeSpot(track: Track, place: PlaceView): Pose {
  const middle = track.along(track.section(place.section), 0.5, 0);
  const spots = place.hazards.map((space) => track.pose(space));
  if (!spots.length) return middle;
  const mean = (of: (spot: Pose) => number): number => spots.reduce((sum, spot) => sum + of(spot), 0) / spots.length;
  return { ...middle, x: mean((spot) => spot.x), y: mean((spot) => spot.y) };
}

/** Targets on the same space stand beside each other. */
function apart(list: Target[], unit: number): Target[] {
  return list.map((one, i) => {
    const before = list.slice(0, i).filter((other) => Math.hypot(other.x - one.x, other.y - one.y) < 8 * unit).length;
    return before ? { ...one, ...offset(one, 0, 22 * unit * before) } : one;
  });
}

/** The move of an arrow key: up drives forward, left and right change lanes. */
export function keyMove(key: string, track: Track, view: View, list: Target[]): number | undefined {
  const legal = (move: number | undefined): number | undefined => list.find((target) => target.move === move)?.move;
  if (key === "ArrowUp") return legal(view.steps.find((step) => step.words === "go forward")?.move);
  if (key === "ArrowLeft") return legal(aside(track, view, -1));
  if (key === "ArrowRight") return legal(aside(track, view, 1));
  return undefined;
}

/** The step that a swipe by this distance points at. */
export function swipeMove(by: Point, list: Target[]): number | undefined {
  const angle = (Math.atan2(by.y, by.x) * 180) / Math.PI;
  const away = (target: Target): number => Math.abs(nearest(target.towards, angle) - angle);
  const steps = list.filter((target) => target.step && away(target) < SWIPE_WITHIN);
  return steps.sort((one, other) => away(one) - away(other))[0]?.move;
}

/** The lane change to the driver's left (-1) or right (1). */
function aside(track: Track, view: View, side: number): number | undefined {
  const from = view.turn === null ? null : view.cars[view.turn]?.space;
  if (from == null) return undefined;
  const lane = (space: number): number => track.lanes.indexOf(track.space(space).lane);
  const changes = view.steps.filter((step) => step.to !== null && step.words.startsWith("change lanes"));
  return changes.find((step) => Math.sign(lane(step.to ?? from) - lane(from)) === side)?.move;
}
