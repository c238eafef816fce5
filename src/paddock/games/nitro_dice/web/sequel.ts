/** One act of a driver may be several moves, as when three cards are paid: each is made when it is asked for. */

import type { Choice } from "$lib/board";

export class Sequel {
  #rest: number[] = [];

  /** Remember what follows a move; the first is returned, to be made now. */
  begin([first, ...rest]: number[]): number | undefined {
    this.#rest = rest;
    return first;
  }

  /** What is to be answered now, without asking again; a question of another kind ends it. */
  next(choices: Choice[]): number | undefined {
    if (!choices.length) return undefined;
    const [first, ...rest] = this.#rest;
    const isAsked = choices.some((choice) => choice.move === first);
    this.#rest = isAsked ? rest : [];
    return isAsked ? first : undefined;
  }
}
