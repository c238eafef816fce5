/** What part of a board is seen: all of it, or a close view of what matters. */

import { type Box, mix, type Point } from "./poses";

/** A frame, with more ground around it where the screen has another shape (width for height). */
export function whole(frame: Box, shape: number): Box {
  const { x, y, w, h } = frame;
  const wide = Math.max(w, h * shape);
  return { x: x - (wide - w) / 2, y: y - (wide / shape - h) / 2, w: wide, h: wide / shape };
}

/** The close view of some points with a margin around them, at least `least` wide, within the frame. */
export function closeUp(frame: Box, points: Point[], shape: number, least: number, margin: number): Box {
  if (!points.length) return whole(frame, shape);
  const [left, right] = [Math.min(...points.map((p) => p.x)) - margin, Math.max(...points.map((p) => p.x)) + margin];
  const [top, bottom] = [Math.min(...points.map((p) => p.y)) - margin, Math.max(...points.map((p) => p.y)) + margin];
  const w = Math.min(whole(frame, shape).w, Math.max(least, right - left, (bottom - top) * shape));
  const h = w / shape;
  return {
    x: within((left + right - w) / 2, w, frame.x, frame.w),
    y: within((top + bottom - h) / 2, h, frame.y, frame.h),
    w,
    h,
  };
}

/** The start of an interval, moved so that as little as possible lies outside the frame. */
function within(at: number, size: number, from: number, all: number): number {
  return size > all ? from + (all - size) / 2 : Math.max(from, Math.min(at, from + all - size));
}

/** A part of the way from one view to another. */
export function between(from: Box, to: Box, part: number): Box {
  return {
    x: mix(from.x, to.x, part),
    y: mix(from.y, to.y, part),
    w: mix(from.w, to.w, part),
    h: mix(from.h, to.h, part),
  };
}

export function isNear(one: Box, other: Box): boolean {
  return Math.abs(one.x - other.x) + Math.abs(one.y - other.y) + Math.abs(one.w - other.w) < 0.6;
}

/** Whether all these points are in a view. */
export function sees({ x, y, w, h }: Box, points: Point[]): boolean {
  return points.every((point) => point.x >= x && point.x <= x + w && point.y >= y && point.y <= y + h);
}

/** The CSS style of a square of a given size over a point of the picture. */
export function over(eye: Box, { x, y }: Point, size: number): string {
  const share = (part: number, all: number): string => `${(part / all) * 100}%`;
  return `left: ${share(x - eye.x, eye.w)}; top: ${share(y - eye.y, eye.h)}; width: ${share(size, eye.w)}`;
}
