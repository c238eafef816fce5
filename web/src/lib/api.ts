/**
 * HTTP requests to the server, relative to the page, which may lie below a proxy's path. A failure is an ApiError with
 * the server's sentence.
 */
import type {
  CheckedInfo,
  Created,
  CreatedSeries,
  Failure,
  Fork,
  GameCard,
  GameInfo,
  Games,
  HowtoInfo,
  Lobby,
  NetworkInfo,
  NewSeries,
  NewTable,
  OpenedRace,
  Pictures,
  Quick,
  Replay,
  RulesInfo,
  SeriesInfo,
  TableInfo,
  Tables,
  TitleOdds,
  TriedInfo,
  Verified,
  WorkshopInfo,
} from "../wire";

export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

export async function ask<T>(path: string, body?: unknown): Promise<T> {
  const how =
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  let answer: Response;
  try {
    answer = await fetch(path, how);
  } catch {
    throw new ApiError("The server does not answer. Is it running?", 0);
  }
  if (answer.ok) return (await answer.json()) as T;
  const failure = (await answer.json().catch(() => ({ error: answer.statusText }))) as Failure;
  throw new ApiError(sentence(failure.error), answer.status);
}

/** The server writes half sentences; people read whole ones. */
export function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What was asked for; null if it did not come, and `gone` is called if the server no longer has it. */
export async function unlessGone<T>(asked: Promise<T>, gone: () => void): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) gone();
    return null;
  }
}

const table = (id: string): string => `api/tables/${encodeURIComponent(id)}`;

/** An answer that stays the same: fetched once, and again after a failure. */
function once<T>(path: string): () => Promise<T> {
  let known: Promise<T> | null = null;
  return () =>
    (known ??= ask<T>(path).catch((error: unknown) => {
      known = null;
      throw error;
    }));
}

/** The games as the lobby shows them. */
export const lobby = once<Lobby>("api/lobby");

/** All games with their options. */
export const games = once<Games>("api/games");

export async function card(id: string): Promise<GameCard | undefined> {
  return (await lobby()).games.find((one) => one.id === id);
}

export async function game(id: string): Promise<GameInfo | undefined> {
  return (await games()).games.find((one) => one.id === id);
}

export const network = (): Promise<NetworkInfo> => ask("api/network");
export const tables = (): Promise<Tables> => ask("api/tables");
export const tableInfo = (id: string): Promise<TableInfo> => ask(table(id));
export const newTable = (wish: NewTable): Promise<Created> => ask("api/tables", wish);
export const quick = (wish: Quick): Promise<Created> => ask("api/quick", wish);
export const replay = (id: string): Promise<Replay> => ask(`${table(id)}/replay`);
export const verify = (id: string): Promise<Verified> => ask(`${table(id)}/verify`);
export const fork = (id: string, wish: Fork): Promise<Created> => ask(`${table(id)}/fork`, wish);
export const recordLink = (id: string): string => `${table(id)}/record`;

const series = (id: string): string => `api/series/${encodeURIComponent(id)}`;
export const newSeries = (wish: NewSeries): Promise<CreatedSeries> => ask("api/series", wish);
export const seriesInfo = (id: string): Promise<SeriesInfo> => ask(series(id));
export const titleOdds = (id: string): Promise<TitleOdds> => ask(`${series(id)}/odds`);
export const nextRace = (id: string, keys: string[]): Promise<OpenedRace> => ask(`${series(id)}/next`, { keys });
export const sheetLink = (id: string): string => `${series(id)}/sheet`;
export const bundleLink = (id: string): string => `${series(id)}/bundle`;

export const pictures = (game: string): Promise<Pictures> => ask(`api/games/${encodeURIComponent(game)}/pictures`);

const workshopPath = (game: string): string => `api/games/${encodeURIComponent(game)}/workshop`;
export const workshop = (game: string): Promise<WorkshopInfo> => ask(workshopPath(game));
export const checkFile = (game: string, text: string): Promise<CheckedInfo> =>
  ask(`${workshopPath(game)}/check`, { text });
export const makeFile = (game: string, size: number, seed: number): Promise<CheckedInfo> =>
  ask(`${workshopPath(game)}/make`, { size, seed });
export const tryFile = (game: string, text: string, first: number): Promise<TriedInfo> =>
  ask(`${workshopPath(game)}/try`, { text, first });

const known = new Map<string, Promise<unknown>>();

/** What a game says about itself: fetched once, and again after a failure. */
function ofGame<T>(game: string, what: string): Promise<T> {
  const path = `api/games/${encodeURIComponent(game)}/${what}`;
  let told = known.get(path) as Promise<T> | undefined;
  if (!told) {
    told = ask<T>(path);
    told.catch(() => known.delete(path));
    known.set(path, told);
  }
  return told;
}

export const rules = (game: string): Promise<RulesInfo> => ofGame(game, "rules");
export const howto = (game: string): Promise<HowtoInfo> => ofGame(game, "howto");
