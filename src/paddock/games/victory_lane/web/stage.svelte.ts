/** What is on the screen now: cars with their poses, dice, effects. Frames are played on it, event by event. */

import type { Frame, Happening } from "$lib/board";
import { Cars } from "$lib/stage/cars.svelte";
import { gently, type Showing } from "$lib/stage/motion";
import type { Effect } from "$lib/stage/passing.svelte";
import { blend, nearest, type Point, type Pose } from "$lib/stage/poses";
import { EVENT } from "./events";
import type { Oval, Spot } from "./geometry";
import { type Advance, advanceOf, HANDLERS, NOTES, tumble } from "./happenings";
import type { CarView, View } from "./types";

/** A car as it is drawn. */
export interface Drawn extends Pose {
  /** on the road; null in the pits */
  spot: Spot | null;
  /** in motion: drawn above the others */
  moving: boolean;
  /** 0 to 1: how red it flashes */
  hurt: number;
}

/** A risk test or a race for position, die by die, until something else happens. */
export interface Risk {
  kind: "push" | "wide" | "contest";
  rows: { car: number; die: number; failed: boolean; rerolled: boolean; tumbles?: boolean }[];
  /** how it ended, "" while it runs */
  result: string;
}

/** The last single roll. */
export interface Roll {
  car: number;
  die: number;
  sentence: string;
  /** it has not come to rest */
  tumbles?: boolean;
}

/** A Laps card or an Action card being shown to all. */
export interface Shown {
  kind: "laps" | "action";
  card: number;
  who: string;
}

const LEAN = 9; // degrees a car turns while it changes lanes

export class Stage extends Cars<View, Drawn, Effect> {
  risk: Risk | null = $state.raw(null);
  roll: Roll | null = $state.raw(null);
  /** what an NPD has rolled for its turn */
  face: { car: number; number: number } | null = $state.raw(null);
  shown: Shown | null = $state.raw(null);

  constructor(
    readonly oval: Oval,
    view: View,
  ) {
    super();
    this.show(view);
  }

  protected override rest(view: View): void {
    super.rest(view);
    this.shown = null;
    this.#follow(view);
  }

  override remember(frames: Frame[]): void {
    for (const frame of frames) {
      for (const happening of frame.happenings) this.note(happening);
      if (frame.view) this.#follow(frame.view as View);
    }
  }

  protected override async playFrame(showing: Showing, view: View, happenings: Happening[]): Promise<void> {
    const left = [...happenings];
    while (left.length) {
      const together = this.#together(left);
      if (together.length) await this.glide(showing, together, 260);
      else await this.#playOne(showing, left.shift());
    }
    this.live = view;
    this.#follow(view);
    await this.#settle(showing, view);
  }

  async #playOne(showing: Showing, happening: Happening | undefined): Promise<void> {
    if (!happening) return;
    if (happening.kind === EVENT.DIE_ROLLED) await tumble(this, showing, happening);
    this.note(happening);
    await HANDLERS[happening.kind]?.(this, showing, happening);
  }

  /** Cars of a line advance at the same time: the next advances, each of another car. */
  #together(left: Happening[]): Advance[] {
    const found: Advance[] = [];
    for (;;) {
      const next = left[0] && advanceOf(left[0]);
      if (!next || found.some(({ car }) => car === next.car)) return found;
      found.push(next);
      left.shift();
    }
  }

  /** Cars take their places. */
  async #settle(showing: Showing, view: View): Promise<void> {
    const goals = this.standing(view);
    const late = goals.flatMap((goal, car) => (isAt(this.car(car), goal) ? [] : [{ car, goal }]));
    if (late.length) await this.#move(showing, late, 260);
    this.cars = goals;
  }

  name(car: number): string {
    return this.oval.scene.teams[car]?.name ?? "";
  }

  /** How a car stands in a position: on its space, in its pit box, or waiting on pit road. */
  override atRest(view: View, car: CarView): Drawn {
    const base = { moving: false, hurt: 0 };
    if (car.cell !== null)
      return { ...base, ...this.#near(car.car, this.oval.at(car.cell)), spot: this.oval.spot(car.cell) };
    const box = view.boxes.find((one) => one.car === car.car);
    const pose = box ? this.oval.box(box.index) : this.oval.waiting(rankOf(view, car.car));
    return { ...base, ...this.#near(car.car, pose), spot: null };
  }

  /** The same pose, turned the short way from how the car is drawn. */
  #near(car: number, pose: Pose): Pose {
    return { ...pose, angle: nearest(pose.angle, this.cars[car]?.angle ?? pose.angle) };
  }

  /** Cars drive to spaces at the same time. */
  async glide(showing: Showing, advances: Advance[], ms: number): Promise<void> {
    const moves = advances.map(({ car, cell }) => {
      const goal = { ...this.#near(car, this.oval.at(cell)), spot: this.oval.spot(cell), moving: false, hurt: 0 };
      return { car, goal };
    });
    await this.#move(showing, moves, ms);
  }

  async #move(showing: Showing, moves: { car: number; goal: Drawn }[], ms: number): Promise<void> {
    const ways = moves.map(({ car, goal }) => ({
      car: this.car(car),
      way: this.#way({ ...this.car(car) }, goal),
      goal,
    }));
    ways.forEach(({ car }) => (car.moving = true));
    await showing.run(ms, (u) => ways.forEach(({ car, way }) => Object.assign(car, way(gently(u)))));
    ways.forEach(({ car, goal }) => Object.assign(car, goal, { angle: nearest(goal.angle, car.angle) }));
  }

  /** Round the oval where both ends are on it, else straight across. */
  #way(from: Drawn, goal: Drawn): (u: number) => Pose {
    const [one, two] = [from.spot, goal.spot];
    if (!one || !two) return (u) => blend(from, goal, u);
    const far = this.oval.ahead(one.u, two.u);
    const lean = LEAN * Math.sign(two.lane - one.lane) * Math.sign(far || 1);
    return (u) => {
      const pose = this.oval.pose({ lane: one.lane + (two.lane - one.lane) * u, u: one.u + far * u });
      return { ...pose, angle: nearest(pose.angle, from.angle) + lean * Math.sin(Math.PI * u) };
    };
  }

  /** What an event says of dice. */
  note({ kind, a, b, sentence }: Happening): void {
    NOTES[kind]?.(this, a, b, sentence);
  }

  /** The test of a position, with what is remembered of its dice. */
  #follow(view: View): void {
    if (!view.test) return;
    const { kind, cars } = view.test;
    const old = this.risk?.result === "" ? this.risk.rows : [];
    const rows = cars.map(({ car, die }) => ({
      failed: false,
      rerolled: false,
      ...old.find((row) => row.car === car),
      car,
      die: view.phase === "contest" ? 0 : (die ?? 0),
    }));
    this.risk = { kind, rows, result: "" };
  }

  effect(kind: Effect["kind"], at: Point, text = "", ms = 900): void {
    this.effects.add({ kind, x: at.x, y: at.y, text, ms });
  }

  /** A word above a car. */
  say(number: number, text: string, ms = 900): void {
    const { x, y } = this.car(number);
    this.effect("word", { x, y: y - 22 }, text, ms);
  }
}

/** The place of a car among those that wait off the track. */
function rankOf(view: View, car: number): number {
  const isListed = new Set(view.lineup).size === view.cars.length;
  const list = isListed ? view.lineup : view.cars.map((one) => one.car);
  const boxed = new Set(view.boxes.map((box) => box.car));
  return list.filter((one) => view.cars[one]?.cell === null && !boxed.has(one)).indexOf(car);
}

function isAt(car: Drawn, goal: Drawn): boolean {
  return Math.abs(car.x - goal.x) + Math.abs(car.y - goal.y) < 1;
}
