import { expect, test } from "vitest";
import { entriesOf, found } from "./entries";

const cards = [
  { move: 1, words: "1, Pedal Down", number: 1 },
  { move: 3, words: "3, Draft Run (4)", number: 3 },
  { move: 13, words: "13, Low Line (4)", number: 13 },
];

test("a die has a button for each face and no further words", () => {
  const die = [1, 2].map((face) => ({ move: face, words: `a ${face}`, number: face }));
  expect(entriesOf(die)).toEqual([
    { move: 1, words: "a 1", face: "1", label: "" },
    { move: 2, words: "a 2", face: "2", label: "" },
  ]);
});

test("a card is shown by its printed number, and its name without it", () => {
  expect(entriesOf(cards).map(({ face, label }) => [face, label])).toEqual([
    ["1", "Pedal Down"],
    ["3", "Draft Run (4)"],
    ["13", "Low Line (4)"],
  ]);
});

test("what has no number is shown by its name", () => {
  const cars = ["red", "blue"].map((words, move) => ({ move, words, number: 0 }));
  expect(entriesOf(cars).map(({ face, label }) => [face, label])).toEqual([
    ["", "red"],
    ["", "blue"],
  ]);
});

test("a number finds its card alone, a name all that have it", () => {
  const entries = entriesOf(cards);
  expect(found(entries, " 3").map(({ move }) => move)).toEqual([3]);
  expect(found(entries, "line").map(({ move }) => move)).toEqual([13]);
  expect(found(entries, "")).toHaveLength(3);
  expect(found(entries, "nitro")).toEqual([]);
});
