/** The city around the road: blocks, parks and lamps, the same ones for the same track. */

import { EDGE, type Box, type Point, type Track } from "./geometry";

export interface Block extends Box {
  tint: number;
  /** lit windows and signs: place in the block, 0 to 1, and colour */
  lights: { x: number; y: number; w: number; h: number; colour: string }[];
}

export interface City {
  blocks: Block[];
  trees: (Point & { size: number; tint: number })[];
  parks: Box[];
  lamps: (Point & { angle: number })[];
}

const SIGNS = ["#ff4fa3", "#39d5ff", "#ffb347", "#8dff6a", "#c58bff"];

/** Numbers from 0 to 1 that depend on a seed alone. */
function dice(seed: number): () => number {
  let state = (seed * 2654435761 + 40503) >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

export function cityOf(track: Track, margin = 3): City {
  const cells = track.scene.sections.map((section) => section.cell);
  const taken = new Set(cells.map(String));
  const [columns, rows] = [cells.map(([c]) => c), cells.map(([, r]) => r)];
  const city: City = { blocks: [], trees: [], parks: [], lamps: lampsOf(track) };
  for (let c = Math.min(...columns) - margin; c <= Math.max(...columns) + margin; c++)
    for (let r = Math.min(...rows) - margin; r <= Math.max(...rows) + margin; r++) if (!taken.has(`${c},${r}`)) fill(city, track, c, r);
  return city;
}

/** A free cell becomes a park or some houses. */
function fill(city: City, track: Track, column: number, row: number): void {
  const next = dice((column + 50) * 131 + (row + 50) * 17 + track.scene.sections.length);
  const middle = track.centre([column, row]);
  const half = track.size * 0.42;
  const cell = { x: middle.x - half, y: middle.y - half, w: 2 * half, h: 2 * half };
  for (let i = 0; i < 4; i++) next();
  if (next() < 0.24) return plant(city, track, cell, next);
  const across = next() < 0.5 ? 0.38 + 0.24 * next() : 1;
  const down = across === 1 || next() < 0.55 ? 0.38 + 0.24 * next() : 1;
  for (const [x, w] of parts(across)) for (const [y, h] of parts(down)) city.blocks.push(block(cell, x, y, w, h, next));
}

function parts(cut: number): [number, number][] {
  return cut === 1 ? [[0, 1]] : [[0, cut - 0.02], [cut + 0.02, 0.98 - cut]];
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

function plant(city: City, track: Track, cell: Box, next: () => number): void {
  city.parks.push(cell);
  for (let i = 0; i < 7; i++)
    city.trees.push({
      x: cell.x + (0.14 + 0.72 * next()) * cell.w,
      y: cell.y + (0.14 + 0.72 * next()) * cell.h,
      size: (9 + 8 * next()) * track.unit,
      tint: next(),
    });
}

/** A lamp at every border between sections, on alternating sides; none where the garage is. */
function lampsOf(track: Track): City["lamps"] {
  return track.scene.sections.map((section, i) => {
    const outward = section.type === "red" ? -1 : section.type === "yellow" ? 1 : track.scene.outside === "R" ? 1 : -1;
    const inward = section.kind === "garage" || (section.type === "straight" && i % 2 === 1);
    const side = inward ? -outward : outward;
    return track.along(section, 0.5, side * (EDGE + 0.075));
  });
}
