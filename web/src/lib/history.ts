/** Plies as lines for people. */
import type { SeatInfo } from "./board";
import type { Told } from "./race.svelte";
import { capital } from "./words";

export interface HistoryLine {
  id: string;
  ply: number;
  /** the seat it is about; -1: nobody's */
  actor: number;
  text: string;
  clause: string;
}

/**
 * In order of time. A move that made something happen is told by what happened, and a move that only lets a die be rolled
 * is told by the die; a draw that nothing happened with is told by what comes of it.
 */
export function linesOf(plies: Told[], seats: SeatInfo[]): HistoryLine[] {
  const last = plies.findLastIndex((ply) => !isSilent(ply));
  return plies.flatMap((ply, n) => {
    const isPassedOver = (isSilent(ply) && n < last) || isToldByNext(ply, plies[n + 1]);
    return [...noticeLine(ply), ...happenedLines(ply, seats, isPassedOver)];
  });
}

/** What the table itself says, e.g. that somebody's time was up. */
function noticeLine(ply: Told): HistoryLine[] {
  return ply.notice ? [lineOf(`${ply.ply}.notice`, ply, ply.actor, ply.notice, "")] : [];
}

function happenedLines(ply: Told, seats: SeatInfo[], isPassedOver: boolean): HistoryLine[] {
  const said = ply.happenings.filter((one) => one.sentence);
  if (!said.length) return isPassedOver ? [] : moveLine(ply, seats);
  return said.map((one, line) => lineOf(`${ply.ply}.${line}`, ply, subjectOf(one.sentence, ply.actor, seats), one.sentence, one.clause));
}

function lineOf(id: string, ply: Told, actor: number, text: string, clause: string): HistoryLine {
  return { id, ply: ply.ply, actor, text: capital(text), clause };
}

/** A sentence is about the seat it begins with; otherwise about whoever moved. */
function subjectOf(sentence: string, actor: number, seats: SeatInfo[]): number {
  const start = sentence.toLowerCase();
  const found = seats.findIndex((seat) => seat.called && new RegExp(`^${seat.called.toLowerCase()}\\b`).test(start));
  return found >= 0 ? found : actor;
}

function isToldByNext(ply: Told, next: Told | undefined): boolean {
  return ply.actor >= 0 && next !== undefined && next.actor < 0 && next.happenings.length > 0;
}

/** A draw that nothing happened with: one of several that belong together, or the answer of a clock. */
function isSilent({ actor, happenings }: Told): boolean {
  return actor < 0 && !happenings.length;
}

function moveLine(ply: Told, seats: SeatInfo[]): HistoryLine[] {
  if (!ply.words) return []; // a secret of somebody's: what it brings is told when it shows
  const who = ply.actor < 0 ? "Drawn" : (seats[ply.actor]?.name ?? "Somebody");
  return [lineOf(String(ply.ply), ply, ply.actor, `${who}: ${ply.words}`, ply.clause)];
}
