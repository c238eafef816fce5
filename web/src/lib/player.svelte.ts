/** Plays a replay: where it is, whether it runs, and how fast. */
import type { Replay } from "../wire";
import type { Frame } from "./board";

const GAP = 320; // milliseconds between two plies
const STILL_GAP = 800; // the same without animation
const PATIENCE = 6000; // milliseconds a board may take for a ply

export class Player {
  /** plies played */
  at = $state(0);
  frames = $state.raw<Frame[]>([]);
  playing = $state(false);
  speed = $state(1);
  /** told of each ply that is played, as it begins and when it has been shown */
  onshown: (frame: Frame, ended: boolean) => void = () => undefined;
  private timer = 0;

  constructor(
    private readonly replay: Replay,
    private readonly still: () => boolean,
  ) {}

  get last(): number {
    return this.replay.plies.length;
  }

  get view(): unknown {
    return this.at === 0 ? this.replay.view : this.replay.plies[this.at - 1]?.view;
  }

  get pace(): number {
    return this.still() ? 0 : this.speed;
  }

  /** Jump to a ply without animation. */
  seek(at: number): void {
    this.pause();
    this.frames = [];
    this.at = Math.min(this.last, Math.max(0, at));
  }

  /** Play the next ply with its animation. */
  forward(): void {
    const ply = this.replay.plies[this.at];
    if (!ply) return this.pause();
    this.frames = [{ view: ply.view, happenings: ply.happenings, actor: ply.actor, move: ply.move, words: ply.words }];
    this.at += 1;
    this.tell(false);
    if (this.playing) this.later(PATIENCE);
  }

  toggle(): void {
    if (this.playing) return this.pause();
    if (this.at >= this.last) this.seek(0);
    this.playing = true;
    this.forward();
  }

  pause(): void {
    this.playing = false;
    window.clearTimeout(this.timer);
  }

  /** The board has shown the ply. */
  done(): void {
    this.tell(true);
    if (this.playing) this.later((this.still() ? STILL_GAP : GAP) / this.speed);
  }

  private tell(ended: boolean): void {
    for (const frame of this.frames) this.onshown(frame, ended);
  }

  private later(wait: number): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (this.playing) this.forward();
    }, wait);
  }
}
