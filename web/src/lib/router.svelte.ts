/** The current page, from the address after #. */

export type Place =
  | { page: "lobby" }
  | { page: "new"; game: string; file: string }
  | { page: "edit"; game: string; file: string }
  | { page: "table"; table: string }
  | { page: "replay"; table: string; ply: number | null }
  | { page: "season"; game: string }
  | { page: "learn"; game: string }
  | { page: "howto"; game: string }
  | { page: "series"; series: string }
  | { page: "nowhere" };

export function placeOf(hash: string): Place {
  const parts = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .map(safelyDecoded);
  const [page = "", one = "", two = ""] = parts;
  if (page === "") return { page: "lobby" };
  if ((page === "new" || page === "edit") && one) return { page, game: one, file: two };
  if (page === "table" && one) return { page: "table", table: one };
  if (page === "replay" && one) return { page: "replay", table: one, ply: /^\d+$/.test(two) ? Number(two) : null };
  if ((page === "season" || page === "learn" || page === "howto") && one) return { page, game: one };
  if (page === "series" && one) return { page: "series", series: one };
  return { page: "nowhere" };
}

function safelyDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const tablePath = (id: string): string => `#/table/${encodeURIComponent(id)}`;
export const replayPath = (id: string, ply?: number): string =>
  `#/replay/${encodeURIComponent(id)}${ply === undefined ? "" : `/${ply}`}`;
/** A new table; with the name of a file kept in this browser, that one is chosen. */
export const newPath = (game: string, file = ""): string =>
  `#/new/${encodeURIComponent(game)}${file && `/${encodeURIComponent(file)}`}`;
export const editPath = (game: string, file = ""): string =>
  `#/edit/${encodeURIComponent(game)}${file && `/${encodeURIComponent(file)}`}`;

/** The form of a new series of a game. */
export const seasonPath = (game: string): string => `#/season/${encodeURIComponent(game)}`;
export const seriesPath = (id: string): string => `#/series/${encodeURIComponent(id)}`;

/** The lesson of a game. */
export const learnPath = (game: string): string => `#/learn/${encodeURIComponent(game)}`;
/** How it is played, on one page. */
export const howtoPath = (game: string): string => `#/howto/${encodeURIComponent(game)}`;

class Router {
  place = $state<Place>(placeOf(location.hash));

  constructor() {
    window.addEventListener("hashchange", () => (this.place = placeOf(location.hash)));
  }

  go(path: string): void {
    location.hash = path;
  }

  /** Changes the address without a new entry in the browser's history. */
  put(path: string): void {
    history.replaceState(history.state, "", path);
  }
}

export const router = new Router();
