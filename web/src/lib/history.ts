/** Plies as log lines. */
import type { SeatInfo } from "./board";
import type { Mark } from "./colours";
import type { Told } from "./race.svelte";
import { capital } from "./words";

export interface HistoryLine {
  id: string;
  ply: number;
  /** of the car or seat it is about, "" for none */
  colour: string;
  text: string;
  clause: string;
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
  return ply.notice ? [lineOf(`${ply.ply}.notice`, ply, seats[ply.actor]?.colour ?? "", ply.notice, "")] : [];
}

function happenedLines(ply: Told, seats: SeatInfo[], marks: Mark[], isPassedOver: boolean): HistoryLine[] {
  const said = ply.happenings.filter((one) => one.sentence);
  if (!said.length) return isPassedOver ? [] : moveLine(ply, seats);
  return said.map((one, line) =>
    lineOf(`${ply.ply}.${line}`, ply, colourOfLine(one.sentence, ply.actor, seats, marks), one.sentence, one.clause),
  );
}

function lineOf(id: string, ply: Told, colour: string, text: string, clause: string): HistoryLine {
  return { id, ply: ply.ply, colour, text: capital(text), clause };
}

/**
 * A sentence is about the seat or the car it begins with. One that begins otherwise is about the seat that moved; where
 * cars have names other than their seats' it has no colour.
 */
function colourOfLine(sentence: string, actor: number, seats: SeatInfo[], marks: Mark[]): string {
  const start = sentence.toLowerCase();
  const begins = (name: string): boolean =>
    name !== "" && start.startsWith(name.toLowerCase()) && !/\w/.test(start[name.length] ?? "");
  const seat = seats.find(({ called, name }) => begins(name) || begins(called ?? ""));
  const mark = marks.find(({ name }) => begins(name));
  return seat?.colour ?? mark?.hex ?? (marks.length ? "" : (seats[actor]?.colour ?? ""));
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
  const who = ply.actor < 0 ? "Drawn" : (seats[ply.actor]?.name ?? "Somebody");
  return [lineOf(String(ply.ply), ply, seats[ply.actor]?.colour ?? "", `${who}: ${ply.words}`, ply.clause)];
}
