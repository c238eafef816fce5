/** What is worth jumping to in a replay. */
import type { ReplayPly } from "../wire";

export interface Moment {
  /** plies played when it has happened */
  at: number;
  kind: "crash" | "lead" | "finish";
  text: string;
}

const CRASH = /\b(crash|spins?|spun|belly-up|explode|accident|wreck|collide|collision)/i;
const FINISH = /\b(finishes|wins|flag)\b/i;

export function momentsOf(plies: ReplayPly[], names: string[]): Moment[] {
  const moments: Moment[] = [];
  let leader = -1;
  plies.forEach((ply, n) => {
    const at = n + 1;
    const said = ply.happenings.map((one) => one.sentence);
    const crash = said.find((text) => CRASH.test(text));
    const finish = said.find((text) => FINISH.test(text));
    if (crash) moments.push({ at, kind: "crash", text: crash });
    if (finish) moments.push({ at, kind: "finish", text: finish });
    const ahead = leaderOf(ply.places);
    if (ahead >= 0 && ahead !== leader) {
      if (leader >= 0 && !finish) moments.push({ at, kind: "lead", text: `${names[ahead] ?? "Somebody"} takes the lead.` });
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
