/** What the server sends of a race: the scene once, and a view for each position. */

export type ClockName = "realtime" | "simulated" | "rounds";
export type MoveName = "place" | "save" | "release" | "place_face" | "card" | "die" | "take" | "stop";

/** A modification, or what a die is without one. */
export interface Kind {
  id: string;
  name: string;
  colour: string;
  text: string;
  /** what faces 1 to 6 count as */
  values: number[];
}

export interface Lane {
  id: string;
  symbol: string;
  side: "top" | "bottom";
  player: number;
}

export interface Scene {
  clock: ClockName;
  strip: string;
  /** the six values of a track that is always the same; null: a new one is dealt for each race */
  fixed: number[] | null;
  lanes: Lane[];
  kinds: Kind[];
  /** of dice, by name */
  colours: Record<string, string>;
  wins_to_win: number;
  points: boolean;
  /** of races by a running clock, in milliseconds */
  timing: { early_press_lock_ms: number; photo_finish_ms: number };
  /** of the start: each with the race time from which it is lit */
  lights: { at: number; word: string }[];
  /** the first number of each sort of move; a slot, kind, colour or value less 1 is added */
  moves: Record<MoveName, number>;
}

export type Light = "free" | "redline" | "explode" | "none";

export interface Die {
  slot: number;
  kind: string;
  colour: string;
  where: "pool" | "fresh" | "saved" | "placed";
  /** of the latest roll */
  in_hand: boolean;
  space: number | null;
  /** null: in the pool, or in the air */
  face: number | null;
  /** what the face counts */
  value: number | null;
  light: Light | null;
  /** on its way to the space: the placement is not completed */
  lands?: boolean;
}

export interface Racer {
  seat: number;
  wins: number;
  points: number;
  trophies: number[];
  rank: number | null;
  gone: boolean;
  cards: string[];
  status: "running" | "finished" | "stalled" | "exploded" | "retired" | "not_racing";
  filled: number;
  next: number | null;
  redlines: number;
  rolls: number;
  /** a die was placed since the latest roll */
  used: boolean;
  /** the die on its way to the next space */
  placing: number | null;
  /** when that placement is completed */
  due: number;
  /** when the dice of the latest roll lie still */
  settle: number;
  ended: number | null;
  finishable: boolean;
  dice: Die[];
}

/** What an action of the acting racer would do. */
export interface Act {
  move: number;
  kind: "roll" | "place" | "save" | "release";
  dice: number[];
  redline?: boolean;
  explodes?: boolean;
}

export interface Draft {
  /** by kind: how many faces are free on each card of the track */
  bars: Record<string, number[]>;
  /** picks after which the car could not finish */
  warnings: number[];
  unfinishable: string[];
}

export interface Solo {
  strip: string;
  /** milliseconds, or rolls without a clock */
  count: number | null;
  rating: string;
  timed: boolean;
}

export interface View {
  phase: string;
  over: boolean;
  race: number;
  turn: number | null;
  /** milliseconds since GO, or the round */
  now: number;
  track: number[];
  supply: { cards: Record<string, number>; dice: Record<string, number>; cubes: number };
  draft: Draft | null;
  order: number[];
  racers: Racer[];
  choices: Act[];
  solo: Solo | null;
}
