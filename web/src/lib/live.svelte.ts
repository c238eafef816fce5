/** A live race: the server's time, who is ready, when it starts, and the server's answers to presses. */
import type { Fate, Live, Probe } from "../wire";

const SAMPLES = 9; // latency samples that count
const FATES = 12; // answers that are kept

/** Seconds of a monotonic clock: setting the system clock does not change it. */
const seconds = (): number => (performance.timeOrigin + performance.now()) / 1000;

/** Estimates the server's time from the quickest of the last messages: network delay only ever adds. */
class ServerTime {
  private samples: number[] = [];
  private delay = 0;

  /** A new connection: samples of the old one are dropped. */
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

  /** Milliseconds of race time, below `since` before the start; NaN while no start is announced. */
  raceTime(): number {
    if (!this.told?.go) return NaN;
    return (this.server.now() - this.told.go) * 1000 + this.told.since;
  }

  /** The number of the next press: higher than all before it, also those before a reload of the page. */
  nextNumber(): number {
    this.last = Math.max(this.last + 1, Date.now());
    return this.last;
  }
}
