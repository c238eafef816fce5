/** What can be tapped on the track now, and where. */

import type { Choice } from "$lib/board";
import type { Point } from "$lib/stage/poses";
import { CELL, type Track } from "./geometry";
import type { Combo, End, View } from "./types";
import { endsOf, nearEnds } from "./wheel.svelte";

export interface Target extends Point {
  key: string;
  words: string;
  /** a choice, or null: then `end` is driven to */
  move: number | null;
  end: End | null;
  /** what is written on it: the size of the play it needs */
  badge: string;
  kind: "end" | "step" | "card" | "spot" | "car";
  usual: boolean;
  /** cubes on the way */
  cubes: number;
  car?: number;
}

/** What the driver has in hand for the car: its number, and the combo that is picked. */
export interface Intent {
  car: number | null;
  combo: Combo | null;
  /** of the picked dice with Super Size */
  size: number;
  /** looking for a car to borrow */
  borrowing: boolean;
}

export function targetsOf(track: Track, view: View, choices: Choice[], intent: Intent): Target[] {
  if (!choices.length) return [];
  switch (view.phase) {
    case "card":
    case "lift":
      return onCards(track, choices);
    case "lane":
    case "spot":
      return onTargetCard(track, view, choices);
    case "step":
      return [...ends(track, view, intent), ...steps(track, view, choices)];
    case "act":
    case "dice":
      return [...cars(track, view, choices, intent), ...(intent.borrowing ? [] : ends(track, view, intent))];
    default:
      return [];
  }
}

function blank(kind: Target["kind"], at: Point, words: string, choice?: Choice): Target {
  return {
    key: `${kind} ${words}`,
    x: at.x,
    y: at.y,
    words,
    move: choice?.move ?? null,
    end: null,
    badge: "",
    kind,
    usual: choice?.likely ?? false,
    cubes: 0,
  };
}

function onCards(track: Track, choices: Choice[]): Target[] {
  return choices.map((choice) => {
    const { x, y } = track.corner(choice.move - track.scene.moves.card);
    return blank("card", { x: x + CELL / 2, y: y + CELL / 2 }, choice.words, choice);
  });
}

/** Lanes or spots of the card that a Danger card is played on. */
function onTargetCard(track: Track, view: View, choices: Choice[]): Target[] {
  const index = view.window?.target ?? 0;
  const card = track.kind(view.track[index] ?? 0);
  return choices.map((choice) => {
    if (view.phase === "spot")
      return blank(
        "spot",
        track.spot(card.kind, 16 * index + choice.move - track.scene.moves.spot),
        choice.words,
        choice,
      );
    const lane = "LMR"[choice.move - track.scene.moves.lane] ?? "M";
    const spots = card.spots.filter((spot) => spot.lane === lane);
    const v = spots.reduce((sum, spot) => sum + spot.v, 0) / Math.max(1, spots.length);
    return { ...blank("spot", track.road(index, card, 0.5, v), choice.words, choice), badge: lane };
  });
}

function steps(track: Track, view: View, choices: Choice[]): Target[] {
  const all = view.steps.flatMap((step) => {
    const at = track.spot(view.track[step.spot >> 4] ?? 0, step.spot);
    const take = choices.find((choice) => choice.move === step.move);
    const pay = choices.find((choice) => choice.move === step.paying);
    const one = take ? [blank("step", at, take.words, take)] : [];
    return pay ? [...one, { ...blank("step", { x: at.x + 14, y: at.y - 16 }, pay.words, pay), badge: "chip" }] : one;
  });
  return all;
}

/** Where the car may end: with the picked dice, or with the least ones that lead there. */
function ends(track: Track, view: View, intent: Intent): Target[] {
  const reach = view.reachable.find((one) => one.car === intent.car);
  const fixed = view.phase === "step" ? (view.play?.size ?? 0) : intent.combo ? intent.size : 0;
  const found = fixed ? endsOf(reach, fixed).map((end) => ({ end, size: fixed })) : nearEnds(reach);
  const near = new Set(view.steps.map((step) => step.spot));
  return found
    .filter(({ end }) => view.phase !== "step" || !near.has(end.spot))
    .map(({ end, size }) => {
      const name = track.name(view.track, end.spot);
      const words =
        view.phase === "step" ? `on to ${name}` : `drive to ${name} with ${size} ${size === 1 ? "die" : "dice"}`;
      const at = track.spot(view.track[end.spot >> 4] ?? 0, end.spot);
      return {
        ...blank("end", at, words),
        key: `end ${end.spot}`,
        end,
        badge: view.phase === "step" ? "" : String(size),
        cubes: end.cubes,
        usual: fixed > 0,
      };
    });
}

/** The cars that could be driven instead. */
function cars(track: Track, view: View, choices: Choice[], intent: Intent): Target[] {
  if (view.phase !== "act") return [];
  const { borrow } = track.scene.moves;
  if (intent.borrowing) {
    return view.cars.flatMap((car) => {
      const choice = choices.find((one) => one.move === borrow + car.car);
      return choice && car.spot !== null
        ? [{ ...blank("car", track.spot(view.track[car.spot >> 4] ?? 0, car.spot), choice.words, choice), usual: true }]
        : [];
    });
  }
  return view.cars.flatMap((car) => {
    const choice = choices.find((one) => one.move === track.scene.moves.drive + car.car);
    if (!choice || car.spot === null || car.car === intent.car) return [];
    return [
      { ...blank("car", track.spot(view.track[car.spot >> 4] ?? 0, car.spot), `take ${car.name}`), car: car.car },
    ];
  });
}

/** The points the camera has to show besides the car. */
export function placesOf(list: Target[]): Point[] {
  return list.filter((target) => target.kind !== "car").map(({ x, y }) => ({ x, y }));
}
