/** What can be heard of a ply, and when: with what is shown, never before. */
import type { Happening, SoundKind, Sounds } from "./board";

export interface Heard {
  kind: SoundKind;
  /** of an engine, 0 to 1 */
  speed: number;
}

const USUAL_SPEED = 0.5;
const LATE: SoundKind[] = ["bump", "crash", "flag"]; // cars have to be seen to get there first

/** The sounds of a ply as it begins to be shown, or once it has been (`ended`); each kind is heard once. */
export function heardOf(happenings: Happening[], sounds: Sounds, moments: string[], ended: boolean): Heard[] {
  const found = new Map<SoundKind, Heard>();
  for (const one of happenings) {
    const heard = soundOf(one, sounds, moments[one.kind] ?? "");
    if (heard && LATE.includes(heard.kind) === ended && !found.has(heard.kind)) found.set(heard.kind, heard);
  }
  return [...found.values()];
}

/** What the game says it sounds like, else what its moment sounds like. */
function soundOf(one: Happening, sounds: Sounds, moment: string): Heard | null {
  const named = sounds[one.kind] ?? (moment === "finish" ? "flag" : moment === "crash" ? "crash" : null);
  if (named === null) return null;
  if (typeof named === "string") return { kind: named, speed: USUAL_SPEED };
  return { kind: "engine", speed: Math.min(1, Math.max(0, named(one))) };
}
