/** Moments to jump to in a replay. */
import type { ReplayPly } from "../wire";

export interface Moment {
  /** plies played when it has happened */
  at: number;
  kind: "crash" | "lead" | "finish";
  text: string;
}

/** What the game marks as a moment, and every change of the lead. */
export function momentsOf(plies: ReplayPly[], marks: string[], names: string[]): Moment[] {
  const moments: Moment[] = [];
  let leader = -1;
  plies.forEach((ply, n) => {
    const at = n + 1;
    const marked = (kind: string): string | undefined =>
      ply.happenings.find((one) => marks[one.kind] === kind)?.sentence;
    const [crash, finish] = [marked("crash"), marked("finish")];
    if (crash) moments.push({ at, kind: "crash", text: crash });
    if (finish) moments.push({ at, kind: "finish", text: finish });
    const ahead = leaderOf(ply.places);
    if (ahead >= 0 && ahead !== leader) {
      if (leader >= 0 && !finish)
        moments.push({ at, kind: "lead", text: `${names[ahead] ?? "Somebody"} takes the lead.` });
      leader = ahead;
    }
  });
  return moments;
}

/** The seat that leads alone, or -1. */
function leaderOf(places: number[]): number {
  const first = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  return first.length === 1 ? (first[0] ?? -1) : -1;
}
