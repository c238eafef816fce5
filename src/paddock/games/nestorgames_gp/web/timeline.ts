/** Motion in time: tweens that can be cut short at any moment. */

/** Thrown into a running animation when something newer has to be shown. */
export class Cut extends Error {}

export const smooth = (u: number): number => (u < 0.5 ? 4 * u ** 3 : 1 - (2 - 2 * u) ** 3 / 2);
export const driving = (u: number): number => 0.5 - Math.cos(Math.PI * u) / 2;
export const settling = (u: number): number => 1 - (1 - u) ** 3;

export class Timeline {
  #cut = false;

  /** @param rate how many times faster than normal */
  constructor(readonly rate: number) {}

  cut(): void {
    this.#cut = true;
  }

  /** Call `draw` with 0 to 1 for so many milliseconds. */
  tween(ms: number, draw: (u: number) => void): Promise<void> {
    const lasts = ms / this.rate;
    return new Promise((resolve, reject) => {
      const began = performance.now();
      const tick = (now: number): void => {
        if (this.#cut) return reject(new Cut());
        const u = Math.min(1, Math.max(0, (now - began) / lasts));
        draw(u);
        if (u < 1) requestAnimationFrame(tick);
        else resolve();
      };
      requestAnimationFrame(tick);
    });
  }

  wait(ms: number): Promise<void> {
    return this.tween(ms, () => undefined);
  }
}
