/**
 * Automatic passes. This class knows no rule: it presses the offered pass where no card is offered beside it, or where
 * the driver has switched on passing.
 */

import type { Choice, SeatInfo } from "$lib/board";
import type { Scene, View } from "./types";

const AT_ONCE = 120; // milliseconds of delay if all rivals are bots
const QUICKLY = 900; // shortest delay against people: an instant pass would reveal a hand without a playable card
const OR_SLOWER = 1800; // random extra delay, at most

/** What is offered: in the dock, and on the cards of the hand. */
export interface Say {
  docked: Choice[];
  cards: Choice[];
  own: number | null;
}

export class Standing {
  /** pass until a rival plays a card, or the driver's own roll is next */
  on = $state(false);
  /** plies at which a pass was taken back: there the driver decides */
  private takenBack = $state<number | null>(null);
  private plies = 0;

  constructor(private readonly scene: Scene) {}

  /** Note how many plies the race has; fewer than before means that some were taken back. */
  hear(plies: number): void {
    if (plies < this.plies) this.takenBack = plies;
    this.plies = plies;
  }

  /** The pass to press for the driver; null if the driver must be asked. */
  answer(view: View, { docked, cards, own }: Say, plies: number): number | null {
    const { pass } = this.scene.moves;
    if (view.phase !== "say" || plies === this.takenBack || !docked.some(({ move }) => move === pass)) return null;
    return !cards.length || (this.on && !concerns(view, own)) ? pass : null;
  }

  /** Milliseconds before an automatic pass. */
  pause(seats: SeatInfo[]): number {
    const isAlone = seats.every((seat) => seat.mine || seat.bot);
    return isAlone ? AT_ONCE : QUICKLY + OR_SLOWER * Math.random();
  }
}

/** Whether the driver's own roll is next, or a rival has played a card before this roll. */
function concerns({ turn, window: open }: View, own: number | null): boolean {
  return turn === own || (open?.played ?? []).some((cards, seat) => seat !== own && cards > 0);
}
