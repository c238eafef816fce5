import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type BotPace, CHANCE, OVER, type PlyInfo, type Position } from "../wire";
import { Stage, stepOf } from "./stage.svelte";

const ME = 0;

/** Plies of these actors, from a number on; the view is the number of plies played. */
function played(from: number, ...actors: number[]): ReturnType<typeof stepOf>[] {
  return actors.map((actor, n) => {
    const one = {
      ply: from + n,
      actor,
      words: "",
      move: 0,
      clause: "",
      happenings: [],
      view: from + n + 1,
      notice: "",
    };
    return stepOf(one as PlyInfo);
  });
}

/** The position after so many plies. */
function at(ply: number, actor: number): Position {
  const choices = actor === ME ? [{ move: 0 }] : [];
  return { seat: ME, ply, actor, view: ply, choices } as unknown as Position;
}

function stageOf(bots: BotPace | null, still = false): Stage {
  const stage = new Stage(() => ({ held: [ME], bots, still }));
  stage.reset(at(0, ME));
  return stage;
}

/** What a board is given, one after another, until nothing is left to show. */
function shown(stage: Stage): number[] {
  const views: number[] = [];
  for (let n = 0; n < 50 && stage.behind && !stage.inCup; n++) {
    if (stage.frames.length) {
      views.push(Number(stage.view));
      stage.done();
    } else {
      vi.advanceTimersToNextTimer();
    }
  }
  return views;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** I move, two bots drive (1 twice in its turn, with a die), and I am asked again. */
const ROUND = [ME, CHANCE, 1, CHANCE, 1, 2];

describe("alone against bots", () => {
  it("every ply is shown, at double pace what bots do, after a beat", () => {
    const stage = stageOf("brisk");
    stage.push(at(6, ME), played(0, ...ROUND));
    expect(stage.haste).toBe(1);
    expect(shown(stage)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(stage.position?.ply).toBe(6);
  });

  it("instant bots are not shown, my own moves are", () => {
    const stage = stageOf("instant");
    stage.push(at(6, ME), played(0, ...ROUND));
    expect(shown(stage)).toEqual([1, 2]);
    expect([stage.ply, stage.position?.ply, stage.view]).toEqual([6, 6, 6]);
  });

  it("without animation nobody waits for bots either", () => {
    const stage = stageOf("relaxed", true);
    stage.push(at(6, ME), played(0, ...ROUND));
    expect(shown(stage)).toEqual([1, 2]);
  });

  it("skipping leads to my turn, also past moves that bots make later", () => {
    const stage = stageOf("brisk");
    stage.push(at(4, 1), played(0, ...ROUND.slice(0, 4)));
    stage.skip();
    expect(shown(stage)).toEqual([]);
    stage.push(at(6, ME), played(4, 1, 2));
    expect(shown(stage)).toEqual([]);
    expect(stage.position?.ply).toBe(6);
    stage.push(at(7, 1), played(6, ME)); // and there it ends
    expect(shown(stage)).toEqual([7]);
  });

  it("skipping leads past my own dice, which else wait in the cup", () => {
    const stage = stageOf("brisk");
    stage.isOurThrow = (frame) => frame.view === 6;
    stage.push(at(6, ME), played(0, ME, CHANCE, 1, CHANCE, 2, CHANCE));
    expect(shown(stage)).toEqual([1, 2, 3, 4, 5]);
    expect([stage.inCup, stage.ply]).toEqual([true, 5]);
    stage.throwDice();
    expect(shown(stage)).toEqual([6]);
    stage.push(at(12, ME), played(6, ME, CHANCE, 1, CHANCE, 2, CHANCE));
    stage.skip();
    expect([stage.inCup, stage.position?.ply]).toEqual([false, 12]);
  });

  it("the rest of the race is run out once my flag has fallen", () => {
    const stage = stageOf("brisk");
    stage.isOurFinish = (frame) => frame.view === 2;
    stage.push(at(8, OVER), played(0, ME, CHANCE, 1, CHANCE, 2, 1, 2, 1));
    expect(shown(stage)).toEqual([1, 2]);
    expect([stage.position?.ply, stage.ranOut]).toEqual([8, 2]);
  });

  it("the last turns of a race that I was in are shown", () => {
    const stage = stageOf("brisk");
    stage.push(at(5, OVER), played(0, ME, CHANCE, 1, CHANCE, 2));
    expect(shown(stage)).toEqual([1, 2, 3, 4, 5]);
    expect(stage.ranOut).toBeNull();
  });
});

describe("among people", () => {
  it("everything is shown as it comes, and skipping leads to now", () => {
    const stage = stageOf(null);
    stage.push(at(4, 1), played(0, ...ROUND.slice(0, 4)));
    stage.skip();
    expect(stage.position?.ply).toBe(4);
    stage.push(at(6, ME), played(4, 1, 2));
    expect(shown(stage)).toEqual([5, 6]);
  });
});
