/** What can be tapped on the track now, and where. */

import type { Choice } from "$lib/board";
import type { Point } from "$lib/stage/poses";
import { CELL, LANES, type Track } from "./geometry";
import type { Combo, End, View } from "./types";
import { endsOf, nearEnds } from "./wheel.svelte";

export interface Target extends Point {
  key: string;
  words: string;
  /** the choice that is made here, or null */
  move: number | null;
  /** choices that it leads to by further taps */
  leads: number[];
  /** where it drives to, by a chain of choices */
  end: End | null;
  /** what is written on it: the size of the play it needs */
  badge: string;
  kind: "end" | "step" | "card" | "spot" | "car" | "pays" | "swap";
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
  /** a chip is lifted: what it may pay for is offered */
  lifted: boolean;
}

type Naming = (car: number) => string;

export function targetsOf(track: Track, view: View, choices: Choice[], intent: Intent, named: Naming): Target[] {
  if (!choices.length) return [];
  switch (view.phase) {
    case "card":
    case "lift":
      return onCards(track, view, choices);
    case "lane":
    case "spot":
      return onTargetCard(track, view, choices);
    case "step":
      return onTheWay(track, view, choices, intent);
    case "act":
      if (intent.lifted) return forAChip(track, view, choices, named);
      return [...cars(track, view, choices, intent, named), ...ends(track, view, intent)];
    case "dice":
      return ends(track, view, intent);
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
    leads: [],
    end: null,
    badge: "",
    kind,
    usual: choice?.likely ?? false,
    cubes: 0,
  };
}

function onCards(track: Track, view: View, choices: Choice[]): Target[] {
  return choices.map((choice) => {
    const index = choice.move - track.scene.moves.card;
    const { x, y } = track.corner(index);
    const name = track.kind(view.track[index] ?? 0).name;
    return blank("card", { x: x + CELL / 2, y: y + CELL / 2 }, `card ${index}, ${name}`, choice);
  });
}

/** Lanes or spots of the card that a Danger card is played on. */
function onTargetCard(track: Track, view: View, choices: Choice[]): Target[] {
  const index = view.window?.target ?? 0;
  const card = track.kind(view.track[index] ?? 0);
  return choices.map((choice) => {
    if (view.phase === "spot") {
      const spot = 16 * index + choice.move - track.scene.moves.spot;
      return blank("spot", track.spot(card.kind, spot), `next to ${track.name(view.track, spot)}`, choice);
    }
    const lane = (["L", "M", "R"] as const)[choice.move - track.scene.moves.lane] ?? "M";
    const spots = card.spots.filter((spot) => spot.lane === lane);
    const v = spots.reduce((sum, spot) => sum + spot.v, 0) / Math.max(1, spots.length);
    return blank("spot", track.road(index, card, 0.5, v), `the ${LANES[lane]} lane`, choice);
  });
}

const at = (track: Track, view: View, spot: number): Point => track.spot(view.track[spot >> 4] ?? 0, spot);

/** In the middle of a play: where it may end, each next step at least once; a chip may be paid for the next one. */
function onTheWay(track: Track, view: View, choices: Choice[], intent: Intent): Target[] {
  const offered = view.steps.filter((step) => choices.some(({ move }) => move === step.move));
  const paying = view.steps.flatMap((step) => {
    const pay = choices.find((choice) => choice.move === step.paying);
    const { x, y } = at(track, view, step.spot);
    const words = `on to ${track.name(view.track, step.spot)}, paying a chip for the cubes here`;
    return pay ? [blank("pays", { x: x + 14, y: y - 18 }, words, pay)] : [];
  });
  const led = new Set<number>();
  const far = paying.length ? [] : ends(track, view, intent);
  for (const target of far) {
    const first = offered.find((step) => step.spot === target.end?.way[0])?.move;
    if (first === undefined || led.has(first)) continue;
    led.add(first);
    target.leads = [first];
  }
  const near = offered.flatMap((step) => {
    const choice = choices.find(({ move }) => move === step.move && !led.has(move));
    return choice
      ? [blank("step", at(track, view, step.spot), `on to ${track.name(view.track, step.spot)}`, choice)]
      : [];
  });
  return [...far, ...near, ...paying];
}

/** Where the car may end: with the picked dice, or with the least ones that lead there. */
function ends(track: Track, view: View, intent: Intent): Target[] {
  const reach = view.reachable.find((one) => one.car === intent.car);
  const fixed = view.phase === "step" ? (view.play?.size ?? 0) : intent.combo ? intent.size : 0;
  const found = fixed ? endsOf(reach, fixed).map((end) => ({ end, size: fixed })) : nearEnds(reach);
  return found.map(({ end, size }) => {
    const name = track.name(view.track, end.spot);
    const dice = `${size} ${size === 1 ? "die" : "dice"}`;
    return {
      ...blank(
        "end",
        at(track, view, end.spot),
        view.phase === "step" ? `on to ${name}` : `drive to ${name} with ${dice}`,
      ),
      key: `end ${end.spot}`,
      end,
      badge: view.phase === "step" ? "" : String(size),
      cubes: end.cubes,
      usual: fixed > 0,
    };
  });
}

/** The cars that can be driven; the one in hand is marked. */
function cars(track: Track, view: View, choices: Choice[], intent: Intent, named: Naming): Target[] {
  return view.cars.flatMap(({ car, spot }) => {
    const choice = choices.find(({ move }) => move === track.scene.moves.drive + car);
    if (!choice || spot === null) return [];
    const target = blank("car", at(track, view, spot), `drive ${named(car)}`);
    return [{ ...target, leads: [choice.move], car, usual: car === intent.car }];
  });
}

/** What a lifted chip may change: a stopped car goes on, a rival's is borrowed, two change places. */
function forAChip(track: Track, view: View, choices: Choice[], named: Naming): Target[] {
  const { continue: goOn, borrow, juke } = track.scene.moves;
  const places = new Map(view.cars.flatMap(({ car, spot }) => (spot === null ? [] : [[car, at(track, view, spot)]])));
  const one = (car: number, choice: Choice, words: string): Target[] => {
    const place = places.get(car);
    return place ? [blank("car", place, words, choice)] : [];
  };
  const swap = (choice: Choice): Target[] => {
    const [a = 0, b = 0] = view.jukes.find(({ move }) => move === choice.move)?.cars ?? [];
    const [from, to] = [places.get(a), places.get(b)];
    if (!from || !to) return [];
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    return [blank("swap", middle, `juke: ${named(a)} and ${named(b)} change places`, choice)];
  };
  return choices.flatMap((choice) => {
    const { move } = choice;
    if (move >= juke) return swap(choice);
    if (move >= borrow) return one(move - borrow, choice, `borrow ${named(move - borrow)}`);
    return move >= goOn ? one(move - goOn, choice, `${named(move - goOn)} goes on`) : [];
  });
}
