/** What part of the track is seen: all of it, or on a small screen a close view that follows the race. */

import type { Point, Track } from "./geometry";
import type { Stage } from "./stage.svelte";
import type { View } from "./types";

export interface Eye {
  x: number;
  y: number;
  w: number;
  h: number;
}

const CLOSE = 430; // width of the close view
const MARGIN = 70; // around what has to be seen

/** The whole track, with more ground around it where the screen has another shape (width for height). */
export function wholeTrack(track: Track, shape: number): Eye {
  const { x, y, w, h } = track.frame;
  const wide = Math.max(w, h * shape);
  const high = wide / shape;
  return { x: x - (wide - w) / 2, y: y - (high - h) / 2, w: wide, h: high };
}

/** The close view of what matters now. */
export function closeUp(track: Track, stage: Stage, view: View, shape: number): Eye {
  const points = subjects(track, stage, view);
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const [left, right] = [Math.min(...xs) - MARGIN, Math.max(...xs) + MARGIN];
  const [top, bottom] = [Math.min(...ys) - MARGIN, Math.max(...ys) + MARGIN];
  const w = Math.min(track.frame.w, Math.max(CLOSE, right - left, (bottom - top) * shape));
  const h = w / shape;
  const eye = { x: (left + right - w) / 2, y: (top + bottom - h) / 2, w, h };
  return within(eye, track.frame);
}

/** What has to be seen now. */
export function subjects(track: Track, stage: Stage, view: View): Point[] {
  const star = stage.star === null ? undefined : stage.cars[stage.star];
  if (stage.playing && star) return [{ x: star.x, y: star.y }];
  const ends = view.ends.flatMap((end) => end.routes).map((road) => track.rest(road.step || track.scene.lap_length));
  const actor = stage.cars[view.turn];
  if (actor) return [{ x: actor.x, y: actor.y }, ...ends];
  return track.scene.boxes.slice(0, view.cars.length);
}

/** Moved so that no more than needed lies outside the ground. */
function within(eye: Eye, frame: Eye): Eye {
  const x = Math.max(frame.x, Math.min(eye.x, frame.x + frame.w - eye.w));
  const y = eye.h > frame.h ? frame.y + (frame.h - eye.h) / 2 : Math.max(frame.y, Math.min(eye.y, frame.y + frame.h - eye.h));
  return { ...eye, x, y };
}

/** A part of the way from one view to another. */
export function between(from: Eye, to: Eye, part: number): Eye {
  const mix = (key: keyof Eye): number => from[key] + (to[key] - from[key]) * part;
  return { x: mix("x"), y: mix("y"), w: mix("w"), h: mix("h") };
}

export function isNear(one: Eye, other: Eye): boolean {
  return Math.abs(one.x - other.x) + Math.abs(one.y - other.y) + Math.abs(one.w - other.w) < 0.6;
}
