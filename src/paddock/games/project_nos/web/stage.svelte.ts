/** What is on the screen now: the position, and the lights while they count down. */

import type { Happening } from "$lib/board";
import type { Showing } from "$lib/stage/motion";
import { Playing } from "$lib/stage/playing.svelte";
import { lastsOf, starts } from "./happenings";
import type { View } from "./types";

export class Stage extends Playing<View> {
  lights = $state(false);

  constructor(view: View) {
    super();
    this.show(view);
  }

  protected override rest(): void {
    this.lights = false;
  }

  protected override async playFrame(showing: Showing, view: View, happenings: Happening[]): Promise<void> {
    this.live = view;
    this.lights = happenings.some(starts);
    const lasts = lastsOf(happenings);
    if (lasts) await showing.run(lasts);
  }
}
