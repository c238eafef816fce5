import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type BotPace, CHANCE, OVER, type PlyInfo, type Position, SPECTATOR } from "../wire";
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
    stage.ourThrower = (frame) => (frame.view === 6 ? ME : -1);
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

  it("the winner comes to the line slowly, and the others as usual", () => {
    const stage = stageOf("brisk");
    stage.isFinish = (frame) => [2, 4].includes(Number(frame.view));
    stage.push(at(5, OVER), played(0, ME, 1, 2, 1, 2));
    const paces: [unknown, number][] = [];
    stage.onshown = ({ view }, ended) => void (ended || paces.push([view, stage.haste]));
    shown(stage);
    expect(paces.filter(([, pace]) => pace < 1)).toEqual([[2, 0.5]]);
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

describe("where the device changes hands", () => {
  const BEN = 1;
  const TENFOLD = 10; // views of the second driver are ten times, those for everybody a hundred times the first's

  function known(times: number, steps: ReturnType<typeof stepOf>[]): ReturnType<typeof stepOf>[] {
    return steps.map(({ ply, frame }) => ({ ply, frame: { ...frame, view: Number(frame.view) * times } }));
  }

  function knownAt(seat: number, ply: number, actor: number): Position {
    const times = { [ME]: 1, [BEN]: TENFOLD, [SPECTATOR]: 100 }[seat] ?? 0;
    const choices = seat === actor ? [{ move: 0 }] : [];
    return { seat, ply, actor, view: ply * times, choices } as unknown as Position;
  }

  /** I have moved, and after a die it is Ben's turn, which begins with his own die. */
  function handedOver(): Stage {
    const stage = new Stage(() => ({ held: [ME, BEN], bots: null, still: false }));
    stage.ourThrower = ({ actor, view }) => (actor === CHANCE ? ([30, 300].includes(Number(view)) ? BEN : ME) : -1);
    stage.reset(knownAt(ME, 0, ME));
    stage.turnTo(knownAt(SPECTATOR, 0, ME), knownAt(SPECTATOR, 3, BEN), known(100, played(0, ME, CHANCE, CHANCE)));
    return stage;
  }

  it("nothing that I alone know is shown from the first moment on", () => {
    const stage = handedOver();
    expect([stage.view, stage.settled, stage.position?.seat, stage.frames]).toEqual([0, 0, SPECTATOR, []]);
    expect(stage.behind).toBe(true);
    expect(shown(stage)).toEqual([100, 200]);
  });

  it("the dice of the next driver wait in the cup, and nobody else throws them", () => {
    const stage = handedOver();
    shown(stage);
    stage.throwDice();
    stage.skip();
    expect([stage.inCup, stage.actor, stage.view]).toEqual([true, BEN, 200]);
    stage.turnTo(knownAt(BEN, 0, ME), knownAt(BEN, 3, BEN), known(TENFOLD, played(0, ME, CHANCE, CHANCE)));
    expect([stage.view, stage.position?.seat, shown(stage)]).toEqual([20, BEN, []]);
    vi.advanceTimersToNextTimer();
    expect(stage.inCup).toBe(true);
    stage.throwDice();
    expect(shown(stage)).toEqual([30]);
    expect(stage.position?.choices.length).toBe(1);
  });

  it("a driver who is quick sees the rest of it, and throws nobody else's dice", () => {
    const stage = handedOver();
    vi.advanceTimersToNextTimer();
    stage.done(); // my move has been shown
    stage.turnTo(knownAt(BEN, 0, ME), knownAt(BEN, 3, BEN), known(TENFOLD, played(0, ME, CHANCE, CHANCE)));
    expect(stage.view).toBe(10);
    expect(shown(stage)).toEqual([20]);
    expect(stage.inCup).toBe(true);
  });
});
