/** What part of the track is seen: all of it, or on a small screen a close view of the car that matters. */

import type { Box, Point, Track } from "./geometry";

const CLOSE = 3.1; // cells seen across in the close view
const MARGIN = 0.7; // cells around what has to be seen

/** The whole track, with more ground around it where the screen has another shape (width for height). */
export function wholeTrack(track: Track, shape: number): Box {
  const { x, y, w, h } = track.frame;
  const wide = Math.max(w, h * shape);
  return { x: x - (wide - w) / 2, y: y - (wide / shape - h) / 2, w: wide, h: wide / shape };
}

/** The close view of some points. */
export function closeUp(track: Track, points: Point[], shape: number): Box {
  if (!points.length) return wholeTrack(track, shape);
  const margin = MARGIN * track.size;
  const [left, right] = [Math.min(...points.map((p) => p.x)) - margin, Math.max(...points.map((p) => p.x)) + margin];
  const [top, bottom] = [Math.min(...points.map((p) => p.y)) - margin, Math.max(...points.map((p) => p.y)) + margin];
  const w = Math.min(wholeTrack(track, shape).w, Math.max(CLOSE * track.size, right - left, (bottom - top) * shape));
  const eye = { x: (left + right - w) / 2, y: (top + bottom - w / shape) / 2, w, h: w / shape };
  const { frame } = track;
  return { ...eye, x: within(eye.x, eye.w, frame.x, frame.w), y: within(eye.y, eye.h, frame.y, frame.h) };
}

/** Moved so that no more than needed lies outside. */
function within(at: number, size: number, from: number, whole: number): number {
  return size > whole ? from + (whole - size) / 2 : Math.max(from, Math.min(at, from + whole - size));
}

/** A part of the way from one view to another. */
export function between(from: Box, to: Box, part: number): Box {
  const mix = (key: keyof Box): number => from[key] + (to[key] - from[key]) * part;
  return { x: mix("x"), y: mix("y"), w: mix("w"), h: mix("h") };
}

export function isNear(one: Box, other: Box): boolean {
  return Math.abs(one.x - other.x) + Math.abs(one.y - other.y) + Math.abs(one.w - other.w) < 0.6;
}
