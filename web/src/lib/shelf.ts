/** Component files that this browser keeps, by game and name, and the one being edited. */
import { remember, remembered } from "./storage";

export interface Kept {
  name: string;
  text: string;
  /** whether one could race on it when it was kept */
  good: boolean;
  /** milliseconds since 1970 */
  at: number;
}

const MOST = 50; // files kept for a game

/** The files of a game, the latest first. */
export function shelf(game: string): Kept[] {
  const stored = remembered<Kept[]>(`files.${game}`, []);
  return Array.isArray(stored) ? stored.toSorted((a, b) => b.at - a.at) : [];
}

export function kept(game: string, name: string): Kept | undefined {
  return shelf(game).find((one) => one.name === name);
}

/** Keeps a file, instead of the one of that name if there is one. */
export function keep(game: string, name: string, text: string, good: boolean): void {
  const others = shelf(game).filter((one) => one.name !== name);
  remember(`files.${game}`, [{ name, text, good, at: Date.now() }, ...others].slice(0, MOST));
}

export function forget(game: string, name: string): void {
  remember(
    `files.${game}`,
    shelf(game).filter((one) => one.name !== name),
  );
}

/** The component being edited, and under which name it was kept; it survives a reload. */
export interface Draft {
  text: string;
  keptAs: string;
  changed: boolean;
}

export const draft = (game: string): Draft | null => remembered<Draft | null>(`draft.${game}`, null);
export const keepDraft = (game: string, work: Draft): void => remember(`draft.${game}`, work);
