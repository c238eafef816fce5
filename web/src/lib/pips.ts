/** The pips of a die. */

/** Their places in a square of three by three, by number. */
const PLACES: readonly (readonly number[])[] = [
  [],
  [4],
  [0, 8],
  [0, 4, 8],
  [0, 2, 6, 8],
  [0, 2, 4, 6, 8],
  [0, 2, 3, 5, 6, 8],
];

/** Where the pips of a face are: the upper left at (`first`, `first`), the next ones `apart`; face 0 has none. */
export function pipsOf(face: number, first: number, apart: number): { pip: number; x: number; y: number }[] {
  return (PLACES[face] ?? []).map((pip) => ({
    pip,
    x: first + (pip % 3) * apart,
    y: first + Math.floor(pip / 3) * apart,
  }));
}
