/** A race by a running clock: the server's time, who is ready, when it goes, and what became of what was pressed. */
import type { Fate, Live, Probe } from "../wire";

const SAMPLES = 9; // of the line that count
const FATES = 12; // that are remembered

/** Seconds of a clock that nobody sets while the page is open. */
const seconds = (): number => (performance.timeOrigin + performance.now()) / 1000;

/** The server's time: what comes is dated by the quickest of the last messages, since a line can only be late. */
class ServerTime {
  private samples: number[] = [];
  private delay = 0;

  /** Another line: what was measured on the old one counts for nothing. */
  begin(time: number): void {
    this.samples = [time - seconds()];
    this.delay = 0;
  }

  hear(probe: Probe): void {
    this.samples = [...this.samples, probe.time - seconds()].slice(-SAMPLES);
    this.delay = probe.delay / 1000;
  }

  /** Seconds since 1970. */
  now(): number {
    return seconds() + Math.max(...this.samples, -Infinity) + this.delay;
  }
}

export class LiveClock {
  told = $state.raw<Live | null>(null);
  /** of the seats held here, the latest last */
  fates = $state.raw<Fate[]>([]);
  private readonly server = new ServerTime();
  private last = 0;

  begin(time: number): void {
    this.server.begin(time);
  }

  hearProbe(probe: Probe): void {
    this.server.hear(probe);
  }

  hearFate(fate: Fate): void {
    this.fates = [...this.fates, fate].slice(-FATES);
  }

  /** A start is announced. */
  get announced(): boolean {
    return (this.told?.go ?? 0) > 0;
  }

  /** Milliseconds, before the start less than it is then; NaN while none is announced. */
  raceTime(): number {
    if (!this.told?.go) return NaN;
    return (this.server.now() - this.told.go) * 1000 + this.told.since;
  }

  /** Of the next press: beyond all that were sent before, also before the page was loaded again. */
  nextNumber(): number {
    this.last = Math.max(this.last + 1, Date.now());
    return this.last;
  }
}
