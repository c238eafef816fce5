/** What a lesson asks for in a position, and which control does it. */
import type { LessonActionInfo, LessonStepInfo } from "../wire";

/** What the learner is to do. */
export interface Due {
  step: number;
  action: LessonActionInfo;
  /** the first of its step */
  first: boolean;
}

export function dueAt(steps: LessonStepInfo[], ply: number): Due | null {
  for (const [step, { actions }] of steps.entries()) {
    const at = actions.findIndex((action) => action.ply === ply);
    const action = actions[at];
    if (action) return { step, action, first: at === 0 };
  }
  return null;
}

/** The selector of the one control that does it; the list of all moves and the dock's usual button are not lit. */
export function litBy({ light }: LessonStepInfo, { action, first }: Due): string {
  if (light && first) return `main.race [aria-label^=${JSON.stringify(light)}]`;
  const { move } = action;
  return `main.race :is([data-move="${move}"], [data-moves~="${move}"]):not(.all *, .elsewhere)`;
}
