/** The coach of first races: a line at each kind of decision of a game, a few times; then silence. */
import { remember, remembered } from "./storage";

const KEY = "coach";
const TIMES = 3; // a line is shown for each kind of decision

/** By game and kind of decision: how often its line was shown. */
type Shown = Record<string, Record<string, number>>;

/** One decision of a race. */
interface Asked {
  game: string;
  /** of the position */
  ply: number;
  kind: string;
  /** what there is to say; "" for nothing */
  line: string;
}

export class Coach {
  /** the decision on the screen, and whether its line is shown */
  private last = "";
  private speaks = false;

  /** The line to show at a decision; counted once, and the same as long as that decision is on the screen. */
  says({ game, ply, kind, line }: Asked): string {
    if (!line) return "";
    const asked = `${game} ${kind} ${ply}`;
    if (asked !== this.last) {
      this.last = asked;
      this.speaks = isNew(game, kind);
    }
    return this.speaks ? line : "";
  }
}

/** Count a decision; whether it is one of the first few of its kind. */
function isNew(game: string, kind: string): boolean {
  const shown = remembered<Shown>(KEY, {});
  const times = shown[game]?.[kind] ?? 0;
  if (times >= TIMES) return false;
  remember(KEY, { ...shown, [game]: { ...shown[game], [kind]: times + 1 } });
  return true;
}

/** From the beginning again. */
export function forgetShown(): void {
  remember(KEY, {});
}
