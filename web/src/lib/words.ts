/** Small turns of phrase. */
import type { Clock, SeatInfo, TableInfo } from "../wire";

export function words(name: string): string {
  return name.replaceAll("_", " ");
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function listed(parts: string[], last = "and"): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} ${last} ${parts.at(-1)}`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function ordinal(place: number): string {
  const tail = place % 100 > 10 && place % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th");
  return `${place}${tail}`;
}

export function clockText(clock: Clock): string {
  if (clock.kind === "none") return "no clock";
  const time = clock.seconds % 60 === 0 ? `${clock.seconds / 60} min` : `${clock.seconds} s`;
  return clock.kind === "move" ? `${time} a move` : `${time} each for the race`;
}

/** 75 becomes 1:15. */
export function timeText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function agoText(seconds: number): string {
  const minutes = Math.floor((Date.now() / 1000 - seconds) / 60);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return `${Math.floor(minutes / 1440)} days ago`;
}

/** Who sits at a table, in a few words. */
export function peopleText(table: TableInfo): string {
  const people = table.seats.filter((seat) => seat.kind === "person").map((seat) => seat.name);
  const bots = table.seats.filter((seat) => seat.kind === "bot").length;
  const open = table.seats.filter((seat) => seat.kind === "open").length;
  const parts = [...people, ...(bots ? [plural(bots, "bot")] : []), ...(open ? [plural(open, "open seat")] : [])];
  return listed(parts);
}

/** What a seat is called, if its driver has another name, and which bot drives it. */
export function seatText(seat: SeatInfo): string {
  const parts = [seat.name === seat.called ? "" : seat.called, seat.kind === "bot" ? `bot (${seat.level})` : ""];
  return parts.filter((part) => part).join(", ");
}

/**
 * A lone player beats nobody, unless there is a field of cars; where cars without a driver race, the first seat is only
 * the best of the players.
 */
export function winnerText(table: TableInfo): string {
  const { seats, places, field } = table;
  if (seats.length === 1 && !field) return "raced alone";
  if (seats.length === 1 && places[0] !== 1)
    return `${seats[0]?.name ?? ""} ${ordinal(places[0] ?? 0)}${amongText(table)}`;
  const winners = seats.filter((seat) => places[seat.seat] === 1).map((seat) => seat.name);
  if (!winners.length) return "no winner";
  return `${listed(winners)} ${seats.length > 1 && amongText(table) ? "best of the players" : "won"}`;
}

/** What a place counts among, where that is not simply the seats: all cars, or the players only. */
export function amongText({ seats, field }: TableInfo): string {
  if (field <= seats.length) return "";
  return seats.length === 1 ? ` of ${field} cars` : " of the players";
}
