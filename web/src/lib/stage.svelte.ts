/**
 * The moment that the screen shows: one ply at a time, so that board, prompt, tower, odds, log and result tell the same
 * story. What comes meanwhile waits. Nobody who acts has to: a click or a key brings everything to now.
 *
 * Where all drivers sit at this screen, bots have moved long before it is seen: how fast that is shown is chosen here.
 */
import { type BotPace, CHANCE, OVER, type PlyInfo, type Position, SPECTATOR } from "../wire";
import type { Frame } from "./board";

const SOME = 2; // plies behind from which on it is shown at double pace
const MANY = 6; // at fourfold pace
const TOO_MANY = 40; // and from which on only the end is shown
const A_LOT = 30; // plies of bots that wait at this screen alone: at fourfold pace
const FAR_TOO_MANY = 400; // and from which on only the end is shown
const PATIENCE = 5000; // milliseconds a ply may take before the board is taken for done
const BEATS: Record<BotPace, number> = { relaxed: 700, brisk: 150, instant: 0 }; // milliseconds before a bot's turn
const LAST_METRES = 0.5; // pace at which the winner comes to the line
const LINGER = 250; // milliseconds for which moves of bots that are not shown are gathered
const ROUNDS = 3; // turns of a bot after our last one in a race that is over: we were out of it

export interface Step {
  ply: number;
  frame: Frame;
}

interface Waiting extends Step {
  /** the seat whose turn it is part of */
  turn: number;
  /** begins that turn */
  first: boolean;
  /** turns that this seat has begun since our last one */
  round: number;
}

/** Who looks at the stage. */
export interface Watching {
  /** seats that are driven from this screen */
  held: number[];
  /** the pace at which bots' turns are shown; null: others wait for them, too, and the server sets the pace */
  bots: BotPace | null;
  /** nothing is animated */
  still: boolean;
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
  /** the ply from which on the race was run out without being shown: we were no longer in it */
  ranOut = $state<number | null>(null);
  /** which of our drivers throws the dice that a ply shows, -1 for none; by the game that is raced */
  ourThrower: (frame: Frame) => number = () => -1;
  /** whether the flag falls for one of our drivers in a ply */
  isOurFinish: (frame: Frame) => boolean = () => false;
  /** whether somebody finishes in a ply */
  isFinish: (frame: Frame) => boolean = () => false;
  /** told of each ply that is shown, as it begins and when it has ended; not of those that are passed over */
  onshown: (frame: Frame, ended: boolean) => void = () => undefined;
  /** something is being shown: there is something to skip */
  behind = $state(false);
  private waiting: Waiting[] = [];
  private playing: Waiting | null = null;
  /** the ply that was shown last */
  private before: Step | null = null;
  /** a beat before the ply that is to be played */
  private pausing = false;
  /** nothing is shown until we are asked for something */
  private skipping = false;
  private latest: Position | null = null;
  private guard = 0;
  private turn = CHANCE;
  private rounds = new Map<number, number>();
  private classified = false;
  /** the ply in which the winner crosses the line, once it was shown */
  private flag: Step | null = null;

  constructor(private readonly watching: () => Watching) {}

  /** Queue new plies. */
  push(position: Position, steps: Step[]): void {
    this.latest = position;
    this.queue(steps);
    if (this.waiting.length > (this.watching().bots ? FAR_TOO_MANY : TOO_MANY)) this.reset(position);
    else if (this.inCup && !this.isWantedNow())
      this.letFall(); // somebody else has gone on
    else if (this.playing || this.inCup) this.hurry();
    else if (this.isWantedNow() || !this.waiting.every((step) => this.isSilent(step))) this.next();
    else this.nextSoon();
  }

  /** Show a position at once, without animation. */
  reset(position: Position): void {
    this.latest = position;
    this.waiting = [];
    this.playing = this.before = null;
    this.inCup = false;
    this.next();
  }

  /**
   * Somebody else is at the screen, or nobody: the moment that is shown stays, but as they may know it. They were at
   * `base` last; of what has happened `since` they are shown what has not been seen yet.
   */
  turnTo(base: Position, position: Position, since: Step[]): void {
    window.clearTimeout(this.guard);
    this.latest = position;
    this.position = base;
    this.playing = null;
    this.inCup = false;
    this.frames = [];
    this.before = since.findLast((step) => step.ply < this.ply) ?? null;
    this.settled = this.view = this.before?.frame.view ?? base.view;
    this.waiting = [];
    this.queue(since.filter((step) => step.ply >= this.ply));
    if (!this.waiting.length) return this.next();
    this.behind = true;
    this.guard = window.setTimeout(() => this.next()); // once the board has drawn it
  }

  /** Skip to our next decision if only bots race against us, else to the latest position; throw dice in the cup. */
  skip(): void {
    if (this.inCup) return this.throwDice();
    this.skipping = this.watching().bots !== null && !this.isWantedNow();
    if (this.playing && this.latest) this.reset(this.latest);
  }

  /** Our hand throws our dice, unless the device is changing hands. */
  throwDice(): void {
    if (this.inCup && this.latest?.seat !== SPECTATOR) this.letFall();
  }

  private letFall(): void {
    this.inCup = false;
    this.play(this.waiting.shift() ?? null);
  }

  /** The board has shown its frames. */
  done(): void {
    if (this.playing && !this.pausing) this.next();
  }

  private queue(steps: Step[]): void {
    this.waiting.push(...steps.filter((step) => step.frame.view !== null).map((step) => this.inTurn(step)));
  }

  /** A step with the turn that it is part of: what one seat decides, with the dice that follow or that it throws. */
  private inTurn(step: Step): Waiting {
    const { actor } = step.frame;
    const thrower = this.ourThrower(step.frame);
    const turn = actor >= 0 ? actor : thrower >= 0 ? thrower : this.turn;
    const first = turn !== this.turn;
    this.turn = turn;
    if (this.watching().held.includes(turn)) {
      this.rounds.clear();
      this.classified = false;
    } else if (first) {
      this.rounds.set(turn, (this.rounds.get(turn) ?? 0) + 1);
    }
    this.classified ||= this.isOurFinish(step.frame);
    return { ...step, turn, first, round: this.rounds.get(turn) ?? 0 };
  }

  /** Whether the latest position wants something of us, or nothing more of anybody. */
  private isWantedNow(): boolean {
    return this.latest === null || this.isAsked() || this.isOver();
  }

  /** Whether one of our drivers has to decide, who may be about to take the device. */
  private isAsked(): boolean {
    return this.watching().held.includes(this.latest?.actor ?? CHANCE);
  }

  private isOver(): boolean {
    return this.latest?.actor === OVER;
  }

  private isOurs(step: Waiting): boolean {
    return this.watching().held.includes(step.turn);
  }

  /** Bots' turns that nobody wants to see. */
  private isSilent(step: Waiting): boolean {
    const { bots, still } = this.watching();
    if (!bots) return false;
    if (this.skipping) return true;
    return !this.isOurs(step) && (still || bots === "instant" || this.isRunOut(step));
  }

  /** The race is over, and we were out of it long before. */
  private isRunOut(step: Waiting): boolean {
    if (!this.isOver() || this.waiting.some((one) => this.isOurs(one))) return false;
    return this.classified || step.round > ROUNDS;
  }

  private next(): void {
    window.clearTimeout(this.guard);
    this.pausing = false;
    const last = this.playing;
    if (last) this.settle(last);
    if (last && this.frames.length) this.onshown(last.frame, true);
    this.passOver();
    this.inCup = !this.skipping && this.waitsForHand(this.waiting[0]);
    this.play(this.inCup ? null : (this.waiting.shift() ?? null));
  }

  /** One bot after another moves, and nothing of it is shown: all of it takes its place at once. */
  private nextSoon(): void {
    window.clearTimeout(this.guard);
    this.guard = window.setTimeout(() => this.next(), LINGER);
  }

  /** Of several steps that are not shown only the last one is left: everything takes its place there. */
  private passOver(): void {
    for (;;) {
      const [step, after] = this.waiting;
      if (!step || !this.isSilent(step)) return;
      if (this.isRunOut(step)) this.ranOut ??= step.ply;
      if (!after || !this.isSilent(after)) return;
      this.waiting.shift();
    }
  }

  /** Dice that follow a choice of ours, or other dice of ours, are thrown already. */
  private waitsForHand(step: Step | undefined): boolean {
    const seat = step ? this.ourThrower(step.frame) : -1;
    if (seat < 0 || !this.before) return seat >= 0;
    return this.before.frame.actor !== seat && this.ourThrower(this.before.frame) !== seat;
  }

  private play(step: Waiting | null): void {
    this.playing = step;
    this.frames = [];
    if (step) {
      this.begin(step);
    } else if (this.inCup) {
      this.actor = this.waiting[0]?.turn ?? CHANCE;
    } else {
      this.arrive();
    }
    this.hurry();
  }

  private begin(step: Waiting): void {
    const { bots, still } = this.watching();
    const beat = bots && !still && step.first && !this.isOurs(step) ? BEATS[bots] : 0;
    this.pausing = true;
    if (this.isSilent(step)) {
      this.view = step.frame.view;
      this.guard = window.setTimeout(() => this.next()); // once the board has drawn it
    } else if (beat) {
      this.guard = window.setTimeout(() => this.present(step), beat);
    } else {
      this.present(step);
    }
  }

  private present(step: Waiting): void {
    this.pausing = false;
    this.frames = [step.frame];
    this.view = step.frame.view;
    if (step.frame.actor >= 0) this.actor = step.frame.actor;
    if (this.isFinish(step.frame)) this.flag ??= step;
    this.hurry();
    this.guard = window.setTimeout(() => this.done(), PATIENCE);
    this.onshown(step.frame, false);
  }

  private settle(step: Step): void {
    this.settled = this.view = step.frame.view;
    this.ply = step.ply + 1;
    this.before = step;
  }

  private arrive(): void {
    if (!this.latest) return;
    if (this.isWantedNow()) this.skipping = false;
    this.position = this.latest;
    this.settled = this.view = this.latest.view;
    this.ply = this.latest.ply;
    this.actor = this.latest.actor;
  }

  private hurry(): void {
    const usual = this.watching().bots ? this.hasteAlone() : this.hasteTogether();
    this.haste = this.playing && this.playing === this.flag ? LAST_METRES : usual;
    this.behind = this.playing !== null || this.inCup;
  }

  private hasteTogether(): number {
    const many = this.waiting.length;
    return many >= MANY ? 4 : many >= SOME || this.isWanted() ? 2 : 1;
  }

  private hasteAlone(): number {
    const { bots } = this.watching();
    if (!this.playing || bots === "relaxed") return 1;
    if (this.isOurs(this.playing)) return this.isWanted() && this.waiting.every((one) => this.isOurs(one)) ? 2 : 1;
    return this.waiting.length >= A_LOT ? 4 : 2;
  }

  /** We are asked for something as soon as this has been shown. */
  private isWanted(): boolean {
    return this.playing !== null && this.isAsked();
  }
}
