/** Who shall sit at a new table. */
import type { SeatWish } from "../wire";
import { settings } from "$lib/settings.svelte";

export type Wish = Required<SeatWish>;
export type Kind = SeatWish["kind"];

/** The first seat is ours; the others are for friends, bots of a level, or people at this screen. */
export function lineUp(many: number, others: Kind, level: string): Wish[] {
  return Array.from({ length: many }, (_, n) =>
    n === 0 ? { kind: "me", name: settings.chosen.name, level } : { kind: others, name: "", level },
  );
}

/** What to send: the person who takes an open seat brings the name. */
export function toWishes(seats: Wish[]): Wish[] {
  return seats.map((seat) => ({ ...seat, name: seat.kind === "open" ? "" : seat.name.trim() }));
}

export function driven(seats: Wish[], kind: Kind): number {
  return seats.filter((seat) => seat.kind === kind).length;
}
