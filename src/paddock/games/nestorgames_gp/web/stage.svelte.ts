/**
 * What is on the screen now: every car with its pose, the dice, the effects. Frames are played on it, event by event.
 */

import type { Happening } from "$lib/board";
import { Cars } from "$lib/stage/cars.svelte";
import { braking, gently, type Showing } from "$lib/stage/motion";
import { blend, mix, nearest, offset, type Point, type Pose } from "$lib/stage/poses";
import { fan, type Track } from "./geometry";
import { grouped, HANDLERS } from "./happenings";
import type { CarView, View } from "./types";

/** A car as it is drawn. */
export interface Drawn extends Pose {
  scale: number;
  opacity: number;
  /** 0 on its wheels, 1 on its roof */
  roll: number;
  /** on the road or in a hurry: drawn above the others */
  moving: boolean;
  parked: boolean;
}

export interface Effect extends Point {
  kind: "blast" | "spark" | "beam" | "ring" | "word";
  text: string;
  ms: number;
}

export interface DiceShown {
  roller: number;
  faces: number[];
  /** the die that is in the air: what it shows at this moment */
  tumbling: number | null;
  /** the number that came a second time */
  again: number | null;
}

export class Stage extends Cars<View, Drawn, Effect> {
  dice: DiceShown = $state.raw({ roller: 0, faces: [], tumbling: null, again: null });
  rocket: Pose | null = $state.raw(null);
  #roads = { shortcut: false, gate: false };

  constructor(
    readonly track: Track,
    view: View,
  ) {
    super();
    this.show(view);
  }

  protected override rest(view: View): void {
    super.rest(view);
    this.rocket = null;
    this.dice = this.diceOf(view);
  }

  protected override async playFrame(showing: Showing, view: View, happenings: Happening[]): Promise<void> {
    for (const group of grouped(happenings)) await HANDLERS[group[0]?.kind ?? -1]?.(this, showing, group);
    this.live = view;
    if (!sameDice(this.dice, view)) this.dice = this.diceOf(view);
    await this.#settle(showing, view);
  }

  /** Cars that share a space make room for each other. */
  async #settle(showing: Showing, view: View): Promise<void> {
    const goals = this.standing(view);
    const moves = goals.map((goal, seat) => [this.car(seat), goal] as const).filter(([car, goal]) => !isAt(car, goal));
    await Promise.all(moves.map(([car, goal]) => this.glide(showing, car, goal, 200)));
    this.cars = goals;
    this.star = null;
  }

  diceOf(view: View): DiceShown {
    const kept = this.dice.faces.filter((face) => view.rolled.includes(face));
    const fresh = view.rolled.filter((face) => !kept.includes(face));
    const same = this.dice.roller === view.roller;
    return { roller: view.roller, faces: same ? [...kept, ...fresh] : view.rolled, tumbling: null, again: null };
  }

  /** How a car stands in a position: on its space beside the others there, or in its box. */
  override atRest(view: View, car: CarView): Drawn {
    const base = { opacity: 1, roll: car.belly_up ? 1 : 0, moving: false, parked: car.step === 0 };
    if (car.step === 0) return { ...base, ...this.inBox(car), scale: 0.8 };
    const cell = this.track.step(car.step).cell;
    const here = view.cars.filter((other) => other.step && this.track.step(other.step).cell === cell);
    here.sort((one, other) => one.stamp - other.stamp);
    const pose = this.track.rest(car.step);
    const place = fan(here.length)[here.findIndex((other) => other.seat === car.seat)];
    if (!place) return { ...base, ...pose, scale: 1 };
    return { ...base, ...offset(pose, place.along, place.across), scale: place.scale };
  }

  inBox(car: CarView): Pose {
    const box = this.track.scene.boxes[car.slot - 1] ?? { x: 0, y: 0 };
    const road = this.track.step(this.track.scene.lap_length + 1 - car.slot);
    return { ...box, angle: (Math.atan2(road.y - box.y, road.x - box.x) * 180) / Math.PI };
  }

  /** Change what is shown of a car while a frame is played. */
  patchCar(seat: number, change: Partial<CarView>): void {
    const cars = this.live.cars.map((car) => (car.seat === seat ? { ...car, ...change } : car));
    this.live = { ...this.live, cars };
  }

  step(seat: number): number {
    return this.live.cars[seat]?.step ?? 0;
  }

  async glide(showing: Showing, car: Drawn, goal: Pose & { scale?: number }, ms: number): Promise<void> {
    const from = { ...car };
    await showing.run(ms, (u) => {
      const done = braking(u);
      Object.assign(car, blend(from, goal, done), { scale: mix(from.scale, goal.scale ?? 1, done) });
    });
  }

  /** Along a line, nose first. */
  async along(showing: Showing, seat: number, line: string, ms: number, ease: (u: number) => number): Promise<void> {
    const car = this.car(seat);
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", line);
    const length = path.getTotalLength();
    const scale = car.scale;
    this.star = seat;
    car.moving = true;
    await showing.run(ms, (u) => {
      const at = ease(u) * length;
      const here = path.getPointAtLength(at);
      const back = path.getPointAtLength(Math.max(0, at - 7));
      const ahead = path.getPointAtLength(Math.min(length, at + 7));
      const angle = (Math.atan2(ahead.y - back.y, ahead.x - back.x) * 180) / Math.PI;
      car.x = here.x;
      car.y = here.y;
      car.angle = nearest(angle, car.angle);
      car.scale = scale + (1 - scale) * Math.min(1, u * 3);
    });
    car.moving = false;
  }

  /** Drive over steps; a car that would come to stand on another stops when they touch. */
  async drive(showing: Showing, seat: number, path: number[], finishes: boolean, ms: number): Promise<void> {
    const from = this.step(seat);
    const last = path.at(-1);
    if (last === undefined && !finishes) return;
    const line = finishes ? this.track.farewell(from, path) : this.track.drive(from, path);
    const touching = !finishes && last !== undefined && this.isTaken(last, seat);
    await this.along(showing, seat, line, ms, touching ? (u) => gently(u) * (1 - 30 / lengthOf(line)) : gently);
    this.patchCar(seat, { step: finishes ? 0 : (last ?? from), stamp: Number.MAX_SAFE_INTEGER });
    if (!finishes && last !== undefined) await this.#makeRoom(showing, last);
  }

  /** Cars that share a corner move apart as soon as the last one arrives, so that none hides another. */
  async #makeRoom(showing: Showing, step: number): Promise<void> {
    const { cell, corner } = this.track.step(step);
    const here = this.live.cars.filter((car) => car.step > 0 && this.track.step(car.step).cell === cell);
    if (!corner || here.length < 2) return;
    await Promise.all(here.map((car) => this.glide(showing, this.car(car.seat), this.atRest(this.live, car), 200)));
  }

  isTaken(step: number, but: number): boolean {
    const { cell, corner } = this.track.step(step);
    if (corner) return false;
    return this.live.cars.some((car) => car.seat !== but && car.step > 0 && this.track.step(car.step).cell === cell);
  }

  effect(kind: Effect["kind"], at: Point, text = "", ms = 900): void {
    const isSaid = (effect: Effect): boolean =>
      text !== "" && effect.text === text && Math.hypot(effect.x - at.x, effect.y - at.y) < 60;
    if (!this.effects.list.some(isSaid)) this.effects.add({ kind, x: at.x, y: at.y, text, ms });
  }

  takeRoad(road: "shortcut" | "gate"): void {
    this.#roads = { ...this.#roads, [road]: true };
  }

  roadsTaken(): { shortcut: boolean; gate: boolean } {
    const roads = this.#roads;
    this.#roads = { shortcut: false, gate: false };
    return roads;
  }
}

function lengthOf(line: string): number {
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", line);
  return Math.max(60, path.getTotalLength());
}

function sameDice(dice: DiceShown, view: View): boolean {
  const faces = [...dice.faces].sort();
  return dice.roller === view.roller && dice.tumbling === null && String(faces) === String([...view.rolled].sort());
}

function isAt(car: Drawn, goal: Drawn): boolean {
  return Math.abs(car.x - goal.x) < 0.5 && Math.abs(car.y - goal.y) < 0.5 && Math.abs(car.scale - goal.scale) < 0.01;
}
