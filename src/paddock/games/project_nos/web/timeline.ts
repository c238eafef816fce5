/** The races so far: every roll of every racer, read from the events. */

import type { Happening } from "$lib/board";
import { EVENT } from "./events";
import type { ClockName } from "./types";
import { timeWords } from "./words";

export interface Roll {
  /** milliseconds since GO, or the round */
  time: number;
  /** by slot, 0 for a die that was not rolled */
  faces: number[];
  /** the last space filled before the next roll, 0 for none */
  space: number;
  redline: boolean;
}

export interface Drive {
  seat: number;
  rolls: Roll[];
  end: "" | "finished" | "exploded" | "stalled";
  time: number;
  filled: number;
  redlines: number;
  rank: number;
}

export interface Run {
  race: number;
  drives: Drive[];
  last: number;
  /** cars that came to the line with the winner or just behind, or would have */
  near: { seat: number; gap: number }[];
}

/** When a car came to the line, or would have come if the race had not been over. */
export interface Finish {
  seat: number;
  time: number;
  completed: boolean;
}

/** The first cars at the line if the camera had to decide, else nobody. */
export function photoOf({ drives, near }: Run): Finish[] {
  const first = winnerOf(drives);
  if (!first || !near.length) return [];
  const completed = (seat: number): boolean => drives.some((drive) => drive.seat === seat && drive.end === "finished");
  const others = near.map(({ seat, gap }): Finish => ({ seat, time: first.time + gap, completed: completed(seat) }));
  return [
    { seat: first.seat, time: first.time, completed: true },
    ...others.sort((one, other) => one.time - other.time),
  ];
}

export function winnerOf(drives: Drive[]): Drive | undefined {
  return drives.find(({ rank, end }) => rank === 1 && end === "finished");
}

/** Every race that has begun. */
export function runsOf(happenings: Happening[], seats: number): Run[] {
  const runs: Run[] = [];
  for (const one of happenings) {
    if (one.kind === EVENT.WENT) runs.push(newRun(one.a, seats));
    // A solo stock race on a known strip logs no start.
    else if (!runs.length && one.kind === EVENT.FELL) runs.push(newRun(1, seats));
    const run = runs.at(-1);
    if (run) hear(run, one);
  }
  for (const run of runs) finish(run);
  return runs;
}

/** A race that is over has a ranking. */
export function isOver({ drives }: Run): boolean {
  return drives.some(({ rank }) => rank > 0);
}

function newRun(race: number, seats: number): Run {
  const drives = Array.from({ length: seats }, (_, seat): Drive => ({
    seat,
    rolls: [],
    end: "",
    time: 0,
    filled: 0,
    redlines: 0,
    rank: 0,
  }));
  return { race, drives, last: 1, near: [] };
}

const PLACED = new Set<number>([EVENT.PLACED, EVENT.PLACED_SAVED, EVENT.SECRETLY_PLACED, EVENT.SECRETLY_PLACED_SAVED]);

function hear(run: Run, { kind, a, b, c }: Happening): void {
  const drive = run.drives[a];
  if (!drive) return;
  if (kind === EVENT.FELL)
    drive.rolls.push({ time: b, faces: [0, 3, 6, 9, 12, 15].map((bit) => (c >> bit) & 7), space: 0, redline: false });
  else if (PLACED.has(kind)) fill(drive, b);
  else if (kind === EVENT.REDLINED || kind === EVENT.SECRETLY_REDLINED) takeRedlines(drive, b);
  else if (kind === EVENT.PROGRESS) {
    fill(drive, b);
    takeRedlines(drive, c);
  } else if (kind === EVENT.RESTARTED || kind === EVENT.SECRETLY_RESTARTED) [drive.filled, drive.redlines] = [0, 0];
  else if (kind === EVENT.RANKED) drive.rank = b;
  else if (kind === EVENT.PHOTO_FINISH || kind === EVENT.SAME_ROUND) run.near.push({ seat: b, gap: c });
  else if (kind === EVENT.FINISHED_NOW) [drive.end, drive.time] = ["finished", b];
  else if (kind === EVENT.EXPLODED_NOW) [drive.end, drive.time] = ["exploded", b];
  else if (kind === EVENT.STALLED_NOW || kind === EVENT.STALLED_AT_GO)
    [drive.end, drive.time] = ["stalled", kind === EVENT.STALLED_NOW ? b : 0];
}

function fill(drive: Drive, space: number): void {
  const roll = drive.rolls.at(-1);
  if (roll && space > drive.filled) roll.space = space;
  drive.filled = space;
}

function takeRedlines(drive: Drive, redlines: number): void {
  const roll = drive.rolls.at(-1);
  if (roll && redlines > drive.redlines) roll.redline = true;
  drive.redlines = redlines;
}

function finish(run: Run): void {
  run.last = Math.max(1, ...run.drives.flatMap(({ rolls, time }) => [time, ...rolls.map((roll) => roll.time)]));
  run.drives.sort((one, other) => (one.rank || 9) - (other.rank || 9));
}

/** "Race 2: Ana wins, 12.34 s". Who has won is told once the ranking is: the end may be seen a moment before. */
export function runWords(run: Run, clock: ClockName, seats: { name: string }[]): string {
  if (!isOver(run)) return `Race ${run.race}`;
  const winner = winnerOf(run.drives);
  const how = winner ? `${seats[winner.seat]?.name ?? ""} wins, ${timeWords(clock, winner.time)}` : "nobody finished";
  return `Race ${run.race}: ${how}`;
}
