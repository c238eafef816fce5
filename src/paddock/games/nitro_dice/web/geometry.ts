/** From sections and spaces to shapes: where cars stand, the edges of the road, what lies around it. Drawing only. */

import type { Box, Point, Pose } from "$lib/stage/poses";
import type { Cell, Heading, Lane, Scene, Section, Space } from "./types";

const AHEAD: Record<Heading, Point> = { E: { x: 1, y: 0 }, N: { x: 0, y: -1 }, W: { x: -1, y: 0 }, S: { x: 0, y: 1 } };
const ANGLE: Record<Heading, number> = { E: 0, N: -90, W: 180, S: 90 };
export const LANE = 0.18; // of a cell, from the middle of the road to the middle of a lane
export const EDGE = 0.36; // of a cell, from the middle of the road to its edge

/** What is drawn of a section: a card of road on its cell. */
export type Card = Pick<Section, "section" | "kind" | "type" | "inside" | "cell" | "enter">;

/** Cells on the screen, and the road within a cell. */
export class Grid {
  readonly unit: number; // what is drawn for cells of 160 is scaled by this

  /** The size of a cell, and the left lower corner of cell (0, 0). */
  constructor(
    readonly size: number,
    private readonly origin: Point,
  ) {
    this.unit = size / 160;
  }

  /** The middle of a cell. */
  centre([column, row]: Cell): Point {
    return { x: this.origin.x + this.size * (column + 0.5), y: this.origin.y - this.size * (row + 0.5) };
  }

  /** The line along a section, `left` cells to the driver's left of its middle, from one share of it to another. */
  line(section: Card, left: number, from = 0, to = 1): string {
    const points = [from, to].map((share) => this.along(section, share, left)) as [Pose, Pose];
    const ends = points.map((point) => `${round(point.x)} ${round(point.y)}`);
    if (section.type === "straight") return `M${ends[0]}L${ends[1]}`;
    const radius = round(this.size * (section.type === "red" ? 0.5 - left : 0.5 + left));
    return `M${ends[0]}A${radius} ${radius} 0 0 ${section.type === "red" ? 0 : 1} ${ends[1]}`;
  }

  /** A point on the way through a section, 0 at its entry, 1 at its exit. */
  along(section: Card, share: number, left: number): Pose {
    const middle = this.centre(section.cell);
    const ahead = AHEAD[section.enter];
    const side = { x: ahead.y, y: -ahead.x }; // to the driver's left
    if (section.type === "straight")
      return { ...mix(middle, ahead, share - 0.5, side, left, this.size), angle: ANGLE[section.enter] };
    const hand = section.type === "red" ? 1 : -1;
    const radius = 0.5 - hand * left;
    const turn = (share * Math.PI) / 2;
    const point = mix(
      middle,
      ahead,
      -0.5 + radius * Math.sin(turn),
      side,
      hand * (0.5 - radius * Math.cos(turn)),
      this.size,
    );
    return { ...point, angle: ANGLE[section.enter] - hand * share * 90 };
  }
}

export class Track extends Grid {
  private readonly at: Map<number, Space>;

  constructor(readonly scene: Scene) {
    super(scene.cell_size, originOf(scene));
    this.at = new Map(scene.spaces.map((space) => [space.space, space]));
  }

  space(n: number): Space {
    const found = this.at.get(n);
    if (!found) throw new RangeError(`there is no space ${n}`);
    return found;
  }

  section(n: number): Section {
    const found = this.scene.sections[n];
    if (!found) throw new RangeError(`there is no section ${n}`);
    return found;
  }

  /** Where a car stands on a space. */
  pose(n: number): Pose {
    const { x, y, section, lane, i } = this.space(n);
    const { type, enter, inside } = this.section(section);
    if (type === "straight") return { x, y, angle: ANGLE[enter] };
    const turned = lane === inside ? 22.5 + 45 * i : 15 + 30 * i;
    return { x, y, angle: ANGLE[enter] + (type === "red" ? -turned : turned) };
  }

  /** The middle of the whole road. */
  get centreLine(): string {
    return this.scene.sections.map((section) => this.line(section, 0)).join("");
  }

  /** Everything that has to be seen. */
  get frame(): Box {
    const middles = this.scene.sections.map((section) => this.centre(section.cell));
    const half = this.size * 0.68;
    const x = Math.min(...middles.map((point) => point.x)) - half;
    const y = Math.min(...middles.map((point) => point.y)) - half;
    return {
      x,
      y,
      w: Math.max(...middles.map((point) => point.x)) + half - x,
      h: Math.max(...middles.map((point) => point.y)) + half - y,
    };
  }

  /** Lanes from the driver's left to right. */
  get lanes(): Lane[] {
    return this.scene.outside === "L" ? ["G", "L", "R"] : ["L", "R", "G"];
  }
}

/** Where cell (0, 0) begins, from the middle of section 0. */
function originOf(scene: Scene): Point {
  const [left, right] = [1, 5].map((n) => scene.spaces.find((space) => space.space === n)); // its left and right lane
  const cell = scene.sections[0]?.cell;
  if (!left || !right || !cell) throw new RangeError("there is no section 0");
  return {
    x: (left.x + right.x) / 2 - scene.cell_size * (cell[0] + 0.5),
    y: (left.y + right.y) / 2 + scene.cell_size * (cell[1] + 0.5),
  };
}

function mix(from: Point, along: Point, by: number, across: Point, left: number, size: number): Point {
  return { x: from.x + size * (along.x * by + across.x * left), y: from.y + size * (along.y * by + across.y * left) };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
