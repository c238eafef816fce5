/**
 * What the screen shows of the race: one ply at a time, so that board, tower and race control tell the same story.
 * What comes meanwhile waits. Nobody who acts has to: their controls belong to the true position, and a click skips.
 */
import type { PlyInfo, Position } from "../wire";
import type { Frame } from "./board";

const SOME = 2; // plies behind from which on it is shown at double pace
const MANY = 6; // at fourfold pace
const TOO_MANY = 40; // and from which on only the end is shown
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
  /** the last position that has been reached; places and chances on the screen belong to it */
  position = $state.raw<Position | null>(null);
  view = $state.raw<unknown>(null);
  frames = $state.raw<Frame[]>([]);
  /** plies that have been shown or are being shown */
  ply = $state(0);
  /** how many times faster than usual, to catch up */
  haste = $state(1);
  /** there is something to skip */
  behind = $state(false);
  private waiting: Step[] = [];
  private latest: Position | null = null;
  private busy = false;
  private guard = 0;

  /** More has happened. */
  push(position: Position, steps: Step[]): void {
    this.latest = position;
    this.waiting.push(...steps.filter((step) => step.frame.view !== null));
    if (this.waiting.length > TOO_MANY) this.reset(position);
    else if (!this.busy) this.next();
    else this.hurry();
  }

  /** Show this, without a way there. */
  reset(position: Position): void {
    this.latest = position;
    this.waiting = [];
    this.next();
  }

  /** Straight to the latest position. */
  skip(): void {
    if (this.busy && this.latest) this.reset(this.latest);
  }

  /** The board has shown its frames. */
  done(): void {
    if (this.busy) this.next();
  }

  private next(): void {
    window.clearTimeout(this.guard);
    const step = this.waiting.shift();
    this.frames = step ? [step.frame] : [];
    this.busy = step !== undefined;
    if (step) this.guard = window.setTimeout(() => this.done(), PATIENCE);
    if (!this.waiting.length) this.arrive();
    else if (step) [this.view, this.ply] = [step.frame.view, step.ply + 1];
    this.hurry();
  }

  private arrive(): void {
    if (!this.latest) return;
    this.position = this.latest;
    this.view = this.latest.view;
    this.ply = this.latest.ply;
  }

  private hurry(): void {
    const many = this.waiting.length;
    const ours = this.busy && (this.latest?.choices.length ?? 0) > 0;
    this.haste = many >= MANY ? 4 : many >= SOME || ours ? 2 : 1;
    this.behind = many > 0;
  }
}
