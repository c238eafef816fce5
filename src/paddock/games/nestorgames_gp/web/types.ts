/** What the server sends of this game: `scene` once for a race, `view` for each position. See ../view.py. */

export type Heading = "W" | "S" | "E" | "N";

export interface Step {
  n: number;
  /** the space it is on, named by its lowest step; only a loop square carries two steps */
  cell: number;
  x: number;
  y: number;
  /** by the normal road */
  next: number;
  heading: Heading;
  corner: boolean;
  switch: boolean;
  /** the other T space, 0 elsewhere */
  teleport: number;
}

export interface Scene {
  /** id of the board, "" for a custom board */
  board: string;
  name: string;
  lap_length: number;
  laps: number;
  steps: Step[];
  /** from, to */
  shortcut: [number, number] | null;
  /** from, location, to */
  gate: [number, number, number] | null;
  /** by grid slot - 1 */
  boxes: { x: number; y: number }[];
  colours: { name: string; hex: string }[];
}

export interface CarView {
  seat: number;
  /** 0 before the grid is made and after finishing */
  step: number;
  place: number;
  finished: boolean;
  laps_left: number;
  belly_up: boolean;
  dice: number;
  cylinder_spent: boolean;
  held: Record<string, number>;
  /** turns left under the safety car */
  safety: number;
  qualifying: number;
  slot: number;
  stamp: number;
}

export interface TeamView {
  seats: [number, number];
  points: number;
  place: number;
}

export type Mark = "flag" | "corner" | "occupied" | "oil" | "bomb" | "tray" | "item" | "teleport" | "switch";

export interface Road {
  route: number;
  /** that chooses this road, once the points are known */
  move: number;
  /** where the drive ends, 0 beyond the flag */
  step: number;
  path: number[];
  marks: Mark[];
  /** by the safety car */
  forbidden: boolean;
  /** where the car is when everything has come to rest */
  rest: number;
  crash: boolean;
  /** seats that are pushed on */
  bumps: number[];
  /** other seats that crash */
  crashes: number[];
}

export interface End {
  /** of the next die, 0: stop now */
  face: number;
  /** that leads there, -1 while the road is being chosen */
  move: number;
  points: number;
  routes: Road[];
}

export interface View {
  round: number;
  turn: number;
  racing: boolean;
  over: boolean;
  cars: CarView[];
  things: { cell: number; thing: string }[];
  /** what is in the tray, "" for nothing */
  tray: string;
  available: Record<string, number>;
  gate_open: boolean;
  fastest: { seat: number; points: number } | null;
  /** the seat whose dice are shown */
  roller: number;
  rolled: number[];
  total: number;
  turbo: boolean;
  bust: { in_six: number; cost: "value" | "move" | "crash" | "all_dice" } | null;
  ends: End[];
  placing: { piece: string; moves: { move: number; step: number }[] } | null;
  uses: { item: string; move: number; cell: number }[];
  /** this turn is driven under the safety car */
  safety_car: boolean;
  /** the first one first; empty without teams */
  teams: TeamView[];
}
