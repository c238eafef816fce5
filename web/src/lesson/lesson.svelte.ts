/** A lesson: a race that takes only what its step asks for. */
import { Race } from "$lib/race.svelte";
import type { CreatedLesson } from "../wire";
import { type Due, dueAt } from "./due";

export class LessonRace extends Race {
  /** another thing than the lit one was tried */
  astray = $state(false);

  constructor(readonly lesson: CreatedLesson) {
    super(lesson.table, () => lesson.keys);
  }

  /** What is to be done in the latest position; null while others drive. */
  get due(): Due | null {
    return dueAt(this.lesson.steps, this.position?.ply ?? -1);
  }

  /** The last step is done and shown. */
  get ended(): boolean {
    return this.reached && (this.position?.ply ?? -1) >= this.lesson.end_ply;
  }

  /** Only the move of the step is sent; what a page answers by itself is played by the lesson. */
  override move(move: number): void {
    const due = this.due;
    if (!due || !this.choices.length) return;
    this.astray = due.action.move !== move;
    if (!this.astray) super.move(move);
  }
}
