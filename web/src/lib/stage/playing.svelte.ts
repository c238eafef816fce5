/** A board's stage: it shows a position at rest, or frames being played on it, one after another. */

import { untrack } from "svelte";
import type { BoardProps, Frame, Happening } from "../board";
import { Showing, Stopped } from "./motion";

const MANY = 8; // from this many frames on they are played faster, so that a long queue does not delay the race

export abstract class Playing<V> {
  /** the position on the screen: at rest, or as far as the frames have been played */
  live: V = $state.raw() as V;
  playing = $state(false);
  #showing: Showing | null = null;

  /** Everything takes its place in a position, at once. */
  protected abstract rest(view: V): void;

  /** Show what happened and end in the view after it. */
  protected abstract playFrame(showing: Showing, view: V, happenings: Happening[]): Promise<void>;

  /** Keeps what a board needs of frames that are not played. */
  remember(_frames: Frame[]): void {
    // Nothing, unless a board says otherwise.
  }

  /** Show a position at rest, at once. */
  show(view: V): void {
    this.stop();
    this.live = view;
    this.rest(view);
  }

  stop(): void {
    this.#showing?.stop();
    this.#showing = null;
    this.playing = false;
  }

  /** Play frames one after another; false if something newer stopped them. */
  async play(frames: Frame[], pace: number): Promise<boolean> {
    this.stop();
    const showing = new Showing(pace * Math.max(1, frames.length / MANY));
    this.#showing = showing;
    this.playing = true;
    try {
      for (const { view, happenings } of frames) if (view) await this.playFrame(showing, view as V, happenings);
      return true;
    } catch (error) {
      if (error instanceof Stopped) return false;
      throw error;
    } finally {
      if (this.#showing === showing) this.playing = false;
    }
  }
}

type Given = Pick<BoardProps, "frames" | "view" | "pace" | "ondone">;

/**
 * Keep a stage on what its board is given: play frames that are new, else just show the position.
 * Frames that are there when the board appears are skipped, unless `opening` is set.
 */
export function presentOn<V>(stage: Playing<V>, given: () => Given, opening = false): void {
  let shown: Frame[] | null = opening ? [] : null;

  function present(frames: Frame[], view: V): void {
    if (frames === shown && stage.playing) return;
    const fresh = frames !== shown && frames.length > 0;
    const moves = fresh && shown !== null && given().pace > 0 && !document.hidden;
    if (moves && stage.playing) stage.show((shown?.at(-1)?.view as V | null) ?? view);
    shown = frames;
    if (moves) return void play(frames);
    if (fresh) stage.remember(frames);
    stage.show(view);
    if (fresh) given().ondone();
  }

  async function play(frames: Frame[]): Promise<void> {
    if (!(await stage.play(frames, given().pace))) return;
    stage.show(given().view as V);
    given().ondone();
  }

  $effect(() => {
    const { frames, view } = given();
    untrack(() => present(frames, view as V));
  });

  $effect(() => () => untrack(() => stage.stop()));
}
