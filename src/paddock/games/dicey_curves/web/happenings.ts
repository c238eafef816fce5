/** How each event of the game is shown on the stage. */

import { gently, type Showing } from "$lib/stage/motion";
import type { Point } from "$lib/stage/poses";
import { EVENT } from "./events";
import { CELL } from "./geometry";
import type { Stage } from "./stage.svelte";

type Handler = (stage: Stage, showing: Showing, a: number, b: number, c: number) => Promise<void> | void;

const SIX = 6;
const carOf = (code: number): number => code & 15; // an event's car carries its owner
const spotOf = (code: number): number => code & 1023; // an event's spot carries the type of its card

function middle(stage: Stage, index: number): Point {
  const { x, y } = stage.track.corner(index);
  return { x: x + CELL / 2, y: y + CELL / 2 };
}

function place(stage: Stage, code: number): Point {
  return stage.track.spot(code >> 10, spotOf(code));
}

async function flash(stage: Stage, showing: Showing, seat: number, text: string): Promise<void> {
  const cars = stage.carsOf(seat);
  const first = cars[0];
  if (!first) return;
  stage.effect("word", { x: first.x, y: first.y - 24 }, text);
  await showing.run(420, (u) => cars.forEach((car) => (car.hurt = Math.sin(Math.PI * u))));
}

async function laid(stage: Stage, showing: Showing, index: number, kind: number): Promise<void> {
  stage.live = { ...stage.live, track: [...stage.live.track.slice(0, index), kind] };
  stage.fresh = index;
  stage.look = middle(stage, index);
  await showing.run(520);
  stage.fresh = null;
  stage.look = null;
}

async function onCard(stage: Stage, showing: Showing, at: Point, text: string): Promise<void> {
  stage.look = at;
  stage.effect("ring", at);
  stage.effect("word", at, text, 1200);
  await showing.run(700);
  stage.look = null;
}

async function rolled(stage: Stage, showing: Showing, value: number): Promise<void> {
  const die = stage.dice.find((one) => one.value === 0);
  if (!die) return;
  stage.dice = stage.dice.map((one) => (one.id === die.id ? { ...one, value } : one));
  await showing.run(value === SIX ? 420 : 200);
}

async function juked(stage: Stage, showing: Showing, one: number, two: number): Promise<void> {
  const [first, second] = [stage.car(carOf(one)), stage.car(carOf(two))];
  const [from, to] = [{ ...first }, { ...second }];
  stage.star = carOf(one);
  stage.say(carOf(one), "juke");
  await showing.run(420, (u) => {
    const done = gently(u);
    first.x = from.x + (to.x - from.x) * done;
    first.y = from.y + (to.y - from.y) * done;
    second.x = to.x + (from.x - to.x) * done;
    second.y = to.y + (from.y - to.y) * done;
  });
  const spots = [stage.live.cars[carOf(one)]?.spot ?? null, stage.live.cars[carOf(two)]?.spot ?? null];
  stage.patch(carOf(one), { spot: spots[1] ?? null });
  stage.patch(carOf(two), { spot: spots[0] ?? null });
}

function tookCubes(stage: Stage, showing: Showing, seat: number, car: number, cubes: number): Promise<void> {
  stage.effect("blast", stage.car(carOf(car)));
  return flash(stage, showing, seat, `+${cubes} damage`);
}

async function played(stage: Stage, showing: Showing, seat: number, card: number): Promise<void> {
  stage.played = { seat, card };
  await showing.run(900);
  stage.played = null;
}

/** What is seen of an event, by its kind; what is missing here shows in the next view. */
export const HANDLERS: Record<number, Handler> = {
  [EVENT.LAID]: laid,
  [EVENT.PLAYED]: played,
  [EVENT.SUPER_SIZED]: (stage, showing, seat) => played(stage, showing, seat, stage.track.scene.dangers.length - 1),
  [EVENT.DAMAGED]: (stage, showing, seat, damage) => {
    stage.patchPlayer(seat, { damage });
    return flash(stage, showing, seat, "+1 damage");
  },
  [EVENT.REPAIRED]: (stage, showing, seat, damage) => {
    stage.patchPlayer(seat, { damage });
    return flash(stage, showing, seat, "repaired");
  },
  [EVENT.ALL_REPAIRED]: (stage, showing, seat) => flash(stage, showing, seat, "all repaired"),
  [EVENT.CUBES_LAID]: (stage, showing, _card, spot, cubes) =>
    onCard(stage, showing, place(stage, spot), cubes > 1 ? "major debris" : "debris"),
  [EVENT.GATE_CUBES_LAID]: (stage, showing, index) => onCard(stage, showing, middle(stage, index), "dangerous curve"),
  [EVENT.BARRELS_LAID]: (stage, showing, index) => onCard(stage, showing, middle(stage, index), "lane closed"),
  [EVENT.BARRELS_LIFTED]: (stage, showing, index) => onCard(stage, showing, middle(stage, index), "lane open"),
  [EVENT.SHOP_PLACED]: (stage, showing, spot) => onCard(stage, showing, place(stage, spot), "repair shop"),
  [EVENT.FIRST_DICE]: (_stage, showing) => showing.run(160),
  [EVENT.ROLLED]: (stage, showing, _seat, value) => rolled(stage, showing, value),
  [EVENT.SIXES]: (_stage, showing) => showing.run(300),
  [EVENT.DROVE]: (stage, showing, car) => {
    stage.star = carOf(car);
    return showing.run(140);
  },
  [EVENT.STEPPED]: (stage, showing, car, spot) => stage.drive(showing, carOf(car), spot >> 10, spotOf(spot), 150),
  [EVENT.GATE_PASSED]: (stage, _showing, car, gate) => stage.say(carOf(car), `gate ${gate}`),
  [EVENT.TOOK_CUBES]: tookCubes,
  [EVENT.TOOK_ON_THE_WAY]: tookCubes,
  [EVENT.TOOK_GATE_CUBE]: tookCubes,
  [EVENT.STOPPED]: (stage, _showing, car) => stage.say(carOf(car), "stopped", 700),
  [EVENT.CONTINUED]: (stage, showing, _seat, car) => {
    stage.say(carOf(car), "goes on");
    return showing.run(260);
  },
  [EVENT.JUKED]: (stage, showing, _seat, one, two) => juked(stage, showing, one, two),
  [EVENT.BORROWED]: (stage, showing, _seat, car) => {
    stage.star = carOf(car);
    stage.say(carOf(car), "borrowed");
    return showing.run(360);
  },
  [EVENT.FINISHED]: (stage, showing, car) => {
    stage.star = carOf(car);
    stage.say(carOf(car), "finish", 1600);
    return showing.run(600);
  },
  [EVENT.WON]: (stage, showing, seat) => {
    const car = stage.carsOf(seat)[0];
    if (car) stage.effect("word", { x: car.x, y: car.y + 34 }, "winner", 2600);
    return showing.run(700);
  },
};
