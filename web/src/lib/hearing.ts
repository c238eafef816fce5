/**
 * Sounds of the race on this screen. Nothing is made or loaded before a gesture of the person at this table, nor while
 * sound is switched off; what happens until then is not heard later.
 */
import type { Heard } from "./heard";
import { settings } from "./settings.svelte";
import type { Speaker } from "./speaker";

const GESTURES = ["pointerdown", "keydown"] as const;

export class Hearing {
  #speaker: Speaker | null = null;
  #closed = false;
  readonly #gesture = (event: Event): void => {
    if (event.isTrusted) void this.#wake();
  };

  constructor() {
    for (const kind of GESTURES) window.addEventListener(kind, this.#gesture, true);
  }

  play(sounds: Heard[]): void {
    const { sound, volume } = settings.chosen;
    if (!sound) this.#sleep();
    else for (const one of sounds) this.#speaker?.play(one, volume);
  }

  /** Switch sound on or off, by a gesture. */
  async toggle(): Promise<void> {
    settings.change({ sound: !settings.chosen.sound });
    if (!settings.chosen.sound) return this.#sleep();
    await this.#wake();
    this.play([{ kind: "turn", speed: 0 }]);
  }

  close(): void {
    this.#closed = true;
    for (const kind of GESTURES) window.removeEventListener(kind, this.#gesture, true);
    this.#sleep();
  }

  async #wake(): Promise<void> {
    if (this.#speaker || !settings.chosen.sound) return;
    const { Speaker } = await import("./speaker");
    if (!this.#closed && settings.chosen.sound) this.#speaker ??= new Speaker();
  }

  #sleep(): void {
    this.#speaker?.close();
    this.#speaker = null;
  }
}
