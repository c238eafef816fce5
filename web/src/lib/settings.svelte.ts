/** What a person has chosen in this browser. */
import type { BotPace } from "../wire";
import { forgetShown } from "./coach";
import { remember, remembered } from "./storage";

export type Theme = "system" | "light" | "dark";

interface Chosen {
  theme: Theme;
  /** of animations: 1 normal, 2 fast, 0 none */
  pace: number;
  /** of bots, where nobody else waits for them; "": as the table says */
  bots: BotPace | "";
  /** shows what a decision is about */
  coach: boolean;
  /** a coach's line at each new kind of decision */
  tips: boolean;
  /** shows the exact odds of a move beside it, where a game has them */
  odds: boolean;
  /** offers the moves as a list box instead of numbered buttons */
  list: boolean;
  /** short sounds of what is shown; heard after the first gesture */
  sound: boolean;
  /** of sounds, 0 to 1 */
  volume: number;
  name: string;
}

const USUAL: Chosen = {
  theme: "system",
  pace: 1,
  bots: "",
  coach: true,
  tips: true,
  odds: true,
  list: false,
  sound: true,
  volume: 0.4,
  name: "",
};
const stillness = window.matchMedia("(prefers-reduced-motion: reduce)");

class Settings {
  chosen = $state<Chosen>({ ...USUAL, ...remembered<Partial<Chosen>>("settings", {}) });
  private still = $state(stillness.matches);

  constructor() {
    stillness.addEventListener("change", (event) => (this.still = event.matches));
  }

  /** The pace boards use: people who asked their system for less motion get none. */
  get pace(): number {
    return this.still ? 0 : this.chosen.pace;
  }

  change(part: Partial<Chosen>): void {
    Object.assign(this.chosen, part);
    remember("settings", $state.snapshot(this.chosen));
    const root = document.documentElement;
    if (this.chosen.theme === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = this.chosen.theme;
  }
}

/** The coach: off; or on, and then from the beginning. */
export function switchCoach(): void {
  if (!settings.chosen.tips) forgetShown();
  settings.change({ tips: !settings.chosen.tips });
}

export const settings = new Settings();
