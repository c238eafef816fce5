import { beforeEach, expect, test } from "vitest";
import { Coach, forgetShown } from "./coach";

const LINE = "Roll or stop?";
const at = (ply: number, kind = "roll", game = "hill_climb") => ({ game, ply, kind, line: LINE });

beforeEach(forgetShown);

test("a kind of decision is spoken of three times", () => {
  const coach = new Coach();
  expect([1, 4, 7, 9].map((ply) => coach.says(at(ply)))).toEqual([LINE, LINE, LINE, ""]);
  expect(coach.says(at(9, "gear"))).toBe(LINE); // another kind
  expect(new Coach().says(at(12))).toBe(""); // the browser remembers
  expect(new Coach().says(at(12, "roll", "other_game"))).toBe(LINE);
});

test("a decision that stays on the screen counts once", () => {
  const coach = new Coach();
  for (let drawn = 0; drawn < 9; drawn++) expect(coach.says(at(1))).toBe(LINE);
  expect(coach.says(at(2))).toBe(LINE);
});

test("a decision without a line does not count", () => {
  const coach = new Coach();
  for (const ply of [1, 2, 3, 4]) expect(coach.says({ ...at(ply), line: "" })).toBe("");
  expect(coach.says(at(5))).toBe(LINE);
});

test("a coach who was forgotten begins again", () => {
  const coach = new Coach();
  for (const ply of [1, 2, 3, 4]) coach.says(at(ply));
  forgetShown();
  expect(coach.says(at(5))).toBe(LINE);
});
