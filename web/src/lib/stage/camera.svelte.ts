/** The camera over a board: how large its picture is, and what part of the board it sees. */

import { untrack } from "svelte";
import { between, closeUp, isNear, sees, whole } from "./camera";
import type { Box, Point } from "./poses";

const NARROW = 560; // pixels: below it the camera comes closer
const PART = 0.14; // share of the way to its goal in each animation frame
const SHORT = 16; // pixels: if cars are shorter, the whole track is not shown
const LONG = 28; // pixels that a car has in the close view, at least
const DEEP = 6; // times closer than the whole, at most
const FINGER = 44; // pixels between two places that are touched

/** Sizes in units of the board. */
export interface Sizes {
  /** the length of a car */
  car: number;
  /** between two places that can be chosen, at least; 0 if it does not matter */
  apart?: number;
  /** around what the close view shows */
  margin: number;
}

/** Pixels at the edges of the picture over which something else lies. */
export interface Edges {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export class Camera {
  /** of the picture, in pixels */
  width = $state(0);
  height = $state(0);
  /** covered edges of the picture: nothing that matters is placed there */
  edges: Edges = $state.raw({ top: 0, right: 0, bottom: 0, left: 0 });
  /** a person may want to see everything instead */
  wantsClose = $state(true);
  /** the part of the board in view now */
  eye: Box = $state.raw() as Box;
  /** where a person has turned the camera; null: it looks at what matters */
  look: Box | null = $state.raw(null);
  #aim: () => Box = $state.raw(() => this.frame);
  /** what must stay in view while the user looks around */
  #points: Point[] = [];
  /** the view when the camera comes to rest */
  goal = $derived.by(() => this.look ?? this.#aim());

  /** @param frame everything there is to see */
  constructor(readonly frame: Box) {
    this.eye = frame;
  }

  get isNarrow(): boolean {
    return this.width > 0 && this.width < NARROW;
  }

  /** width for height, within the edges */
  get shape(): number {
    const { top, right, bottom, left } = this.edges;
    const [width, height] = [this.width - left - right, this.height - top - bottom];
    return width > 0 && height > 0 ? width / height : this.frame.w / this.frame.h;
  }

  /** pixels a unit, while the whole board is in view */
  get scale(): number {
    return this.width / this.whole().w;
  }

  whole(): Box {
    return this.#around(whole(this.frame, this.shape));
  }

  closeUp(points: Point[], least: number, margin: number): Box {
    this.#points = points;
    return this.#around(closeUp(this.frame, points, this.shape, least, margin));
  }

  /** Whether the whole board can be shown: cars are long enough, and targets far enough apart for a finger. */
  showsAll({ car, apart }: Sizes): boolean {
    return this.width === 0 || (car * this.scale >= SHORT && (!apart || apart * this.scale >= FINGER));
  }

  /**
   * What to look at: the whole board if it can be shown, else a close view of all these points; `welcome` points are
   * left out where they would make the rest too small.
   */
  sight(points: Point[], sizes: Sizes, welcome: Point[] = []): Box {
    this.#points = points;
    if (!this.wantsClose || this.showsAll(sizes)) return this.whole();
    const scale = Math.max(LONG / sizes.car, sizes.apart ? FINGER / sizes.apart : 0);
    const seen = [...points];
    let best = this.closeUp(seen, this.width / scale, sizes.margin);
    for (const point of welcome) {
      const wider = this.closeUp([...seen, point], this.width / scale, sizes.margin);
      if (wider.w > best.w) continue;
      seen.push(point);
      best = wider;
    }
    this.#points = points;
    return best;
  }

  /** Less than the whole board is seen: there is something to move to. */
  get isClose(): boolean {
    return this.eye.w < 0.98 * this.whole().w;
  }

  /** Zoom in or out around a place of the picture; zoomed out far enough, the whole board is in view again. */
  zoom(by: number, at: Point): void {
    const w = Math.max(this.eye.w * by, this.whole().w / DEEP);
    if (w >= this.whole().w) return this.back();
    const part = w / this.eye.w;
    const [x, y] = [this.eye.x + (at.x / this.width) * this.eye.w, this.eye.y + (at.y / this.height) * this.eye.h];
    this.#turn({ x: x - (x - this.eye.x) * part, y: y - (y - this.eye.y) * part, w, h: this.eye.h * part });
  }

  /** Move by a number of pixels. */
  pan(across: number, down: number): void {
    if (!this.isClose) return;
    const { x, y, w, h } = this.eye;
    this.#turn({ x: x + (across / this.width) * w, y: y + (down / this.height) * h, w, h });
  }

  /** Look at what matters again. */
  back(): void {
    this.look = null;
  }

  /** A person turns the camera; its middle stays over the board. */
  #turn(to: Box): void {
    const { x, y, w, h } = this.frame;
    this.look = this.eye = {
      ...to,
      x: Math.min(Math.max(to.x, x - to.w / 2), x + w - to.w / 2),
      y: Math.min(Math.max(to.y, y - to.h / 2), y + h - to.h / 2),
    };
  }

  /** Glide to where this aims, or be there at once. Called once, while a board is set up. */
  follow(aim: () => Box, jumps: () => boolean): void {
    this.#aim = aim;
    // The user's view is kept as long as it shows everything that matters next.
    $effect(() => {
      aim();
      untrack(() => {
        if (this.look && !(this.#fits(this.look) && sees(this.look, this.#points))) this.back();
      });
    });
    $effect(() => {
      const to = this.goal;
      if (untrack(() => isNear(this.eye, to))) return;
      if (jumps()) this.eye = to;
      else return this.#glide(to);
    });
  }

  /** Whether a view has the shape of the picture. */
  #fits({ w, h }: Box): boolean {
    return Math.abs(w / h - this.width / this.height) < 0.01;
  }

  /** With the edges around it. */
  #around(box: Box): Box {
    const { top, right, bottom, left } = this.edges;
    const unit = box.w / Math.max(1, this.width - left - right);
    return {
      x: box.x - left * unit,
      y: box.y - top * unit,
      w: box.w + (left + right) * unit,
      h: box.h + (top + bottom) * unit,
    };
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
