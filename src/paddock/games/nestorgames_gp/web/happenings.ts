/** How each event of the game is played on the stage. */

import type { Happening } from "$lib/board";
import { braking, type Showing, smooth } from "$lib/stage/motion";
import { offset } from "$lib/stage/poses";
import { EVENT } from "./events";
import type { Stage } from "./stage.svelte";

type Handler = (stage: Stage, showing: Showing, group: Happening[]) => Promise<void>;

const TOGETHER: number[] = [EVENT.GRID, EVENT.CRASHED, EVENT.LOST_ALL_DICE, EVENT.PIECE_PLACED];

/** Events that happen at the same moment are played together. */
export function grouped(happenings: Happening[]): Happening[][] {
  const groups: Happening[][] = [];
  for (const happening of happenings) {
    const last = groups.at(-1);
    if (last?.[0]?.kind === happening.kind && TOGETHER.includes(happening.kind)) last.push(happening);
    else groups.push([happening]);
  }
  return groups;
}

/** A handler for one event at a time. */
const one =
  (play: (stage: Stage, showing: Showing, a: number, b: number, c: number) => Promise<void> | void): Handler =>
  async (stage, showing, group) => {
    for (const { a, b, c } of group) await play(stage, showing, a, b, c);
  };

/** A handler for events that happen at once. */
const all =
  (play: (stage: Stage, showing: Showing, a: number, b: number, c: number) => Promise<void> | void): Handler =>
  async (stage, showing, group) => {
    await Promise.all(group.map(({ a, b, c }) => play(stage, showing, a, b, c)));
  };

async function tumble(stage: Stage, showing: Showing, seat: number, face: number, again: boolean): Promise<void> {
  const faces = stage.dice.roller === seat ? stage.dice.faces : [];
  let shown = 0;
  await showing.run(420, (u) => {
    const turn = Math.floor(u * 7);
    if (turn === shown && u < 1) return;
    shown = turn;
    const next = u < 1 ? ((face + turn * 2 + 1) % 6) + 1 : face;
    stage.dice = { roller: seat, faces, tumbling: next, again: null };
  });
  if (again) {
    stage.dice = { roller: seat, faces: [...faces, face], tumbling: null, again: face };
    await showing.run(750);
  } else {
    stage.dice = { roller: seat, faces: [...faces, face], tumbling: null, again: null };
    await showing.run(90);
  }
}

async function moved(stage: Stage, showing: Showing, seat: number, points: number, end: number): Promise<void> {
  const roads = stage.roadsTaken();
  const from = stage.step(seat);
  const whole = stage.track.follow(from, points, roads.shortcut, roads.gate);
  const line = whole.findIndex((step, i) => step === 1 && (i ? whole[i - 1] : from) === stage.track.scene.lap_length);
  const path = end === 0 ? whole.slice(0, line < 0 ? undefined : line) : whole;
  await stage.drive(showing, seat, path, end === 0, Math.min(1900, 420 + 95 * points));
}

async function bumped(stage: Stage, showing: Showing, seat: number, other: number, to: number): Promise<void> {
  const here = stage.step(seat);
  const struck = stage.car(other);
  stage.effect("spark", { x: (stage.car(seat).x + struck.x) / 2, y: (stage.car(seat).y + struck.y) / 2 });
  // On a loop square the pushed car leaves the way the pushing car points.
  stage.patchCar(other, { step: here });
  await Promise.all([
    stage.drive(showing, other, to ? [to] : [], to === 0, 360),
    stage.glide(showing, stage.car(seat), stage.track.rest(here), 300),
  ]);
}

async function crashed(stage: Stage, showing: Showing, seat: number, _step: number, dice: number): Promise<void> {
  const car = stage.car(seat);
  const { angle, roll } = { ...car };
  stage.star = seat;
  stage.effect("blast", car);
  stage.effect("word", { x: car.x, y: car.y - 30 }, "crash");
  car.moving = true;
  await showing.run(900, (u) => {
    car.angle = angle + 720 * braking(u);
    car.roll = roll + (1 - roll) * smooth(Math.min(1, u * 1.5));
  });
  car.moving = false;
  stage.patchCar(seat, { belly_up: true, dice });
}

async function upright(stage: Stage, showing: Showing, seat: number): Promise<void> {
  const car = stage.car(seat);
  const from = car.roll;
  stage.star = seat;
  await showing.run(450, (u) => (car.roll = from * (1 - smooth(u))));
  stage.patchCar(seat, { belly_up: false });
}

async function slid(stage: Stage, showing: Showing, seat: number, from: number, to: number): Promise<void> {
  const path = stage.track.until(from, to);
  const car = stage.car(seat);
  await Promise.all([
    stage.drive(showing, seat, path, to === 0, 500 + 70 * path.length),
    showing.run(400, (u) => (car.scale = 1 + 0.08 * Math.sin(u * Math.PI * 6))),
  ]);
}

async function teleported(stage: Stage, showing: Showing, seat: number, from: number, to: number): Promise<void> {
  const car = stage.car(seat);
  stage.star = seat;
  stage.effect("beam", stage.track.rest(from));
  await showing.run(350, (u) => Object.assign(car, { opacity: 1 - u, scale: 1 - 0.7 * u }));
  const taken = stage.isTaken(to, seat);
  Object.assign(car, stage.track.rest(to));
  if (taken) Object.assign(car, offset(stage.track.rest(to), -24, 0));
  stage.effect("beam", car);
  await showing.run(350, (u) => Object.assign(car, { opacity: u, scale: 0.3 + 0.7 * u }));
  stage.patchCar(seat, { step: to, stamp: Number.MAX_SAFE_INTEGER });
}

async function finished(stage: Stage, showing: Showing, seat: number, place: number): Promise<void> {
  const car = stage.car(seat);
  stage.effect("word", { x: car.x, y: car.y - 30 }, place === 1 ? "winner" : "finished", 1600);
  stage.star = seat;
  await showing.run(500, (u) => (car.opacity = 1 - u));
  stage.patchCar(seat, { step: 0, finished: true, place, laps_left: 0 });
  const shown = stage.live.cars[seat];
  if (shown) stage.cars[seat] = stage.atRest(stage.live, shown);
}

async function fired(stage: Stage, showing: Showing, seat: number, cell: number): Promise<void> {
  const from = { ...stage.car(seat) };
  const to = stage.track.rest(cell);
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  stage.star = seat;
  await showing.run(650, (u) => {
    stage.rocket = { x: from.x + (to.x - from.x) * u * 0.7, y: from.y + (to.y - from.y) * u * 0.7, angle };
  });
}

async function rocketLands(stage: Stage, showing: Showing, face: number, hits: boolean): Promise<void> {
  await tumble(stage, showing, stage.live.turn, face, false);
  if (stage.rocket) stage.effect(hits ? "blast" : "ring", stage.rocket);
  stage.rocket = null;
}

function lay(stage: Stage, step: number, thing: string, tray = stage.live.tray): void {
  const cell = stage.track.step(step).cell;
  stage.live = { ...stage.live, tray, things: [...stage.live.things.filter((t) => t.cell !== cell), { cell, thing }] };
  stage.effect("ring", stage.track.rest(step));
}

function lift(stage: Stage, step: number): void {
  const cell = stage.track.step(step).cell;
  stage.live = { ...stage.live, things: stage.live.things.filter((thing) => thing.cell !== cell) };
}

const ITEMS = ["", "turbo", "rocket", "bomb", "wrench", "oil"]; // by the number that events give them

async function taken(stage: Stage, showing: Showing, seat: number, item: number, step: number): Promise<void> {
  lift(stage, step);
  stage.effect("word", { x: stage.car(seat).x, y: stage.car(seat).y - 30 }, ITEMS[item] ?? "");
  await showing.run(250);
}

async function gate(stage: Stage, showing: Showing, seat: number, open: boolean): Promise<void> {
  stage.effect("ring", stage.car(seat));
  stage.live = { ...stage.live, gate_open: open };
  await showing.run(600);
}

async function lap(stage: Stage, showing: Showing, seat: number, done: number): Promise<void> {
  stage.patchCar(seat, { laps_left: stage.track.scene.laps - done });
  stage.effect("word", stage.track.rest(1), `lap ${done}`, 1200);
  await showing.run(60);
}

/** What is seen of an event, by its kind; what is missing here shows in the next view. */
export const HANDLERS: Record<number, Handler> = {
  [EVENT.QUALIFYING_ROLL]: one((stage, showing, seat, face) => tumble(stage, showing, seat, face, false)),
  [EVENT.QUALIFYING_BUST]: one((stage, showing, seat, face) => tumble(stage, showing, seat, face, true)),
  [EVENT.GRID]: all(async (stage, showing, seat, slot, step) => {
    stage.patchCar(seat, { slot });
    await showing.run(slot * 110);
    await stage.glide(showing, stage.car(seat), stage.track.rest(step), 900);
    stage.patchCar(seat, { step });
  }),
  [EVENT.OIL_PLACED]: one((stage, _showing, step) => lay(stage, step, "oil")),
  [EVENT.PIECE_PLACED]: all((stage, _showing, kind, step) => lay(stage, step, ITEMS[kind] ?? "")),
  [EVENT.TRAY_PLACED]: one((stage, showing, kind, step) => {
    lay(stage, step, "tray", ITEMS[kind] ?? "");
    return showing.run(250);
  }),
  [EVENT.FLIPPED]: one((stage, showing, seat) => upright(stage, showing, seat)),
  [EVENT.FIXED]: one((stage, showing, seat, dice) => {
    stage.patchCar(seat, { dice });
    stage.effect("word", { x: stage.car(seat).x, y: stage.car(seat).y - 30 }, "fixed");
    return showing.run(350);
  }),
  [EVENT.ROLLED]: one((stage, showing, seat, face) => tumble(stage, showing, seat, face, false)),
  [EVENT.BUST]: one((stage, showing, seat, face) => tumble(stage, showing, seat, face, true)),
  [EVENT.BUST_ON_CORNER]: one((stage, showing, seat, face) => tumble(stage, showing, seat, face, true)),
  [EVENT.TOOK_SHORTCUT]: one((stage) => stage.takeRoad("shortcut")),
  [EVENT.TOOK_GATE]: one((stage) => stage.takeRoad("gate")),
  [EVENT.MOVED]: one(moved),
  [EVENT.STAYED]: one((stage, showing, seat) => {
    stage.effect("word", { x: stage.car(seat).x, y: stage.car(seat).y - 30 }, "stays");
    return showing.run(500);
  }),
  [EVENT.BUMPED]: one(bumped),
  [EVENT.CRASHED]: all(crashed),
  [EVENT.LOST_ALL_DICE]: all((stage, showing, seat, step) => crashed(stage, showing, seat, step, 0)),
  [EVENT.LAP]: one(lap),
  [EVENT.FINISHED]: one(finished),
  [EVENT.GATE_OPENED]: one((stage, showing, seat) => gate(stage, showing, seat, true)),
  [EVENT.GATE_CLOSED]: one((stage, showing, seat) => gate(stage, showing, seat, false)),
  [EVENT.TELEPORTED]: one(teleported),
  [EVENT.ITEM_TAKEN]: one(taken),
  [EVENT.TRAY_TAKEN]: one(taken),
  [EVENT.ROCKET_FIRED]: one(fired),
  [EVENT.ROCKET_HIT]: one((stage, showing, face) => rocketLands(stage, showing, face, true)),
  [EVENT.ROCKET_MISSED]: one((stage, showing, face) => rocketLands(stage, showing, face, false)),
  [EVENT.BOMB_DROPPED]: one((stage, showing, _seat, step) => {
    lay(stage, step, "armed_bomb");
    return showing.run(300);
  }),
  [EVENT.BOMB_EXPLODED]: one((stage, showing, _seat, step) => {
    lift(stage, step);
    stage.effect("blast", stage.track.rest(step));
    return showing.run(150);
  }),
  [EVENT.WRENCH_USED]: one(async (stage, showing, seat) => {
    await upright(stage, showing, seat);
    stage.patchCar(seat, { dice: 6 });
  }),
  [EVENT.TURBO_USED]: one((stage, showing, seat) => {
    stage.effect("word", { x: stage.car(seat).x, y: stage.car(seat).y - 30 }, "turbo");
    stage.live = { ...stage.live, turbo: true };
    return showing.run(300);
  }),
  [EVENT.OIL_DROPPED]: one((stage, showing, _seat, step) => {
    lay(stage, step, "oil");
    return showing.run(300);
  }),
  [EVENT.SLID]: one(slid),
  [EVENT.SAFETY_CAR]: one((_stage, showing) => showing.run(400)),
};
