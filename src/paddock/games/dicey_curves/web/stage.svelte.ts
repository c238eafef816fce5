/** What is on the screen now: cars with their poses, dice, effects. Frames are played on it, event by event. */

import type { Happening } from "$lib/board";
import { Cars } from "$lib/stage/cars.svelte";
import { gently, type Showing } from "$lib/stage/motion";
import type { Effect } from "$lib/stage/passing.svelte";
import { bend, blend, mix, nearest, type Point, type Pose } from "$lib/stage/poses";
import type { Track } from "./geometry";
import { HANDLERS } from "./happenings";
import type { CarView, View } from "./types";

/** A car as it is drawn. */
export interface Drawn extends Pose {
  scale: number;
  opacity: number;
  /** in motion: drawn above the others */
  moving: boolean;
  /** 0 to 1: how red it flashes */
  hurt: number;
}

/** A die as it lies in the tray; 0 before it is rolled. */
export interface Die {
  id: number;
  value: number;
  green: boolean;
}

const WHITE = 5; // white dice in the box; further ones are green

export class Stage extends Cars<View, Drawn, Effect> {
  dice: Die[] = $state.raw([]);
  /** a Danger card being played, for all to see */
  played: { seat: number; card: number } | null = $state.raw(null);
  /** the track card just being laid */
  fresh: number | null = $state(null);
  /** where else the camera looks */
  look: Point | null = $state.raw(null);
  #dice = 0; // dice that have been in play, the next id

  constructor(
    readonly track: Track,
    view: View,
  ) {
    super();
    this.show(view);
  }

  protected override rest(view: View): void {
    super.rest(view);
    this.look = null;
    this.fresh = null;
    this.played = null;
    this.layDice(view);
  }

  protected override async playFrame(showing: Showing, view: View, happenings: Happening[]): Promise<void> {
    for (const { kind, a, b, c } of happenings) await HANDLERS[kind]?.(this, showing, a, b, c);
    this.live = view;
    this.layDice(view);
    await this.#settle(showing, view);
  }

  /** Cars take their places. */
  async #settle(showing: Showing, view: View): Promise<void> {
    const goals = this.standing(view);
    if (this.cars.length === goals.length) {
      const moves = goals.map((goal, car) => [this.car(car), goal] as const).filter(([car, goal]) => !isAt(car, goal));
      const from = moves.map(([car]) => ({ ...car }));
      if (moves.length)
        await showing.run(220, (u) =>
          moves.forEach(([car, goal], i) => approach(car, from[i] ?? car, goal, gently(u))),
        );
    }
    this.cars = goals;
  }

  /** The cars of a seat that are on the track. */
  carsOf(seat: number): Drawn[] {
    return this.live.cars.filter((car) => car.seat === seat && car.spot !== null).map((car) => this.car(car.car));
  }

  /** The car of a seat that is farthest ahead. */
  foremost(seat: number | null): number | null {
    const cars = this.live.cars.filter((car) => car.seat === seat && car.spot !== null);
    const far = (car: CarView): number => this.track.progress(this.live.track, car.spot ?? 0);
    return cars.sort((one, other) => far(other) - far(one))[0]?.car ?? null;
  }

  /** How a car stands in a position. */
  override atRest(view: View, car: CarView): Drawn {
    const base = { opacity: 1, scale: 1, moving: false, hurt: 0 };
    const kind = car.spot === null ? undefined : view.track[car.spot >> 4];
    if (car.spot === null || kind === undefined) return { ...base, ...this.#last(car.car), opacity: 0 };
    return { ...base, ...this.track.spot(kind, car.spot) };
  }

  /** A car that is not on the track is where it was last seen. */
  #last(car: number): Pose {
    const { x = 0, y = 0, angle = 0 } = this.cars[car] ?? {};
    return { x, y, angle };
  }

  /** Change what is shown of a car while a frame is played. */
  patch(number: number, change: Partial<CarView>): void {
    const cars = this.live.cars.map((car) => (car.car === number ? { ...car, ...change } : car));
    this.live = { ...this.live, cars };
  }

  /** Change what is shown of a player. */
  patchPlayer(seat: number, change: Partial<View["players"][number]>): void {
    const players = this.live.players.map((player) => (player.seat === seat ? { ...player, ...change } : player));
    this.live = { ...this.live, players };
  }

  /** Drive to a spot, nose first. */
  async drive(showing: Showing, number: number, kind: number, spot: number, ms: number): Promise<void> {
    const car = this.car(number);
    const goal = this.track.spot(kind, spot);
    const way = bend({ ...car }, goal);
    this.star = number;
    car.moving = true;
    await showing.run(ms, (u) => {
      const here = way(gently(u));
      Object.assign(car, { x: here.x, y: here.y, angle: nearest(here.angle, car.angle) });
    });
    car.moving = false;
    car.angle = nearest(goal.angle, car.angle);
    this.patch(number, { spot });
  }

  /** The dice of a position; each keeps its place while others are rolled. */
  layDice(view: View): void {
    const { unused, to_roll, sixes } = view.dice;
    const wanted = [...unused, ...(Array(sixes).fill(6) as number[]), ...(Array(to_roll).fill(0) as number[])];
    const kept = new Map<number, number>();
    for (const die of this.dice) {
      const at = wanted.indexOf(die.value);
      if (at >= 0) kept.set(die.id, wanted.splice(at, 1)[0] ?? 0);
    }
    for (const die of this.dice) if (!kept.has(die.id) && wanted.length) kept.set(die.id, wanted.shift() ?? 0);
    const dice = this.dice.filter((die) => kept.has(die.id)).map((die) => ({ ...die, value: kept.get(die.id) ?? 0 }));
    let many = view.dice.in_play - wanted.length;
    for (const value of wanted) dice.push({ id: ++this.#dice, value, green: many++ >= WHITE });
    this.dice = to_roll ? dice : dice.sort((one, other) => one.value - other.value || one.id - other.id);
  }

  effect(kind: Effect["kind"], at: Point, text = "", ms = 900): void {
    this.effects.add({ kind, x: at.x, y: at.y, text, ms });
  }

  /** A word above a car. */
  say(number: number, text: string, ms = 900): void {
    const { x, y } = this.car(number);
    this.effect("word", { x, y: y - 24 }, text, ms);
  }
}

function approach(car: Drawn, from: Drawn, goal: Drawn, part: number): void {
  Object.assign(car, blend(from, goal, part), { opacity: mix(from.opacity, goal.opacity, part) });
}

function isAt(car: Drawn, goal: Drawn): boolean {
  return Math.abs(car.x - goal.x) + Math.abs(car.y - goal.y) < 1 && Math.abs(car.opacity - goal.opacity) < 0.01;
}
