import { expect, test } from "vitest";
import type { ReplayPly } from "../wire";
import { momentsOf } from "./moments";

const MARKS = ["", "crash", "finish"]; // by number of the event
const NAMES = ["Ana", "Bo"];

function ply(places: number[], kind = 0, sentence = ""): ReplayPly {
  const happenings = sentence ? [{ kind, a: 0, b: 0, c: 0, clause: "", sentence }] : [];
  return { ply: 0, actor: 0, words: "", move: 0, clause: "", happenings, view: null, places, chances: [], notice: "" };
}

test("the first leader has not taken the lead from anybody", () => {
  expect(momentsOf([ply([1, 2]), ply([1, 2])], MARKS, NAMES)).toEqual([]);
});

test("a change of the lead is found after the ply that made it", () => {
  expect(momentsOf([ply([1, 2]), ply([2, 1])], MARKS, NAMES)).toEqual([
    { at: 2, kind: "lead", text: "Bo takes the lead." },
  ]);
});

test("level cars take no lead, and who leads again has not lost it", () => {
  expect(momentsOf([ply([1, 2]), ply([1, 1]), ply([1, 2])], MARKS, NAMES)).toEqual([]);
});

test("crashes and finishes are those that the game marks", () => {
  const plies = [ply([1, 2], 0, "red rolls"), ply([1, 2], 1, "red crashes"), ply([1, 2], 2, "red wins")];
  expect(momentsOf(plies, MARKS, NAMES)).toEqual([
    { at: 2, kind: "crash", text: "red crashes" },
    { at: 3, kind: "finish", text: "red wins" },
  ]);
});

test("a finish tells more than the lead that it brings", () => {
  expect(momentsOf([ply([1, 2]), ply([2, 1], 2, "blue wins")], MARKS, NAMES)).toEqual([
    { at: 2, kind: "finish", text: "blue wins" },
  ]);
});
