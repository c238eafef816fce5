import { expect, test } from "vitest";
import { beyond, cellsOf, cellSize, Draft, filling, grown, headingTo, type Piece, turned } from "./draft";
import type { Cell, Heading, Section } from "./types";

const piece = (kind: Section["kind"], turn: number, most: number): Piece => ({
  kind,
  type: kind === "start" || kind === "garage" ? "straight" : kind,
  inside: "L",
  name: kind,
  text: "",
  turn,
  most,
});
const PIECES = [
  piece("start", 0, 1),
  piece("garage", 0, 1),
  piece("straight", 0, 9),
  piece("red", 1, 9),
  piece("yellow", 3, 9),
];
const empty = Draft.of(PIECES, null);
const laid = (draft: Draft): [string, Cell, Heading][] =>
  draft.cards.map(({ kind, cell, enter }) => [kind, cell, enter]);

test("north is up, left of east is north, and the ground ends", () => {
  expect(beyond([2, 2], "N")).toEqual([2, 3]);
  expect(beyond([99, 0], "E")).toEqual([99, 0]);
  expect([turned("E", 1), turned("E", -1), turned("S", 1), turned("W", 2)]).toEqual(["N", "S", "E", "E"]);
  expect([headingTo([0, 0], [0, -1]), headingTo([0, 0], [1, 1]), headingTo([99, 0], [99, 0])]).toEqual([
    "S",
    undefined,
    undefined,
  ]);
});

test("a section enters as the road comes to it", () => {
  const draft = empty.lay("red", [0, 0], "E"); // a left turn: it leaves to the north
  expect(draft.coming([0, 1])).toBe("N");
  expect(laid(draft.lay("straight", [0, 1], "E"))).toEqual([
    ["red", [0, 0], "E"],
    ["straight", [0, 1], "N"],
  ]);
});

test("of a section that there is once, the other one becomes plain road", () => {
  const draft = empty.lay("start", [0, 0], "E").lay("start", [1, 0], "E");
  expect(laid(draft)).toEqual([
    ["straight", [0, 0], "E"],
    ["start", [1, 0], "E"],
  ]);
  expect(draft.count("start")).toBe(1);
});

test("a driven road turns where it must and goes on straight", () => {
  const right = empty.lay("straight", [0, 0], "E").drive([0, 0], [0, -1]);
  expect(laid(right)).toEqual([
    ["yellow", [0, 0], "E"],
    ["straight", [0, -1], "S"],
  ]);
});

test("a road cannot be driven back, nor to a cell that is no neighbour", () => {
  const draft = empty.lay("straight", [0, 0], "E");
  expect(draft.drive([0, 0], [-1, 0])).toBe(draft);
  expect(draft.drive([0, 0], [2, 0])).toBe(draft);
});

test("a garage stays one when the road is driven on through it", () => {
  const draft = empty.lay("garage", [0, 0], "E").drive([0, 0], [1, 0]);
  expect(draft.at([0, 0])?.kind).toBe("garage");
});

test("a turned section enters a quarter to the right", () => {
  expect(empty.lay("straight", [0, 0], "E").turn([0, 0]).at([0, 0])?.enter).toBe("S");
});

test("the file has the name without control characters, and the sections in order", () => {
  const draft = empty.with({ name: 'A "fast"\u0007 lap', laps: 3 }).lay("start", [0, -1], "W");
  expect(draft.text).toBe(
    'name = "A \\"fast\\" lap"\nnote = ""\nlaps = 3\n\n[[section]]\nkind = "start"\ncell = [0, -1]\nenter = "W"\n',
  );
});

test("at least seven columns and six rows are seen, round what is laid", () => {
  expect(empty.area(1)).toEqual({ left: -3, right: 3, bottom: -2, top: 3 });
  const wide = empty.lay("start", [0, 0], "E").lay("straight", [9, 0], "E");
  expect(wide.area(1)).toEqual({ left: -1, right: 10, bottom: -2, top: 3 });
});

test("no cell is smaller than a finger, and spare room shows more ground", () => {
  const area = { left: 0, right: 6, bottom: 0, top: 5 };
  expect(cellSize(area, 700, 600)).toBe(100);
  expect(cellSize(area, 200, 600)).toBe(44);
  expect(filling(area, 900, 600)).toEqual({ left: -1, right: 7, bottom: 0, top: 5 });
});

test("the ground grows to a free cell around what is laid, and is the same where it has one", () => {
  const area = { left: 0, right: 6, bottom: 0, top: 5 };
  expect(grown(area, [[6, 2]])).toEqual({ left: 0, right: 7, bottom: 0, top: 5 });
  expect(grown(area, [[3, 2]])).toBe(area);
});

test("cells are listed from the top row down", () => {
  expect(cellsOf({ left: 0, right: 1, bottom: 0, top: 1 })).toEqual([
    [
      [0, 1],
      [1, 1],
    ],
    [
      [0, 0],
      [1, 0],
    ],
  ]);
});
