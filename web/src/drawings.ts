/**
 * The drawings that are printed: what a game's boards draw on the screen, as text, for `paddock print`.
 * A drawing is a component in the `web/print` folder of a game; it is run once and its SVG is kept.
 */
import type { Component } from "svelte";
import { render } from "svelte/server";

// The engine that runs this is older than browsers are: ES2020, without `at`.
if (!("at" in Array.prototype))
  Object.defineProperty(Array.prototype, "at", {
    value: function <T>(this: T[], place: number): T | undefined {
      return this[place < 0 ? this.length + place : place];
    },
  });

interface Drawing {
  default: Component<Record<string, unknown>>;
}
const found = import.meta.glob<Drawing>("../../src/paddock/games/*/web/print/*.svelte", { eager: true });
const drawings = new Map(
  Object.entries(found).map(([path, module]) => {
    const [, game = "", name = ""] = /games\/(\w+)\/web\/print\/(\w+)\.svelte$/.exec(path) ?? [];
    return [`${game}/${name}`, module.default];
  }),
);

/** A drawing of a game as SVG, with its styles beside it; `data` is JSON. */
export function draw(game: string, name: string, data: string): string {
  const drawing = drawings.get(`${game}/${name}`);
  if (!drawing) throw new RangeError(`there is no drawing ${name}`);
  const { head, body } = render(drawing, { props: JSON.parse(data) as Record<string, unknown> });
  return JSON.stringify({ head, body });
}
