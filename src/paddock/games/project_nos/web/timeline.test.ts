import { expect, test } from "vitest";
import type { Happening } from "$lib/board";
import { EVENT } from "./events";
import { isOver, photoOf, runsOf, winnerOf } from "./timeline";

const event = (kind: number, a: number, b = 0, c = 0): Happening => ({ kind, a, b, c, clause: "", sentence: "" });

/** Faces by slot as an event packs them, three bits each. */
const packed = (...faces: number[]): number => faces.reduce((sum, face, slot) => sum + face * 8 ** slot, 0);

test("a roll has its faces by slot, and the last space it filled", () => {
  const [run] = runsOf(
    [
      event(EVENT.WENT, 1),
      event(EVENT.FELL, 0, 1500, packed(0, 5, 2)),
      event(EVENT.PLACED, 0, 1),
      event(EVENT.PLACED, 0, 2),
      event(EVENT.FELL, 0, 2300, packed(6)),
    ],
    2,
  );
  expect(run?.drives[0]?.rolls).toEqual([
    { time: 1500, faces: [0, 5, 2, 0, 0, 0], space: 2, redline: false },
    { time: 2300, faces: [6, 0, 0, 0, 0, 0], space: 0, redline: false },
  ]);
  expect(run?.last).toBe(2300);
});

test("a redline belongs to the roll after which it was taken", () => {
  const [run] = runsOf(
    [
      event(EVENT.WENT, 1),
      event(EVENT.FELL, 0, 100, packed(3)),
      event(EVENT.REDLINED, 0, 1),
      event(EVENT.FELL, 0, 200, packed(3)),
      event(EVENT.REDLINED, 0, 1),
    ],
    1,
  );
  expect(run?.drives[0]?.rolls.map(({ redline }) => redline)).toEqual([true, false]);
});

test("a race that begins at once needs no start to be told", () => {
  expect(runsOf([event(EVENT.FELL, 0, 1, packed(1))], 1).map(({ race }) => race)).toEqual([1]);
});

test("drives are in order of rank, those without one last", () => {
  const [run] = runsOf(
    [
      event(EVENT.WENT, 2),
      event(EVENT.FINISHED_NOW, 2, 9000),
      event(EVENT.EXPLODED_NOW, 0, 4000),
      event(EVENT.RANKED, 2, 1),
      event(EVENT.RANKED, 1, 2),
    ],
    3,
  );
  expect(run?.drives.map(({ seat, end }) => [seat, end])).toEqual([
    [2, "finished"],
    [1, ""],
    [0, "exploded"],
  ]);
  expect(run && isOver(run)).toBe(true);
  expect(run && winnerOf(run.drives)?.seat).toBe(2);
});

test("the photo shows the winner and then the others by their gap, finished or not", () => {
  const [run] = runsOf(
    [
      event(EVENT.WENT, 1),
      event(EVENT.FINISHED_NOW, 1, 8000),
      event(EVENT.RANKED, 1, 1),
      event(EVENT.PHOTO_FINISH, 1, 2, 90),
      event(EVENT.FINISHED_NOW, 0, 8020),
      event(EVENT.PHOTO_FINISH, 1, 0, 20),
    ],
    3,
  );
  expect(run && photoOf(run)).toEqual([
    { seat: 1, time: 8000, completed: true },
    { seat: 0, time: 8020, completed: true },
    { seat: 2, time: 8090, completed: false },
  ]);
});

test("without cars near the winner there is no photo", () => {
  const [run] = runsOf([event(EVENT.WENT, 1), event(EVENT.FINISHED_NOW, 0, 8000), event(EVENT.RANKED, 0, 1)], 1);
  expect(run && photoOf(run)).toEqual([]);
});
