/** The speedway: an oval driven to the left, seen from above, with its middle at 0, 0. */

import type { Box, Point, Pose } from "$lib/stage/poses";
import type { PitBox, Scene, Space } from "./types";

export const RADIUS = 150; // of the turns, in the middle of the road
export const LANE = 30;
export const LANES = 4;
const HALF = 272; // half a straight
const QUARTER = 8; // half units of a straight, and of a turn
const FRONT = 7; // where the front stretch begins
const UNIT = (2 * HALF) / QUARTER;
const MARGIN = 30;

/** A place on the road: lane 0 is the inside, u goes round in half units. Parts of both are places too. */
export interface Spot {
  lane: number;
  u: number;
}

export class Oval {
  readonly scene: Scene;
  readonly frame: Box;
  readonly spaces: Map<number, Space>;

  constructor(scene: Scene) {
    this.scene = scene;
    this.spaces = new Map(scene.spaces.map((space) => [space.cell, space]));
    const [x, y] = [HALF + RADIUS + 2 * LANE + MARGIN, RADIUS + 2 * LANE + MARGIN];
    this.frame = { x: -x, y: -y, w: 2 * x, h: 2 * y };
  }

  /** The middle of a space. */
  spot(cell: number): Spot {
    return { lane: Math.floor(cell / this.scene.loop), u: (cell % this.scene.loop) + 1 };
  }

  pose(spot: Spot): Pose {
    return poseAt(radiusOf(spot.lane), spot.u, this.scene.loop);
  }

  at(cell: number): Pose {
    return this.pose(this.spot(cell));
  }

  /** The shortest way round from one place to another. */
  ahead(from: number, to: number): number {
    const { loop } = this.scene;
    return ((((to - from) % loop) + loop * 1.5) % loop) - loop / 2;
  }

  /** The outline of a stretch of the road, from the inner to the outer edge, in lanes. */
  band(inner: number, outer: number, from: number, to: number): string {
    return `${path([...this.line(inner, from, to), ...this.line(outer, from, to).reverse()])}Z`;
  }

  /** A line along a lane, open at both ends. */
  line(lane: number, from: number, to: number): Point[] {
    const steps = Math.max(2, Math.ceil((to - from) * 4));
    return Array.from({ length: steps + 1 }, (_, i) => this.pose({ lane, u: from + ((to - from) * i) / steps }));
  }

  /** A closed line around the oval. */
  ring(lane: number): string {
    const r = radiusOf(lane);
    return `M${-HALF} ${r}H${HALF}A${r} ${r} 0 0 0 ${HALF} ${-r}H${-HALF}A${r} ${r} 0 0 0 ${-HALF} ${r}Z`;
  }

  /** Where the lanes are closed: from and to, in half units. */
  closed(lane: number): { from: number; to: number }[] {
    const first = lane === 0 || lane === LANES - 1 ? 1 : 0;
    const runs: { from: number; to: number }[] = [];
    for (let s = first; s < this.scene.loop; s += 2) {
      if (this.spaces.has(lane * this.scene.loop + s)) continue;
      const last = runs.at(-1);
      if (last?.to === s) last.to = s + 2;
      else runs.push({ from: s, to: s + 2 });
    }
    return runs;
  }

  /** Where a car stands in a pit box; box 1 is the front-most, on the right. */
  box(index: number): Pose {
    return { x: -HALF + UNIT * (QUARTER - index + 0.5), y: 55, angle: 0 };
  }

  /** Where a car waits that is not on the track: single file on pit road, the first on the right. */
  waiting(rank: number): Pose {
    return { x: HALF - UNIT * (rank + 0.5), y: 9, angle: 0 };
  }

  /** Where the number of a pit box is painted beside the track; it goes with the tiles. */
  apron(box: PitBox, window: number): Pose {
    return this.pose({ lane: -0.74, u: window + (box.h_from + box.h_to + 1) / 2 });
  }
}

function radiusOf(lane: number): number {
  return RADIUS + (lane - (LANES - 1) / 2) * LANE;
}

function poseAt(r: number, u: number, loop: number): Pose {
  const v = (((u - FRONT) % loop) + loop) % loop;
  const along = (v % QUARTER) * UNIT;
  const turn = ((v % QUARTER) / QUARTER) * Math.PI;
  if (v < QUARTER) return { x: -HALF + along, y: r, angle: 0 };
  if (v < 2 * QUARTER) return { x: HALF + r * Math.sin(turn), y: r * Math.cos(turn), angle: degrees(-turn) };
  if (v < 3 * QUARTER) return { x: HALF - along, y: -r, angle: -180 };
  return { x: -HALF - r * Math.sin(turn), y: -r * Math.cos(turn), angle: -180 + degrees(-turn) };
}

const degrees = (turn: number): number => (turn * 180) / Math.PI;

export function path(points: Point[]): string {
  return points.map((p, i) => `${i ? "L" : "M"}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("");
}
