/** Plies as log lines. */
import type { SeatInfo } from "./board";
import type { Mark } from "./colours";
import type { Told } from "./race.svelte";
import { capital } from "./words";

/** Ends the id of a line that the table itself says. */
export const NOTICE = ".notice";

export interface HistoryLine {
  id: string;
  ply: number;
  /** of the car or seat it is about, "" for none */
  colour: string;
  text: string;
  clause: string;
  /** who made the move, CHANCE if nobody did */
  actor: number;
  /** the name that it begins with, "" for none */
  who: string;
  /** number of the event, -1 for none */
  kind: number;
}

/**
 * Log lines in chronological order. A move with events is told by its events, and a move that only leads to a roll is
 * told by the roll; a draw without events is told by what follows.
 */
export function linesOf(plies: Told[], seats: SeatInfo[], marks: Mark[] = []): HistoryLine[] {
  const last = plies.findLastIndex((ply) => !isSilent(ply));
  return plies.flatMap((ply, n) => {
    const isPassedOver = (isSilent(ply) && n < last) || isToldByNext(ply, plies[n + 1]);
    return [...noticeLine(ply, seats), ...happenedLines(ply, seats, marks, isPassedOver)];
  });
}

/** What the table itself says, e.g. that a player's time was up. */
function noticeLine(ply: Told, seats: SeatInfo[]): HistoryLine[] {
  const colour = seats[ply.actor]?.colour ?? "";
  return ply.notice ? [lineOf(`${ply.ply}${NOTICE}`, ply, colour, "", ply.notice, "")] : [];
}

function happenedLines(ply: Told, seats: SeatInfo[], marks: Mark[], isPassedOver: boolean): HistoryLine[] {
  const said = ply.happenings.filter((one) => one.sentence);
  if (!said.length) return isPassedOver ? [] : moveLine(ply, seats);
  return said.map(({ sentence, clause, kind }, line) => {
    const colour = colourOfLine(sentence, ply.actor, seats, marks);
    return lineOf(`${ply.ply}.${line}`, ply, colour, whoIn(sentence, seats, marks), sentence, clause, kind);
  });
}

function lineOf(
  id: string,
  { ply, actor }: Told,
  colour: string,
  who: string,
  text: string,
  clause: string,
  kind = -1,
): HistoryLine {
  return { id, ply, actor, colour, who, text: capital(text), clause, kind };
}

/** The name that a sentence begins with. */
function whoIn(sentence: string, seats: SeatInfo[], marks: Mark[]): string {
  const names = [...marks.map(({ name }) => name), ...seats.flatMap(({ name, called }) => [name, called ?? ""])];
  const found = names.find((name) => begins(sentence, name));
  return found ? sentence.slice(0, found.length) : "";
}

/**
 * A sentence is about the seat or the car it begins with. One that begins otherwise is about the seat that moved; where
 * cars have names other than their seats' it has no colour.
 */
function colourOfLine(sentence: string, actor: number, seats: SeatInfo[], marks: Mark[]): string {
  const seat = seats.find((one) => isAbout(sentence, one));
  const mark = marks.find(({ name }) => begins(sentence, name));
  return seat?.colour ?? mark?.hex ?? (marks.length ? "" : (seats[actor]?.colour ?? ""));
}

/** Whether a sentence begins with a seat's name. */
export function isAbout(sentence: string, { name, called }: Pick<SeatInfo, "name" | "called">): boolean {
  return begins(sentence, name) || begins(sentence, called ?? "");
}

function begins(sentence: string, name: string): boolean {
  const start = sentence.toLowerCase();
  return name !== "" && start.startsWith(name.toLowerCase()) && !/\w/.test(start[name.length] ?? "");
}

function isToldByNext(ply: Told, next: Told | undefined): boolean {
  return ply.actor >= 0 && next !== undefined && next.actor < 0 && next.happenings.length > 0;
}

/** A draw without events: one of several that belong together, or the answer of a clock. */
function isSilent({ actor, happenings }: Told): boolean {
  return actor < 0 && !happenings.length;
}

function moveLine(ply: Told, seats: SeatInfo[]): HistoryLine[] {
  if (!ply.words) return []; // another seat's secret: its events are told when it is revealed
  const seat = seats[ply.actor];
  const who = ply.actor < 0 ? "Drawn" : (seat?.name ?? "Somebody");
  return [lineOf(String(ply.ply), ply, seat?.colour ?? "", seat?.name ?? "", `${who}: ${ply.words}`, ply.clause)];
}
