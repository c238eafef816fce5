/** Outcomes of real dice and decks, as buttons: the number that people call one by, and the rest of its words. */
import type { OutcomeInfo } from "../wire";

export interface Entry {
  move: number;
  /** the number on the die or card; "" for none */
  face: string;
  /** what else is said; "" if the number says it all */
  label: string;
  /** all of it */
  words: string;
}

/** Printed numbers; where there are none, the numbers in which the words differ at their end. */
export function entriesOf(outcomes: OutcomeInfo[]): Entry[] {
  const stem = stemOf(outcomes.map((one) => one.words));
  return outcomes.map(({ move, words, number }) => {
    if (stem !== null)
      return { move, words, face: words.slice(stem.length), label: stem.trim() === "a" ? "" : stem.trim() };
    const face = number ? String(number) : "";
    return { move, words, face, label: withoutNumber(words, face) };
  });
}

/** What all words begin with, if they differ only in the number at their end; null if they do not. */
function stemOf(all: string[]): string | null {
  const stems = new Set(all.map((words) => /^(.*?)\d+$/.exec(words)?.[1] ?? null));
  const [stem = null] = stems;
  return stems.size === 1 && all.length > 1 ? stem : null;
}

/** The words without the number that is shown before them, e.g. of "3, Draft Run (4)". */
function withoutNumber(words: string, face: string): string {
  const rest = face && words.startsWith(face) ? words.slice(face.length).replace(/^[,.:\s]+/, "") : words;
  return rest === words && face && words.endsWith(` ${face}`) ? words.slice(0, -face.length).trim() : rest;
}

/** Entries with that number, or whose words have that text. */
export function found(entries: Entry[], text: string): Entry[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return entries;
  const exact = entries.filter(({ face }) => face === wanted);
  return exact.length ? exact : entries.filter(({ words }) => words.toLowerCase().includes(wanted));
}
