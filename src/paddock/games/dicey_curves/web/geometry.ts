/** From slots and track cards to shapes: where spots are, the edges of the road. Drawing only. */

import type { Box, Point, Pose } from "$lib/stage/poses";
import type { Gate, Kind, Lane, Scene, Slot } from "./types";

export const CELL = 1000 / 6;
const RADIUS = CELL / 2;
const STEPS = 28; // pieces of a card's edge
const BULGE: Record<string, number> = { gentle: 13, sharp: 20, s: 19, hairpin: 25, dicey: 24 };
const MARGIN = 26; // of table around the cards
const COUNTED = ["first", "second", "third", "fourth", "fifth", "sixth"];
export const LANES: Record<Lane, string> = { L: "left", M: "middle", R: "right", single: "single" };

export class Track {
  constructor(readonly scene: Scene) {}

  slot(index: number): Slot {
    const found = this.scene.slots[Math.min(index, this.scene.slots.length - 1)];
    if (!found) throw new RangeError(`there is no slot ${index}`);
    return found;
  }

  kind(number: number): Kind {
    const found = this.scene.kinds[number];
    if (!found) throw new RangeError(`there is no card type ${number}`);
    return found;
  }

  /** A spot in words, e.g. card 3, left lane, second spot; a lane's spots are counted as one drives. */
  name(track: number[], spot: number): string {
    const card = this.kind(track[spot >> 4] ?? 0);
    const found = card.spots[spot & 15];
    if (track[spot >> 4] === undefined || !found) return "";
    const lane = card.spots.filter((other) => other.lane === found.lane).sort((one, other) => one.u - other.u);
    const which = lane.length > 1 ? `, ${COUNTED[lane.indexOf(found)] ?? "last"} spot` : "";
    const where = spot >> 4 ? `card ${spot >> 4}` : "the Start";
    return `${where}, ${LANES[found.lane] ?? ""} lane${which}`;
  }

  /** A place on a card: along 0 to 1, and `right` units to the driver's right of the slot's middle. */
  place(index: number, along: number, right: number): Point {
    const slot = this.slot(index);
    if (slot.kind === "line") {
      const turn = ((slot.dir_in + 90) * Math.PI) / 180;
      return {
        x: slot.x0 + along * (slot.x1 - slot.x0) + right * Math.cos(turn),
        y: slot.y0 + along * (slot.y1 - slot.y0) + right * Math.sin(turn),
      };
    }
    const { cx = 0, cy = 0, a0 = 0, sweep = 90 } = slot;
    const turn = ((a0 + along * sweep) * Math.PI) / 180;
    const radius = sweep > 0 ? RADIUS - right : RADIUS + right;
    return { x: cx + radius * Math.cos(turn), y: cy + radius * Math.sin(turn) };
  }

  /** A place on the road of a card: along 0 to 1, across -1 (left edge of an ordinary road) to 1. */
  road(index: number, kind: Kind, along: number, across: number): Point {
    return this.place(index, along, this.shift(index, kind, along) + across * this.scene.half_width);
  }

  /** The same with the direction of the road. */
  pose(index: number, kind: Kind, along: number, across: number): Pose {
    const [before, after] = [
      this.road(index, kind, along - 0.01, across),
      this.road(index, kind, along + 0.01, across),
    ];
    const angle = (Math.atan2(after.y - before.y, after.x - before.x) * 180) / Math.PI;
    return { ...this.road(index, kind, along, across), angle };
  }

  /** Where a car stands on a spot of a card of this type. */
  spot(kind: number, spot: number): Pose {
    const card = this.kind(kind);
    const { u = 0.5, v = 0 } = card.spots[spot & 15] ?? {};
    return this.pose(spot >> 4, card, u, v);
  }

  /** How far the road swings out of the middle: a card that bends left swings right before. */
  private shift(index: number, kind: Kind, along: number): number {
    const u = Math.min(1, Math.max(0, along));
    const swing = (BULGE[kind.id.split("_")[0] ?? ""] ?? 0) * (this.slot(index).kind === "arc" ? 0.55 : 1);
    const once = Math.sin(Math.PI * u) ** 2;
    const twice = 1.5 * Math.sin(2 * Math.PI * u) * Math.sin(Math.PI * u);
    if (kind.shape === "straight") return 0;
    if (kind.shape.length === 2) return swing * twice * (kind.shape === "LR" ? 1 : -1);
    return swing * once * (kind.shape === "L" ? 1 : -1);
  }

  /** Half the width of the road: three lanes are wider, the single lane is narrow. */
  half(kind: Kind, along: number): number {
    const once = Math.sin(Math.PI * Math.min(1, Math.max(0, along)));
    if (kind.lanes_wide === 3) return this.scene.half_width + 11 * once;
    return kind.id === "dicey_curves" ? this.scene.half_width - 24 * once ** 4 : this.scene.half_width;
  }

  /** Points of an edge of the road, -1 left or 1 right, `out` units outside of it. */
  edge(index: number, kind: Kind, side: -1 | 1, out = 0, from = 0, to = 1): Point[] {
    return Array.from({ length: STEPS + 1 }, (_, i) => {
      const u = from + ((to - from) * i) / STEPS;
      return this.place(index, u, this.shift(index, kind, u) + side * (this.half(kind, u) + out));
    });
  }

  /** A line along the road, across -1 to 1. */
  line(index: number, kind: Kind, across: number): Point[] {
    return Array.from({ length: STEPS + 1 }, (_, i) => this.road(index, kind, i / STEPS, across));
  }

  /** The bends of a card: pieces of the edge on the inside of a turn. */
  kerbs(index: number, kind: Kind): Point[][] {
    const found: Point[][] = [];
    for (const side of [-1, 1] as const) {
      const points = this.edge(index, kind, side, 1.5);
      let piece: Point[] = [];
      points.forEach((point, i) => {
        if (this.turning(index, kind, i / STEPS) * side > 1.4) piece.push(point);
        else if (piece.length) {
          found.push(piece);
          piece = [];
        }
      });
      if (piece.length) found.push(piece);
    }
    return found.filter((piece) => piece.length > 3);
  }

  /** How much the middle of the road turns there, in degrees a step, to the right if positive. */
  private turning(index: number, kind: Kind, u: number): number {
    const [one, two] = [this.pose(index, kind, u - 0.5 / STEPS, 0), this.pose(index, kind, u + 0.5 / STEPS, 0)];
    return ((two.angle - one.angle + 540) % 360) - 180;
  }

  /** Where a gate stands: both ends of its bar, and its sign beside the road. */
  gate(index: number, kind: Kind, gate: Gate): { from: Point; to: Point; signs: Point[] } {
    const ends = gate.links.flat().map((id) => kind.spots.find((spot) => spot.id === id)?.u ?? 0.5);
    const u = ends.reduce((sum, one) => sum + one, 0) / ends.length;
    const wide = this.half(kind, u) / this.scene.half_width;
    const [left, right] = sides(gate.lane);
    const sign = (side: number): Point => this.road(index, kind, u, side * (wide + 0.2));
    return {
      from: this.road(index, kind, u, left * wide),
      to: this.road(index, kind, u, right * wide),
      signs: gate.lane === "single" ? [sign(-1), sign(1)] : [sign(gate.lane === "L" ? -1 : 1)],
    };
  }

  /** The corner of a slot's cell. */
  corner(index: number): Point {
    const { col, row } = this.slot(index);
    return { x: col * CELL, y: row * CELL };
  }

  /** How far a spot is along the road, to compare cars. */
  progress(track: number[], spot: number): number {
    return 8 * (spot >> 4) + 7 - (this.kind(track[spot >> 4] ?? 0).spots[spot & 15]?.to_exit ?? 0);
  }

  /** The cells of cards in play and of the one that is laid next, by their corners. */
  inPlay(rear: number, laid: number): Point[] {
    return Array.from({ length: laid + 1 - rear }, (_, i) => this.corner(rear + i)).flatMap(({ x, y }) => [
      { x, y },
      { x: x + CELL, y: y + CELL },
    ]);
  }

  /** Everything that may have to be seen: rows of slots down to the last place of Finish. */
  get frame(): Box {
    const last = this.slot(this.scene.cards_to_finish[1] + 1);
    return { x: -MARGIN, y: -MARGIN, w: 1000 + 2 * MARGIN, h: (last.row + 1) * CELL + 2 * MARGIN };
  }
}

function sides(lane: Lane): [number, number] {
  if (lane === "L") return [-1, -0.04];
  return lane === "R" ? [0.04, 1] : [-1, 1];
}

export function path(points: Point[], closed = false): string {
  const pairs = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`);
  return `M${pairs.join("L")}${closed ? "Z" : ""}`;
}
