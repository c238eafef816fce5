/** What the server sends of a race: the scene once, and a view for each position. */

export type Type = "straight" | "red" | "yellow";
export type Lane = "L" | "R" | "G";
export type Heading = "E" | "N" | "W" | "S";
/** column to the right, row up */
export type Cell = [number, number];

export interface Section {
  section: number;
  kind: "start" | "garage" | Type;
  type: Type;
  inside: Lane;
  cell: Cell;
  enter: Heading;
  exit: Heading;
}

export interface Space {
  space: number;
  name: string;
  section: number;
  lane: Lane;
  i: number;
  x: number;
  y: number;
  forward: number | null;
}

export interface Face {
  face: number;
  /** the number of the choice of such a card */
  move: number;
  name: string;
  type: Type;
  art: string;
  /** for each way to lay it: lane and index of its hazards, e.g. L0 */
  hazards: string[][];
  count: number;
}

export interface Scene {
  sections: Section[];
  spaces: Space[];
  garage: number;
  outside: Lane;
  cell_size: number;
  laps: number;
  finish: number;
  faces: Face[];
  cars: { name: string; hex: string }[];
  condition: number;
  tokens: number;
}

export interface Ahead {
  section: number;
  type: Type;
  spaces: number;
  covered: boolean | null;
}

export interface CarView {
  seat: number;
  space: number | null;
  name: string;
  in_garage: boolean;
  queue: number;
  place: number;
  prog: number;
  to_go: number;
  laps_done: number;
  speed: number;
  condition: number;
  nitro: number;
  cards: number;
  wrecked: boolean;
  ahead: Ahead[];
}

export type Hand = Record<Type, { cards: number; faces: Record<string, number> }>;

export interface SpeedView {
  move: number;
  card: boolean;
  needs: Type[];
  /** sections without a card of their type in hand; null for a hand that is hidden */
  uncovered: number | null;
}

export interface StepView {
  move: number;
  words: string;
  to: number | null;
  card: boolean;
  token: boolean;
  point: boolean;
  bonus: boolean;
  handling: Type | null;
  hazard: boolean;
  damage: number;
  collides: number | null;
  pushes: { seat: number; to: number } | null;
  pulls: number | null;
}

export interface PlaceView {
  move: number;
  section: number;
  flip: number;
  hazards: number[];
}

export interface LyingCard {
  section: number;
  name: string;
  face: number | null;
  hazards: number[];
}

export interface View {
  round: number;
  phase: string;
  over: boolean;
  turn: number | null;
  order: number[];
  at: number;
  purpose: string;
  /** cards to pay one after another, from the one that is asked for; 0 if none is */
  to_pay: number;
  /** the type of card that pays for the section just entered; null if none is to be paid for */
  match: Type | null;
  cars: CarView[];
  hands: (Hand | null)[];
  cards: LyingCard[];
  draw_pile: number;
  discard_pile: number;
  played: Record<string, number>;
  movement: { spent: number; left: number; bonus: number; tokens_used: number } | null;
  speeds: SpeedView[];
  steps: StepView[];
  draft: { seat: number; to: number; handling: Type | null; hazard: boolean } | null;
  placing: number | null;
  places: PlaceView[];
}
