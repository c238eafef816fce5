/**
 * The moment that the screen shows: one ply at a time, so that board, prompt, tower, odds, log and result agree. Plies
 * that arrive meanwhile are queued. A player need not wait: a click or a key skips to the latest position.
 */
import { CHANCE, type PlyInfo, type Position } from "../wire";
import type { Frame } from "./board";

const SOME = 2; // this many queued plies double the pace
const MANY = 6; // this many quadruple it
const TOO_MANY = 40; // with more only the latest position is shown
const PATIENCE = 5000; // milliseconds a ply may take before the board is taken for done

interface Step {
  ply: number;
  frame: Frame;
}

export function stepOf(ply: PlyInfo): Step {
  const { view, happenings, actor, move, words } = ply;
  return { ply: ply.ply, frame: { view, happenings, actor, move, words } };
}

export class Stage {
  /** the last position that has been shown: prompt, choices, places, chances and result belong to it */
  position = $state.raw<Position | null>(null);
  /** the view in which everything has been shown: what the tower tells */
  settled = $state.raw<unknown>(null);
  /** plies that have been shown: what the log tells */
  ply = $state(0);
  /** the view in which the frames end: what the board draws */
  view = $state.raw<unknown>(null);
  frames = $state.raw<Frame[]>([]);
  /** how many times faster than usual, to catch up */
  haste = $state(1);
  /** who acts in the moment shown */
  actor = $state(CHANCE);
  /** our dice lie in the cup: the next ply is shown when we throw them */
  inCup = $state(false);
  /** whether a ply shows dice that one of our drivers throws; by the game that is raced */
  isOurThrow: (frame: Frame) => boolean = () => false;
  /** an animation runs or plies are queued: there is something to skip */
  behind = $state(false);
  private waiting: Step[] = [];
  private playing: Step | null = null;
  private latest: Position | null = null;
  private guard = 0;

  /** Queue new plies. */
  push(position: Position, steps: Step[]): void {
    this.latest = position;
    this.waiting.push(...steps.filter((step) => step.frame.view !== null));
    if (this.waiting.length > TOO_MANY) this.reset(position);
    else if (this.inCup && !position.choices.length)
      this.throwDice(); // the race has moved on to another seat
    else if (!this.playing && !this.inCup) this.next();
    else this.hurry();
  }

  /** Show a position at once, without animation. */
  reset(position: Position): void {
    this.latest = position;
    this.waiting = [];
    this.playing = null;
    this.inCup = false;
    this.next();
  }

  /** Skip to the latest position; dice in the cup are thrown first. */
  skip(): void {
    if (this.inCup) this.throwDice();
    else if (this.playing && this.latest) this.reset(this.latest);
  }

  /** Our hand throws our dice. */
  throwDice(): void {
    if (!this.inCup) return;
    this.inCup = false;
    this.play(this.waiting.shift() ?? null);
  }

  /** The board has shown its frames. */
  done(): void {
    if (this.playing) this.next();
  }

  private next(): void {
    window.clearTimeout(this.guard);
    const last = this.playing;
    if (last) this.settle(last);
    this.inCup = this.waitsForHand(last, this.waiting[0]);
    this.play(this.inCup ? null : (this.waiting.shift() ?? null));
  }

  /** Whether the next ply waits for our throw; dice right after our own choice or our own dice do not. */
  private waitsForHand(last: Step | null, step: Step | undefined): boolean {
    if (!step || !this.isOurThrow(step.frame)) return false;
    const ours = this.latest?.seat ?? -1;
    return !last || (last.frame.actor !== ours && !this.isOurThrow(last.frame));
  }

  private play(step: Step | null): void {
    this.playing = step;
    this.frames = step ? [step.frame] : [];
    if (step) {
      this.view = step.frame.view;
      if (step.frame.actor >= 0) this.actor = step.frame.actor;
      this.guard = window.setTimeout(() => this.done(), PATIENCE);
    } else if (this.inCup) {
      this.actor = this.latest?.seat ?? CHANCE;
    } else {
      this.arrive();
    }
    this.hurry();
  }

  private settle(step: Step): void {
    this.settled = step.frame.view;
    this.ply = step.ply + 1;
  }

  private arrive(): void {
    if (!this.latest) return;
    this.position = this.latest;
    this.settled = this.view = this.latest.view;
    this.ply = this.latest.ply;
    this.actor = this.latest.actor;
  }

  private hurry(): void {
    const many = this.waiting.length;
    const ours = this.playing !== null && (this.latest?.choices.length ?? 0) > 0;
    this.haste = many >= MANY ? 4 : many >= SOME || ours ? 2 : 1;
    this.behind = this.playing !== null || this.inCup;
  }
}
