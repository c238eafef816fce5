/** Asks the server to explain a race, and again until it has done so. */
import { ask } from "$lib/api";
import type { Explained, ExplainedRace } from "../wire";

const AGAIN = 1500; // milliseconds from an answer to the next question

/** The race explained; null if nobody wants to know any more. */
export async function explained(id: string, finer: boolean, stopped: () => boolean): Promise<Explained | null> {
  const path = `api/tables/${encodeURIComponent(id)}/explained${finer ? "?finer=1" : ""}`;
  for (;;) {
    const { race } = await ask<ExplainedRace>(path);
    if (race ?? stopped()) return race;
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}
