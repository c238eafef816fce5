/** Orders the legal moves for the controls: moves that differ only in a number become one field. */
import type { Choice } from "./board";

export interface Numbered {
  value: number;
  choice: Choice;
}

export type Offer =
  { kind: "move"; choice: Choice } | { kind: "numbers"; before: string; after: string; options: Numbered[] };

const A_FEW = 6; // up to this many are separate buttons
const LAST_NUMBER = /^(.*\D)?(\d+)(\D*)$/;

export function offersOf(choices: Choice[]): Offer[] {
  const groups = new Map<string, Numbered[]>();
  for (const choice of choices) {
    const parts = LAST_NUMBER.exec(choice.words);
    if (!parts) continue;
    const key = `${parts[1] ?? ""}\n${parts[3] ?? ""}`;
    groups.set(key, [...(groups.get(key) ?? []), { value: Number(parts[2]), choice }]);
  }
  const large = [...groups.entries()].filter(([, options]) => options.length > A_FEW);
  return inOrder(choices, large);
}

function inOrder(choices: Choice[], large: [string, Numbered[]][]): Offer[] {
  const offers: Offer[] = [];
  for (const choice of choices) {
    const group = large.find(([, options]) => options.some((one) => one.choice === choice));
    if (!group) offers.push({ kind: "move", choice });
    else if (group[1][0]?.choice === choice) offers.push(numbers(group[0], group[1]));
  }
  return offers;
}

function numbers(key: string, options: Numbered[]): Offer {
  const [before = "", after = ""] = key.split("\n");
  return { kind: "numbers", before, after, options: [...options].sort((a, b) => a.value - b.value) };
}
