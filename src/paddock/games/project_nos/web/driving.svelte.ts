/** Driving in a live race: a press shows at once (optimistic update) and is corrected by the server's answer. */

import { untrack } from "svelte";
import { sentence } from "$lib/api";
import type { Choice, LiveRace } from "$lib/board";
import { remember, remembered } from "$lib/storage";
import { exchanged, filledUp, inTheAir, isSeen, type Pressed, withPressed } from "./pressed";
import type { Die, Racer, Scene, View } from "./types";
import { heldRoll, type Offer, offersOf, placeOf, tapped } from "./wheel";

interface Given {
  live: LiveRace | null;
  scene: Scene;
  view: View;
  choices: Choice[];
}

/** Why something was not done. */
interface Note {
  text: string;
  /** dice that slide back */
  dice: number[];
}

const GUARD = "project_nos.guard";
const NOTE_MS = 2600;
const LOST_MS = 4000; // a press without an answer for this long counts as lost
const AGAIN_MS = 20; // at least this long before a press is sent again
const OVER_MS = 1500; // after a race presses that were meant for it may still come
const EARLY_MS = 300; // faces may arrive this much before the dice lie still, since network delays differ

export class Driving {
  /** presses that the server has not answered yet, or that no view shows yet */
  pressed = $state.raw<Pressed[]>([]);
  note = $state.raw<Note | null>(null);
  /** a press before GO: ROLL is locked for a moment */
  locked = $state(false);
  /** a race ended a moment ago: a press that was meant for it does not say that we are ready for the next one */
  justOver = $state(false);
  /** PN-75 a third redline has to be meant */
  guard = $state(remembered(GUARD, true));
  private chosen = $state.raw<number[]>([]);
  /** counts up when dice settle whose faces arrived early */
  private rested = $state(0);
  private known: Offer[] = [];
  private heard = new WeakSet<object>();
  private noteTimer = 0;
  private lockTimer = 0;
  private againTimer = 0;
  private overTimer = 0;
  private wasRunning = false;

  constructor(private readonly given: () => Given) {
    $effect(() => {
      const { live } = this.given();
      untrack(() => (live ? this.judge(live) : this.forget()));
    });
    $effect(() => {
      const isRunning = this.given().live?.announced ?? false;
      if (this.wasRunning && !isRunning) this.restAfterTheRace();
      this.wasRunning = isRunning;
    });
    $effect(() => {
      const { truth, pressed } = this;
      if (pressed.some((one) => !truth || isSeen(truth, one)))
        this.pressed = pressed.filter((one) => truth && !isSeen(truth, one));
    });
    $effect(() => {
      if (this.now.length) this.known = this.now;
    });
    $effect(() => {
      if (!this.early) return;
      const timer = window.setTimeout(() => (this.rested += 1), this.early);
      return () => window.clearTimeout(timer);
    });
  }

  // What the server has sent

  readonly seat = $derived.by(() => this.given().live?.seat ?? -1);
  private readonly truth: Racer | undefined = $derived.by(() => this.given().view.racers[this.seat]);

  /** Milliseconds until our dice lie still, if their faces have come before that; a press so early would not count. */
  private readonly early: number = $derived.by(() => {
    void this.rested;
    const left = (this.truth?.settle ?? 0) - (this.given().live?.raceTime() ?? 0);
    return left > 0 && left < EARLY_MS ? left : 0;
  });

  private readonly rest: View = $derived.by(() =>
    this.early ? inTheAir(this.given().view, this.seat) : this.given().view,
  );
  readonly view: View = $derived.by(() => withPressed(this.rest, this.seat, this.pressed));
  readonly racer: Racer | undefined = $derived.by(() => this.view.racers[this.seat]);

  /** What the server offers at this moment. */
  private readonly now: Offer[] = $derived.by(() => {
    const { view, choices } = this.given();
    return view.turn === this.seat && !this.early ? offersOf(view.choices, choices) : [];
  });

  /** Dice of ours are in the air. */
  readonly flying = $derived.by(
    () => this.racer?.dice.some((die) => die.where === "fresh" && die.face === null) ?? false,
  );

  /**
   * Between a placement and its completion the offers are those of before it: saved dice may follow, others be saved.
   */
  readonly offers: Offer[] = $derived.by(() => {
    if (this.flying || !this.racer) return [];
    if (!this.pressed.length && this.now.length) return this.now;
    const dice = this.racer.dice;
    const whereOf = (offer: Offer): string => dice[offer.dice[0] ?? -1]?.where ?? "";
    const known = this.now.length ? this.now : this.known;
    return known.filter((offer) =>
      offer.kind === "save" ? whereOf(offer) === "fresh" : offer.kind !== "roll" && whereOf(offer) === "saved",
    );
  });

  /** The dice that a roll would take. */
  readonly hand: number[] = $derived.by(() => {
    if (!this.racer) return [];
    if (!this.pressed.length && this.now.length) return heldRoll(this.now, this.racer, this.chosen)?.dice ?? [];
    return filledUp(this.racer, this.chosen);
  });

  readonly canRoll = $derived.by(() => {
    const { live } = this.given();
    return live !== null && live.announced && this.racer?.status === "running" && !this.flying && this.hand.length > 0;
  });

  // Actions

  roll(): void {
    const { live, scene } = this.given();
    if (!live || !this.racer || !this.canRoll) return;
    const now = live.raceTime();
    if (now < live.since) return this.tooEarly(live.since - now, scene.timing.early_press_lock_ms);
    const dice = [...this.hand];
    this.press(maskOf(dice), "roll", dice, !this.locked);
    if (!this.locked) this.chosen = [];
  }

  /**
   * A die is placed if it can be, else it joins or leaves the next hand. Returns false if the press needs a
   * confirmation.
   */
  tap(die: Die, firmly: boolean): boolean {
    if (!this.racer || die.where === "placed") return true;
    const place = placeOf(this.offers, this.racer.dice, die, this.given().scene);
    if (!place) this.exchange(die.slot);
    else if (place.explodes && !firmly) return false;
    else this.press(place.move, "place", place.dice);
    return true;
  }

  exchange(slot: number): void {
    if (!this.racer) return;
    const rolls = this.pressed.length ? [] : this.now;
    this.chosen = rolls.length ? tapped(rolls, this.racer, this.hand, slot) : exchanged(this.racer, this.hand, slot);
  }

  setGuard(on: boolean): void {
    this.guard = on;
    remember(GUARD, on);
  }

  /** PN-73 All of them, one move a die. */
  all(kind: "save" | "release"): void {
    const { scene } = this.given();
    const dice = this.racer?.dice ?? [];
    const offered = this.offers.filter((offer) => offer.kind === kind).map((offer) => dice[offer.dice[0] ?? -1]);
    for (const die of dice.filter((one) => offered.some((other) => isLike(other, one)))) {
      this.press(scene.moves[kind] + die.slot, kind, [die.slot]);
    }
  }

  act(offer: Offer): void {
    this.press(offer.move, offer.kind, offer.dice);
  }

  say(text: string, dice: number[] = []): void {
    window.clearTimeout(this.noteTimer);
    this.note = { text, dice };
    this.noteTimer = window.setTimeout(() => (this.note = null), NOTE_MS);
  }

  private press(move: number, kind: Pressed["kind"], dice: number[], shown = true): void {
    const { live } = this.given();
    const number = live?.press(move) ?? null;
    const racer = this.racer;
    if (number === null || !racer) return this.say("The line is broken: nothing was sent.");
    if (!shown) return;
    const filled = racer.filled + racer.dice.filter((die) => die.lands).length;
    this.pressed = [...this.pressed, { number, move, kind, dice, rolls: racer.rolls, filled }];
    this.note = null;
    this.giveUpLater(number);
  }

  private giveUpLater(number: number): void {
    window.setTimeout(() => (this.pressed = this.pressed.filter((one) => one.number !== number)), LOST_MS);
  }

  /** PN-72 A press before GO only locks; it is sent to the server, which treats all racers alike. */
  private tooEarly(left: number, lock: number): void {
    this.given().live?.press(maskOf(this.hand));
    this.locked = true;
    window.clearTimeout(this.lockTimer);
    this.lockTimer = window.setTimeout(() => (this.locked = false), Math.max(left, lock));
    this.say("Too early: wait for GO.", this.hand);
  }

  private restAfterTheRace(): void {
    this.justOver = true;
    window.clearTimeout(this.overTimer);
    this.overTimer = window.setTimeout(() => (this.justOver = false), OVER_MS);
  }

  // Answers of the server

  private judge(live: LiveRace): void {
    for (const fate of live.fates) {
      if (this.heard.has(fate)) continue;
      this.heard.add(fate);
      const one = this.pressed.find(({ number }) => number === fate.number);
      if (!one || fate.what === "accepted" || fate.what === "kept") continue;
      const wait = this.againIn(fate, one);
      if (wait) {
        this.pressed = this.pressed.map((other) => (other === one ? { ...one, dropped: true } : other));
        window.clearTimeout(this.againTimer);
        this.againTimer = window.setTimeout(() => this.pressAgain(), wait);
        continue;
      }
      this.pressed = this.pressed.filter((other) => other !== one);
      if (!this.isReplaced(one)) this.say(sentence(fate.reason || "that did not count"), one.dice);
    }
  }

  /**
   * PN-74 Milliseconds after which a dropped press is sent again, because the dice lay still here, a moment before they
   * did on the server's clock: the credited delay is that of the start, and lines get quicker. 0: it is not.
   */
  private againIn({ time, retry_at }: LiveRace["fates"][number], one: Pressed): number {
    return retry_at < 0 || this.isReplaced(one) ? 0 : Math.max(AGAIN_MS, retry_at - time);
  }

  /** A later roll took its place. */
  private isReplaced(one: Pressed): boolean {
    return one.kind === "roll" && this.pressed.some(({ kind, number }) => kind === "roll" && number > one.number);
  }

  /** PN-76 A press that is sent again counts when it arrives; what it shows stays meanwhile. In their order. */
  private pressAgain(): void {
    const { live } = this.given();
    this.pressed = this.pressed.map((one) => {
      const number = one.dropped ? (live?.press(one.move) ?? null) : null;
      if (number === null) return one;
      this.giveUpLater(number);
      return { ...one, number, dropped: false };
    });
  }

  private forget(): void {
    if (this.pressed.length) this.pressed = [];
    this.chosen = [];
    this.known = [];
    this.note = null;
    this.locked = false;
  }
}

/** The number of a roll. */
const maskOf = (dice: number[]): number => dice.reduce((mask, slot) => mask | (1 << slot), 0);

function isLike(one: Die | undefined, other: Die): boolean {
  return one !== undefined && one.kind === other.kind && one.face === other.face && one.where === other.where;
}
