/** The story of a race that is over: its turns, and the one that decided it. */
import { CHANCE, type ReplayPly } from "../wire";

export interface Turn {
  /** the seat that drove, CHANCE before the first turn */
  seat: number;
  /** plies from, and up to but not with */
  from: number;
  to: number;
}

export interface Decided {
  turn: Turn;
  /** the seat that won by it */
  seat: number;
  /** its chance before and after, in percent */
  before: number;
  after: number;
}

/** A turn is what one seat decides, with the dice and draws that follow. */
export function turnsOf(plies: Pick<ReplayPly, "actor">[]): Turn[] {
  const turns: Turn[] = [];
  plies.forEach(({ actor }, n) => {
    const last = turns.at(-1);
    if (last && (actor === CHANCE || actor === last.seat)) last.to = n + 1;
    else turns.push({ seat: actor, from: n, to: n + 1 });
  });
  return turns;
}

/** The turn in which the winner's chance rose most; null where nobody won alone or there is nothing to tell. */
export function decidedBy(plies: Pick<ReplayPly, "actor" | "chances">[], places: number[]): Decided | null {
  const seat = places.indexOf(1);
  if (seat < 0 || places.lastIndexOf(1) !== seat) return null;
  const chance = (ply: number): number => (plies[ply]?.chances[seat] ?? 0) / 10;
  const told = turnsOf(plies)
    .filter((turn) => turn.from > 0)
    .map((turn) => ({ turn, seat, before: chance(turn.from - 1), after: chance(turn.to - 1) }));
  const best = told.reduce<Decided | null>((found, one) => (found && rise(found) >= rise(one) ? found : one), null);
  return best && rise(best) > 0 ? best : null;
}

function rise({ before, after }: Decided): number {
  return after - before;
}
