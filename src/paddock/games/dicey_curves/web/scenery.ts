/** Trees and bushes of a card, always the same ones for the same place. */

import { CELL, type Track } from "./geometry";
import type { Kind } from "./types";

interface Tree {
  id: number;
  x: number;
  y: number;
  size: number;
  bush: boolean;
}

const TRIES = 46;
const CLEAR = 6; // from the edge of the road
const SIGN = 22; // around the sign of a gate

export function treesOf(track: Track, index: number, kind: Kind): Tree[] {
  const corner = track.corner(index);
  const next = numbers(index * 97 + 13);
  const signs = kind.gates.flatMap((gate) => track.gate(index, kind, gate).signs);
  const found: Tree[] = [];
  for (let id = 0; id < TRIES; id++) {
    const bush = next() < 0.45;
    const size = (bush ? 0.5 : 0.6) + 0.6 * next();
    const [x, y] = [corner.x + 10 + next() * (CELL - 20), corner.y + 10 + next() * (CELL - 20)];
    const apart = found.every((tree) => Math.hypot(tree.x - x, tree.y - y) > 12);
    const free =
      signs.every((sign) => Math.hypot(sign.x - x, sign.y - y) > SIGN) &&
      Math.hypot(corner.x + 14 - x, corner.y + 13 - y) > 18;
    if (apart && free && isBeside(track, index, kind, x, y, CLEAR + (bush ? 4.5 : 9) * size))
      found.push({ id, x, y, size, bush });
  }
  return found;
}

function isBeside(track: Track, index: number, kind: Kind, x: number, y: number, clear: number): boolean {
  for (let i = 0; i <= 12; i++) {
    const at = track.road(index, kind, i / 12, 0);
    if (Math.hypot(at.x - x, at.y - y) < track.half(kind, i / 12) + clear) return false;
  }
  return true;
}

/** Pseudorandom numbers from 0 to 1 from a seed. */
function numbers(seed: number): () => number {
  let state = seed % 2147483647 || 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
