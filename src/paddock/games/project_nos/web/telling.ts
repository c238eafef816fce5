/** The texts and colours of a die in the cockpit. */

import type { Die, Racer, Scene } from "./types";
import { type Offer, placeOf } from "./wheel";
import { LIGHT_SIGNS, LIGHT_WORDS } from "./words";

export interface AtTheWheel {
  scene: Scene;
  racer: Racer;
  offers: Offer[];
  /** dice of the next roll */
  hand: number[];
}

/** Colours tell what a tap would do now; a die that cannot be placed any more has none. */
export function lightOf({ scene, racer, offers }: AtTheWheel, die: Die): string {
  if (!die.light) return "";
  return offers.length && die.light !== "none" && !placeOf(offers, racer.dice, die, scene) ? "" : die.light;
}

/** What is written below a die. */
export function underOf(wheel: AtTheWheel, die: Die): string {
  if (die.lands) return `to ${die.space}`;
  if (die.where === "placed") return `on ${die.space}`;
  if (die.where === "fresh" && die.face === null) return "rolling";
  if (die.where === "saved") return `saved ${die.light ? LIGHT_SIGNS[die.light] : ""}`;
  if (die.light && lightOf(wheel, die) !== "") return LIGHT_WORDS[die.light];
  return wheel.hand.includes(die.slot) ? "in hand" : "";
}

export function labelOf({ scene, racer, offers, hand }: AtTheWheel, die: Die): string {
  const place = placeOf(offers, racer.dice, die, scene);
  const kind = scene.kinds.find(({ id }) => id === die.kind)?.name ?? die.kind;
  const what = `die ${die.slot + 1}, ${kind}${die.value ? ` ${die.value}` : ""}`;
  if (place) return place.choice.words;
  if (die.where === "placed") return `${what}, on space ${die.space}`;
  return hand.includes(die.slot) ? `${what}, in the next roll` : what;
}
