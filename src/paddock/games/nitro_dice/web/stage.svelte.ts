/** What is on the screen now: the cars with their poses and the effects. Frames are played on it, event by event. */

import type { Happening } from "$lib/board";
import { Cars } from "$lib/stage/cars.svelte";
import { gently, type Showing } from "$lib/stage/motion";
import { bend, blend, mix, nearest, offset, type Point, type Pose } from "$lib/stage/poses";
import type { Track } from "./geometry";
import { HANDLERS } from "./happenings";
import type { CarView, Type, View } from "./types";

/** A car as it is drawn. */
export interface Drawn extends Pose {
  scale: number;
  opacity: number;
  /** in motion: drawn above the others */
  moving: boolean;
  /** 0 to 1: how red it flashes */
  hurt: number;
  /** 0 to 1: how brightly the brakes or the nitrous glow */
  brakes: number;
  flame: number;
}

export interface Effect extends Point {
  kind: "word" | "spark" | "blast" | "ring" | "card" | "skid";
  text: string;
  type: Type;
  angle: number;
  ms: number;
}

export class Stage extends Cars<View, Drawn, Effect> {
  constructor(
    readonly track: Track,
    view: View,
  ) {
    super();
    this.show(view);
  }

  protected override async playFrame(showing: Showing, view: View, happenings: Happening[]): Promise<void> {
    for (const { kind, a, b, c } of happenings) await HANDLERS[kind]?.(this, showing, a, b, c);
    this.live = view;
    await this.#settle(showing, view);
  }

  /** Cars take their places: those in the garage make room, those that come onto the track appear. */
  async #settle(showing: Showing, view: View): Promise<void> {
    const goals = this.standing(view);
    const moves = goals.map((goal, seat) => [this.car(seat), goal] as const).filter(([car, goal]) => !isAt(car, goal));
    if (moves.length) {
      const from = moves.map(([car]) => ({ ...car }));
      await showing.run(220, (u) => moves.forEach(([car, goal], i) => approach(car, from[i] ?? car, goal, gently(u))));
    }
    this.cars = goals;
  }

  /** How a car stands in a position. */
  override atRest(view: View, car: CarView): Drawn {
    const flame = view.movement?.bonus && view.turn === car.seat ? 1 : 0;
    const base = { opacity: 1, scale: 1, moving: false, hurt: 0, brakes: 0, flame };
    if (car.space === null) return { ...base, ...this.aside(car), opacity: 0, scale: 0.4 };
    const pose = this.track.pose(car.space);
    if (!car.in_garage) return { ...base, ...pose };
    const queue = view.cars.filter((other) => other.space === car.space).length;
    return { ...base, ...inQueue(pose, car.queue, queue, this.track.unit) };
  }

  /** A car that is not on the track is where it was last seen, or before the race beside the grid. */
  private aside(car: CarView): Pose {
    const before = this.cars[car.seat];
    return before && before.opacity > 0 ? { x: before.x, y: before.y, angle: before.angle } : this.track.pose(0);
  }

  /** Change what is shown of a car while a frame is played. */
  patch(seat: number, change: Partial<CarView>): void {
    const cars = this.live.cars.map((car) => (car.seat === seat ? { ...car, ...change } : car));
    this.live = { ...this.live, cars };
  }

  /** Drive to a space, nose first; a drift swings the tail out by `swing` degrees. */
  async drive(showing: Showing, seat: number, space: number, ms: number, swing = 0): Promise<void> {
    const car = this.car(seat);
    const goal = this.track.pose(space);
    const inGarage = this.track.space(space).lane === "G";
    const way = bend({ ...car }, goal);
    const scale = car.scale;
    this.star = seat;
    car.moving = true;
    await showing.run(ms, (u) => {
      const done = gently(u);
      const here = way(done);
      car.x = here.x;
      car.y = here.y;
      car.angle = nearest(here.angle, car.angle) + swing * Math.sin(Math.PI * u) * 0.25;
      car.scale = scale + ((inGarage ? 0.62 : 1) - scale) * done;
    });
    car.moving = false;
    car.angle = nearest(goal.angle, car.angle);
    this.patch(seat, { space, in_garage: inGarage });
  }

  effect(kind: Effect["kind"], at: Point & { angle?: number }, text = "", type: Type = "straight", ms = 900): void {
    this.effects.add({ kind, x: at.x, y: at.y, angle: at.angle ?? 0, text, type, ms });
  }

  /** A word above a car. */
  say(seat: number, text: string, ms = 900): void {
    const car = this.car(seat);
    this.effect("word", { x: car.x, y: car.y - 34 * this.track.unit }, text, "straight", ms);
  }
}

function inQueue(pose: Pose, at: number, many: number, unit: number): Pose & { scale: number } {
  if (many <= 1) return { ...pose, scale: 0.62 };
  const columns = many <= 2 ? 1 : 2;
  const rows = Math.ceil(many / columns);
  const along = ((rows - 1) / 2 - Math.floor(at / columns)) * (48 / rows);
  const across = ((at % columns) - (columns - 1) / 2) * 15;
  return { ...offset(pose, along * unit, across * unit), scale: many <= 2 ? 0.5 : 0.36 };
}

function approach(car: Drawn, from: Drawn, goal: Drawn, part: number): void {
  const [scale, opacity] = [mix(from.scale, goal.scale, part), mix(from.opacity, goal.opacity, part)];
  Object.assign(car, blend(from, goal, part), { scale, opacity });
}

function isAt(car: Drawn, goal: Drawn): boolean {
  const away = Math.abs(car.x - goal.x) + Math.abs(car.y - goal.y);
  return away < 1 && Math.abs(car.scale - goal.scale) < 0.01 && Math.abs(car.opacity - goal.opacity) < 0.01;
}
