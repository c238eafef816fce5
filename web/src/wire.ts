// Made by tools/wire_types.py from src/paddock/server/line/wire.py: change it, then run the tool again.

/** The actor while a die or a draw is pending. */
export const CHANCE = -1;
/** The actor when the race is over. */
export const OVER = -2;
/** Whose knowledge a spectator has. */
export const SPECTATOR = -1;

export type SeatKind = "open" | "person" | "bot";

export type Status = "waiting" | "racing" | "over";

export type ClockKind = "none" | "move" | "race";

export type BotPace = "relaxed" | "brisk" | "instant";

export type DiceKind = "fair" | "manual";

export type Level = "error" | "warning" | "note";

export type Value = string | number | boolean;

/** A scene or a view: the board of the game knows the shape. */
export type Drawing = unknown;

export type ClientMessage =
  | Hello
  | Move
  | Enter
  | Undo
  | AskUndo
  | AnswerUndo
  | Start
  | Sit
  | Leave
  | Back
  | Entropy
  | Rematch
  | Hint
  | Ready
  | Press
  | Probed
  | Ping;

export type ServerMessage =
  | Welcome
  | Plies
  | Position
  | Undone
  | Seats
  | Seated
  | UndoAsked
  | Over
  | Refused
  | Advice
  | RematchMade
  | Live
  | Fate
  | Probe
  | Pong
  | Closing
  | Mistaken
  | Notice;

/** What one frame from the server holds. */
export type Frame = ServerMessage[];

/** What made a driver's result, in thousandths of a win: start + luck + own + rivals + clock = result, exactly. */
export interface DriverResult {
  seat: number;
  name: string;
  /** the chance before the first ply */
  start: number;
  /** what dice and draws changed, anybody's */
  luck: number;
  /** what the driver's own decisions changed */
  own: number;
  /** what the decisions of the other drivers changed */
  rivals: number;
  /** by a running clock: what the time changed that everybody took; else 0 */
  clock: number;
  /** 1000 for a win, 0 for none, a part of it if several shared the first place */
  result: number;
}

/** A race explained. Chances are in thousandths: before each ply, then the result. */
export interface Explained {
  game: string;
  names: string[];
  /** from each position */
  walks: number;
  chances: number[][];
  drivers: DriverResult[];
  decisions: GradedDecision[];
  decided: Turn | null;
  sentences: string[];
}

/** A decision between several moves. */
export interface GradedDecision {
  ply: number;
  seat: number;
  /** the move played */
  words: string;
  clause: string;
  grade: "best" | "fine" | "doubtful" | "mistake";
  /** thousandths of win chance that the better move would have kept, as far as the driver could know */
  cost: number;
  /** the better move in words; "" if there was none */
  better: string;
  better_move: number;
  /** a hint's sentence about both */
  why: string;
}

/** The turn that decided the race: the largest change that lasted. */
export interface Turn {
  /** whose turn it was */
  seat: number;
  /** the ply it began with */
  first: number;
  /** the ply after its last one */
  stop: number;
  /** whose chance it changed */
  driver: number;
  /** that chance in thousandths */
  before: number;
  after: number;
}

/** The first message: the seats this browser holds and how much it has seen. */
export interface Hello {
  type: "hello";
  /** keys of the seats held; none for a spectator */
  keys?: string[];
  /** entries seen before, from the last `plies` or `undone`; 0: everything is sent */
  entry?: number;
  /** of this protocol, as the client knows it */
  version?: number;
}

/** Play a move. */
export interface Move {
  type: "move";
  seat: number;
  /** of the position the move answers; a stale one is refused */
  ply: number;
  move: number;
}

/** At a table with real dice: enter what was rolled or drawn. */
export interface Enter {
  type: "enter";
  seat: number;
  /** of the position it answers; a stale one is refused */
  ply: number;
  /** one of `roll.outcomes` */
  outcome: number;
}

/** Take back the seat's last move, where the rules of undo allow it. */
export interface Undo {
  type: "undo";
  seat: number;
  /** of the position now */
  ply: number;
}

/** Ask all people at the table to go back to a ply. */
export interface AskUndo {
  type: "ask_undo";
  seat: number;
  to_ply: number;
}

/** Agree to go back, or not. */
export interface AnswerUndo {
  type: "answer_undo";
  seat: number;
  yes: boolean;
}

/** The host starts now; open seats are driven by bots. */
export interface Start {
  type: "start";
}

/** Take an open seat; answered by `seated`. */
export interface Sit {
  type: "sit";
  name: string;
  /** -1: any open seat */
  seat?: number;
}

/** Give up a seat before the start, or let a bot drive during the race. */
export interface Leave {
  type: "leave";
  seat: number;
}

/** Take the wheel again. */
export interface Back {
  type: "back";
  seat: number;
}

/** Mix a player's words into the dice, before the start. */
export interface Entropy {
  type: "entropy";
  seat: number;
  text: string;
}

/** Another race with the same seats and options; answered to all by `rematch_made`. */
export interface Rematch {
  type: "rematch";
  seat: number;
}

/** Ask for advice; answered by `advice`. */
export interface Hint {
  type: "hint";
  seat: number;
  /** of the position it is about */
  ply: number;
}

/** By a running clock: this seat is ready to start. */
export interface Ready {
  type: "ready";
  seat: number;
}

/** By a running clock: this seat acts now. The server timestamps it; answered by `fate`. */
export interface Press {
  type: "press";
  seat: number;
  /** counted up by the client for each seat; one seen before is ignored */
  number: number;
  /** of the position it answers */
  ply: number;
  move: number;
}

/** The answer to `probe`, sent at once. */
export interface Probed {
  type: "probed";
  number: number;
}

/** Check the connection; answered by `pong`. */
export interface Ping {
  type: "ping";
  n?: number;
}

/** How much time people have. */
export interface Clock {
  kind: ClockKind;
  /** for a move, or for the whole race */
  seconds: number;
}

/** A seat as everybody sees it. */
export interface SeatInfo {
  seat: number;
  /** what the game calls it, e.g. red */
  called: string;
  /** of the person or bot; empty while open */
  name: string;
  kind: SeatKind;
  /** which bot drives it, or would drive it */
  level: string;
  /** may start the race */
  host: boolean;
  /** a client with its key is connected */
  connected: boolean;
  /** a bot drives it now */
  driven: boolean;
}

/** A table as everybody sees it. */
export interface TableInfo {
  id: string;
  game: string;
  game_name: string;
  /** of a component file only its name */
  options: Record<string, Value>;
  status: Status;
  private: boolean;
  seats: SeatInfo[];
  clock: Clock;
  /** seconds since 1970 */
  created: number;
  /** moves, outcomes and take-backs stored so far */
  entries: number;
  /** SHA-256 of the dice's secret, shown from the beginning; empty: the dice are real ones */
  commitment: string;
  /** words that people mixed into the dice */
  entropy: [number, string][];
  /** the dice's secret, once the race is over */
  secret: string;
  /** final place of each seat, once the race is over */
  places: number[];
  /** digest of the rules it was begun under */
  rules: string;
  /** why it can only be read, e.g. "recorded under other rules" */
  note: string;
  /** the table it was forked from */
  forked_from: string;
  /** plies taken over from there */
  forked_ply: number;
  /** the table of its rematch, or of the next race of its series */
  rematch: string;
  /** the series it belongs to; empty: none */
  series: string;
  /** its number there, 1 is the first */
  series_race: number;
  /** whether people may ask for hints and see odds */
  advice: boolean;
  dice: DiceKind;
  /** of bots, where people at several screens wait for them together */
  pace: BotPace;
  /** cars of the race, driven by a seat or not; a lone seat is placed among them. 0: none but seats */
  field: number;
}

/** Something that happened, as a seat may know it. */
export interface Happened {
  /** number of the event in its game; -1 if only the sentence may be known */
  kind: number;
  a: number;
  b: number;
  c: number;
  clause: string;
  sentence: string;
}

/** One move or outcome, as a seat may know it. */
export interface PlyInfo {
  ply: number;
  /** a seat, or CHANCE */
  actor: number;
  /** of the move; "" if it may not be seen */
  words: string;
  /** its number; -1 if it may not be seen */
  move: number;
  clause: string;
  happenings: Happened[];
  /** the position after it; none for plies long ago, and if the `position` that follows shows it */
  view: Drawing | null;
  /** what the table says about it, e.g. "Ana's time is up: a bot moves."; "" for most */
  notice: string;
}

/** A legal move. */
export interface ChoiceInfo {
  move: number;
  words: string;
  undoable: boolean;
  /** why it could not be taken back, or for how long it could */
  why: string;
  /** what a quick driver would do, from what this seat knows */
  likely: boolean;
  /** its exact odds in words, for learners; "" if the game has none */
  odds: string;
  /** where on the screen it is made: "board", "hand", "dice" or "dock" */
  home: "board" | "hand" | "dice" | "dock" | "";
}

/** What is being decided. */
export interface DecisionInfo {
  clause: string;
  question: string;
  /** the decision's name, for those who decide; a coach speaks of each kind only a few times */
  kind: string;
  /** what a coach says about it in first races; "" where people get no advice */
  coach: string;
}

/** What may have been rolled or drawn. */
export interface OutcomeInfo {
  move: number;
  words: string;
  /** that people call it by, e.g. the one printed on a card; 0 for none */
  number: number;
}

/** At a table with real dice: what is to be rolled or drawn now. */
export interface RollInfo {
  /** seats that may enter it */
  by: number[];
  /** others may not see it */
  secret: boolean;
  /** empty unless this seat may enter one; where hands are hidden, all of the deck */
  outcomes: OutcomeInfo[];
}

/** Whether the last move, or entry of real dice, of this seat can be taken back. */
export interface UndoInfo {
  allowed: boolean;
  reason: string;
}

/** Time left. */
export interface Clocks {
  kind: ClockKind;
  /** the seat whose clock runs, or -1 */
  running: number;
  /** seconds left by seat */
  left: number[];
  /** the server's time when this was true, seconds since 1970 */
  time: number;
}

/** The answer to `hello`. */
export interface Welcome {
  type: "welcome";
  table: TableInfo;
  /** what stays the same for the whole race */
  scene: Drawing;
  /** held by this connection */
  seats: number[];
  entry: number;
  ply: number;
  /** the server's */
  time: number;
  /** by number of the event: crash, finish, or empty if it is nothing special */
  moments: string[];
  /** of this protocol; it grows when older clients would no longer work */
  version: number;
}

/** What was played since, as one seat may know it. A browser with several seats gets one for each,
and before them one for a spectator: what may be shown while the device changes hands. */
export interface Plies {
  type: "plies";
  /** whose knowledge this is; SPECTATOR for a spectator */
  seat: number;
  /** entries seen after this */
  entry: number;
  plies: PlyInfo[];
}

/** The position now, as one seat may know it. */
export interface Position {
  type: "position";
  /** whose knowledge this is; SPECTATOR for a spectator */
  seat: number;
  entry: number;
  ply: number;
  /** a seat, CHANCE or OVER */
  actor: number;
  decision: DecisionInfo;
  view: Drawing;
  /** empty unless this seat acts; by a running clock what it may do now */
  choices: ChoiceInfo[];
  /** by seat, 1 is first */
  places: number[];
  scores: number[];
  /** to win, in thousandths, by seat */
  chances: number[];
  clocks: Clocks;
  undo: UndoInfo;
  /** what people have to roll or draw and enter now */
  roll: RollInfo | null;
  /** by seat: the scores in words; empty until the race is over */
  figures: string[];
}

/** Plies were taken back: forget those from `to_ply` on. */
export interface Undone {
  type: "undone";
  entry: number;
  to_ply: number;
  /** the seat, or -1: by consent of all */
  by: number;
}

/** The seats have changed: a person came, left or sat down, or a bot took over. */
export interface Seats {
  type: "seats";
  table: TableInfo;
}

/** The seat taken and its key: keep it, it is shown once. */
export interface Seated {
  type: "seated";
  seat: number;
  key: string;
}

/** A person asks to go back; or the answers are complete. */
export interface UndoAsked {
  type: "undo_asked";
  by: number;
  to_ply: number;
  agreed: number[];
  /** seats that have not answered */
  waiting: number[];
  outcome: "asked" | "granted" | "refused" | "dropped";
  refused_by: number;
}

/** The race is over: places, and the dice's secret. */
export interface Over {
  type: "over";
  places: number[];
  scores: number[];
  secret: string;
  entropy: [number, string][];
}

/** Something that is possible instead. */
export interface Alternative {
  move: number;
  words: string;
}

/** Something was not done, and why. */
export interface Refused {
  type: "refused";
  /** the type of the refused message, or "" if it could not be read */
  what: string;
  reason: string;
  clause: string;
  alternatives: Alternative[];
  ply: number;
}

/** A good move. */
export interface AdviceLine {
  move: number;
  words: string;
  /** to win with it, in thousandths, by a search */
  chance: number;
}

/** The answer to `hint`: the best moves, from what this seat knows. */
export interface Advice {
  type: "advice";
  seat: number;
  ply: number;
  /** the best one first, at most three */
  lines: AdviceLine[];
  sentence: string;
}

/** The table of the rematch; the keys of the old seats open the same seats there. */
export interface RematchMade {
  type: "rematch_made";
  table: string;
  by: number;
}

/** A race by a running clock: who is ready, when it starts, and the delay credited to each connection. */
export interface Live {
  type: "live";
  /** seats */
  ready: number[];
  /** seats that are not ready yet */
  waiting: number[];
  /** the server's time at race time `since`, seconds since 1970; 0 while nothing is announced */
  go: number;
  /** milliseconds: 0 at the start of a race, later where it resumes after a break */
  since: number;
  /** by seat: milliseconds subtracted from the time at which its actions are read */
  delays: number[];
}

/** What became of a `press`. */
export interface Fate {
  type: "fate";
  seat: number;
  number: number;
  what: "accepted" | "kept" | "dropped" | "refused";
  /** race time at which it counts */
  time: number;
  clause: string;
  /** in words, where it did nothing */
  reason: string;
  /** race time from which it would count, where it came too soon by the server's clock; else -1 */
  retry_at: number;
}

/** A measurement of the connection's delay: answer with `probed` at once. */
export interface Probe {
  type: "probe";
  number: number;
  /** the server's */
  time: number;
  /** one-way delay of this connection in milliseconds, as measured so far */
  delay: number;
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
  n: number;
  time: number;
}

/** The server closes this connection; `again` says whether to reconnect. */
export interface Closing {
  type: "closing";
  reason: string;
  again: boolean;
}

/** At a table with real dice: what this seat entered cannot have been drawn; told to all, so nobody probes hands. */
export interface Mistaken {
  type: "mistaken";
  seat: number;
  text: string;
}

/** A message of the server's host to all clients; empty: the last one is withdrawn. */
export interface Notice {
  type: "notice";
  text: string;
}

/** The wish for a seat of a new table. */
export interface SeatWish {
  kind: "me" | "open" | "bot";
  name?: string;
  /** which bot; empty: the standard one */
  level?: string;
}

/** POST /api/tables */
export interface NewTable {
  game: string;
  seats: SeatWish[];
  options?: Record<string, Value>;
  private?: boolean;
  clock?: Clock;
  /** people may ask for hints and see odds */
  advice?: boolean;
  /** of bots */
  pace?: BotPace;
  /** manual: no bots, no clock, not in real time */
  dice?: DiceKind;
}

/** POST /api/quick: race now against bots. */
export interface Quick {
  game: string;
  name?: string;
  /** 0: the game's usual number */
  seats?: number;
}

/** POST /api/lessons: the lesson of a game, from a step on. */
export interface Learn {
  game: string;
  name?: string;
  /** 0 is the first */
  step?: number;
}

/** POST /api/tables/ID/join */
export interface Join {
  name: string;
  seat?: number;
}

/** POST /api/tables/ID/fork: play on from a ply. */
export interface Fork {
  ply: number;
  seats: SeatWish[];
}

/** A new table and the keys of its creator's seats. */
export interface Created {
  table: string;
  keys: Seated[];
  /** to send to others */
  link: string;
}

/** One move of a learner. */
export interface LessonActionInfo {
  /** of the position in which it is made */
  ply: number;
  move: number;
  words: string;
}

/** One step of a lesson. */
export interface LessonStepInfo {
  /** one sentence */
  say: string;
  /** that it teaches */
  clauses: string[];
  /** the name of the control that does it; empty: the one of the move */
  light: string;
  actions: LessonActionInfo[];
}

/** A table in memory that teaches; it takes only the moves of its steps, and is gone when nobody is there. */
export interface CreatedLesson {
  table: string;
  keys: Seated[];
  title: string;
  /** what is said after the last step */
  end: string;
  /** of the position at the end */
  end_ply: number;
  steps: LessonStepInfo[];
}

/** POST /api/series */
export interface NewSeries {
  game: string;
  name: string;
  seats: SeatWish[];
  /** of the game */
  options?: Record<string, Value>;
  /** options of the series */
  agreed?: Record<string, Value>;
  /** where the races take place, in order; empty: the game's default */
  venues?: Value[];
  private?: boolean;
  clock?: Clock;
  /** people may ask for hints and see odds, in every race */
  advice?: boolean;
  /** of bots, in every race */
  pace?: BotPace;
  /** in every race; manual: no bots, no clock, not in real time */
  dice?: DiceKind;
}

/** POST /api/series/ID/next: open the next race, or find the one that is open. */
export interface NextRace {
  /** of seats in the last race */
  keys: string[];
}

/** A new series, its first table, and the keys of its creator's seats. */
export interface CreatedSeries {
  series: string;
  table: string;
  keys: Seated[];
  /** of the first table, to send to others */
  link: string;
}

/** The table of the next race; the keys of the old seats open their drivers' seats there. */
export interface OpenedRace {
  table: string;
}

/** One of several races that a game runs as a single race of a series. */
export interface HeatInfo {
  /** e.g. "race 2" */
  title: string;
  /** empty: nobody */
  winner: string;
}

/** A race of the calendar. */
export interface SeriesRaceInfo {
  /** 1 is the first */
  number: number;
  /** where it is */
  title: string;
  /** empty: not open yet */
  table: string;
  status: "coming" | "waiting" | "racing" | "over";
  /** False: a tie-breaker without points */
  counts: boolean;
  winners: string[];
  /** of the drivers, where others have won; empty: a winner is the best driver */
  best: string[];
  /** the races inside it, where a game has several */
  heats: HeatInfo[];
}

/** A row of the score sheet. */
export interface SheetLine {
  name: string;
  /** seat of the series; -1: a car that scores for itself */
  driver: number;
  /** by race; null: none were given */
  points: (number | null)[];
  /** total after each race */
  running: number[];
  /** points behind the best row */
  behind: number;
  wins: number;
  /** its contender; -1: cannot become champion */
  team: number;
  /** of that contender; 0: none */
  place: number;
  /** of the car; empty: that of the driver's seat */
  colour: string;
}

/** GET /api/series/ID */
export interface SeriesInfo {
  id: string;
  name: string;
  game: string;
  game_name: string;
  /** what ends it, e.g. "first to 12 points" */
  aim: string;
  seats: SeatInfo[];
  options: Record<string, Value>;
  /** raced, open, and those still to come as far as they are known */
  races: SeriesRaceInfo[];
  lines: SheetLine[];
  /** the contenders */
  teams: string[];
  /** by contender */
  totals: number[];
  /** contenders from first to last, those who share a place together */
  order: number[][];
  over: boolean;
  /** once it is over */
  champions: string[];
  /** seconds since 1970 */
  created: number;
}

/** GET /api/series/ID/odds: the rest of the season, simulated many times by bots. */
export interface TitleOdds {
  /** False: still being simulated; ask again */
  ready: boolean;
  /** races finished before the simulated position */
  races: number;
  /** plies of the running race before that position */
  ply: number;
  /** simulated; 0: the season is over */
  seasons: number;
  /** by contender: 0 to 1 */
  shares: number[];
  /** of the 95 % interval */
  low: number[];
  high: number[];
}

/** An option of a game. */
export interface OptionInfo {
  name: string;
  /** what people call it */
  title: string;
  text: string;
  default: Value;
  /** empty: a number from least to most */
  values: Value[];
  /** by value: what people call it */
  titles: string[];
  /** by value: what it changes, in a sentence */
  says: string[];
  least: number;
  most: number;
  clause: string;
  /** also takes the text of a component file */
  file: boolean;
  /** what other options must be set to */
  needs: Record<string, Value[]>;
  /** numbers of seats it can be switched on with; empty: all */
  seats: number[];
  /** the default for one seat */
  alone: Value;
}

/** How races of a game count together. */
export interface SeriesOffer {
  sentence: string;
  clause: string;
  options: OptionInfo[];
  /** the game's option that may change from race to race; empty: none */
  venue: string;
  /** where the races take place if nothing is agreed on, without the full stop */
  calendar: string;
}

/** A game in the lobby. */
export interface GameCard {
  id: string;
  name: string;
  designer: string;
  publisher: string;
  year: number;
  sentence: string;
  minutes: [number, number];
  weight: number;
  seats: [number, number];
  /** what the picture needs of it, with the default options */
  scene: Drawing;
  /** the option whose files can be made and checked; empty: none */
  workshop: string;
  /** whether its races can count together */
  series: boolean;
  /** whether it can be learnt in two minutes */
  lesson: boolean;
  /** address of the module that draws a game of another package; empty: the client draws it */
  board: string;
}

/** GET /api/lobby: little, since it is the first thing that a page waits for. */
export interface Lobby {
  games: GameCard[];
}

/** A named set of options that a new table offers first. */
export interface PresetInfo {
  name: string;
  /** what such a race is like, in a sentence */
  say: string;
  /** cars */
  seats: number;
  /** what differs from the defaults */
  options: Record<string, Value>;
}

/** A track of the box, to choose by its picture. */
export interface TrackPicture {
  /** of the game's `workshop` option */
  value: string;
  name: string;
  scene: Drawing;
}

/** GET /api/games/ID/pictures: what the form of a new table draws. */
export interface Pictures {
  /** the scene of each preset */
  presets: Drawing[];
  tracks: TrackPicture[];
}

/** A game for the form of a new table. */
export interface GameInfo {
  id: string;
  name: string;
  designer: string;
  publisher: string;
  year: number;
  sentence: string;
  minutes: [number, number];
  weight: number;
  seats: [number, number];
  usual_seats: number;
  seat_names: string[];
  options: OptionInfo[];
  /** what is offered first */
  presets: PresetInfo[];
  /** with the default options */
  scene: Drawing;
  /** the option whose files can be made and checked; empty: none */
  workshop: string;
  series: SeriesOffer | null;
  untimed: Record<string, Value>;
  /** as in its `GameCard` */
  board: string;
}

/** GET /api/games */
export interface Games {
  games: GameInfo[];
  /** levels, the standard one first, then the weakest */
  bots: string[];
  /** how each level drives, in a sentence */
  styles: Record<string, string>;
  version: string;
}

/** GET /api/network */
export interface NetworkInfo {
  /** of this server for others on the network; "" if only this computer can open it */
  address: string;
}

/** A rule or a ruling. */
export interface ClauseInfo {
  id: string;
  title: string;
  text: string;
}

/** GET /api/games/ID/rules */
export interface RulesInfo {
  game: string;
  clauses: ClauseInfo[];
  rulings: ClauseInfo[];
  /** clauses that are not implemented yet */
  not_yet: string[];
  /** whether the game can be learnt in two minutes */
  lesson: boolean;
  /** whether the game has a page How to play */
  howto: boolean;
}

/** A seat in the pictures of a page; the first one is the reader's. */
export interface HowtoSeat {
  name: string;
  /** what the game calls it */
  called: string;
}

/** A position that the rules have reached, as the reader's seat sees it. */
export interface HowtoPicture {
  caption: string;
  view: Drawing;
  actor: number;
  /** legal moves of the reader's seat */
  choices: ChoiceInfo[];
}

/** A paragraph. */
export interface HowtoPartInfo {
  title: string;
  text: string;
  clauses: string[];
  picture: HowtoPicture | null;
}

/** GET /api/games/ID/howto: how a game is played, on one page. */
export interface HowtoInfo {
  game: string;
  name: string;
  seats: HowtoSeat[];
  /** of all pictures; null if there are none */
  scene: Drawing;
  parts: HowtoPartInfo[];
}

/** POST /api/games/ID/workshop/check: check a component file. */
export interface Check {
  text: string;
}

/** POST /api/games/ID/workshop/make: a randomly generated component, answered by `CheckedInfo`. */
export interface Make {
  size: number;
  seed: number;
}

/** POST /api/games/ID/workshop/try: race on a component for a moment, from race number `first` on. */
export interface Try {
  text: string;
  first?: number;
}

/** A spot of a track, and what happened there in these races. */
export interface SpotInfo {
  name: string;
  /** in a square of 1000, to the right */
  x: number;
  /** downwards */
  y: number;
  /** places in the list of spots that the road leads to */
  following: number[];
  crashes: number;
  overtakes: number;
  waits: number;
}

/** The answer to `Try`: sums over some races of quick drivers; ask again from `next` on and add up. */
export interface TriedInfo {
  races: number;
  /** the number of the first race that was not run; 0: there are no more */
  next: number;
  seats: number;
  rounds: number;
  /** completed by cars */
  laps: number;
  /** that these took together */
  lap_rounds: number;
  spots: SpotInfo[];
}

/** A component from the box. */
export interface ExampleInfo {
  id: string;
  name: string;
  text: string;
}

/** GET /api/games/ID/workshop: what an editor needs to start. */
export interface WorkshopInfo {
  game: string;
  /** the one that takes the file */
  option: string;
  examples: ExampleInfo[];
  /** of randomly generated components; empty: the game generates none */
  sizes: number[];
  /** the pieces that the editor offers; the game's editor knows the shape */
  palette: Drawing;
  /** characters of a file */
  largest: number;
  /** whether `Try` can race on such a component */
  tries: boolean;
}

/** One finding about a component file. */
export interface RemarkInfo {
  /** an error forbids a race, the others are advice */
  level: Level;
  words: string;
  clause: string;
  /** where it is; the game's editor knows what they mean */
  places: number[][];
}

/** The answer to `Check` and `Make`. */
export interface CheckedInfo {
  remarks: RemarkInfo[];
  /** what the file calls itself */
  name: string;
  /** the file in normal form; empty if no race can use it */
  text: string;
  /** for the game's editor; null if the file cannot be read */
  drawing: Drawing;
}

/** GET /api/tables: public tables that wait for people, race now, or are finished. */
export interface Tables {
  waiting: TableInfo[];
  racing: TableInfo[];
  over: TableInfo[];
  /** a message of the server's host to all clients */
  notice: string;
}

/** One ply of a replay, with nothing hidden. */
export interface ReplayPly {
  ply: number;
  actor: number;
  words: string;
  move: number;
  clause: string;
  happenings: Happened[];
  /** after it */
  view: Drawing;
  /** after it, by seat */
  places: number[];
  /** after it, in thousandths by seat */
  chances: number[];
  /** what the table said about it; "" for most */
  notice: string;
}

/** GET /api/tables/ID/replay */
export interface Replay {
  table: TableInfo;
  scene: Drawing;
  /** before the first ply */
  view: Drawing;
  plies: ReplayPly[];
  /** by number of the event: crash or finish, where a replay can jump to; else empty */
  moments: string[];
  /** by seat: how far it was behind, in words; "" for nothing to tell */
  gaps: string[];
  /** by seat: what it scored, in words; "" for all if nobody scored */
  figures: string[];
}

/** GET /api/tables/ID/verify */
export interface Verified {
  verdict: "true" | "not verified" | "not true";
  plies: number;
  /** chance outcomes recomputed and found equal */
  drawn: number;
  /** what could not be checked, of a race that is not verified */
  doubts: string[];
  /** what else to know */
  notes: string[];
  /** what is wrong, if something is */
  error: string;
}

/** GET /api/tables/ID/explained: a finished race explained; with ?finer=1 by ten times as many walks. */
export interface ExplainedRace {
  /** False: still being explained; ask again */
  ready: boolean;
  race: Explained | null;
}

/** The body of every HTTP answer that is not 2xx. */
export interface Failure {
  error: string;
}
