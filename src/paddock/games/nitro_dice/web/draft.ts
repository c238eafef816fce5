/** A track while it is laid: cards on cells, changed step by step. The server says what is wrong with it. */

import type { Card } from "./geometry";
import type { Cell, Heading, Lane, Section, Type } from "./types";

/** A kind of section, from the server's palette. */
export interface Piece {
  kind: Section["kind"];
  type: Type;
  inside: Lane;
  name: string;
  text: string;
  /** quarter turns to the left */
  turn: number;
  /** how many there are */
  most: number;
}

export interface Laid {
  kind: Section["kind"];
  cell: Cell;
  enter: Heading;
}

/** What the server says of a file. */
export interface Drawing {
  name: string;
  note: string;
  laps: number;
  outside: Lane;
  sections: (Laid & { number: number | null })[];
}

/** The part of the ground that is seen: first and last column and row. */
export interface Area {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

const HEADINGS: Heading[] = ["E", "N", "W", "S"]; // each a quarter turn to the left of the one before
const STEPS: Record<Heading, Cell> = { E: [1, 0], N: [0, 1], W: [-1, 0], S: [0, -1] };
export const HEADING_NAMES: Record<Heading, string> = { E: "east", N: "north", W: "west", S: "south" };
const FARTHEST = 99; // of a cell from cell (0, 0)
const [COLUMNS, ROWS] = [7, 6]; // seen at least
export const FINGER = 44; // pixels: no cell is smaller

export const same = (one: Cell, other: Cell): boolean => one[0] === other[0] && one[1] === other[1];

export function beyond([column, row]: Cell, heading: Heading): Cell {
  const [dx, dy] = STEPS[heading];
  const within = (value: number): number => Math.max(-FARTHEST, Math.min(FARTHEST, value));
  return [within(column + dx), within(row + dy)];
}

/** The heading after a number of quarter turns to the left. */
export function turned(heading: Heading, quarters: number): Heading {
  return HEADINGS[(HEADINGS.indexOf(heading) + quarters + 4) % 4] ?? heading;
}

/** The heading from a cell to a neighbour. */
export function headingTo(from: Cell, to: Cell): Heading | undefined {
  return HEADINGS.find((heading) => same(beyond(from, heading), to) && !same(from, to));
}

export class Draft {
  constructor(
    readonly pieces: Piece[],
    readonly name: string,
    readonly note: string,
    readonly laps: number,
    readonly cards: Laid[],
  ) {}

  static of(pieces: Piece[], drawing: Drawing | null): Draft {
    if (!drawing) return new Draft(pieces, "My track", "", 2, []);
    const one = new Map(drawing.sections.map(({ kind, cell, enter }) => [String(cell), { kind, cell, enter }]));
    return new Draft(pieces, drawing.name, drawing.note, drawing.laps, [...one.values()]);
  }

  with(part: Partial<Pick<Draft, "name" | "laps" | "cards">>): Draft {
    return new Draft(this.pieces, part.name ?? this.name, this.note, part.laps ?? this.laps, part.cards ?? this.cards);
  }

  at(cell: Cell): Laid | undefined {
    return this.cards.find((card) => same(card.cell, cell));
  }

  piece(kind: Section["kind"]): Piece {
    const found = this.pieces.find((piece) => piece.kind === kind);
    if (!found) throw new RangeError(`there is no ${kind}`);
    return found;
  }

  exit(card: Laid): Heading {
    return turned(card.enter, this.piece(card.kind).turn);
  }

  /** The heading with which the road comes to a cell, if it does. */
  coming(cell: Cell): Heading | undefined {
    const before = this.cards.find((card) => same(beyond(card.cell, this.exit(card)), cell));
    return before && this.exit(before);
  }

  /** Lays a piece; if the box has only one of its kind, the one laid before becomes plain road. */
  lay(kind: Section["kind"], cell: Cell, heading: Heading): Draft {
    const piece = this.piece(kind);
    const enter = this.at(cell)?.enter ?? this.coming(cell) ?? heading;
    const others = this.cards.filter((card) => !same(card.cell, cell));
    const plain = this.plain(piece.turn);
    const cards =
      piece.most === 1 && plain
        ? others.map((card) => (card.kind === kind ? { ...card, kind: plain.kind } : card))
        : others;
    return this.with({ cards: [...cards, { kind, cell, enter }] });
  }

  /** The road goes on from a cell to its neighbour: it turns there as it must, and a free neighbour gets a straight. */
  drive(from: Cell, to: Cell): Draft {
    const heading = headingTo(from, to);
    if (!heading) return this;
    const enter = this.at(from)?.enter ?? this.coming(from) ?? heading;
    const turn = (HEADINGS.indexOf(heading) - HEADINGS.indexOf(enter) + 4) % 4;
    const here = this.at(from);
    const piece = here && this.piece(here.kind).turn === turn ? this.piece(here.kind) : this.plain(turn);
    if (!piece) return this;
    const next = this.lay(piece.kind, from, enter);
    const straight = this.plain(0);
    return next.at(to) || !straight ? next : next.lay(straight.kind, to, heading);
  }

  /** The piece with that turn of which the box has many. */
  private plain(turn: number): Piece | undefined {
    return this.pieces.find((piece) => piece.turn === turn && piece.most > 1);
  }

  remove(cell: Cell): Draft {
    return this.with({ cards: this.cards.filter((card) => !same(card.cell, cell)) });
  }

  turn(cell: Cell): Draft {
    return this.with({
      cards: this.cards.map((card) => (same(card.cell, cell) ? { ...card, enter: turned(card.enter, -1) } : card)),
    });
  }

  count(kind: Section["kind"]): number {
    return this.cards.filter((card) => card.kind === kind).length;
  }

  /** To be drawn; numbers as the server counted them. */
  drawn(numbers: Map<string, number>): Card[] {
    return this.cards.map(({ kind, cell, enter }) => {
      const { type, inside } = this.piece(kind);
      return { kind, cell, enter, type, inside, section: numbers.get(String(cell)) ?? -1 };
    });
  }

  /** The text of its file. */
  get text(): string {
    const quoted = (words: string): string => JSON.stringify(words.replace(/\p{C}/gu, ""));
    const head = [`name = ${quoted(this.name)}`, `note = ${quoted(this.note)}`, `laps = ${this.laps}`];
    const sections = this.cards.map(
      ({ kind, cell, enter }) => `\n[[section]]\nkind = "${kind}"\ncell = [${cell.join(", ")}]\nenter = "${enter}"`,
    );
    return `${[...head, ...sections].join("\n")}\n`;
  }

  /** All cards with `margin` free cells around them. */
  area(margin: number): Area {
    const [left, right] = spread(
      this.cards.map(({ cell }) => cell[0]),
      margin,
      COLUMNS,
    );
    const [bottom, top] = spread(
      this.cards.map(({ cell }) => cell[1]),
      margin,
      ROWS,
    );
    return { left, right, bottom, top };
  }
}

function spread(values: number[], margin: number, least: number): [number, number] {
  const [low, high] = values.length ? [Math.min(...values) - margin, Math.max(...values) + margin] : [0, 0];
  return widened(low, high, least);
}

function widened(low: number, high: number, least: number): [number, number] {
  const missing = Math.max(0, least - (high - low + 1));
  return [low - Math.floor(missing / 2), high + Math.ceil(missing / 2)];
}

/** How large a cell is drawn, in pixels. */
export function cellSize(area: Area, width: number, height: number): number {
  return Math.max(
    FINGER,
    Math.floor(Math.min(width / (area.right - area.left + 1), height / (area.top - area.bottom + 1))),
  );
}

/** The area with more ground where the screen has room for it. */
export function filling(area: Area, width: number, height: number): Area {
  const size = cellSize(area, width, height);
  const [left, right] = widened(area.left, area.right, Math.floor(width / size));
  const [bottom, top] = widened(area.bottom, area.top, Math.floor(height / size));
  return { left, right, bottom, top };
}

/** The area with a free cell around each of these; the same one if they are there. */
export function grown(area: Area, cells: Cell[]): Area {
  const [columns, rows] = [cells.map(([column]) => column), cells.map(([, row]) => row)];
  const [left, right] = [
    Math.min(area.left, ...columns.map((column) => column - 1)),
    Math.max(area.right, ...columns.map((column) => column + 1)),
  ];
  const [bottom, top] = [
    Math.min(area.bottom, ...rows.map((row) => row - 1)),
    Math.max(area.top, ...rows.map((row) => row + 1)),
  ];
  const isSame = left === area.left && right === area.right && bottom === area.bottom && top === area.top;
  return isSame ? area : { left, right, bottom, top };
}

export function cellsOf(area: Area): Cell[][] {
  const columns = Array.from({ length: area.right - area.left + 1 }, (_, i) => area.left + i);
  return Array.from({ length: area.top - area.bottom + 1 }, (_, i) =>
    columns.map((column): Cell => [column, area.top - i]),
  );
}
