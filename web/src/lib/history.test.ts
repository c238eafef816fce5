import { expect, test } from "vitest";
import { CHANCE } from "../wire";
import type { SeatInfo } from "./board";
import { linesOf } from "./history";
import type { Told } from "./race.svelte";

const seat = (name: string, called: string, colour: string): SeatInfo => ({
  name,
  called,
  colour,
  number: 1,
  mine: false,
  acting: false,
  bot: false,
});
const SEATS = [seat("Ana", "red", "#f00"), seat("Bo", "blue", "#00f")];

function ply(n: number, actor: number, words: string, ...sentences: string[]): Told {
  const happenings = sentences.map((sentence) => ({ kind: 1, a: 0, b: 0, c: 0, clause: "RR-1", sentence }));
  return { ply: n, actor, words, move: 0, clause: "RR-2", happenings, notice: "" };
}

const texts = (plies: Told[]): string[] => linesOf(plies, SEATS).map((line) => line.text);

test("a move that made something happen is told by what happened", () => {
  expect(texts([ply(0, 0, "go forward", "red drives to 5", "red is first")])).toEqual([
    "Red drives to 5",
    "Red is first",
  ]);
});

test("a move that nothing came of is told by its words", () => {
  expect(texts([ply(0, 0, "stay in gear 2")])).toEqual(["Ana: stay in gear 2"]);
});

test("a move that only lets a die be rolled is told by the die", () => {
  expect(texts([ply(0, 0, "roll"), ply(1, CHANCE, "a 4", "red rolls a 4")])).toEqual(["Red rolls a 4"]);
});

test("a secret move is not told at all", () => {
  expect(texts([ply(0, 1, "")])).toEqual([]);
});

test("a draw without an event is told only while nothing came after it", () => {
  const drawn = ply(0, CHANCE, "a 6");
  expect(texts([drawn])).toEqual(["Drawn: a 6"]);
  expect(texts([drawn, ply(1, 0, "stop", "red stops")])).toEqual(["Red stops"]);
});

test("what the table says comes before what happened", () => {
  const late = { ...ply(0, 1, "brake", "blue brakes"), notice: "Bo's time is up: a bot moves." };
  expect(texts([late])).toEqual(["Bo's time is up: a bot moves.", "Blue brakes"]);
});

test("a line has the colour of the seat it begins with, else of the one that moved", () => {
  const colours = (sentence: string): string[] =>
    linesOf([ply(0, 0, "push", sentence)], SEATS).map(({ colour }) => colour);
  expect(colours("blue is pushed to 7")).toEqual(["#00f"]);
  expect(colours("the pit lane is open")).toEqual(["#f00"]);
  expect(colours("blueprint")).toEqual(["#f00"]); // a longer word is not the seat
});

test("where cars have names of their own, a line about none of them has no colour", () => {
  const marks = [{ name: "Comet", hex: "#0f0" }];
  const colours = (sentence: string): string[] =>
    linesOf([ply(0, 0, "go", sentence)], SEATS, marks).map(({ colour }) => colour);
  expect(colours("Comet leads")).toEqual(["#0f0"]);
  expect(colours("a yellow flag")).toEqual([""]);
});

test("every line has its own id", () => {
  const two = [ply(3, 0, "go", "red goes", "red stops"), { ...ply(4, 1, "go"), notice: "Bo is back." }];
  expect(linesOf(two, SEATS).map(({ id }) => id)).toEqual(["3.0", "3.1", "4.notice", "4"]);
});
