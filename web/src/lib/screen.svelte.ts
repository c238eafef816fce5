/** Whether the screen is wide enough for tower, board and log side by side. */
import { MediaQuery } from "svelte/reactivity";

export class Screen {
  private readonly query = new MediaQuery("min-width: 62.5em");

  get wide(): boolean {
    return this.query.current;
  }
}
