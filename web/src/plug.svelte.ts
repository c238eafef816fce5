/**
 * What a game in another package brings for the browser, as one module; `$game` is the `web` folder of that game.
 * It brings a Svelte of its own, so that it works in a client that was built by another version; see lib/plug.ts.
 */
import { type Component, mount, unmount } from "svelte";
import type { Drawn, Given, Part, Plug } from "./lib/plug";

const drawings = import.meta.glob<Component<Given>>("$game/{Board,Picture,Editor}.svelte", {
  eager: true,
  import: "default",
});
const counted = import.meta.glob<Pick<Plug, "facts" | "livery" | "outcome" | "thrower" | "sounds">>("$game/facts.ts", {
  eager: true,
});

const byName = new Map(Object.entries(drawings).map(([path, part]) => [nameOf(path), part]));
export const parts = [...byName.keys()];
export const { facts, livery, outcome, thrower, sounds } = Object.values(counted)[0] ?? {};

export function draw(part: Part, target: Element, given: Given): Drawn {
  const Drawing = byName.get(part);
  if (!Drawing) throw new Error(`this game has no ${part}`);
  let now = $state.raw(given);
  const props: Given = {};
  for (const name of Object.keys(given)) Object.defineProperty(props, name, { get: () => now[name], enumerable: true });
  const drawn = mount(Drawing, { target, props });
  return {
    update: (changed) => (now = { ...now, ...changed }),
    remove: () => void unmount(drawn),
  };
}

function nameOf(path: string): Part {
  return path.split("/").at(-1)?.replace(".svelte", "") as Part;
}
