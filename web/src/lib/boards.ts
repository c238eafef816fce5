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

const drawings = import.meta.glob<{ default: Component<never> }>(
  "../../../src/paddock/games/*/web/{Board,Picture,Editor}.svelte",
);
const counted = import.meta.glob<Counted>("../../../src/paddock/games/*/web/facts.ts");
const plugs = new Map<string, Promise<Plug | null>>();

/** The module of that file in the `web` folder of a game of paddock. */
function of<T>(modules: Record<string, Module<T>>, game: string, file: string): Module<T> | undefined {
  return Object.entries(modules).find(([path]) => path.endsWith(`/${game}/web/${file}`))?.[1];
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

/** Whether a game brings a part; loads no part of a game of paddock. */
async function brings(game: string, part: Part): Promise<boolean> {
  return of(drawings, game, `${part}.svelte`) !== undefined || !!(await plugOf(game))?.parts.includes(part);
}

/** A part of a game as a component of this client; null if the game brings none. */
async function partOf<Props extends object>(game: string, part: Part): Promise<Component<Props> | null> {
  if (!(await brings(game, part))) return null;
  const own = await of(drawings, game, `${part}.svelte`)?.();
  if (own) return own.default as unknown as Component<Props>;
  const plug = await plugOf(game);
  return plug && ((anchor, given) => Plugged(anchor, { plug, part, given: given as Given }));
}

async function countedBy(game: string): Promise<Counted | null> {
  return (await of(counted, game, "facts.ts")?.()) ?? (await plugOf(game));
}

/** What draws a game, and whether that is the board for games without one. */
export async function boardOf(game: string): Promise<{ Board: Component<BoardProps>; plain: boolean }> {
  const own = await partOf<BoardProps>(game, "Board");
  return own ? { Board: own, plain: false } : { Board: (await import("./PlainBoard.svelte")).default, plain: true };
}

export const pictureOf = (game: string): Promise<Component<PictureProps> | null> => partOf(game, "Picture");

export const editorOf = (game: string): Promise<Component<EditorProps> | null> => partOf(game, "Editor");

export const hasEditor = (game: string): Promise<boolean> => brings(game, "Editor");

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
