/** What the server sends of a race: the scene once, and a view for each position. */

export interface Slot {
  k: number;
  col: number;
  row: number;
  kind: "line" | "arc";
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  dir_in: number;
  dir_out: number;
  cx?: number;
  cy?: number;
  a0?: number;
  sweep?: number;
}

export type Lane = "L" | "M" | "R" | "single";

export interface Spot {
  id: string;
  lane: Lane;
  u: number;
  v: number;
  to_exit: number;
}

export interface Gate {
  id: string;
  size: number;
  lane: Lane;
  links: [string, string][];
}

/** A type of track card. */
export interface Kind {
  kind: number;
  id: string;
  name: string;
  lanes_wide: number;
  shape: "straight" | "L" | "R" | "LR" | "RL";
  arrows: string[];
  gates: Gate[];
  lanes: Record<string, string[]>;
  spots: Spot[];
}

export interface Danger {
  id: string;
  name: string;
  count: number;
  when: "window" | "move";
  target: string;
  text: string;
}

/** Numbers of choices; a card, seat, value, lane, car or pair is added. */
export type MoveName =
  | "exchange"
  | "pass"
  | "pass_on"
  | "play"
  | "player"
  | "card"
  | "lane"
  | "spot"
  | "done"
  | "add"
  | "mark"
  | "roll"
  | "end"
  | "drive"
  | "continue"
  | "borrow"
  | "juke"
  | "declare";

export interface Scene {
  half_width: number;
  slots: Slot[];
  kinds: Kind[];
  dangers: Danger[];
  colours: { name: string; hex: string }[];
  moves: Record<MoveName, number>;
  seats: number;
  cars_each: number;
  danger: boolean;
  /** least and most ordinary cards before Finish */
  cards_to_finish: [number, number];
  round_limit: number;
  window_play_cap: number;
}

export interface CarView {
  car: number;
  seat: number;
  name: string;
  spot: number | null;
  where: string;
  stopped: boolean;
  borrowed: boolean;
  driven: boolean;
}

export interface PlayerView {
  seat: number;
  place: number;
  finished: boolean;
  chips: number;
  damage: number;
  next_dice: number;
  cards: number;
  hand: number[] | null;
  hand_names: string[] | null;
}

export interface WindowView {
  sayer: number;
  asked: boolean;
  passes: number;
  played: number[];
  sits_out: boolean[];
  first_roll: number;
  critters: number;
  nitros: number;
  playing: number | null;
  target: number | null;
  lane: string;
}

export interface DiceView {
  in_play: number;
  unused: number[];
  marked: number[];
  to_roll: number;
  sixes: number;
}

export interface Combo {
  move: number;
  dice: string;
  size: number;
}

/** Where a play may end, and the spots on the way there. */
export interface End {
  spot: number;
  way: number[];
  cubes: number;
}

export interface Reach {
  car: number;
  /** the size of the gate it stands in front of, 0 for none */
  gate: number;
  plays: { size: number; ends: End[] }[];
}

export interface View {
  round: number;
  phase: string;
  over: boolean;
  turn: number | null;
  /** type of each laid card */
  track: number[];
  rear: number;
  cards_left: Record<string, number>;
  to_finish: [number, number] | null;
  cars: CarView[];
  players: PlayerView[];
  items: { cubes: Record<string, number>; gate_cubes: [number, number][]; barrels: number[]; shop: number | null };
  piles: { cubes: number; barrels: number; chips: number };
  danger_deck: number;
  discards: Record<string, number>;
  window: WindowView | null;
  dice: DiceView;
  play: { car: number; size: number; super_sizes: number; driven: number; steps_left: number } | null;
  combos: Combo[];
  reachable: Reach[];
  steps: { spot: number; move: number; paying: number }[];
  /** pairs of cars that a chip may swap */
  jukes: { move: number; cars: [number, number] }[];
}
