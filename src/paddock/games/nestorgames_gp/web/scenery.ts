/** The country around a track: colours, terraces and what stands there. Pure decoration, fixed for each track. */

import type { Point } from "$lib/stage/poses";
import { PITCH, type Track, wider } from "./geometry";

export type Thing =
  "tree" | "autumn" | "palm" | "pine" | "rock" | "house" | "tower" | "crate" | "boat" | "lamp" | "bush";

export interface Theme {
  ground: string;
  /** the second colour of the mown stripes, tiles or waves */
  ground2: string;
  pattern: "stripes" | "waves" | "tiles" | "grain" | "stars";
  /** bands along the road from the outside in, e.g. the beach of an island */
  bands: { width: number; colour: string }[];
  things: [Thing, number][];
  /** how much of the free ground is built on or planted, 0 to 1 */
  density: number;
  /** how dark it is by day in this place, 0 to 1 */
  dusk: number;
  /** a night scene: the dark colour scheme hardly darkens it */
  lit: boolean;
  river: boolean;
  /** how far from the middle of the road the land ends and the sea begins; 0: there is no sea */
  isle: number;
}

const MEADOW: Theme = {
  ground: "#7fb069",
  ground2: "#77a862",
  pattern: "stripes",
  bands: [{ width: 74, colour: "#8fbd76" }],
  things: [
    ["tree", 3],
    ["bush", 2],
  ],
  density: 0.5,
  dusk: 0,
  lit: false,
  river: false,
  isle: 0,
};

const THEMES: Record<string, Theme> = {
  oval: { ...MEADOW, density: 0.42 },
  coast: {
    ground: "#3d93b8",
    ground2: "#58a7c8",
    pattern: "waves",
    bands: [
      { width: 158, colour: "#7cc4d4" },
      { width: 134, colour: "#ecd9a3" },
      { width: 100, colour: "#9cc27a" },
    ],
    things: [
      ["palm", 3],
      ["bush", 2],
    ],
    density: 0.6,
    dusk: 0,
    lit: false,
    river: false,
    isle: 60,
  },
  quarry: {
    ground: "#b98f5e",
    ground2: "#ae8454",
    pattern: "grain",
    bands: [
      { width: 150, colour: "#c79f6d" },
      { width: 112, colour: "#d6b180" },
      { width: 76, colour: "#e2c294" },
    ],
    things: [
      ["rock", 6],
      ["bush", 1],
      ["crate", 1],
    ],
    density: 0.6,
    dusk: 0,
    lit: false,
    river: false,
    isle: 0,
  },
  knot: {
    ...MEADOW,
    ground: "#a3ad5c",
    ground2: "#9aa554",
    bands: [{ width: 74, colour: "#b5bd6c" }],
    things: [
      ["autumn", 5],
      ["tree", 2],
      ["bush", 1],
    ],
    density: 0.62,
  },
  drawbridge: {
    ...MEADOW,
    ground: "#6f9f78",
    ground2: "#68986f",
    bands: [{ width: 76, colour: "#86b189" }],
    things: [
      ["house", 4],
      ["tree", 3],
      ["pine", 2],
    ],
    density: 0.55,
    dusk: 0.12,
    lit: false,
    river: true,
    isle: 0,
  },
  warp: {
    ground: "#2a1f4d",
    ground2: "#4b3a86",
    pattern: "stars",
    bands: [
      { width: 120, colour: "#32265c" },
      { width: 78, colour: "#3f3173" },
    ],
    things: [
      ["lamp", 2],
      ["rock", 2],
    ],
    density: 0.32,
    dusk: 0,
    lit: true,
    river: false,
    isle: 0,
  },
  switchyard: {
    ground: "#8f959b",
    ground2: "#868c92",
    pattern: "tiles",
    bands: [{ width: 78, colour: "#a4aaaf" }],
    things: [
      ["crate", 6],
      ["lamp", 1],
      ["tower", 2],
    ],
    density: 0.58,
    dusk: 0.05,
    lit: false,
    river: false,
    isle: 0,
  },
  arcade: {
    ground: "#23283b",
    ground2: "#2b3148",
    pattern: "tiles",
    bands: [{ width: 76, colour: "#313854" }],
    things: [
      ["tower", 6],
      ["lamp", 2],
    ],
    density: 0.66,
    dusk: 0,
    lit: true,
    river: false,
    isle: 0,
  },
};

const AROUND = 155; // planted beyond the frame, for screens of another shape

export function theme(board: string): Theme {
  return THEMES[board] ?? MEADOW;
}

export interface Placed extends Point {
  kind: Thing;
  size: number;
  turn: number;
  tint: number;
}

/** A pseudorandom number from 0 to 1 for a place. */
function chance(x: number, y: number, salt: number): number {
  const n = Math.sin(x * 12.9898 + y * 78.233 + salt * 37.719) * 43758.5453;
  return n - Math.floor(n);
}

/** What stands on the free ground. */
export function placed(track: Track, look: Theme, name: Point[]): Placed[] {
  const { x, y, w, h } = wider(track.frame, AROUND);
  const taken = [...keptFree(track), ...name.map((spot) => ({ ...spot, room: 30 }))];
  const found: Placed[] = [];
  for (let row = y + 14; row < y + h - 8; row += 31)
    for (let column = x + 14; column < x + w - 8; column += 31) {
      const here = { x: column + 14 * chance(column, row, 1) - 7, y: row + 14 * chance(column, row, 2) - 7 };
      if (chance(column, row, 3) > look.density || taken.some((spot) => distance(spot, here) < spot.room)) continue;
      const kind = pick(look, track, here);
      if (kind) found.push({ ...here, kind, size: 0.75 + 0.5 * chance(column, row, 5), ...turned(here) });
    }
  return found;
}

function turned({ x, y }: Point): { turn: number; tint: number } {
  return { turn: 360 * chance(x, y, 6), tint: chance(x, y, 7) };
}

function keptFree(track: Track): (Point & { room: number })[] {
  const steps = track.scene.steps.map(({ x, y }) => ({ x, y, room: 44 }));
  const boxes = track.scene.boxes.map(({ x, y }) => ({ x, y, room: 40 }));
  const stands = standSpots(track).map(({ x, y }) => ({ x, y, room: 40 }));
  const roads = shortcutSpots(track).map((spot) => ({ ...spot, room: 40 }));
  const river = theme(track.scene.board).river ? riverSpots(track).map((spot) => ({ ...spot, room: 40 })) : [];
  return [...steps, ...boxes, ...stands, ...roads, ...river];
}

/** Points of the river, which runs through the gate square from the top to the bottom. */
export function riverSpots(track: Track): Point[] {
  const { x, y, h, w } = wider(track.frame, 600);
  const gate = track.scene.gate ? track.step(track.scene.gate[1]) : { x: x + w / 2, y: y + h / 2 };
  const bend = (at: number): number =>
    at > gate.y ? Math.min(60, 0.0016 * (at - gate.y) ** 2) : 18 * Math.sin((at - gate.y) / 60);
  return Array.from({ length: Math.ceil(h / 20) + 3 }, (_, i) => y - 20 + i * 20).map((at) => ({
    x: gate.x + bend(at),
    y: at,
  }));
}

/** The largest free rectangle of the ground, where the name of the track is painted. */
export function freePlace(track: Track): { x: number; y: number; w: number; h: number } | null {
  const { x, y, w, h } = wider(track.frame, -8);
  const taken = keptFree(track);
  const isFree = (at: Point): boolean => taken.every((spot) => distance(spot, at) > 42);
  const columns = Math.floor(w / HALF_PITCH);
  const heights = new Array<number>(columns).fill(0);
  let best: { x: number; y: number; w: number; h: number } | null = null;
  for (let row = 0; (row + 1) * HALF_PITCH < h; row++) {
    for (let i = 0; i < columns; i++) {
      const free = isFree({ x: x + (i + 0.5) * HALF_PITCH, y: y + (row + 0.5) * HALF_PITCH });
      heights[i] = free ? (heights[i] ?? 0) + 1 : 0;
    }
    for (let left = 0; left < columns; left++) {
      let low = Number.POSITIVE_INFINITY;
      for (let right = left; right < columns; right++) {
        low = Math.min(low, heights[right] ?? 0);
        if (low < 1) break;
        const found = {
          x: x + left * HALF_PITCH,
          y: y + (row + 1 - low) * HALF_PITCH,
          w: (right - left + 1) * HALF_PITCH,
          h: low * HALF_PITCH,
        };
        if (letters(found) > (best ? letters(best) : 0)) best = found;
      }
    }
  }
  return best;
}

/** How large a line of ten letters can be in a rectangle. */
function letters({ w, h }: { w: number; h: number }): number {
  return Math.min(w / 7, h);
}

function shortcutSpots(track: Track): Point[] {
  if (!track.scene.shortcut) return [];
  const [from, to] = [track.step(track.scene.shortcut[0]), track.step(track.scene.shortcut[1])];
  const parts = Math.ceil(distance(from, to) / HALF_PITCH);
  return Array.from({ length: parts }, (_, i) => ({
    x: from.x + ((to.x - from.x) * i) / parts,
    y: from.y + ((to.y - from.y) * i) / parts,
  }));
}

const HALF_PITCH = PITCH / 2;

/** The grandstand is across the road from the boxes. */
export function standSpots(track: Track): Point[] {
  return track.scene.boxes.map((box, slot) => {
    const road = track.step(track.scene.lap_length - slot);
    return { x: road.x + (road.x - box.x) * 0.75, y: road.y + (road.y - box.y) * 0.75 };
  });
}

/** Something that fits a place: boats lie on the water only, everything else on land. */
function pick(look: Theme, track: Track, here: Point): Thing | null {
  const away = Math.min(...track.scene.steps.map((step) => distance(step, here)));
  if (look.isle && away > look.isle) return away > 88 && chance(here.x, here.y, 8) < 0.22 ? "boat" : null;
  const sum = look.things.reduce((total, [, weight]) => total + weight, 0);
  let at = chance(here.x, here.y, 4) * sum;
  for (const [kind, weight] of look.things) {
    at -= weight;
    if (at < 0) return kind;
  }
  return null;
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
