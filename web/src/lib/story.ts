/** The story of a race: its turns, each in a line, and the one that decided it. */
import { CHANCE, type ReplayPly } from "../wire";
import type { SeatInfo } from "./board";
import { type HistoryLine, isAbout, NOTICE } from "./history";
import { capital } from "./words";

const PARTS = 4; // of a turn that its line tells; all of them are inside
const LAST = 2; // of them, however much there is to tell
const TOLD: Record<string, boolean> = { crash: true, finish: true };

/** A turn as a line that opens. */
export interface TurnLine {
  id: string;
  /** of whoever's turn it is, "" for nobody's */
  colour: string;
  /** the turn in a line */
  text: string;
  /** everything that happened in it, in order of time */
  parts: HistoryLine[];
}

/**
 * Lines by turn, in order of time. A turn is what one seat decides, with what follows from it. Dice and draws belong to
 * the seat that is named first: a turn may begin with dice. What the table itself says stands alone.
 */
export function turnLinesOf(lines: HistoryLine[], moments: string[] = []): TurnLine[] {
  const turns: { actor: number; colour: string; parts: HistoryLine[] }[] = [];
  for (const line of lines) {
    const last = turns.at(-1);
    const isFirst = last?.parts.at(-1)?.ply !== line.ply;
    const isAlone = isNotice(line) || last?.parts.some(isNotice);
    if (last && !isAlone && (!isFirst || isPartOf(last, line))) {
      last.parts.push(line);
      if (line.actor !== CHANCE) last.actor = line.actor;
      last.colour ||= line.colour;
    } else {
      turns.push({ actor: line.actor, colour: line.colour, parts: [line] });
    }
  }
  return turns.map(({ parts }) => turnLineOf(parts, moments));
}

/** The turns since a driver decided something at a ply; the dice that belong to that are left out. */
export function turnsSince(ply: number, driver: SeatInfo, lines: HistoryLine[], moments: string[] = []): TurnLine[] {
  const isOwn = ({ actor, who, text }: HistoryLine): boolean => actor === CHANCE && (!who || isAbout(text, driver));
  const after = lines.filter((line) => line.ply > ply);
  const first = after.findIndex((line) => !isOwn(line));
  return first < 0 ? [] : turnLinesOf(after.slice(first), moments);
}

const isNotice = ({ id }: HistoryLine): boolean => id.endsWith(NOTICE);

function isPartOf(turn: { actor: number; colour: string }, { actor, colour, who }: HistoryLine): boolean {
  if (actor === CHANCE) return !who || !turn.colour || colour === turn.colour;
  return turn.actor === CHANCE ? !turn.colour || colour === turn.colour : actor === turn.actor;
}

function turnLineOf(parts: HistoryLine[], moments: string[]): TurnLine {
  const first = parts.find((line) => line.who) ?? parts[0];
  const id = parts[0]?.id ?? "";
  if (!first?.who || parts.length === 1) {
    return { id, colour: first?.who ? first.colour : "", text: (first ?? parts[0])?.text ?? "", parts };
  }
  const clauses = clausesOf(parts, first.who, moments);
  return { id, colour: first.colour, text: `${capital(first.who)}: ${clauses.join(", ")}.`, parts };
}

interface Clause {
  text: string;
  verb: string;
  dice: string[];
  isTold: boolean;
}

/** What happened in a turn in a few clauses: dice together, of several steps the last, and the moments of the race. */
function clausesOf(parts: HistoryLine[], who: string, moments: string[]): string[] {
  const clauses: Clause[] = [];
  for (const line of parts) {
    if (line.who.toLowerCase() !== who.toLowerCase()) continue;
    const clause = clauseOf(line, moments);
    const last = clauses.at(-1);
    if (last?.verb !== clause.verb) clauses.push(clause);
    else if (last.dice.length && clause.dice.length) last.dice.push(...clause.dice);
    else clauses[clauses.length - 1] = clause;
  }
  return shortened(clauses).map(({ text, verb, dice }) => (dice.length ? `${verb} ${dice.join(" + ")}` : text));
}

function shortened(clauses: Clause[]): Clause[] {
  if (clauses.length <= PARTS) return clauses;
  const dice = clauses.findLast((clause) => clause.dice.length);
  return clauses.filter((clause, n) => clause.isTold || clause === dice || n === 0 || n >= clauses.length - LAST);
}

/** A sentence without the name that it begins with: "Ana rolls a 4; 9 so far." becomes "rolls" and the die 4. */
function clauseOf({ text, who, kind }: HistoryLine, moments: string[]): Clause {
  const said = text.slice(who.length).replace(/^: /, " ").replace(/[.!]$/, "");
  const whole = /^ [a-z]/.test(said) ? said.trim() : text.replace(/[.!]$/, "");
  const verb = /^ [a-z]/.test(said) ? (whole.split(" ")[0] ?? "") : whole.split(" ").slice(0, 3).join(" ");
  const die = /^ \w+ (?:an? )?(\d+)(?:;|$)/.exec(said);
  return { text: whole, verb, dice: die?.[1] ? [die[1]] : [], isTold: TOLD[moments[kind] ?? ""] ?? false };
}

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
