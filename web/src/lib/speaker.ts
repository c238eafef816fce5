/**
 * Short sounds, made here: no files. Each is computed once as samples and then started as one source. This module is
 * loaded after a gesture of the person who wants to hear something; without one browsers refuse to make a sound.
 */
import type { SoundKind } from "./board";
import type { Heard } from "./heard";

const IDLE = 3000; // milliseconds without a sound after which the sound card is given back
const TURN = 2 * Math.PI;

/** From a time in seconds to what the loudspeaker does, -1 to 1. */
type Wave = (t: number) => number;

interface Recipe {
  seconds: number;
  /** a fresh wave: noise has a state */
  wave: () => Wave;
}

const RECIPES: Record<SoundKind, Recipe> = {
  dice: { seconds: 0.42, wave: () => rattle([0, 0.07, 0.13, 0.22, 0.33], 0.025) },
  card: { seconds: 0.16, wave: () => faded(hiss(0.5), 0.05) },
  engine: { seconds: 0.5, wave: () => swelling(motor(82), 0.5) },
  lights: { seconds: 0.9, wave: () => tune([440, 440, 880], 0.3, 0.09) },
  bump: { seconds: 0.18, wave: () => faded(thud(95), 0.05) },
  crash: { seconds: 0.55, wave: () => faded(sum(hiss(0.12), thud(60)), 0.14) },
  flag: { seconds: 0.7, wave: () => tune([523, 659, 784, 1047], 0.13, 0.12) },
  turn: { seconds: 0.32, wave: () => tune([660, 880], 0.12, 0.08) },
};
const ENDS = 0.01; // seconds in which a sound fades out, so that it does not click

/** The samples of a sound at so many a second. */
export function samplesOf(kind: SoundKind, rate: number): Float32Array<ArrayBuffer> {
  const { seconds, wave } = RECIPES[kind];
  const at = wave();
  const samples = new Float32Array(Math.round(seconds * rate));
  return samples.map((_, i) => at(i / rate) * Math.min(1, (samples.length - 1 - i) / (ENDS * rate)));
}

export class Speaker {
  readonly #context = new AudioContext();
  readonly #level = this.#context.createGain();
  readonly #buffers = new Map<SoundKind, AudioBuffer>();
  #idle = 0;

  constructor() {
    this.#level.connect(this.#context.destination);
    this.#restLater();
  }

  /** @param volume 0 to 1 */
  play({ kind, speed }: Heard, volume: number): void {
    void this.#context.resume();
    this.#level.gain.value = volume ** 2; // as loudness is felt
    const source = this.#context.createBufferSource();
    source.buffer = this.#bufferOf(kind);
    if (kind === "engine") source.playbackRate.value = 0.7 + speed;
    source.connect(this.#level);
    source.start();
    this.#restLater();
  }

  close(): void {
    window.clearTimeout(this.#idle);
    void this.#context.close();
  }

  #bufferOf(kind: SoundKind): AudioBuffer {
    const known = this.#buffers.get(kind);
    if (known) return known;
    const { sampleRate } = this.#context;
    const samples = samplesOf(kind, sampleRate);
    const buffer = this.#context.createBuffer(1, samples.length, sampleRate);
    buffer.copyToChannel(samples, 0);
    this.#buffers.set(kind, buffer);
    return buffer;
  }

  #restLater(): void {
    window.clearTimeout(this.#idle);
    this.#idle = window.setTimeout(() => void this.#context.suspend(), IDLE);
  }
}

/** Noise, the darker the smaller `bright`; the same every time. */
function hiss(bright: number): Wave {
  let [seed, level] = [1, 0];
  return () => {
    seed = (seed * 16807) % 2147483647;
    level += bright * ((seed / 2147483647) * 2 - 1 - level);
    return level / Math.sqrt(bright);
  };
}

/** A low tone that drops. */
function thud(pitch: number): Wave {
  return (t) => Math.sin(TURN * pitch * t * (1 - t));
}

/** Few cylinders, slightly out of step. */
function motor(pitch: number): Wave {
  return (t) => (Math.sin(TURN * pitch * t) + ((pitch * t * 2.02) % 1) + ((pitch * t * 0.5) % 1) - 1) / 3;
}

const sum =
  (one: Wave, other: Wave): Wave =>
  (t) =>
    (one(t) + other(t)) / 2;

/** Dying away; in `half` seconds to about a third. */
const faded =
  (wave: Wave, half: number): Wave =>
  (t) =>
    wave(t) * Math.exp(-t / half);

/** Rises and falls. */
const swelling =
  (wave: Wave, seconds: number): Wave =>
  (t) =>
    wave(t) * Math.sin((Math.PI * t) / seconds);

/** Several knocks, each weaker. */
function rattle(knocks: number[], half: number): Wave {
  const noise = hiss(0.6);
  return (t) => {
    const last = knocks.findLastIndex((at) => at <= t);
    return noise(t) * Math.exp(-(t - (knocks[last] ?? 0)) / half) * 0.85 ** last;
  };
}

/** Notes one after another, each dying away. */
function tune(pitches: number[], step: number, half: number): Wave {
  return (t) => {
    const n = Math.min(pitches.length - 1, Math.floor(t / step));
    const since = t - n * step;
    return Math.sin(TURN * (pitches[n] ?? 0) * since) * Math.exp(-since / half);
  };
}
