import { expect, test } from "vitest";
import type { Happening, Sounds } from "./board";
import { heardOf } from "./heard";

const [ROLLED, MOVED, BUMPED, CRASHED, FINISHED, TURN] = [0, 1, 2, 3, 4, 5];
const MOMENTS = ["", "", "", "crash", "finish", ""];
const SOUNDS: Sounds = { [ROLLED]: "dice", [MOVED]: ({ b }) => b / 10, [BUMPED]: "bump" };

function happen(kind: number, b = 0): Happening {
  return { kind, a: 0, b, c: 0, sentence: "", clause: "" } as unknown as Happening;
}

test("dice are heard as they tumble, and once however many there are", () => {
  const rolls = [happen(ROLLED, 3), happen(ROLLED, 5)];
  expect(heardOf(rolls, SOUNDS, MOMENTS, false)).toEqual([{ kind: "dice", speed: 0.5 }]);
  expect(heardOf(rolls, SOUNDS, MOMENTS, true)).toEqual([]);
});

test("a crash and the flag are heard when they have been seen", () => {
  const ply = [happen(MOVED, 7), happen(BUMPED), happen(CRASHED), happen(FINISHED)];
  expect(heardOf(ply, SOUNDS, MOMENTS, false).map((one) => one.kind)).toEqual(["engine"]);
  expect(heardOf(ply, SOUNDS, MOMENTS, true).map((one) => one.kind)).toEqual(["bump", "crash", "flag"]);
});

test("an engine is heard at its speed, within its limits", () => {
  const speeds = [happen(MOVED, 7), happen(MOVED, 25), happen(MOVED, -3)].map(
    (one) => heardOf([one], SOUNDS, MOMENTS, false)[0]?.speed,
  );
  expect(speeds).toEqual([0.7, 1, 0]);
});

test("a game that names no sounds has those of its moments, and nothing else is heard", () => {
  expect(heardOf([happen(ROLLED), happen(TURN)], {}, MOMENTS, false)).toEqual([]);
  expect(heardOf([happen(CRASHED)], {}, MOMENTS, true)).toEqual([{ kind: "crash", speed: 0.5 }]);
});

test("what a game says comes before what its moment sounds like", () => {
  expect(heardOf([happen(CRASHED)], { [CRASHED]: "bump" }, MOMENTS, true)[0]?.kind).toBe("bump");
});
