import { describe, expect, test } from "vitest";
import type { SeatInfo, TableInfo } from "../wire";
import { clockText, listed, ordinal, peopleText, plural, seatText, timeText, winnerText } from "./words";

function seat(n: number, name: string, kind: SeatInfo["kind"] = "person"): SeatInfo {
  return { seat: n, called: "red", name, kind, level: "steady", host: n === 0, connected: true, driven: false };
}

/** A table that is over: its seats, their places, and how many cars raced with them (0: only theirs). */
function raced(seats: SeatInfo[], places: number[], field = 0): TableInfo {
  return { seats, places, field } as unknown as TableInfo;
}

test("eleven to thirteen end in th, in every hundred", () => {
  const places = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 101, 111, 112];
  expect(places.map(ordinal).join(" ")).toBe("1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 101st 111th 112th");
});

test("a list has commas, and a word before the last", () => {
  expect(listed([])).toBe("");
  expect(listed(["red"])).toBe("red");
  expect(listed(["red", "blue"])).toBe("red and blue");
  expect(listed(["2", "3", "4"], "or")).toBe("2, 3 or 4");
});

test("one die, several dice", () => {
  expect([plural(0, "die", "dice"), plural(1, "die", "dice"), plural(2, "card")]).toEqual([
    "0 dice",
    "1 die",
    "2 cards",
  ]);
});

describe("time", () => {
  test("that is left is rounded up, and never less than nothing", () => {
    expect([75, 59.2, 60, 0.1, 0, -4].map(timeText)).toEqual(["1:15", "1:00", "1:00", "0:01", "0:00", "0:00"]);
  });

  test("of a clock is told in minutes where it is whole minutes", () => {
    expect(clockText({ kind: "none", seconds: 0 })).toBe("no clock");
    expect(clockText({ kind: "move", seconds: 45 })).toBe("45 s a move");
    expect(clockText({ kind: "race", seconds: 600 })).toBe("10 min each for the race");
  });
});

describe("who won", () => {
  const [ana, bo] = [seat(0, "Ana"), seat(1, "Bo")];

  test("the seat with the first place", () => {
    expect(winnerText(raced([ana, bo], [2, 1]))).toBe("Bo won");
  });

  test("both, where both have it", () => {
    expect(winnerText(raced([ana, bo], [1, 1]))).toBe("Ana and Bo won");
  });

  test("nobody, where no seat has it", () => {
    expect(winnerText(raced([ana, bo], [2, 2]))).toBe("no winner");
  });

  test("nobody can be beaten by a car that races alone", () => {
    expect(winnerText(raced([ana], [1]))).toBe("raced alone");
  });

  test("a lone player in a field of cars has a place among them", () => {
    expect(winnerText(raced([ana], [3], 8))).toBe("Ana 3rd of 8 cars");
    expect(winnerText(raced([ana], [1], 8))).toBe("Ana won");
  });

  test("the first of several players may still be behind cars without a driver", () => {
    expect(winnerText(raced([ana, bo], [1, 2], 8))).toBe("Ana best of the players");
  });
});

test("people are named, bots and open seats counted", () => {
  const seats = [seat(0, "Ana"), seat(1, "", "bot"), seat(2, "", "bot"), seat(3, "", "open")];
  expect(peopleText(raced(seats, []))).toBe("Ana, 2 bots and 1 open seat");
});

test("a seat's own word is told only if its driver has another name", () => {
  expect(seatText(seat(0, "Ana"))).toBe("red");
  expect(seatText(seat(0, "red"))).toBe("");
  expect(seatText(seat(0, "red", "bot"))).toBe("bot (steady)");
});
