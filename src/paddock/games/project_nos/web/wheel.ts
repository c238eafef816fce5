/** What a tap or a key on a die means: found among the offered moves, never worked out from the rules. */

import type { Choice } from "$lib/board";
import type { Act, Die, Racer, Scene } from "./types";

const NONE = 6; // after all slots

/** An offered move with what it would do. */
export interface Offer extends Act {
  choice: Choice;
}

export function offersOf(acts: Act[], choices: Choice[]): Offer[] {
  return acts.flatMap((act) => {
    const choice = choices.find(({ move }) => move === act.move);
    return choice ? [{ ...act, choice }] : [];
  });
}

/** The placement of a die, or of one that is equal to it. */
export function placeOf(offers: Offer[], dice: Die[], die: Die, scene: Scene): Offer | undefined {
  const places = offers.filter((offer) => offer.kind === "place" && offer.move < scene.moves.save);
  return (
    places.find((offer) => offer.dice[0] === die.slot) ??
    places.find((offer) => isEqual(dice[offer.dice[0] ?? -1], die))
  );
}

/** The placement of a charger die by its face, where that is allowed. */
export function facePlaceOf(offers: Offer[], die: Die, scene: Scene): Offer | undefined {
  return offers.find(
    (offer) => offer.kind === "place" && offer.move >= scene.moves.place_face && offer.dice[0] === die.slot,
  );
}

function isEqual(one: Die | undefined, other: Die): boolean {
  return (
    one !== undefined &&
    one.kind === other.kind &&
    one.face !== null &&
    one.value === other.value &&
    one.where === other.where
  );
}

export function ofDie(offers: Offer[], kind: Act["kind"], slot: number): Offer | undefined {
  return offers.find((offer) => offer.kind === kind && offer.dice[0] === slot);
}

/** The roll to be made: the one that was picked, else the likely one, else the hand as it was. */
export function rollOf(offers: Offer[], racer: Racer, picked: number[]): Offer | undefined {
  const likely = picked.length ? undefined : offers.find((offer) => offer.kind === "roll" && offer.choice.likely);
  return likely ?? heldRoll(offers, racer, picked);
}

/** The roll that was picked, else the hand as it was, filled up with the lowest slots. */
export function heldRoll(offers: Offer[], racer: Racer, picked: number[]): Offer | undefined {
  const rolls = offers.filter((offer) => offer.kind === "roll");
  return best(rolls, picked.length ? picked : racer.dice.filter((die) => die.in_hand).map((die) => die.slot));
}

/** A die is tapped for the next roll: it comes into the hand, or goes out of it. Returns the dice of the new hand. */
export function tapped(offers: Offer[], racer: Racer, current: number[], slot: number): number[] {
  const rolls = offers.filter((offer) => offer.kind === "roll");
  if (current.includes(slot))
    return (
      best(
        rolls.filter((roll) => !roll.dice.includes(slot)),
        current,
      ) ?? { dice: current }
    ).dice;
  const kind = racer.dice[slot]?.kind;
  const many = (dice: number[]): number => dice.filter((one) => racer.dice[one]?.kind === kind).length;
  const others = rolls.filter((roll) => roll.dice.includes(slot) || many(roll.dice) > many(current));
  return (best(others, [...current, slot]) ?? { dice: current }).dice;
}

/**
 * A place of the hand is turned to the next kind of die that can be rolled there with the others, or to none where
 * hands differ in size. Returns the dice of the new hand, each in its place.
 */
export function turned(offers: Offer[], racer: Racer, hand: number[], at: number): number[] {
  const others = hand.filter((_, i) => i !== at);
  const hands = offers.flatMap((offer) => {
    const last = offer.kind === "roll" ? beside(racer, offer.dice, others) : null;
    return last ? [last] : [];
  });
  hands.sort((one, other) => (one.last ?? NONE) - (other.last ?? NONE));
  const kindAt = (slot: number | undefined): string => (slot === undefined ? "" : (racer.dice[slot]?.kind ?? ""));
  const here = hands.findIndex(({ last }) => kindAt(last) === kindAt(hand[at]));
  const next = hands[(here + 1) % hands.length];
  if (!next) return hand;
  return next.last === undefined ? next.kept : [...next.kept.slice(0, at), next.last, ...next.kept.slice(at)];
}

/** Some dice of a hand, or others of their kinds, and the one that it has besides; null if it has not just these. */
function beside(racer: Racer, dice: number[], others: number[]): { kept: number[]; last: number | undefined } | null {
  const left = [...dice];
  const kept: number[] = [];
  for (const slot of others) {
    const same = left.includes(slot) ? slot : left.find((one) => racer.dice[one]?.kind === racer.dice[slot]?.kind);
    if (same === undefined) return null;
    left.splice(left.indexOf(same), 1);
    kept.push(same);
  }
  return left.length < 2 ? { kept, last: left[0] } : null;
}

/** Whether these are the same dice, in any order. */
export function isSame(dice: number[] | undefined, others: number[]): boolean {
  return dice?.length === others.length && dice.every((slot) => others.includes(slot));
}

/** The roll that has most of some dice. */
function best(rolls: Offer[], dice: number[]): Offer | undefined {
  const common = (roll: Offer): number => 2 * roll.dice.filter((slot) => dice.includes(slot)).length - roll.dice.length;
  return [...rolls].sort((one, other) => common(other) - common(one))[0];
}
