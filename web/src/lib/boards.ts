/**
 * Finds what games bring: those of paddock by their folder's name, which is the game's id, those of other packages by
 * the address that the server tells. Loaded when needed.
 */
import type { Component } from "svelte";
import { card } from "./api";
import type { BoardProps, EditorProps, Facts, Livery, Outcome, PictureProps, SeatInfo, Sounds, Thrower } from "./board";
import type { Given, Part, Plug } from "./plug";
import Plugged from "./Plugged.svelte";

type Module<T> = () => Promise<T>;
type Counted = Pick<Plug, "facts" | "livery" | "outcome" | "thrower" | "sounds">;

const boards = import.meta.glob<{ default: Component<BoardProps> }>("../../../src/paddock/games/*/web/Board.svelte");
const pictures = import.meta.glob<{ default: Component<PictureProps> }>(
  "../../../src/paddock/games/*/web/Picture.svelte",
);
const editors = import.meta.glob<{ default: Component<EditorProps> }>("../../../src/paddock/games/*/web/Editor.svelte");
const counted = import.meta.glob<Counted>("../../../src/paddock/games/*/web/facts.ts");
const plugs = new Map<string, Promise<Plug | null>>();

function of<T>(modules: Record<string, Module<T>>, game: string): Module<T> | undefined {
  return Object.entries(modules).find(([path]) => path.split("/").at(-3) === game)?.[1];
}

/** The module of a game in another package; null if it has none, or one that cannot be loaded. */
function plugOf(game: string): Promise<Plug | null> {
  const loading = plugs.get(game) ?? loadPlug(game).catch(() => null);
  plugs.set(game, loading);
  return loading;
}

async function loadPlug(game: string): Promise<Plug | null> {
  const address = (await card(game))?.board;
  return address ? ((await import(/* @vite-ignore */ new URL(address, document.baseURI).href)) as Plug) : null;
}

/** A part of such a module as a component of this client. */
async function pluggedPart<Props extends object>(game: string, part: Part): Promise<Component<Props> | null> {
  const plug = await plugOf(game);
  if (!plug?.parts.includes(part)) return null;
  return (anchor, given) => Plugged(anchor, { plug, part, given: given as Given });
}

async function countedBy(game: string): Promise<Counted | null> {
  return (await of(counted, game)?.()) ?? (await plugOf(game));
}

/** A game's board; null if it brings none. */
async function ownBoard(game: string): Promise<Component<BoardProps> | null> {
  return (await of(boards, game)?.())?.default ?? (await pluggedPart<BoardProps>(game, "Board"));
}

/** What draws a game, and whether that is the board for games without one. */
export async function boardOf(game: string): Promise<{ Board: Component<BoardProps>; plain: boolean }> {
  const own = await ownBoard(game);
  return own ? { Board: own, plain: false } : { Board: (await import("./PlainBoard.svelte")).default, plain: true };
}

export async function pictureOf(game: string): Promise<Component<PictureProps> | null> {
  return (await of(pictures, game)?.())?.default ?? (await pluggedPart<PictureProps>(game, "Picture"));
}

export async function factsOf(game: string): Promise<Facts> {
  return (await countedBy(game))?.facts ?? (() => []);
}

export async function liveryOf(game: string): Promise<Livery> {
  return (await countedBy(game))?.livery ?? (() => null);
}

export async function outcomeOf(game: string): Promise<Outcome> {
  return (await countedBy(game))?.outcome ?? (() => "");
}

export async function throwerOf(game: string): Promise<Thrower> {
  return (await countedBy(game))?.thrower ?? (() => -1);
}

export async function soundsOf(game: string): Promise<Sounds> {
  return (await countedBy(game))?.sounds ?? {};
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
