/** What a tap or a key on a die means: found among the offered moves, never worked out from the rules. */

import type { Choice } from "$lib/board";
import type { Act, Die, Racer, Scene } from "./types";

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

/** The roll that has most of some dice. */
function best(rolls: Offer[], dice: number[]): Offer | undefined {
  const common = (roll: Offer): number => 2 * roll.dice.filter((slot) => dice.includes(slot)).length - roll.dice.length;
  return [...rolls].sort((one, other) => common(other) - common(one))[0];
}
