/** The city around the road: blocks, parks and lamps, the same ones for the same track. */

import type { Box, Point } from "$lib/stage/poses";
import { type Card, EDGE, type Grid } from "./geometry";
import type { Cell, Lane } from "./types";

export interface Block extends Box {
  tint: number;
  /** lit windows and signs: place in the block, 0 to 1, and colour */
  lights: { x: number; y: number; w: number; h: number; colour: string }[];
}

export interface City {
  blocks: Block[];
  trees: (Point & { size: number; tint: number })[];
  parks: Box[];
}

const SIGNS = ["#ff4fa3", "#39d5ff", "#ffb347", "#8dff6a", "#c58bff"];

/** Pseudorandom numbers from 0 to 1 from a seed. */
function dice(seed: number): () => number {
  let state = (seed * 2654435761 + 40503) >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** What stands on these free cells. */
export function cityOf(grid: Grid, free: Cell[], seed: number): City {
  const city: City = { blocks: [], trees: [], parks: [] };
  for (const cell of free) fill(city, grid, cell, seed);
  return city;
}

/** The free cells among and around the sections. */
export function freeCells(sections: Card[], margin = 3): Cell[] {
  const cells = sections.map((section) => section.cell);
  const taken = new Set(cells.map(String));
  const [columns, rows] = [cells.map(([c]) => c), cells.map(([, r]) => r)];
  const free: Cell[] = [];
  for (let c = Math.min(...columns) - margin; c <= Math.max(...columns) + margin; c++)
    for (let r = Math.min(...rows) - margin; r <= Math.max(...rows) + margin; r++)
      if (!taken.has(`${c},${r}`)) free.push([c, r]);
  return free;
}

/** A free cell becomes a park or some houses. */
function fill(city: City, grid: Grid, [column, row]: Cell, seed: number): void {
  const next = dice((column + 50) * 131 + (row + 50) * 17 + seed);
  const middle = grid.centre([column, row]);
  const half = grid.size * 0.42;
  const cell = { x: middle.x - half, y: middle.y - half, w: 2 * half, h: 2 * half };
  for (let i = 0; i < 4; i++) next();
  if (next() < 0.24) return plant(city, grid, cell, next);
  const across = next() < 0.5 ? 0.38 + 0.24 * next() : 1;
  const down = across === 1 || next() < 0.55 ? 0.38 + 0.24 * next() : 1;
  for (const [x, w] of parts(across)) for (const [y, h] of parts(down)) city.blocks.push(block(cell, x, y, w, h, next));
}

function parts(cut: number): [number, number][] {
  return cut === 1
    ? [[0, 1]]
    : [
        [0, cut - 0.02],
        [cut + 0.02, 0.98 - cut],
      ];
}

function block(cell: Box, x: number, y: number, w: number, h: number, next: () => number): Block {
  const lights = Array.from({ length: Math.floor(next() * 5) }, () => {
    const sign = next() < 0.2;
    const size = sign ? 0.2 + 0.2 * next() : 0.07;
    const spot = { x: 0.12 + 0.6 * next(), y: 0.12 + 0.68 * next(), w: size, h: sign ? 0.05 : 0.07 };
    return { ...spot, colour: sign ? (SIGNS[Math.floor(next() * SIGNS.length)] ?? "#fff") : "#ffdf9a" };
  });
  return { x: cell.x + x * cell.w, y: cell.y + y * cell.h, w: w * cell.w, h: h * cell.h, tint: next(), lights };
}

function plant(city: City, grid: Grid, cell: Box, next: () => number): void {
  city.parks.push(cell);
  for (let i = 0; i < 7; i++)
    city.trees.push({
      x: cell.x + (0.14 + 0.72 * next()) * cell.w,
      y: cell.y + (0.14 + 0.72 * next()) * cell.h,
      size: (9 + 8 * next()) * grid.unit,
      tint: next(),
    });
}

/** A lamp at every section, on alternating sides; none where the garage is. */
export function lampsOf(grid: Grid, sections: Card[], outside: Lane): (Point & { angle: number })[] {
  return sections.map((section, i) => {
    const outward = section.type === "red" ? -1 : section.type === "yellow" ? 1 : outside === "R" ? 1 : -1;
    const inward = section.kind === "garage" || (section.type === "straight" && i % 2 === 1);
    return grid.along(section, 0.5, (inward ? -outward : outward) * (EDGE + 0.075));
  });
}
