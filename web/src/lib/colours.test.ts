import { expect, test } from "vitest";
import type { SeatInfo } from "../wire";
import { colourOf, inkOn } from "./colours";

const seat = (n: number, called: string): SeatInfo => ({
  seat: n,
  called,
  name: "Ana",
  kind: "person",
  level: "",
  host: false,
  connected: true,
  driven: false,
});

test("the scene's colour comes before the seat's word, and that before its number", () => {
  expect(colourOf({ colours: [{ hex: "#123456" }] }, seat(0, "red"))).toBe("#123456");
  expect(colourOf(null, seat(3, "Red"))).toBe("#d7263d");
  expect(colourOf({}, seat(1, "Comet"))).toBe("#1b6fc2");
  expect(colourOf({}, seat(9, "Comet"))).toBe("#1b6fc2"); // the ninth after the first of eight
});

test("ink is dark on light colours and white on dark ones", () => {
  expect(["#ffffff", "#f2c40f", "#FFF200"].map(inkOn)).toEqual(["#000000", "#000000", "#000000"]);
  expect(inkOn("#1c8a4b")).toBe("#000000"); // 4.78 to 1; white would be 4.39 to 1
  expect(["#000000", "#1b3fc2", "#7b3fa0"].map(inkOn)).toEqual(["#ffffff", "#ffffff", "#ffffff"]);
});
