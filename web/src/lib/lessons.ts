/** How far the lesson of a game was taken in this browser. */
import { remember, remembered } from "./storage";

interface Taken {
  /** to go on at, 0 is the first */
  step: number;
  /** it was seen to its end, or skipped: it is not offered again */
  done: boolean;
}

/** null: neither begun nor skipped. */
export const taken = (game: string): Taken | null => remembered<Taken | null>(`lesson.${game}`, null);
export const keepTaken = (game: string, how: Taken): void => remember(`lesson.${game}`, how);
