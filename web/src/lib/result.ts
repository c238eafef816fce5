/** The result of a race in a sentence. */
import type { Outcome, SeatInfo } from "./board";
import { capital, listed } from "./words";

export interface Ended {
  scene: unknown;
  /** the last position */
  view: unknown;
  seats: SeatInfo[];
  places: number[];
  /** cars of the race, driven by a seat or not; 0: none but seats */
  field: number;
}

/** As the game tells it, else who won; who is alone has beaten nobody. */
export function resultText({ scene, view, seats, places, field }: Ended, outcome: Outcome): string {
  const said = outcome(scene, view, seats);
  if (said) return said;
  const winners = seats.filter((_, seat) => places[seat] === 1).map((seat) => seat.name);
  const alone = seats.length === 1 && !field;
  return alone || !winners.length ? "The race is over." : capital(`${listed(winners)} won the race.`);
}
