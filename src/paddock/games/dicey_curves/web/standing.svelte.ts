/**
 * Passes that the driver does not want to be asked for. It knows no rule: all it does is to press the pass that is
 * offered, where no card is offered beside it, or where the driver has said so beforehand.
 */

import type { Choice, SeatInfo } from "$lib/board";
import type { Scene, View } from "./types";

const AT_ONCE = 120; // milliseconds, where nobody but bots could wonder
const QUICKLY = 900; // at least, where people race: a hand without a card for it must not be told by the time it takes
const OR_SLOWER = 1800; // and so much more at most

/** What is offered: in the dock, and on the cards of the hand. */
export interface Say {
  docked: Choice[];
  cards: Choice[];
  own: number | null;
}

export class Standing {
  /** pass until somebody plays a card, or the own roll comes */
  on = $state(false);
  /** plies at which a pass was taken back: there the driver decides */
  private takenBack = $state<number | null>(null);
  private plies = 0;

  constructor(private readonly scene: Scene) {}

  /** So much has happened; less than before if something was taken back. */
  hear(plies: number): void {
    if (plies < this.plies) this.takenBack = plies;
    this.plies = plies;
  }

  /** The pass that is to be pressed for the driver, or null: then the driver is asked. */
  answer(view: View, { docked, cards, own }: Say, plies: number): number | null {
    const { pass } = this.scene.moves;
    if (view.phase !== "say" || plies === this.takenBack || !docked.some(({ move }) => move === pass)) return null;
    return !cards.length || (this.on && !concerns(view, own)) ? pass : null;
  }

  /** How long a quick driver takes. */
  pause(seats: SeatInfo[]): number {
    const isAlone = seats.every((seat) => seat.mine || seat.bot);
    return isAlone ? AT_ONCE : QUICKLY + OR_SLOWER * Math.random();
  }
}

/** The own roll is next, or somebody else has played a card before this roll. */
function concerns({ turn, window: open }: View, own: number | null): boolean {
  return turn === own || (open?.played ?? []).some((cards, seat) => seat !== own && cards > 0);
}
