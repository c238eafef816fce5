/** Things that are seen for a moment: words, sparks, rings. */

import type { Point } from "./poses";

/** An effect that boards have in common. */
export interface Effect extends Point {
  kind: "word" | "spark" | "blast" | "ring";
  text: string;
  ms: number;
}

export class Passing<T extends { ms: number }> {
  list: (T & { id: number })[] = $state.raw([]);
  #count = 0;

  /** Shows a thing for its `ms` milliseconds. */
  add(thing: T): void {
    const id = ++this.#count;
    this.list = [...this.list, { ...thing, id }];
    setTimeout(() => (this.list = this.list.filter((one) => one.id !== id)), thing.ms);
  }
}
