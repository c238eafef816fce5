/** What the forms of a new table and of a new series have in common: who drives, the options, and how it is sent. */
import type { BotPace, Clock, DiceKind, GameInfo, NewTable, Value } from "../wire";
import { checkFile, errorText, games } from "$lib/api";
import { router, tablePath } from "$lib/router.svelte";
import { settings } from "$lib/settings.svelte";
import type { Kept } from "$lib/shelf";
import { effective, toSend, type Chosen, type Loaded } from "./options";
import { driven, lineUp, toWishes, type Kind, type Wish } from "./seats";

const NO_CLOCK: Clock = { kind: "none", seconds: 0 };

export class RaceForm {
  game = $state.raw<GameInfo | null>(null);
  /** levels, the standard one first */
  bots = $state.raw<string[]>([]);
  /** how each level drives */
  styles = $state.raw<Record<string, string>>({});
  /** why there is no form */
  missing = $state("");
  seats = $state<Wish[]>([]);
  chosen = $state<Chosen>({});
  hidden = $state(true);
  clock = $state.raw<Clock>(NO_CLOCK);
  advice = $state(true);
  pace = $state<BotPace>(settings.chosen.bots || "brisk");
  /** "manual": real ones on a table, entered by people */
  dice = $state<DiceKind>("fair");
  trouble = $state("");
  busy = $state(false);
  /** what the server said of the component file that is chosen */
  loaded = $state.raw<Loaded | null>(null);
  /** what holds: chosen values, and defaults */
  readonly values = $derived(this.game ? effective(this.game.options, this.chosen, this.seats.length) : {});
  readonly people = $derived(driven(this.seats, "me"));
  /** the file that is being read: a race is made after it */
  #reading: Promise<void> = Promise.resolve();

  /** Looks for the game, and lines up its usual number of seats; null if there is none. */
  async open(id: string, others: Kind): Promise<GameInfo | null> {
    try {
      const { games: all, bots, styles } = await games();
      const found = all.find((one) => one.id === id);
      if (!found) throw new Error("This server does not have that game.");
      [this.game, this.bots, this.styles] = [found, bots, styles];
      this.seats = lineUp(found.usual_seats, others, bots[0] ?? "");
      return found;
    } catch (error) {
      this.missing = errorText(error);
      return null;
    }
  }

  /** Whose dice are rolled; with real ones people drive every car, and no clock runs. */
  roll(dice: DiceKind): void {
    this.dice = dice;
    const untimed = this.game?.untimed ?? {};
    const others = Object.entries(this.chosen).filter(([name]) => !(name in untimed));
    this.chosen = { ...Object.fromEntries(others), ...(dice === "manual" ? untimed : {}) };
    if (dice === "manual") for (const seat of this.seats) if (seat.kind === "bot") seat.kind = "open";
  }

  /** Chooses a preset: its options in place of what was chosen, and its number of cars. */
  preset(n: number): void {
    const found = this.game?.presets[n];
    if (!found) return;
    this.chosen = { ...found.options };
    this.loaded = null;
    while (this.seats.length > found.seats) this.seats.pop();
    const last = this.seats.at(-1);
    while (last && this.seats.length < found.seats)
      this.seats.push({ ...last, name: "", kind: last.kind === "me" ? "open" : last.kind });
    this.roll(this.dice);
  }

  set(name: string, value: Value): void {
    this.chosen[name] = value;
  }

  /** Chooses a file; one that is kept in this browser stays as it is. */
  load(option: string, text: Promise<string>, files: Kept[] = []): Promise<void> {
    this.#reading = this.#take(option, text, files);
    return this.#reading;
  }

  /** A component file is tidied by the server, and what it says about it is kept. */
  async #take(option: string, given: Promise<string>, files: Kept[]): Promise<void> {
    this.trouble = "";
    const text = await given;
    if (!this.game || option !== this.game.workshop) return this.set(option, text);
    const answer = await checkFile(this.game.id, text);
    this.loaded = answer;
    this.set(option, files.some((one) => one.text === text) ? text : answer.text || text);
  }

  /** What a table and a series are made from. */
  #wish(game: GameInfo): NewTable {
    const { hidden, advice, pace, dice, seats, values } = this;
    const options = toSend(game.options, values, seats.length);
    const clock = dice === "manual" ? NO_CLOCK : this.clock;
    return { game: game.id, seats: toWishes(seats), options, private: hidden, clock, advice, pace, dice };
  }

  /** Sends it by `make`, which answers with the table to go to. */
  async send(make: (wish: NewTable) => Promise<string>): Promise<void> {
    if (!this.game) return;
    this.busy = true;
    this.trouble = "";
    await this.#reading.catch(() => undefined); // what was wrong with it is said beside the file
    try {
      const table = await make(this.#wish(this.game));
      settings.change({ bots: this.pace });
      router.go(tablePath(table));
    } catch (error) {
      this.trouble = errorText(error);
      this.busy = false;
    }
  }
}
