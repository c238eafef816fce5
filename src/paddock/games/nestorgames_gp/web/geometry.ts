/** From steps to shapes: where cars rest, the line they drive, the ribbon of the road. Drawing only, no rules. */

import type { Box, Point, Pose } from "$lib/stage/poses";
import type { Scene, Step } from "./types";

export const PITCH = 54; // between the centres of neighbouring spaces
export const HALF = PITCH / 2;
export const ROAD = 44; // width of the asphalt

export class Track {
  readonly steps = new Map<number, Step>();
  readonly before = new Map<number, number>(); // by step: the one that leads to it by its own road
  readonly onCell = new Map<number, Step[]>();

  constructor(readonly scene: Scene) {
    for (const step of scene.steps) {
      this.steps.set(step.n, step);
      this.onCell.set(step.cell, [...(this.onCell.get(step.cell) ?? []), step]);
      if (step.n <= scene.lap_length) this.before.set(step.next, step.n);
    }
    if (scene.gate) this.before.set(scene.gate[1], scene.gate[0]);
  }

  step(n: number): Step {
    const found = this.steps.get(n);
    if (!found) throw new RangeError(`there is no step ${n}`);
    return found;
  }

  /** The lap in racing order. */
  get lap(): Step[] {
    return this.scene.steps.filter((step) => step.n <= this.scene.lap_length);
  }

  /** Loop squares: the two steps of each. */
  get crossings(): Step[][] {
    return [...this.onCell.values()].filter((steps) => steps.length > 1);
  }

  enter(n: number): Point {
    return direction(this.step(this.before.get(n) ?? n), this.step(n));
  }

  leave(n: number): Point {
    return direction(this.step(n), this.step(this.step(n).next));
  }

  /** Where a car stands on a step: the middle of the road, in a corner the middle of the bend. */
  rest(n: number): Pose {
    const { x, y } = this.step(n);
    const into = this.enter(n);
    const out = this.leave(n);
    const angle = degrees({ x: into.x + out.x, y: into.y + out.y });
    if (!this.step(n).corner) return { x, y, angle: degrees(out) };
    const inward = HALF - HALF * Math.SQRT1_2;
    return { x: x + (out.x - into.x) * inward, y: y + (out.y - into.y) * inward, angle };
  }

  /** The line of a drive from a step over others, as the data of an SVG path. */
  drive(from: number, path: number[]): string {
    const start = this.rest(from);
    let line = `M${start.x} ${start.y}`;
    let into = this.enter(from);
    path.forEach((n, i) => {
      const here = this.step(i ? (path[i - 1] ?? from) : from);
      const out = direction(here, this.step(n));
      line += this.bend(here, into, out, i === 0);
      const next = this.step(n);
      line += ` L${next.x - out.x * HALF} ${next.y - out.y * HALF}`;
      into = out;
    });
    const last = path.at(-1);
    if (last === undefined) return line;
    const end = this.rest(last);
    const goal = this.step(last);
    const turn = { x: goal.x - (into.x * HALF) / 2, y: goal.y - (into.y * HALF) / 2 };
    return `${line} Q${turn.x} ${turn.y} ${end.x} ${end.y}`;
  }

  private bend(here: Step, into: Point, out: Point, starting: boolean): string {
    const x = here.x + out.x * HALF;
    const y = here.y + out.y * HALF;
    if (into.x === out.x && into.y === out.y) return ` L${x} ${y}`;
    if (starting && !here.corner) return ` Q${here.x} ${here.y} ${x} ${y}`;
    return ` A${HALF} ${HALF} 0 0 ${turnsRight(into, out) ? 1 : 0} ${x} ${y}`;
  }

  /** Over the line and away: the line of a car that finishes, from a step on. */
  farewell(from: number, path: number[]): string {
    const last = this.step(path.at(-1) ?? from);
    const out = this.leave(last.n);
    return `${this.drive(from, path)} L${last.x + out.x * PITCH * 2.6} ${last.y + out.y * PITCH * 2.6}`;
  }

  /** The steps driven over: `points` steps along the road, by the extra roads that are taken. */
  follow(from: number, points: number, shortcut: boolean, gate: boolean): number[] {
    const path: number[] = [];
    let at = from;
    for (let i = 0; i < points; i++) {
      at = this.after(at, shortcut, gate);
      path.push(at);
    }
    return path;
  }

  private after(n: number, shortcut: boolean, gate: boolean): number {
    if (shortcut && this.scene.shortcut?.[0] === n) return this.scene.shortcut[1];
    if (gate && this.scene.gate?.[0] === n) return this.scene.gate[1];
    return this.step(n).next;
  }

  /** The steps from one to another by the normal road, at most a lap; a goal of 0 is the flag. */
  until(from: number, goal: number): number[] {
    const path: number[] = [];
    let at = from;
    while (at !== goal && path.length <= this.scene.lap_length) {
      if (goal === 0 && at === this.scene.lap_length) break;
      at = this.step(at).next;
      path.push(at);
    }
    return path;
  }

  /** The middle of the whole lap as a closed path with round bends. */
  get centreLine(): string {
    const lap = this.lap;
    const parts = lap.map((step) => this.through(step));
    const first = lap[0];
    if (!first) return "";
    const into = this.enter(first.n);
    return `M${first.x - into.x * HALF} ${first.y - into.y * HALF}${parts.join("")} Z`;
  }

  /** One space from edge to edge. */
  piece(step: Step): string {
    const into = this.enter(step.n);
    return `M${step.x - into.x * HALF} ${step.y - into.y * HALF}${this.through(step)}`;
  }

  private through(step: Step): string {
    return this.bend(step, this.enter(step.n), this.leave(step.n), false);
  }

  /** An arc beside a corner, at a radius from the inner point of the bend. */
  arc(step: Step, radius: number): string {
    const into = this.enter(step.n);
    const out = this.leave(step.n);
    const centre = { x: step.x + (out.x - into.x) * HALF, y: step.y + (out.y - into.y) * HALF };
    const from = { x: centre.x - out.x * radius, y: centre.y - out.y * radius };
    const to = { x: centre.x + into.x * radius, y: centre.y + into.y * radius };
    return `M${from.x} ${from.y} A${radius} ${radius} 0 0 ${turnsRight(into, out) ? 1 : 0} ${to.x} ${to.y}`;
  }

  /** What has to be seen: the road, the boxes and some ground around them. */
  get frame(): Box {
    const points: Point[] = [...this.scene.steps, ...this.scene.boxes];
    const xs = points.map((point) => point.x);
    const ys = points.map((point) => point.y);
    const x = Math.min(...xs) - 46;
    const y = Math.min(...ys) - 40;
    return { x, y, w: Math.max(...xs) + 46 - x, h: Math.max(...ys) + 46 - y };
  }
}

/** A rectangle widened by `by` on every side. */
export function wider({ x, y, w, h }: Box, by: number): Box {
  return { x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by };
}

function direction(from: Point, to: Point): Point {
  return { x: Math.sign(to.x - from.x), y: Math.sign(to.y - from.y) };
}

function turnsRight(into: Point, out: Point): boolean {
  return into.x * out.y - into.y * out.x > 0;
}

function degrees(vector: Point): number {
  return (Math.atan2(vector.y, vector.x) * 180) / Math.PI;
}

/** How cars that share a space stand beside each other: offsets along and across the road, and how large they are. */
export function fan(count: number): { along: number; across: number; scale: number }[] {
  if (count <= 1) return [{ along: 0, across: 0, scale: 1 }];
  if (count === 2) return [-1, 1].map((side) => ({ along: 0, across: side * 10.5, scale: 0.82 }));
  const columns = count <= 4 ? 2 : 3;
  const scale = count <= 4 ? 0.62 : 0.46;
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, i) => ({
    along: ((i % columns) - (columns - 1) / 2) * (count <= 4 ? 25 : 18.5),
    across: (Math.floor(i / columns) - (rows - 1) / 2) * (count <= 4 ? 15 : 11.5),
    scale,
  }));
}
