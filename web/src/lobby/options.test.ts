import { expect, test } from "vitest";
import type { OptionInfo } from "../wire";
import { effective, hindranceOf, isChosen, toSend, valueTitle } from "./options";

function option(name: string, more: Partial<OptionInfo>): OptionInfo {
  const usual = {
    text: "",
    default: false,
    values: [],
    titles: [],
    says: [],
    least: 0,
    most: 0,
    clause: "",
    file: false,
  };
  return { name, title: name, needs: {}, seats: [], alone: false, ...usual, ...more };
}

const MODE = option("mode", {
  title: "Mode (NPDs)",
  default: "basic",
  alone: "solo",
  values: ["basic", "expert", "solo"],
  titles: ["basic", "for NPD experts", "solo"],
});
const NITRO = option("nitro_tokens", { needs: { mode: ["expert", "solo"] } });
const TEAMS = option("teams", { seats: [4, 6] });

test("an option says what it needs", () => {
  const options = [MODE, NITRO, TEAMS];
  expect(hindranceOf(options, NITRO, { mode: "basic" }, 2)).toBe("Needs Mode (NPDs): for NPD experts or solo.");
  expect(hindranceOf(options, NITRO, { mode: "expert" }, 2)).toBe("");
  expect(hindranceOf(options, TEAMS, {}, 3)).toBe("Only with 4 or 6 cars.");
  expect(hindranceOf(options, TEAMS, {}, 6)).toBe("");
});

test("a value is called as the game calls it, a number is itself", () => {
  expect(valueTitle(MODE, "expert")).toBe("for NPD experts");
  expect(valueTitle(option("laps", { least: 1, most: 9 }), 3)).toBe("3");
});

test("what was chosen does not hold while the option cannot be set", () => {
  const chosen = { nitro_tokens: true, teams: true };
  expect(effective([MODE, NITRO, TEAMS], chosen, 4)).toEqual({ mode: "basic", nitro_tokens: false, teams: true });
  expect(effective([MODE, NITRO, TEAMS], { ...chosen, mode: "expert" }, 2)).toEqual({
    mode: "expert",
    nitro_tokens: true,
    teams: false,
  });
});

test("a lone car has its own defaults, and needs are judged by them", () => {
  expect(effective([MODE, NITRO], { nitro_tokens: true }, 1)).toEqual({ mode: "solo", nitro_tokens: true });
});

test("only what differs from the defaults is sent", () => {
  expect(toSend([MODE, NITRO], { mode: "expert", nitro_tokens: false }, 2)).toEqual({ mode: "expert" });
  expect(toSend([MODE, NITRO], { mode: "solo", nitro_tokens: true }, 1)).toEqual({ nitro_tokens: true });
  expect(toSend([MODE], { mode: "basic" }, 1)).toEqual({ mode: "basic" }); // alone this is not the default
});

test("a preset is marked while its options hold and nothing else was changed", () => {
  const options = [option("laps", { default: 3, alone: 3 }), option("items", {})];
  const defaults = { laps: 3, items: false };
  expect(isChosen(options, { laps: 1 }, { ...defaults, laps: 1 }, 4)).toBe(true);
  expect(isChosen(options, { laps: 1 }, defaults, 4)).toBe(false);
  expect(isChosen(options, { laps: 1 }, { laps: 1, items: true }, 4)).toBe(false);
  expect(isChosen(options, {}, defaults, 4)).toBe(true);
});
