/** Whether there is room for everything side by side. */
import { MediaQuery } from "svelte/reactivity";

export class Screen {
  private readonly query = new MediaQuery("min-width: 62.5em");

  get wide(): boolean {
    return this.query.current;
  }
}
