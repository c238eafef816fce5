/**
 * What the driver has picked: a car, dice grouped by tapping, and a chain of choices that is being carried out.
 * This class knows no rule: combos, sizes and ends come from the server, and only offered choices are made.
 */

import type { Choice } from "$lib/board";
import type { Die } from "./stage.svelte";
import type { Combo, End, Reach, Scene, View } from "./types";

/** A choice that is to be made as soon as it is offered: a move, or a step to a spot. */
type Planned = { move: number } | { spot: number };

export class Wheel {
  car = $state<number | null>(null);
  /** ids of dice */
  picked = $state.raw<number[]>([]);
  superSize = $state(false);
  /** a chip is lifted */
  lifted = $state(false);
  plan = $state.raw<Planned[]>([]);

  constructor(private readonly scene: Scene) {}

  clear(): void {
    this.picked = [];
    this.superSize = false;
    this.lifted = false;
    this.plan = [];
  }

  /** A die is taken to the group, or put back; one that does not fit starts a new group. */
  tap(die: Die, dice: Die[], fits: (values: number[]) => boolean): void {
    if (this.picked.includes(die.id)) this.picked = this.picked.filter((id) => id !== die.id);
    else if (fits(this.values(dice, [...this.picked, die.id]))) this.picked = [...this.picked, die.id];
    else this.picked = [die.id];
  }

  /** Take just these values. */
  take(values: number[], dice: Die[]): void {
    const left = [...dice];
    this.picked = values.flatMap((value) => {
      const at = left.findIndex((die) => die.value === value);
      return at < 0 ? [] : left.splice(at, 1).map((die) => die.id);
    });
  }

  values(dice: Die[], ids = this.picked): number[] {
    return dice
      .filter((die) => ids.includes(die.id))
      .map((die) => die.value)
      .sort((one, other) => one - other);
  }

  /** Plan a drive: the car, a Super Size if it is picked, the dice, and the way. */
  drive(car: number, combo: Combo | null, end: End): void {
    const { drive, declare } = this.scene.moves;
    const dice = combo
      ? [{ move: drive + car }, ...(this.superSize ? [{ move: declare }] : []), { move: combo.move }]
      : [];
    this.plan = [...dice, ...end.way.map((spot) => ({ spot }))];
    this.picked = [];
    this.superSize = false;
  }

  /** Roll dice of these values again. */
  reroll(values: number[]): void {
    const { mark, roll } = this.scene.moves;
    this.plan = [...values.map((value) => ({ move: mark + value })), { move: roll }];
    this.picked = [];
  }

  /**
   * The next choice of the plan. Steps that the rules have already taken are skipped; any other question ends the plan.
   */
  next(view: View, choices: Choice[]): number | undefined {
    for (let i = 0; i < this.plan.length; i++) {
      const move = this.moveOf(this.plan[i], view);
      if (move === undefined || !choices.some((choice) => choice.move === move)) continue;
      const price = view.steps.find((step) => step.move === move)?.paying;
      if (choices.some((choice) => choice.move === price)) break; // the driver decides whether to pay
      this.plan = this.plan.slice(i + 1);
      return move;
    }
    this.plan = [];
    return undefined;
  }

  private moveOf(planned: Planned | undefined, view: View): number | undefined {
    if (!planned) return undefined;
    if ("move" in planned) return planned.move;
    return view.steps.find((step) => step.spot === planned.spot)?.move;
  }
}

/** The values of a combo. */
export function valuesOf(combo: Combo): number[] {
  return combo.dice.split(" ").map(Number);
}

/** Whether all of one group is in another. */
export function isPart(part: number[], all: number[]): boolean {
  const left = [...all];
  return part.every((value) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** The ends of a car's plays of this size. */
export function endsOf(reach: Reach | undefined, size: number): End[] {
  return reach?.plays.find((play) => play.size === size)?.ends ?? [];
}

/** Every end of a car's plays with the least size that leads there. */
export function nearEnds(reach: Reach | undefined): { end: End; size: number }[] {
  const found = new Map<number, { end: End; size: number }>();
  for (const { size, ends } of reach?.plays ?? []) {
    for (const end of ends) if (!found.has(end.spot)) found.set(end.spot, { end, size });
  }
  return [...found.values()];
}
