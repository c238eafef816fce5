/** Motion in time that can be stopped at any moment. */

/** Thrown to stop an animation when something newer has to be shown. */
export class Stopped extends Error {}

export const gently = (u: number): number => 0.5 - Math.cos(Math.PI * u) / 2;
export const smooth = (u: number): number => (u < 0.5 ? 4 * u ** 3 : 1 - (2 - 2 * u) ** 3 / 2);
export const braking = (u: number): number => 1 - (1 - u) ** 3;

export class Showing {
  #stopped = false;

  /** @param rate how many times faster than usual */
  constructor(readonly rate: number) {}

  stop(): void {
    this.#stopped = true;
  }

  /** Call `draw` with 0 to 1 over `ms` milliseconds. */
  run(ms: number, draw: (u: number) => void = () => undefined): Promise<void> {
    const lasts = ms / this.rate;
    return new Promise((resolve, reject) => {
      const began = performance.now();
      const tick = (now: number): void => {
        if (this.#stopped) return reject(new Stopped());
        const u = Math.min(1, Math.max(0, (now - began) / lasts));
        draw(u);
        if (u < 1) requestAnimationFrame(tick);
        else resolve();
      };
      requestAnimationFrame(tick);
    });
  }
}
