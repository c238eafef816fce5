/** The position in words, for those who do not see the track. */

import type { SeatInfo } from "$lib/board";
import { plural } from "$lib/words";
import type { Track } from "./geometry";
import type { CarView, View } from "./types";

export function told(track: Track, view: View, seats: SeatInfo[]): { seat: number; text: string }[] {
  const cars = [...view.cars].sort((one, other) => one.place - other.place);
  return cars.map((car) => ({ seat: car.seat, text: `${name(car, seats)}: ${state(track, view, car)}` }));
}

function name(car: CarView, seats: SeatInfo[]): string {
  const seat = seats[car.seat];
  return seat ? `place ${car.place}, car ${seat.number}, ${seat.name}` : `place ${car.place}`;
}

function state(track: Track, view: View, car: CarView): string {
  if (car.finished) return "finished";
  if (car.step === 0) return view.racing ? "off the track" : `${car.qualifying} in qualifying`;
  const { corner } = track.step(car.step);
  const parts = [
    `step ${car.step}${corner ? ", a corner" : ""}`,
    `${plural(car.laps_left, "lap")} to go`,
    plural(car.dice, "die", "dice"),
  ];
  if (car.belly_up) parts.push("belly-up");
  if (car.cylinder_spent) parts.push("cylinder spent");
  if (car.safety) parts.push(`${plural(car.safety, "turn")} under the safety car`);
  for (const [item, count] of Object.entries(car.held)) parts.push(`holds ${count} ${item}`);
  return parts.join(", ");
}
