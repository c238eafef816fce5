/** What the server sends of a race: the scene once, and a view for each position. */

/** A space of the loop; `cell` is its number in views and events. */
export interface Space {
  cell: number;
  name: string;
  lane: number;
  s: number;
  mark: "" | "grid" | "lapped_start";
  row: number | null;
}

export interface Team {
  car: number;
  name: string;
  color: string;
  number: number;
  hex: string;
  npd_style: string;
  npd_faces: string[][];
}

/** A type of Action card; `steps` is 0 where the text sets the Move. */
export interface CardType {
  type: number;
  name: string;
  kind: string;
  steps: number;
  text: string;
  timing: "none" | "before" | "after" | "either" | "instead";
  maneuver: string;
  move: number;
}

export interface ActionCard {
  card: number;
  type: number;
  stopwatch: number;
  move: number;
}

export interface LapsCard {
  card: number;
  name: string;
  laps: number;
  events: { event: number; text: string }[];
}

export interface PitBox {
  index: number;
  h_from: number;
  h_to: number;
  modifier: number;
}

/** Numbers of choices; a car, die, type or card is added. */
export type MoveName = "crossover" | "side_draft" | "paint" | "team" | "pit_die";

export interface Scene {
  loop: number;
  lanes: string[];
  spaces: Space[];
  start_finish: number;
  race: { id: string; name: string; kind: string; text: string; stage_laps: number[]; left: string; right: string };
  teams: Team[];
  cards: ActionCard[];
  types: CardType[];
  laps_cards: LapsCard[];
  pit_boxes: PitBox[];
  stage_points: number[];
  race_points: number[];
  moves: Record<MoveName, number>;
}

export interface CarView {
  car: number;
  cell: number | null;
  name: string;
  lane: number | null;
  distance: number | null;
  display: number | null;
  token: "" | "move_over" | "lapped";
  token_words: string;
  kind: "primary" | "teammate" | "rogue" | "solo" | "free";
  owner: number | null;
  fresh_tires: boolean;
  must_pit: boolean;
  upright: boolean;
  points: number;
  place: number;
  die: number | null;
  pit_die: number | "hidden" | null;
  qualify: number | "hidden" | null;
}

export interface PlayerView {
  seat: number;
  primary: number | null;
  cards: number;
  hand: number[] | null;
  place: number;
}

/** The car whose turn it is and what is left of it. */
export interface TurnView {
  car: number;
  driver: number;
  card: number | null;
  move: number;
  move_left: number;
  begun: boolean;
  complete: boolean;
  lane_left: number;
  bonus_left: number;
  maneuvers: string[];
  used: number;
  minimum: number;
  left: string;
}

export interface TestView {
  kind: "push" | "wide" | "contest";
  cars: { car: number; die: number | null; passed: boolean }[];
  decides: number | null;
}

export interface View {
  phase: string;
  over: boolean;
  qualifying: boolean;
  stage: number;
  stages: number;
  round: number;
  flag: "green" | "yellow" | "checkered";
  window: number;
  laps: {
    run: number;
    of: number;
    to_go: number;
    card: number | null;
    event: number | null;
    drawn: number;
    cautions_left: number;
    had_yellow: boolean;
  };
  first_player: number;
  cars: CarView[];
  /** from first to last: positions just assigned before the running order */
  order: number[];
  /** the car that won the race, once it is over */
  won_by: number | null;
  lineup: number[];
  players: PlayerView[];
  turn: TurnView | null;
  test: TestView | null;
  roll: { car: number; purpose: string; die: number | null } | null;
  boxes: { index: number; car: number | null; modifier: number }[];
  placing: number | null;
  /** where each lane would put the car that is being placed */
  placements: { move: number; to: number }[];
  coming: number[];
  rogue_driver: number | null;
  npd_pit_near: boolean;
  deck: number;
  next_position: number | null;
  steps: { move: number; to: number; pushes: number[]; risk: number }[];
  pit_returns: { move: number; to: number; draws: number }[];
  /** the box where the car that is being placed would pit */
  pit_entry: { move: number; box: number } | null;
  /** how far a card or a gear would carry the car */
  reaches: { move: number; way: number[]; ends: number[]; pushes: number[] }[];
  quick_pit: boolean;
}
