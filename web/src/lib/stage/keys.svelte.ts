/** Keys on a board: those that no other element handles, and the arrows between buttons. */
import type { HTMLButtonAttributes } from "svelte/elements";
import { type Hovering, hovering } from "../hovering";

const TYPED = "input, select, textarea";
const PRESSED = `${TYPED}, button, a, summary`;

/** Whether a key is left to the board: nothing focused takes it, no dialog is open. */
export function isFree(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat || event.defaultPrevented)
    return false;
  if (document.activeElement?.matches(event.key === "Enter" ? PRESSED : TYPED)) return false;
  return document.querySelector("dialog[open], [role=dialog]") === null;
}

/** Roving tabindex: many buttons with one tab stop; arrow keys go from one to the next. */
export class Roving {
  at = $state(0);
  buttons: HTMLButtonElement[] = $state([]);

  /** @param count how many buttons there are, @param few up to this many have a tab stop each */
  constructor(
    private readonly count: () => number,
    private readonly few = 8,
  ) {}

  get #roves(): boolean {
    return this.count() > this.few;
  }

  get #current(): number {
    return Math.min(this.at, this.count() - 1);
  }

  /** The attributes of button `i`, which tells of a thing while it is hovered or focused. */
  target<T>(
    i: number,
    thing: T,
    onhover: (thing: T | null) => void,
  ): Hovering & Pick<HTMLButtonAttributes, "tabindex" | "onkeydown"> {
    const told = hovering(thing, onhover);
    const onfocus = (): void => {
      this.at = i;
      told.onfocus();
    };
    const tabindex = this.#roves && i !== this.#current ? -1 : 0;
    return { ...told, onfocus, tabindex, onkeydown: (event) => this.#go(event) };
  }

  #go(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step || !this.#roves) return;
    event.preventDefault();
    event.stopPropagation();
    this.at = (this.#current + step + this.count()) % this.count();
    this.buttons[this.at]?.focus();
  }
}
