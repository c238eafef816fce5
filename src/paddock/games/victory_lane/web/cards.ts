/** The Action cards of a hand as they lie on the table: cards of one type together, but for qualifying. */

import type { Choice } from "$lib/board";
import type { CardType, Scene, View } from "./types";

export interface Stack {
  /** the first card of it */
  card: number;
  count: number;
  type: CardType;
  /** only where it matters, else 0 */
  stopwatch: number;
  /** what it may be used for now */
  choice: Choice | undefined;
}

const USES: Record<string, string> = { garage: "exchange", qualify: "qualify with", turn: "play", discard: "discard" };

/** What is done with a card in this phase, "" for nothing. */
export const useOf = (view: View): string => USES[view.phase] ?? "";

export function stacksOf(scene: Scene, view: View, hand: number[], choices: Choice[]): Stack[] {
  const stacks: Stack[] = [];
  for (const card of hand) {
    const type = scene.types[scene.cards[card]?.type ?? -1];
    const same = view.qualifying ? undefined : stacks.find((stack) => stack.type === type);
    if (same) same.count += 1;
    else if (type) stacks.push(stackOf(scene, view, card, type, choices));
  }
  return stacks;
}

function stackOf(scene: Scene, view: View, card: number, type: CardType, choices: Choice[]): Stack {
  const entry = scene.cards[card];
  const isSet = view.phase === "garage" || view.phase === "qualify";
  const move = isSet ? entry?.move : type.move;
  const choice = useOf(view) ? choices.find((one) => one.home === "hand" && one.move === move) : undefined;
  return { card, count: 1, type, stopwatch: view.qualifying ? (entry?.stopwatch ?? 0) : 0, choice };
}

/** The type of card that a move uses. */
export function typeOfMove(scene: Scene, view: View, move: number | null): CardType | undefined {
  if (move === null || !useOf(view)) return undefined;
  const card = scene.cards.find((one) => one.move === move);
  return scene.types.find((type) => type.move === move) ?? scene.types[card?.type ?? -1];
}
