/** A table as this browser knows it: the connection, the seats held, and what each of them may know. */
import type {
  Advice,
  BotPace,
  ClientMessage,
  Over,
  Plies,
  PlyInfo,
  Position,
  Refused,
  Seated,
  ServerMessage,
  TableInfo,
  UndoAsked,
  Undone,
  Welcome,
} from "../wire";
import { CHANCE, SPECTATOR } from "../wire";
import type { Choice, LiveRace, SeatInfo } from "./board";
import { colourOf } from "./colours";
import { hold, holdOneMore, keysOf, letGo } from "./held";
import { Line, type LineState } from "./line";
import { settings } from "./settings.svelte";
import { LiveClock } from "./live.svelte";
import { Stage, type Step, stepOf } from "./stage.svelte";

export type Told = Omit<PlyInfo, "view">;

function addressOf(table: string): string {
  const address = new URL(`ws/${encodeURIComponent(table)}`, document.baseURI);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  address.hash = "";
  return address.href;
}

export class Race {
  readonly id: string;
  readonly stage = new Stage(() => ({ held: this.held, bots: this.botPace, still: settings.pace === 0 }));
  readonly clock = new LiveClock();
  line = $state<LineState>("connecting");
  retryAt = $state(0);
  table = $state.raw<TableInfo | null>(null);
  scene = $state.raw<unknown>(null);
  /** by number of the event: crash, finish, or empty */
  moments = $state.raw<string[]>([]);
  held = $state.raw<number[]>([]);
  /** whose knowledge is on the screen: a spectator's, too, while the device changes hands */
  viewer = $state(SPECTATOR);
  /** hot seat: our seats whose drivers may take the screen; until one confirms, only what all may know is shown */
  handTo = $state.raw<number[]>([]);
  asked = $state.raw<UndoAsked | null>(null);
  advice = $state.raw<Advice | null>(null);
  /** a hint was asked for at this ply and is not answered yet */
  hinting = $state<number | null>(null);
  over = $state.raw<Over | null>(null);
  refused = $state.raw<Refused | null>(null);
  /** the table's notice about a move made for our seat because its time was up */
  notice = $state("");
  /** what the host of the server tells everybody */
  hostSays = $state("");
  rematch = $state("");
  rematchBy = $state(SPECTATOR);
  /** there is no such table */
  missing = $state("");
  /** the server's clock minus ours, in seconds */
  ahead = $state(0);
  /** a move was sent from this ply and is not answered yet */
  sent = $state<number | null>(null);
  /** the race went back and we have not moved since */
  wentBack = $state(false);
  /** our seats know different things */
  hides = $state(false);
  /** the seat whose driver has confirmed to be at the screen. A new page does not know it and starts covered. */
  private facing: number | null = null;
  private positions = $state.raw<Record<number, Position>>({});
  private told = $state.raw<Record<number, Told[]>>({});
  private news: Record<number, Step[]> = {};
  /** by seat: the last position at which the screen was at rest, and the plies since then */
  private rested: Record<number, Position> = {};
  private since: Record<number, Step[]> = {};
  /** whose knowledge the stage shows */
  private staged = SPECTATOR;
  private entry = 0;
  private fresh = true;
  private socket: Line;

  constructor(id: string, keys = (): Seated[] => keysOf(id)) {
    this.id = id;
    this.socket = new Line(addressOf(id), {
      hello: () => ({ type: "hello", keys: keys().map((one) => one.key), entry: this.entry }),
      hear: (messages) => this.hear(messages),
      change: (state, retryAt) => {
        this.line = state;
        this.retryAt = retryAt;
      },
    });
  }

  close(): void {
    this.socket.close();
  }

  again(): void {
    this.socket.again();
  }

  // State

  /** The latest position of the seat on the screen; the board may still be animating towards it. */
  get position(): Position | null {
    return this.positions[this.viewer] ?? null;
  }

  get history(): Told[] {
    return this.told[this.viewer] ?? [];
  }

  get actor(): number {
    return this.position?.actor ?? SPECTATOR;
  }

  /** Whether the screen shows the latest position. */
  get reached(): boolean {
    return !this.stage.behind && this.stage.position?.ply === this.position?.ply;
  }

  /** The legal moves of the seat on the screen, once their position is shown; they stay while a move is being sent. */
  get offered(): Choice[] {
    return this.handTo.length || !this.reached ? [] : (this.position?.choices ?? []);
  }

  /** The legal moves, if the seat on the screen may choose now. */
  get choices(): Choice[] {
    return this.off || this.sent === this.position?.ply ? [] : this.offered;
  }

  /** People roll and draw on a real table, and enter it. */
  get isReal(): boolean {
    return this.table?.dice === "manual";
  }

  /** The connection is lost: nothing can be sent, and a notice says so. */
  get off(): boolean {
    return this.line !== "open";
  }

  get myTurn(): boolean {
    return this.table?.status === "racing" && this.held.includes(this.actor);
  }

  get seats(): SeatInfo[] {
    const acting = this.table?.status === "racing" || this.stage.behind ? this.stage.actor : SPECTATOR;
    return (this.table?.seats ?? []).map((seat) => ({
      name: seat.name || seat.called,
      called: seat.called,
      colour: colourOf(this.scene, seat),
      number: seat.seat + 1,
      mine: this.isPrivate ? seat.seat === this.viewer : this.held.includes(seat.seat),
      acting: seat.seat === acting,
      bot: seat.driven,
    }));
  }

  /** Our drivers know different things: what is shown is of the one at the screen. */
  private get isPrivate(): boolean {
    return this.hides && !this.byClock && this.table?.status === "racing";
  }

  /** People who sit here and drive themselves, besides us. */
  get otherPeople(): number {
    const seats = this.table?.seats ?? [];
    return seats.filter((seat) => seat.kind === "person" && !seat.driven && !this.held.includes(seat.seat)).length;
  }

  /** The pace at which bots' turns are shown: ours, unless others wait for them, too. */
  get botPace(): BotPace | null {
    if (!this.table || !this.held.length || this.otherPeople) return null;
    return settings.chosen.bots || this.table.pace;
  }

  /** The cars are at the line or on the way, by a running clock: people act when they like. */
  get byClock(): boolean {
    return this.clock.told !== null && this.table?.status === "racing" && this.actor === CHANCE;
  }

  /** What a board needs of a live race. */
  get live(): LiveRace | null {
    const told = this.clock.told;
    if (!told || !this.byClock) return null;
    return {
      seat: this.viewer,
      ready: told.ready,
      waiting: told.waiting,
      announced: this.clock.announced,
      since: told.since,
      delays: told.delays,
      fates: this.clock.fates.filter((fate) => fate.seat === this.viewer),
      raceTime: () => this.clock.raceTime(),
      press: (move) => this.press(move),
      getReady: () => this.getReady(),
    };
  }

  /** The held seat that may take its move back: the one on the screen first. */
  get undoSeat(): number | null {
    const seats = [this.viewer, ...this.held];
    return seats.find((seat) => this.positions[seat]?.undo.allowed) ?? null;
  }

  /** The held seat that moved last, and the ply it moved at: where a take-back would go. Entered dice count, too. */
  get lastOwn(): { seat: number; ply: number } | null {
    const own = this.history.findLast(({ actor }) => this.held.includes(actor) || (this.isReal && actor === CHANCE));
    return own ? { seat: own.actor < 0 ? (this.held[0] ?? SPECTATOR) : own.actor, ply: own.ply } : null;
  }

  // Actions

  move(move: number): void {
    const position = this.position;
    if (!position || !this.choices.some((choice) => choice.move === move)) return;
    this.stage.skip();
    this.wentBack = false;
    this.refused = null;
    this.notice = "";
    if (this.say({ type: "move", seat: this.viewer, ply: position.ply, move })) this.sent = position.ply;
  }

  /** Enter what was rolled or drawn on a real table. */
  enter(outcome: number): void {
    const position = this.position;
    if (!position || this.sent === position.ply) return;
    this.stage.skip();
    this.refused = null;
    if (this.say({ type: "enter", seat: this.viewer, ply: position.ply, outcome })) this.sent = position.ply;
  }

  /** Play a move in a live race; the number that its fate will name, or null if it could not be sent. */
  press(move: number): number | null {
    const position = this.position;
    if (!position || this.viewer === SPECTATOR) return null;
    const number = this.clock.nextNumber();
    return this.say({ type: "press", seat: this.viewer, number, ply: position.ply, move }) ? number : null;
  }

  /** Report all our seats ready; of several held seats the first is driven. */
  getReady(): void {
    for (const seat of this.held) this.say({ type: "ready", seat });
  }

  hint(): void {
    const position = this.position;
    if (!position || this.hinting === position.ply) return;
    if (this.say({ type: "hint", seat: this.viewer, ply: position.ply })) this.hinting = position.ply;
  }

  /** The advice about the position on the screen. */
  get hinted(): Advice | null {
    const position = this.position;
    return this.advice && position?.ply === this.advice.ply && this.viewer === this.advice.seat ? this.advice : null;
  }

  undo(): void {
    const seat = this.undoSeat;
    const position = this.position;
    if (seat !== null && position) this.say({ type: "undo", seat, ply: position.ply });
  }

  askUndo(): void {
    const last = this.lastOwn;
    if (last) this.say({ type: "ask_undo", seat: last.seat, to_ply: last.ply });
  }

  answerUndo(seat: number, yes: boolean): void {
    this.say({ type: "answer_undo", seat, yes });
  }

  start(): void {
    this.say({ type: "start" });
  }

  sit(name: string, seat: number): void {
    this.say({ type: "sit", name, seat });
  }

  /** Before the start the seat is free again; in the race a bot drives. */
  leave(seat: number): void {
    if (this.table?.status === "waiting") letGo(this.id, seat);
    this.say({ type: "leave", seat });
  }

  back(seat: number): void {
    this.say({ type: "back", seat });
  }

  addWords(seat: number, text: string): void {
    this.say({ type: "entropy", seat, text });
  }

  askRematch(): void {
    const seat = this.held[0];
    if (seat !== undefined) this.say({ type: "rematch", seat });
  }

  /** Keep our keys for the rematch: they open the same seats there. */
  takeKeysAlong(): void {
    const keys = keysOf(this.id);
    if (keys.length) hold(this.rematch, keys);
  }

  /** The driver of this seat is at the screen. */
  takeOver(seat: number): void {
    if (!this.handTo.includes(seat)) return;
    this.restIfReached();
    this.viewer = this.facing = seat;
    this.handTo = [];
    this.show();
  }

  /** Send a message; false if the connection is lost, which a notice on the screen says. */
  private say(message: ClientMessage): boolean {
    return this.socket.send(message);
  }

  // Messages from the server

  private hear(messages: ServerMessage[]): void {
    this.restIfReached();
    for (const message of messages) this.hearOne(message);
    this.settle();
  }

  private hearOne(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        return this.hearWelcome(message);
      case "plies":
        return this.hearPlies(message);
      case "position":
        return this.hearPosition(message);
      case "undone":
        return this.hearUndone(message);
      case "seats":
        return this.hearSeats(message.table);
      case "seated":
        holdOneMore(this.id, message);
        this.held = [...this.held, message.seat].sort((a, b) => a - b);
        return;
      case "undo_asked":
        this.asked = message;
        return;
      case "over":
        this.over = message;
        return;
      case "refused":
        return this.hearRefused(message);
      case "advice":
        this.advice = message;
        this.hinting = null;
        return;
      case "rematch_made":
        this.rematch = message.table;
        this.rematchBy = message.by;
        return;
      case "live":
        this.clock.told = message;
        return;
      case "fate":
        return this.clock.hearFate(message);
      case "probe":
        return this.clock.hearProbe(message);
      case "pong":
        this.ahead = message.time - Date.now() / 1000;
        return;
      case "mistaken":
        if (!this.held.includes(message.seat)) this.notice = message.text;
        return;
      case "notice":
        this.hostSays = message.text;
        return;
      case "closing":
        if (!message.again) this.missing = message.reason;
        return;
    }
  }

  private hearWelcome(message: Welcome): void {
    this.table = message.table;
    this.scene = message.scene;
    this.moments = message.moments;
    this.held = message.seats;
    this.ahead = message.time - Date.now() / 1000;
    this.clock.begin(message.time);
    this.sent = null;
    this.asked = null;
    this.hostSays = "";
    if (message.entry < this.entry) this.forget();
    this.fresh = this.entry === 0;
  }

  /** The server has fewer entries than this browser, e.g. after a restored backup: start over. */
  private forget(): void {
    this.entry = 0;
    this.told = {};
    this.positions = {};
    this.since = {};
  }

  private hearPlies(message: Plies): void {
    const before = this.told[message.seat] ?? [];
    const next = before.length ? (before.at(-1)?.ply ?? -1) + 1 : 0;
    const plies = message.plies.filter((ply) => ply.ply >= next);
    this.told = { ...this.told, [message.seat]: [...before, ...plies.map(({ view: _, ...rest }) => rest)] };
    this.news[message.seat] = [...(this.news[message.seat] ?? []), ...plies.map(stepOf)];
    this.entry = message.entry;
    if (!this.fresh)
      this.notice = plies.findLast((ply) => ply.notice && this.held.includes(ply.actor))?.notice || this.notice;
  }

  private hearPosition(message: Position): void {
    const last = this.news[message.seat]?.at(-1);
    if (last?.ply === message.ply - 1) last.frame.view ??= message.view; // the server sends this view only once
    this.positions = { ...this.positions, [message.seat]: message };
    this.entry = message.entry;
    if (this.sent !== null && this.sent !== message.ply) this.sent = null;
    if (this.hinting !== null && this.hinting !== message.ply) this.hinting = null;
  }

  private hearUndone(message: Undone): void {
    const kept = Object.entries(this.told).map(
      ([seat, plies]) => [seat, plies.filter((ply) => ply.ply < message.to_ply)] as const,
    );
    this.told = Object.fromEntries(kept);
    this.news = this.since = {};
    this.entry = message.entry;
    this.sent = null;
    this.fresh = true;
    this.wentBack = true;
  }

  private hearSeats(table: TableInfo): void {
    this.table = table;
    this.held = this.held.filter((seat) => table.seats[seat]?.kind === "person");
  }

  private hearRefused(message: Refused): void {
    this.refused = message;
    this.sent = null;
    if (message.what === "hint") this.hinting = null;
    if (message.what === "hello") {
      this.missing = message.reason;
      this.socket.close();
    }
  }

  // The seat whose knowledge is shown

  /** Whose knowledge we are told, see `docs/wire.md`. */
  private get known(): number[] {
    return this.held.length === 1 ? this.held : [SPECTATOR, ...this.held];
  }

  /** Whether all of it has come. */
  private get isWhole(): boolean {
    return this.known.every((seat) => this.positions[seat]?.entry === this.entry);
  }

  private settle(): void {
    if (!this.isWhole) return;
    const positions = this.held.flatMap((seat) => this.positions[seat] ?? []);
    this.compare(positions);
    const by = positions.find((one) => one.roll)?.roll?.by ?? [];
    this.choose((by.length === 1 ? by[0] : positions[0]?.actor) ?? SPECTATOR);
    this.show();
  }

  /** Whether our seats know different things: then the device is handed over. */
  private compare(positions: Position[]): void {
    if (this.hides || positions.length < 2) return;
    const known = new Set(positions.map((one) => JSON.stringify([one.view, this.news[one.seat] ?? []])));
    this.hides = known.size > 1 || positions.some((one) => one.roll?.secret);
  }

  private choose(actor: number): void {
    if (this.isPrivate) return this.handOver(actor);
    this.handTo = [];
    if (!this.held.includes(this.viewer)) this.viewer = this.facing ?? this.held[0] ?? SPECTATOR;
    if (this.byClock)
      this.viewer = this.held[0] ?? SPECTATOR; // one screen can drive only one car at a time
    else if (this.held.includes(actor)) this.viewer = actor;
  }

  /** Nobody is at the screen until the acting driver says so; if none of our seats acts, any of our drivers. */
  private handOver(actor: number): void {
    const isOurs = this.held.includes(actor);
    if (!this.held.includes(this.facing ?? SPECTATOR) || (isOurs && actor !== this.facing)) this.facing = null;
    this.viewer = this.facing ?? SPECTATOR;
    if (this.facing !== null) this.handTo = [];
    else this.handTo = isOurs ? [actor] : this.held;
  }

  private show(): void {
    const position = this.position;
    if (!position) return;
    const steps = this.news[this.viewer] ?? [];
    for (const seat of this.known) this.since[seat] = [...(this.since[seat] ?? []), ...(this.news[seat] ?? [])];
    this.news = {};
    if (this.fresh) this.stage.reset(position);
    else if (this.byClock) this.showNow(position);
    else if (this.hides && this.viewer !== this.staged) this.turnStage(position);
    else if (position !== this.stage.position) this.stage.push(position, steps);
    this.staged = this.viewer;
    this.fresh = false;
  }

  /** Another driver is at the screen, or nobody. */
  private turnStage(position: Position): void {
    const last = this.rested[this.viewer];
    this.refused = null;
    if (last) this.stage.turnTo(last, position, this.since[this.viewer] ?? []);
    else this.stage.reset(position);
  }

  /** The screen has come to the latest position: from there on something new is shown to whoever is at it. */
  private restIfReached(): void {
    if (!this.isWhole || !this.reached) return;
    this.rested = this.positions;
    this.since = {};
  }

  /** A live race shows the latest position at once, without animation. */
  private showNow(position: Position): void {
    if (position !== this.stage.position) this.stage.reset(position);
    else this.stage.skip();
  }
}
