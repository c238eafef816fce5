/** Presses in a live race that the server has not answered yet: they show at once (optimistic update). */

import type { Act, Die, Racer, View } from "./types";

export interface Pressed {
  /** names it in the server's answer */
  number: number;
  move: number;
  kind: Act["kind"];
  dice: number[];
  /** rolls and filled spaces when it was pressed: a view with more of them shows it */
  rolls: number;
  filled: number;
  /** it came too soon by the server's clock, and will be sent again */
  dropped?: boolean;
}

const blank = { face: null, value: null, light: null };

/** Whether a view already shows what was pressed. */
export function isSeen(racer: Racer, { kind, dice, rolls, filled }: Pressed): boolean {
  const die = racer.dice[dice[0] ?? -1];
  if (racer.status !== "running" || !die) return true;
  if (kind === "roll") return racer.rolls > rolls;
  if (kind === "place") return racer.filled > filled || (racer.filled === filled && racer.placing !== null);
  return (die.where === "saved") === (kind === "save");
}

/** A view with the rolled dice of a racer still in the air. */
export function inTheAir(view: View, seat: number): View {
  const racers = view.racers.map((racer) =>
    racer.seat === seat
      ? { ...racer, dice: racer.dice.map((die) => (die.where === "fresh" ? { ...die, ...blank } : die)) }
      : racer,
  );
  return { ...view, racers };
}

/** A view with placements that have begun, and with what was pressed here. */
export function withPressed(view: View, seat: number, pressed: Pressed[]): View {
  const racers = view.racers.map((racer) => {
    const begun = racer.placing === null || racer.status !== "running" ? racer : withDie(racer, racer.placing);
    return racer.seat === seat ? pressed.reduce(withOne, begun) : begun;
  });
  return { ...view, racers };
}

function withOne(racer: Racer, one: Pressed): Racer {
  const slot = one.dice[0] ?? -1;
  if (one.kind === "place") return withDie(racer, slot);
  if (one.kind === "roll") return { ...racer, dice: racer.dice.map((die) => rolled(die, one.dice)) };
  const kept: Partial<Die> = one.kind === "save" ? { where: "saved" } : { where: "pool", ...blank };
  return { ...racer, dice: racer.dice.map((die) => (die.slot === slot ? { ...die, ...kept } : die)) };
}

function rolled(die: Die, dice: number[]): Die {
  if (dice.includes(die.slot)) return { ...die, ...blank, where: "fresh", in_hand: true };
  return die.where === "fresh" ? { ...die, ...blank, where: "pool", in_hand: false } : die;
}

/** A die flies to the next space; the server has not said yet how the others fit there. */
function withDie(racer: Racer, slot: number): Racer {
  const space = racer.dice.some((die) => die.slot === slot && die.lands)
    ? null
    : (racer.next ?? 0) + racer.dice.filter((die) => die.lands).length;
  if (space === null || space > 6) return racer;
  const dice = racer.dice.map((die): Die =>
    die.slot === slot ? { ...die, where: "placed", space, light: null, lands: true } : { ...die, light: null },
  );
  return { ...racer, dice };
}

/** Dice that could be rolled: what the hand is filled up with. */
const free = (racer: Racer): number[] =>
  racer.dice.filter(({ where }) => where === "pool" || where === "fresh").map(({ slot }) => slot);

/** PN-73 The hand that a client offers: what was chosen, else the dice of the last hand, then the lowest slots. */
export function filledUp(racer: Racer, chosen: number[]): number[] {
  const dice = free(racer);
  const wanted = chosen.length ? chosen : racer.dice.filter((die) => die.in_hand).map((die) => die.slot);
  const first = dice.filter((slot) => wanted.includes(slot));
  const size = chosen.length || Math.max(1, 2 - racer.dice.filter(({ where }) => where === "saved").length);
  return [...first, ...dice.filter((slot) => !first.includes(slot))].slice(0, size);
}

/** A die comes into the hand for the one that was in it longest, or goes out of it for the lowest of the others. */
export function exchanged(racer: Racer, hand: number[], slot: number): number[] {
  if (!hand.includes(slot)) return [...hand.slice(1), slot];
  const other = free(racer).find((one) => !hand.includes(one));
  return other === undefined ? hand : [...hand.filter((one) => one !== slot), other];
}
