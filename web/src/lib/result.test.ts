import { expect, it } from "vitest";
import type { SeatInfo } from "./board";
import { resultText } from "./result";

const SEATS = ["ana", "Ben"].map((name) => ({ name })) as SeatInfo[];
const ended = (places: number[], seats = SEATS, field = 0): string =>
  resultText({ scene: null, view: null, seats, places, field }, () => "");

it("names who won", () => {
  expect(ended([1, 2])).toBe("Ana won the race.");
  expect(ended([1, 1])).toBe("Ana and Ben won the race.");
});

it("names nobody where nobody won or nobody was beaten", () => {
  expect(ended([2, 3])).toBe("The race is over.");
  expect(ended([1], SEATS.slice(1))).toBe("The race is over.");
  expect(ended([1], SEATS.slice(1), 8)).toBe("Ben won the race.");
});

it("says what the game says", () => {
  const race = { scene: null, view: null, seats: SEATS, places: [1, 2], field: 0 };
  expect(resultText(race, () => "Nobody finished.")).toBe("Nobody finished.");
});
