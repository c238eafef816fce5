/**
 * Which modules share a file. What is loaded together lies together: a file costs its headers on the line, and small
 * ones compress badly. What the first race does not need, e.g. sheets and the podium, is left out of its files.
 */
import type { Rollup } from "vite";

type Graph = Rollup.ManualChunkMeta;

const STYLE = /[?&]type=style\b/;
const GAME = /\/games\/(\w+)\/web\//;
const FIELDS = /\/svelte\/.*\/bindings\/input\.js$/; // of forms; the first race has none

/** The chunk of a module, by name; undefined: the bundler finds one. */
export function chunksOf(graph: Graph): (id: string) => string | undefined {
  const all = [...graph.getModuleIds()];
  const from = (end: RegExp): Set<string> =>
    withImports(
      graph,
      all.filter((id) => end.test(id)),
    );
  const first = from(/\/src\/main\.ts$/);
  const pictures = from(/\/web\/Picture\.svelte$/);
  const boards = from(/\/web\/(Board\.svelte|facts\.ts)$/);
  const table = from(/\/TablePage\.svelte$/);
  const sheets = from(/\/(Drawer|Rules|Help|DiceSheet|Settings)\.svelte$/);

  return (id) => {
    if (FIELDS.test(id)) return "fields";
    if (first.has(id) || id.startsWith("\0vite")) return "index";
    const game = GAME.exec(id)?.[1];
    if (pictures.has(id)) return game && !STYLE.test(id) ? `${game}-picture` : "index"; // the lobby shows all pictures
    if (game) return boards.has(id) ? game : undefined;
    if (boards.has(id) || table.has(id)) return "race";
    return sheets.has(id) ? "sheets" : undefined;
  };
}

/** Modules and all that they import, except what they import later. */
function withImports({ getModuleInfo }: Graph, roots: string[]): Set<string> {
  const found = new Set(roots);
  for (const id of found) for (const next of getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}
