/** How each event of the game is shown on the stage. */

import { braking, gently, type Showing } from "$lib/stage/motion";
import { offset } from "$lib/stage/poses";
import { EVENT } from "./events";
import type { Stage } from "./stage.svelte";

type Handler = (stage: Stage, showing: Showing, a: number, b: number, c: number) => Promise<void> | void;

/** One sweep up and down of something that glows. */
async function glow(
  stage: Stage,
  showing: Showing,
  seat: number,
  what: "hurt" | "brakes" | "flame",
  ms: number,
): Promise<void> {
  const car = stage.car(seat);
  await showing.run(ms, (u) => (car[what] = Math.sin(Math.PI * u)));
}

async function drifted(stage: Stage, showing: Showing, seat: number, space: number): Promise<void> {
  const from = { ...stage.car(seat) };
  const goal = stage.track.pose(space);
  const turn = (from.angle * Math.PI) / 180;
  const right = (goal.y - from.y) * Math.cos(turn) - (goal.x - from.x) * Math.sin(turn) > 0;
  stage.effect("skid", from, "", "straight", 1600);
  await stage.drive(showing, seat, space, 260, right ? 34 : -34);
}

async function rearEnded(stage: Stage, showing: Showing, seat: number, other: number): Promise<void> {
  const car = stage.car(seat);
  const struck = stage.car(other);
  const [from, hit] = [{ ...car }, { ...struck }];
  const size = stage.track.unit;
  stage.star = seat;
  await showing.run(150, (u) => Object.assign(car, offset(from, 14 * size * gently(u), 0)));
  stage.effect("spark", { x: (from.x + hit.x) / 2, y: (from.y + hit.y) / 2 });
  stage.say(seat, "crash");
  await showing.run(300, (u) => {
    Object.assign(car, offset(from, 14 * size * (1 - braking(u)), 0));
    Object.assign(struck, offset(hit, 9 * size * Math.sin(Math.PI * u), 0));
  });
}

async function swiped(stage: Stage, showing: Showing, seat: number, other: number, to: number): Promise<void> {
  const [car, struck] = [stage.car(seat), stage.car(other)];
  stage.effect("spark", { x: (car.x + struck.x) / 2, y: (car.y + struck.y) / 2 });
  stage.say(other, "pushed");
  await stage.drive(showing, other, to, 240);
}

async function damaged(stage: Stage, showing: Showing, seat: number, condition: number, speed: number): Promise<void> {
  const car = stage.car(seat);
  stage.patch(seat, { condition, speed });
  stage.effect("word", offset({ ...car, angle: 0 }, 0, -34 * stage.track.unit), "−1");
  await glow(stage, showing, seat, "hurt", 330);
}

async function wrecked(stage: Stage, showing: Showing, seat: number): Promise<void> {
  const car = stage.car(seat);
  const angle = car.angle;
  stage.star = seat;
  stage.effect("blast", car);
  stage.say(seat, "out", 1500);
  await showing.run(900, (u) => Object.assign(car, { angle: angle + 540 * braking(u), opacity: 1 - u * u, hurt: 1 }));
}

function spent(stage: Stage, showing: Showing, seat: number, face: number): Promise<void> | void {
  const card = stage.track.scene.faces[face];
  const car = stage.car(seat);
  if (card) stage.effect("card", { x: car.x, y: car.y }, card.type.slice(0, 1).toUpperCase(), card.type, 900);
  return showing.run(90);
}

function laid(stage: Stage, showing: Showing, _seat: number, section: number): Promise<void> {
  stage.effect("ring", stage.track.centre(stage.track.section(section).cell));
  return showing.run(380);
}

async function slower(stage: Stage, showing: Showing, seat: number, speed: number): Promise<void> {
  stage.patch(seat, { speed });
  await glow(stage, showing, seat, "brakes", 320);
}

async function boosted(stage: Stage, showing: Showing, seat: number): Promise<void> {
  stage.say(seat, "nitro");
  const car = stage.car(seat);
  await showing.run(380, (u) => (car.flame = u));
}

function atTheLine(stage: Stage, text: string): void {
  const line = stage.track.along(stage.track.section(0), 1, 0);
  stage.effect("word", line, text, "straight", 1400);
}

function won(stage: Stage, showing: Showing, seat: number): Promise<void> {
  stage.star = seat;
  stage.say(seat, "winner", 2600);
  return showing.run(700);
}

/** What is seen of an event, by its kind; what is missing here shows in the next view. */
export const HANDLERS: Record<number, Handler> = {
  [EVENT.LAID]: laid,
  [EVENT.LAID_BEFORE]: laid,
  [EVENT.SPEED_SET]: async (stage, showing, seat, speed) => {
    stage.patch(seat, { speed });
    stage.effect("ring", stage.car(seat), "", "straight", 500);
    await showing.run(240);
  },
  [EVENT.SPENT]: spent,
  [EVENT.MOVED]: (stage, showing, seat, space) => stage.drive(showing, seat, space, 150),
  [EVENT.CHANGED_LANE]: (stage, showing, seat, space) => stage.drive(showing, seat, space, 190),
  [EVENT.DRIFTED]: drifted,
  [EVENT.BRAKED]: slower,
  [EVENT.NITROUS]: boosted,
  [EVENT.MADNESS]: boosted,
  [EVENT.SHOT_GAP]: async (stage, showing, seat, space) => {
    stage.say(seat, "through the gap");
    await stage.drive(showing, seat, space, 380);
  },
  [EVENT.PITTED]: async (stage, showing, seat, condition) => {
    stage.patch(seat, { condition });
    stage.say(seat, "repaired");
    await showing.run(300);
  },
  [EVENT.REAR_ENDED]: rearEnded,
  [EVENT.SLOWED]: slower,
  [EVENT.SWIPED]: swiped,
  [EVENT.HIT_HAZARD]: (stage, _showing, _seat, space) => stage.effect("spark", stage.track.pose(space)),
  [EVENT.DAMAGED]: damaged,
  [EVENT.UNHARMED]: (stage, showing, seat) => glow(stage, showing, seat, "hurt", 330),
  [EVENT.WRECKED]: wrecked,
  [EVENT.HALTED]: (stage, showing, seat) => {
    stage.say(seat, "halted");
    return glow(stage, showing, seat, "brakes", 380);
  },
  [EVENT.PULLED_ALONG]: (stage, showing, seat, space) => stage.drive(showing, seat, space, 180),
  [EVENT.LAP]: (stage, _showing, _seat, lap) => atTheLine(stage, `lap ${lap}`),
  [EVENT.COMPLETED]: (stage, _showing, seat) => stage.say(seat, "finished", 1500),
  [EVENT.WON]: won,
  [EVENT.WON_WRECKED]: won,
};
