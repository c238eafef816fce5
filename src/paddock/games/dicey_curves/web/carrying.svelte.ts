/** A chip is dragged from its stack onto what it changes on the track: the same targets as for a tap. */
import { on } from "svelte/events";

const FAR = 8; // pixels from which on a press is a drag

export class Carrying {
  /** where the chip is on the page; null while none is carried */
  at = $state.raw<{ x: number; y: number } | null>(null);
  private from: PointerEvent | null = null;

  /** `lift` takes a chip, or puts it back. */
  constructor(private readonly lift: (isLifted: boolean) => void) {}

  /** Listens to the stack of chips. */
  readonly stack = (button: HTMLElement): (() => void) => {
    const ends = [
      on(button, "pointerdown", (event) => (this.from = event.isPrimary && event.button === 0 ? event : null)),
      on(window, "pointermove", (event) => this.move(event)),
      on(window, "pointerup", (event) => this.drop(event)),
      on(window, "pointercancel", () => this.putBack()),
    ];
    return () => ends.forEach((end) => end());
  };

  private move(event: PointerEvent): void {
    if (!this.from) return;
    const far = Math.hypot(event.clientX - this.from.clientX, event.clientY - this.from.clientY) > FAR;
    if (!this.at && !far) return;
    if (!this.at) this.lift(true);
    this.at = { x: event.clientX, y: event.clientY };
  }

  private drop(event: PointerEvent): void {
    const carried = this.at !== null;
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("button.target");
    if (carried && target) {
      this.from = this.at = null;
      target.click();
    } else {
      this.putBack();
    }
  }

  private putBack(): void {
    if (this.at) this.lift(false);
    this.from = this.at = null;
  }
}
