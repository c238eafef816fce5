/** How each event of the game is shown on the stage. */

import type { Happening } from "$lib/board";
import type { Showing } from "$lib/stage/motion";
import { EVENT } from "./events";
import type { Risk, Stage } from "./stage.svelte";

type Handler = (stage: Stage, showing: Showing, happening: Happening) => Promise<void> | void;
type Note = (stage: Stage, a: number, b: number, sentence: string) => void;

/** A car that goes to a space. */
export interface Advance {
  car: number;
  cell: number;
}

export function advanceOf({ kind, a, b }: Happening): Advance | null {
  return kind === EVENT.PUT_ON_LOOP || kind === EVENT.MERGED ? { car: a, cell: b } : null;
}

// Dice that are kept on the screen

function forget(stage: Stage): void {
  stage.risk = null;
  stage.roll = null;
}

function amend(stage: Stage, change: (risk: Risk) => Partial<Risk>): void {
  if (stage.risk) stage.risk = { ...stage.risk, ...change(stage.risk) };
}

function amendRow(stage: Stage, car: number, change: Partial<Risk["rows"][number]>): void {
  amend(stage, ({ rows }) => ({ rows: rows.map((row) => (row.car === car ? { ...row, ...change } : row)) }));
}

function rolled(stage: Stage, car: number, die: number, sentence: string): void {
  const isTest = stage.risk?.result === "" && stage.risk.rows.some((row) => row.car === car);
  if (isTest) return amendRow(stage, car, { die, tumbles: false });
  stage.risk = null;
  stage.roll = { car, die, sentence };
}

function failed(stage: Stage, car: number): void {
  amendRow(stage, car, { failed: true });
  amend(stage, () => ({ result: "failed" }));
}

const notes: Record<number, Note> = {
  [EVENT.TURN_BEGINS]: (stage) => {
    forget(stage);
    stage.face = null;
  },
  [EVENT.NPD_ROLLED]: (stage, car, face) => void (stage.face = { car, number: face % 8 }),
  [EVENT.STEPPED]: (stage) => void (stage.risk = null),
  [EVENT.EVENT]: forget,
  [EVENT.LAPS_RUN]: forget,
  [EVENT.CONTEST]: forget,
  [EVENT.POSITION]: (stage) => amend(stage, () => ({ result: "decided" })),
  [EVENT.PUSHED]: forget,
  [EVENT.YELLOW_SHOWN]: forget,
  [EVENT.DIE_ROLLED]: rolled,
  [EVENT.REROLLED]: (stage, car) => amendRow(stage, car, { die: 0, rerolled: true }),
  [EVENT.TEST_PASSED]: (stage) => amend(stage, () => ({ result: "passed" })),
  [EVENT.TEST_FAILED]: failed,
  [EVENT.WIDE_FAILED]: failed,
  [EVENT.LOST_CONTROL]: (stage, one, two) => [one, two].forEach((car) => failed(stage, car)),
};

// Animations

/** A die tumbles before its value shows. */
export async function tumble(stage: Stage, showing: Showing, { a }: Happening): Promise<void> {
  stage.star = a;
  const isTest = stage.risk?.result === "" && stage.risk.rows.some((row) => row.car === a);
  if (isTest) amendRow(stage, a, { die: 0, tumbles: true });
  else {
    stage.risk = null;
    stage.roll = { car: a, die: 0, sentence: "", tumbles: true };
  }
  await showing.run(320);
}

function spoken(text: string | ((happening: Happening) => string), ms = 420): Handler {
  return (stage, showing, happening) => {
    stage.star = happening.a;
    stage.say(happening.a, typeof text === "string" ? text : text(happening), 1000);
    return showing.run(ms);
  };
}

/** To a space, forward or back; the camera follows. */
function driven(ms: number): Handler {
  return (stage, showing, { a, b }) => {
    stage.star = a;
    return stage.glide(showing, [{ car: a, cell: b }], ms);
  };
}

async function fails(stage: Stage, showing: Showing, { a, c }: Happening): Promise<void> {
  const car = stage.car(a);
  stage.effect("spark", car);
  stage.say(a, c ? `−${c}` : "fails");
  await showing.run(380, (u) => (car.hurt = Math.sin(Math.PI * u)));
}

async function swapped(stage: Stage, showing: Showing, { a, b }: Happening): Promise<void> {
  const [from, to] = [stage.live.cars[a]?.cell, stage.live.cars[b]?.cell];
  if (from == null || to == null) return;
  stage.star = a;
  stage.say(a, "crossover");
  await stage.glide(
    showing,
    [
      { car: a, cell: to },
      { car: b, cell: from },
    ],
    520,
  );
}

async function flagged(
  stage: Stage,
  showing: Showing,
  flag: "green" | "yellow" | "checkered",
  words: string,
): Promise<void> {
  stage.live = { ...stage.live, flag };
  stage.effect("word", { x: 0, y: -40 }, words, 1600);
  await showing.run(900);
}

const toBox: Handler = async (stage, showing, { a, b }) => {
  stage.live = { ...stage.live, boxes: stage.live.boxes.map((box) => (box.index === b ? { ...box, car: a } : box)) };
  const car = stage.car(a);
  const [from, goal] = [{ ...car }, stage.oval.box(b)];
  await showing.run(320, (u) =>
    Object.assign(car, { x: from.x + (goal.x - from.x) * u, y: from.y + (goal.y - from.y) * u }),
  );
  Object.assign(car, goal, { spot: null });
};

async function lapsDrawn(stage: Stage, showing: Showing, { b }: Happening): Promise<void> {
  stage.shown = { kind: "laps", card: b, who: "Laps card" };
  await showing.run(1200);
  stage.shown = null;
}

async function cardPlayed(stage: Stage, showing: Showing, { a, b }: Happening): Promise<void> {
  stage.star = a;
  stage.shown = { kind: "action", card: b, who: `${stage.name(a)} plays` };
  await showing.run(800);
  stage.shown = null;
}

/** What is seen of an event, by its kind; what is missing here shows in the next view. */
const seen: Record<number, Handler> = {
  [EVENT.TEAM_TAKEN]: (stage, showing, { b }) => {
    stage.say(b, "taken");
    return showing.run(200);
  },
  [EVENT.QUALIFIED]: spoken(({ c }) => `no. ${c}`, 160),
  [EVENT.ON_GRID]: driven(300),
  [EVENT.ON_LAPPED_START]: driven(300),
  [EVENT.LAPS_DRAWN]: lapsDrawn,
  [EVENT.LINE_ADVANCES]: spoken("line", 200),
  [EVENT.CAUTION]: (stage, showing) => flagged(stage, showing, "yellow", "caution"),
  [EVENT.YELLOW_SHOWN]: (stage, showing) => flagged(stage, showing, "yellow", "yellow flag"),
  [EVENT.GREEN_FLAG]: (stage, showing) => flagged(stage, showing, "green", "green flag"),
  [EVENT.CHECKERED]: (stage, showing) => flagged(stage, showing, "checkered", "checkered flag"),
  [EVENT.TEST_FAILED]: fails,
  [EVENT.WIDE_FAILED]: fails,
  [EVENT.TEST_PASSED]: (_stage, showing) => showing.run(350),
  [EVENT.DIE_ROLLED]: (_stage, showing) => showing.run(160),
  [EVENT.REROLLED]: spoken("reroll", 300),
  [EVENT.TURN_BEGINS]: (stage, showing, { a }) => {
    stage.star = a;
    stage.effect("ring", stage.car(a));
    return showing.run(180);
  },
  [EVENT.NPD_PITS]: spoken("pits", 300),
  [EVENT.NPD_ROLLED]: (_stage, showing) => showing.run(300),
  [EVENT.PLAYED]: cardPlayed,
  [EVENT.FUMES_CARD]: cardPlayed,
  [EVENT.PEDAL]: spoken(({ b }) => `Move ${b}`, 250),
  [EVENT.PITTED]: spoken(({ c }) => `pit stop +${c}`, 500),
  [EVENT.RETURNED]: driven(600),
  [EVENT.SPUTTERED]: spoken("sputters"),
  [EVENT.STEPPED]: driven(170),
  [EVENT.PUSHED]: spoken("push", 160),
  [EVENT.STUCK]: spoken("stuck", 300),
  [EVENT.BOXED_IN]: spoken("stuck", 300),
  [EVENT.NOT_RIDDEN]: spoken("no line", 300),
  [EVENT.BRAKED]: spoken("brakes", 250),
  [EVENT.DRAFTED]: spoken("draft", 260),
  [EVENT.SWAPPED]: swapped,
  [EVENT.SIDE_DRAFTED]: spoken("side draft", 300),
  [EVENT.PAINTED]: (stage, showing, { a, b }) => {
    stage.effect("spark", stage.car(b));
    stage.say(a, "trading paint");
    return showing.run(350);
  },
  [EVENT.PAINT_MISSED]: spoken("no effect", 300),
  [EVENT.SLINGSHOT_DECLARED]: spoken("slingshot", 300),
  [EVENT.BONUS_GIVEN]: spoken(({ b }) => `bonus ${b}`, 300),
  [EVENT.MOVED_BACK]: driven(420),
  [EVENT.LAPPED]: spoken("lapped", 350),
  [EVENT.REGAINED]: spoken("lead lap", 300),
  [EVENT.POSITION]: spoken(({ b, c }) => (c ? `no. ${b}: +${c}` : `no. ${b}`), 320),
  [EVENT.CONTEST]: spoken(({ c }) => `race for ${c}`, 400),
  [EVENT.LOST_CONTROL]: async (stage, showing, happening) => {
    await fails(stage, showing, { ...happening, c: 0 });
    await fails(stage, showing, { ...happening, a: happening.b, c: 0 });
  },
  [EVENT.GOES_TO_BOX]: toBox,
  [EVENT.PIT_DIE_SHOWN]: spoken(({ b }) => `die ${b}`, 260),
  [EVENT.NPD_PIT_DIE]: spoken(({ b }) => `die ${b}`, 160),
  [EVENT.EXITS]: spoken(({ b }) => `leaves with ${b}`, 260),
};

export { notes as NOTES, seen as HANDLERS };
