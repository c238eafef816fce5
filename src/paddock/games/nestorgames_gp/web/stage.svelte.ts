/** What is on the screen now: every car with its pose, the dice, the effects. Frames are played on it, event by event. */

import type { Frame } from "$lib/board";
import { beside, fan, near, type Point, type Pose, type Track } from "./geometry";
import { grouped, HANDLERS } from "./happenings";
import { Cut, driving, settling, Timeline } from "./timeline";
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
  id: number;
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

export class Stage {
  readonly track: Track;
  live: View = $state.raw() as View;
  cars: Drawn[] = $state([]);
  dice: DiceShown = $state.raw({ roller: 0, faces: [], tumbling: null, again: null });
  effects: Effect[] = $state.raw([]);
  rocket: Pose | null = $state.raw(null);
  /** the seat the camera follows */
  star: number | null = $state(null);
  playing = $state(false);
  #time: Timeline | null = null;
  #roads = { shortcut: false, gate: false };
  #effects = 0;

  constructor(track: Track, view: View) {
    this.track = track;
    this.show(view);
  }

  /** Show a position at rest, at once. */
  show(view: View): void {
    this.#time?.cut();
    this.#time = null;
    this.playing = false;
    this.rocket = null;
    this.live = view;
    this.cars = view.cars.map((car) => this.atRest(view, car));
    this.dice = this.diceOf(view);
  }

  /** Play frames one after another; false if something newer cut them short. */
  async play(frames: Frame[], pace: number): Promise<boolean> {
    this.#time?.cut();
    const time = new Timeline(pace * hurry(frames));
    this.#time = time;
    this.playing = true;
    try {
      for (const frame of frames) await this.#playFrame(time, frame);
      return true;
    } catch (error) {
      if (error instanceof Cut) return false;
      throw error;
    } finally {
      if (this.#time === time) this.playing = false;
    }
  }

  async #playFrame(time: Timeline, frame: Frame): Promise<void> {
    const view = frame.view as View | null;
    if (!view) return;
    for (const group of grouped(frame.happenings)) await HANDLERS[group[0]?.kind ?? -1]?.(this, time, group);
    this.live = view;
    if (!sameDice(this.dice, view)) this.dice = this.diceOf(view);
    await this.#settle(time, view);
  }

  /** Cars that share a space make room for each other. */
  async #settle(time: Timeline, view: View): Promise<void> {
    const goals = view.cars.map((car) => this.atRest(view, car));
    const moves = goals.map((goal, seat) => [this.car(seat), goal] as const).filter(([car, goal]) => !isAt(car, goal));
    await Promise.all(moves.map(([car, goal]) => this.glide(time, car, goal, 200)));
    this.cars = goals;
    this.star = null;
  }

  diceOf(view: View): DiceShown {
    const kept = this.dice.faces.filter((face) => view.rolled.includes(face));
    const fresh = view.rolled.filter((face) => !kept.includes(face));
    const same = this.dice.roller === view.roller;
    return { roller: view.roller, faces: same ? [...kept, ...fresh] : view.rolled, tumbling: null, again: null };
  }

  car(seat: number): Drawn {
    const car = this.cars[seat];
    if (!car) throw new RangeError(`there is no seat ${seat}`);
    return car;
  }

  /** How a car stands in a position: on its space beside the others there, or in its box. */
  atRest(view: View, car: CarView): Drawn {
    const base = { opacity: 1, roll: car.belly_up ? 1 : 0, moving: false, parked: car.step === 0 };
    if (car.step === 0) return { ...base, ...this.inBox(car), scale: 0.8 };
    const cell = this.track.step(car.step).cell;
    const here = view.cars.filter((other) => other.step && this.track.step(other.step).cell === cell);
    here.sort((one, other) => one.stamp - other.stamp);
    const pose = this.track.rest(car.step);
    const offset = fan(here.length)[here.findIndex((other) => other.seat === car.seat)];
    if (!offset) return { ...base, ...pose, scale: 1 };
    return { ...base, ...beside(pose, offset.along, offset.across), scale: offset.scale };
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

  async glide(time: Timeline, car: Drawn, goal: Pose & { scale?: number }, ms: number): Promise<void> {
    const from = { ...car };
    const angle = near(goal.angle, from.angle);
    await time.tween(ms, (u) => {
      const done = settling(u);
      car.x = from.x + (goal.x - from.x) * done;
      car.y = from.y + (goal.y - from.y) * done;
      car.angle = from.angle + (angle - from.angle) * done;
      car.scale = from.scale + ((goal.scale ?? 1) - from.scale) * done;
    });
  }

  /** Along a line, nose first. */
  async along(time: Timeline, seat: number, line: string, ms: number, ease: (u: number) => number): Promise<void> {
    const car = this.car(seat);
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", line);
    const length = path.getTotalLength();
    const scale = car.scale;
    this.star = seat;
    car.moving = true;
    await time.tween(ms, (u) => {
      const at = ease(u) * length;
      const here = path.getPointAtLength(at);
      const back = path.getPointAtLength(Math.max(0, at - 7));
      const ahead = path.getPointAtLength(Math.min(length, at + 7));
      const angle = (Math.atan2(ahead.y - back.y, ahead.x - back.x) * 180) / Math.PI;
      car.x = here.x;
      car.y = here.y;
      car.angle = near(angle, car.angle);
      car.scale = scale + (1 - scale) * Math.min(1, u * 3);
    });
    car.moving = false;
  }

  /** Drive over steps; a car that would come to stand on another stops when they touch. */
  async drive(time: Timeline, seat: number, path: number[], finishes: boolean, ms: number): Promise<void> {
    const from = this.step(seat);
    const last = path.at(-1);
    if (last === undefined && !finishes) return;
    const line = finishes ? this.track.farewell(from, path) : this.track.drive(from, path);
    const touching = !finishes && last !== undefined && this.isTaken(last, seat);
    await this.along(time, seat, line, ms, touching ? (u) => driving(u) * (1 - 30 / lengthOf(line)) : driving);
    this.patchCar(seat, { step: finishes ? 0 : (last ?? from), stamp: Number.MAX_SAFE_INTEGER });
    if (!finishes && last !== undefined) await this.#makeRoom(time, last);
  }

  /** On a corner that is shared nobody hides anybody, not even for a moment. */
  async #makeRoom(time: Timeline, step: number): Promise<void> {
    const { cell, corner } = this.track.step(step);
    const here = this.live.cars.filter((car) => car.step > 0 && this.track.step(car.step).cell === cell);
    if (!corner || here.length < 2) return;
    await Promise.all(here.map((car) => this.glide(time, this.car(car.seat), this.atRest(this.live, car), 200)));
  }

  isTaken(step: number, but: number): boolean {
    const { cell, corner } = this.track.step(step);
    if (corner) return false;
    return this.live.cars.some((car) => car.seat !== but && car.step > 0 && this.track.step(car.step).cell === cell);
  }

  effect(kind: Effect["kind"], at: Point, text = "", ms = 900): void {
    const isSaid = (effect: Effect): boolean => text !== "" && effect.text === text && Math.hypot(effect.x - at.x, effect.y - at.y) < 60;
    if (this.effects.some(isSaid)) return;
    const id = ++this.#effects;
    this.effects = [...this.effects, { id, kind, x: at.x, y: at.y, text, ms }];
    setTimeout(() => (this.effects = this.effects.filter((effect) => effect.id !== id)), ms);
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

/** The more there is to show, the faster it goes: nobody waits for a long queue. */
function hurry(frames: Frame[]): number {
  const busy = frames.filter((frame) => frame.happenings.length > 0).length;
  return Math.min(5, Math.max(1, busy / 8));
}

function sameDice(dice: DiceShown, view: View): boolean {
  const faces = [...dice.faces].sort();
  return dice.roller === view.roller && dice.tumbling === null && String(faces) === String([...view.rolled].sort());
}

function isAt(car: Drawn, goal: Drawn): boolean {
  return Math.abs(car.x - goal.x) < 0.5 && Math.abs(car.y - goal.y) < 0.5 && Math.abs(car.scale - goal.scale) < 0.01;
}
