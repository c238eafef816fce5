/** What the server sends of this game: `scene` once for a race, `view` for each position. See ../__init__.py. */

export interface Scene {
  columns: number;
  rows: number;
  /** by row: "#" is road */
  paper: readonly string[];
  /** the column before which the line lies */
  line: number;
  laps: number;
}

export interface Car {
  column: number;
  row: number;
  right: number;
  down: number;
  /** how often it has crossed the line */
  lap: number;
}

export interface View {
  round: number;
  car: number;
  cars: Car[];
  /** by move of the acting car: the column and the row in which it ends */
  landings: [number, number][];
}
