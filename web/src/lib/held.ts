/** The seats this browser holds: their keys, by table. A key is the only proof of a seat. */
import type { Created, Seated } from "../wire";
import { remember, remembered } from "./storage";

export interface Held {
  table: string;
  keys: Seated[];
  /** milliseconds since 1970 */
  at: number;
}

const MOST = 60; // tables remembered

function all(): Held[] {
  const stored = remembered<Held[]>("held", []);
  return Array.isArray(stored) ? stored : [];
}

/** Tables with seats of ours, the latest first. */
export function heldTables(): Held[] {
  return all().sort((a, b) => b.at - a.at);
}

export function keysOf(table: string): Seated[] {
  return all().find((one) => one.table === table)?.keys ?? [];
}

export function hold(table: string, keys: Seated[]): void {
  const others = heldTables().filter((one) => one.table !== table);
  remember("held", [{ table, keys, at: Date.now() }, ...others].slice(0, MOST));
}

export function holdCreated(created: Created): void {
  hold(created.table, created.keys);
}

export function holdOneMore(table: string, seated: Seated): void {
  hold(table, [
    ...keysOf(table).filter((one) => one.seat !== seated.seat),
    { type: "seated", seat: seated.seat, key: seated.key },
  ]);
}

export function letGo(table: string, seat?: number): void {
  const kept = seat === undefined ? [] : keysOf(table).filter((one) => one.seat !== seat);
  if (kept.length) hold(table, kept);
  else
    remember(
      "held",
      all().filter((one) => one.table !== table),
    );
}
