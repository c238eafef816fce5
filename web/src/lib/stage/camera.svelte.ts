/** The camera over a board: how large its picture is, and what part of the board it sees. */

import { untrack } from "svelte";
import { between, closeUp, isNear, whole } from "./camera";
import type { Box, Point } from "./poses";

const NARROW = 560; // pixels: below it the camera comes closer
const PART = 0.14; // of the way to its goal, each time the screen is drawn

export class Camera {
  /** of the picture, in pixels */
  width = $state(0);
  height = $state(0);
  /** a person may want to see everything instead */
  wantsClose = $state(true);
  /** what is seen now */
  eye: Box = $state.raw() as Box;
  #aim: () => Box = $state.raw(() => this.frame);
  /** what will be seen when the camera rests */
  goal = $derived.by(() => this.#aim());

  /** @param frame everything there is to see */
  constructor(readonly frame: Box) {
    this.eye = frame;
  }

  get isNarrow(): boolean {
    return this.width > 0 && this.width < NARROW;
  }

  /** width for height */
  get shape(): number {
    return this.width && this.height ? this.width / this.height : this.frame.w / this.frame.h;
  }

  whole(): Box {
    return whole(this.frame, this.shape);
  }

  closeUp(points: Point[], least: number, margin: number): Box {
    return closeUp(this.frame, points, this.shape, least, margin);
  }

  /** Glide to where this aims, or be there at once. Called once, while a board is set up. */
  follow(aim: () => Box, jumps: () => boolean): void {
    this.#aim = aim;
    $effect(() => {
      const to = this.goal;
      if (untrack(() => isNear(this.eye, to))) return;
      if (jumps()) this.eye = to;
      else return this.#glide(to);
    });
  }

  #glide(to: Box): () => void {
    let frame = 0;
    const step = (): void => {
      this.eye = between(this.eye, to, PART);
      if (!isNear(this.eye, to)) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }
}
