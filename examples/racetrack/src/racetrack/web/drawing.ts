/** A track while it is drawn: its name and its paper, and the text of its file. */

export type Square = readonly [column: number, row: number];

export interface Drawing {
  name: string;
  /** by row: "#" is road */
  paper: readonly string[];
}

/** What the server says about every track; see ../workshop.py. */
export interface Palette {
  columns: number;
  rows: number;
  /** the column before which the line lies */
  line: number;
  /** squares that stay as they are */
  fixed: Square[];
  ring: string[];
}

export const isRoad = ({ paper }: Drawing, [column, row]: Square): boolean => paper[row]?.[column] === "#";

export const isFixed = ({ fixed }: Palette, [column, row]: Square): boolean =>
  fixed.some(([x, y]) => x === column && y === row);

/** Grass everywhere but on the fixed squares. */
export function emptyPaper(palette: Palette): Drawing {
  const signs = (line: string, row: number): string =>
    [...line].map((sign, column) => (isFixed(palette, [column, row]) ? sign : ".")).join("");
  return { name: "My track", paper: palette.ring.map(signs) };
}

/** With road, or grass, on a square. */
export function painted(palette: Palette, drawing: Drawing, square: Square, road: boolean): Drawing {
  const [column, row] = square;
  const line = drawing.paper[row];
  if (line?.[column] === undefined || isFixed(palette, square) || isRoad(drawing, square) === road) return drawing;
  const changed = line.slice(0, column) + (road ? "#" : ".") + line.slice(column + 1);
  return { ...drawing, paper: drawing.paper.with(row, changed) };
}

/** The square's name: the letter of its column and the number of its row. */
export const squareName = ([column, row]: Square): string => `${String.fromCharCode(65 + column)}${row + 1}`;

export function fileText({ name, paper }: Drawing): string {
  return `name = ${JSON.stringify(name)}\npaper = [\n${paper.map((line) => `  "${line}",\n`).join("")}]\n`;
}
