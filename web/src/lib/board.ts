/**
 * The border between the shell and a game's board.
 *
 * A game may bring, from its folder `src/paddock/games/GAME/web/`:
 *   Board.svelte    draws `scene` and `view`, animates `frames`, offers `choices`; props: BoardProps
 *   Picture.svelte  the picture on the lobby's card and in the waiting room; props: PictureProps
 *   facts.ts        `export const facts: Facts`: what the timing tower counts for a seat;
 *                   it may also `export const livery: Livery`, where people choose their cars, and
 *                   `export const outcome: Outcome`, where a race may end without a simple winner, and
 *                   `export const thrower: Thrower`, where dice are rolled without a choice before them, and
 *                   `export const sounds: Sounds`: what happens sounds like
 *   Editor.svelte   makes component files, e.g. tracks, where the game has a workshop; props: EditorProps
 * All are optional. No rule is written here: a board only asks "is there a move here?" and offers it.
 */
import type { CheckedInfo, ChoiceInfo, Fate, Happened } from "../wire";

export type Happening = Happened;
export type Choice = ChoiceInfo;

/** A seat as a board draws it. */
export interface SeatInfo {
  name: string;
  /** what the game calls it in its sentences, e.g. red */
  called?: string;
  /** a CSS colour */
  colour: string;
  /** on the car, from 1 */
  number: number;
  /** held by this browser */
  mine: boolean;
  /** whose move it is */
  acting: boolean;
  /** driven by a bot */
  bot: boolean;
}

/** One ply: what happened, and the view after it. */
export interface Frame {
  view: unknown;
  happenings: Happening[];
  /** a seat, or CHANCE */
  actor: number;
  /** -1 if it may not be seen */
  move: number;
  /** "" if it may not be seen */
  words: string;
}

/** A live race: all seats act at any time, and `choices` is what our seat may do now. */
export interface LiveRace {
  /** the seat driven in this browser; SPECTATOR for a spectator */
  seat: number;
  /** seats of people who are ready, and of those who are not */
  ready: number[];
  waiting: number[];
  /** the start is announced: race time runs */
  announced: boolean;
  /** race time at the start: 0, or later where a race is resumed */
  since: number;
  /** by seat: milliseconds by which its actions count earlier than they are read */
  delays: number[];
  /** the server's answers to presses in this browser, the latest last */
  fates: Fate[];
  /** milliseconds, less than `since` before the start; NaN while it is not announced */
  raceTime: () => number;
  /** play a move now: the number that its fate will name, or null if the connection is lost */
  press: (move: number) => number | null;
  getReady: () => void;
}

export interface BoardProps {
  /** fixed for the race */
  scene: unknown;
  /** the position to show at rest, after all frames */
  view: unknown;
  /** what to animate since the last view, in order; empty: just show `view` */
  frames: Frame[];
  seats: SeatInfo[];
  /** legal moves of the held acting seat; empty when it is not ours to move */
  choices: Choice[];
  /** legal moves that the dock shows: a board plays one only if its driver has switched that on */
  docked?: Choice[];
  /** a live race that waits for the start or runs; else null */
  live?: LiveRace | null;
  /** what has happened and been shown so far, from the start of the race; without views */
  history?: Omit<Frame, "view">[];
  /** the move that is focused in the controls: show its consequence */
  hovered: number | null;
  /** 1 normal, 2 fast, 0: no animation */
  pace: number;
  /** a target on the board was clicked */
  onmove: (move: number) => void;
  onhover: (move: number | null) => void;
  /** throws the dice that lie in our cup; null while there are none */
  onthrow?: (() => void) | null;
  /** all frames have been shown; called also when pace is 0 or when a change of `frames` skipped the rest */
  ondone: () => void;
}

export interface PictureProps {
  scene: unknown;
  /** the position at the start */
  view?: unknown;
  /** draw the whole chosen track and nothing else, for the waiting room */
  whole?: boolean;
}

/** Something a game counts for a seat, e.g. {label: "laps to go", value: "2", mark: ""}. */
export interface Fact {
  label: string;
  value: string;
  /** "good" or "bad" colours it, e.g. a car that lies belly-up */
  mark?: "good" | "bad";
}

/** At most three facts for a seat, the same ones in the same order for every seat. */
export type Facts = (scene: unknown, view: unknown, seat: number) => Fact[];

/** The colour and the number of the car that a seat has chosen; null while it has none. */
export type Livery = (scene: unknown, view: unknown, seat: number) => Pick<SeatInfo, "colour" | "number"> | null;

/** How a race that is over ended, in a sentence; "" if the first seat simply won it. */
export type Outcome = (scene: unknown, view: unknown, seats: SeatInfo[]) => string;

/** The seat whose hand throws the dice of a happening, -1 for none; the view is the one after it. */
export type Thrower = (happening: Happening, view: unknown) => number;

/** Kinds of short sounds; what a game marks as a crash or a finish sounds like a crash and a flag anyway. */
export type SoundKind = "dice" | "card" | "engine" | "lights" | "bump" | "crash" | "flag" | "turn";

/** By the number of a happening, how it sounds; a function: an engine at that speed, 0 to 1. */
export type Sounds = Partial<Record<number, SoundKind | ((happening: Happening) => number)>>;

/** An editor draws and changes one component; files, remarks and races are the shell's. It checks nothing itself. */
export interface EditorProps {
  /** what can be laid, from the server */
  palette: unknown;
  /** what to begin with, from a check of its file; null: nothing */
  drawing: unknown;
  /** what the server said last; it may be about the text of a moment ago */
  checked: CheckedInfo | null;
  /** places to highlight: those of the chosen remark */
  shown: number[][];
  /** the component as the text of a file: once at the beginning, then after every change */
  onchange: (text: string) => void;
}
