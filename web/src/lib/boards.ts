/** Finds what games bring in their folders: by folder name, which is the game's id. Loaded when needed. */
import type { Component } from "svelte";
import type { BoardProps, EditorProps, Facts, Livery, Outcome, PictureProps, SeatInfo, Thrower } from "./board";
import PlainBoard from "./PlainBoard.svelte";

type Module<T> = () => Promise<T>;

const boards = import.meta.glob<{ default: Component<BoardProps> }>("../../../src/paddock/games/*/web/Board.svelte");
const pictures = import.meta.glob<{ default: Component<PictureProps> }>(
  "../../../src/paddock/games/*/web/Picture.svelte",
);
const editors = import.meta.glob<{ default: Component<EditorProps> }>("../../../src/paddock/games/*/web/Editor.svelte");
const counted = import.meta.glob<{ facts: Facts; livery?: Livery; outcome?: Outcome; thrower?: Thrower }>(
  "../../../src/paddock/games/*/web/facts.ts",
);

function of<T>(modules: Record<string, Module<T>>, game: string): Module<T> | undefined {
  return Object.entries(modules).find(([path]) => path.split("/").at(-3) === game)?.[1];
}

export async function boardOf(game: string): Promise<Component<BoardProps>> {
  return (await of(boards, game)?.())?.default ?? PlainBoard;
}

export async function pictureOf(game: string): Promise<Component<PictureProps> | null> {
  return (await of(pictures, game)?.())?.default ?? null;
}

export async function factsOf(game: string): Promise<Facts> {
  return (await of(counted, game)?.())?.facts ?? (() => []);
}

export async function liveryOf(game: string): Promise<Livery> {
  return (await of(counted, game)?.())?.livery ?? (() => null);
}

export async function outcomeOf(game: string): Promise<Outcome> {
  return (await of(counted, game)?.())?.outcome ?? (() => "");
}

export async function throwerOf(game: string): Promise<Thrower> {
  return (await of(counted, game)?.())?.thrower ?? (() => -1);
}

/** Seats in the colours of the cars they have chosen. */
export function painted(seats: SeatInfo[], livery: Livery, scene: unknown, view: unknown): SeatInfo[] {
  if (view === null || view === undefined) return seats;
  return seats.map((seat, i) => ({ ...seat, ...livery(scene, view, i) }));
}

export function hasEditor(game: string): boolean {
  return of(editors, game) !== undefined;
}

export async function editorOf(game: string): Promise<Component<EditorProps> | null> {
  return (await of(editors, game)?.())?.default ?? null;
}
