/** Under a finger a place on the board is as large as a fingertip: a tap beside it presses the nearest one. */

import type { Point } from "./poses";

const FINGERTIP = 30; // pixels from the middle of a place that a tap may miss it by

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Which of some boxes has its middle nearest to a point, and near enough; -1 for none. */
export function nearestTo({ x, y }: Point, boxes: Box[]): number {
  const far = boxes.map(({ left, top, width, height }) => Math.hypot(left + width / 2 - x, top + height / 2 - y));
  const least = Math.min(...far);
  return least <= FINGERTIP ? far.indexOf(least) : -1;
}

/** Presses the place that a finger just missed; returns whether there was one. */
export function pressMissed(board: HTMLElement, event: MouseEvent): boolean {
  const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
  if (!isTouch || (event.target instanceof Element && event.target.closest("button, a"))) return false;
  const places = [...board.querySelectorAll<HTMLElement>("button[data-move]:not(:disabled)")];
  const place =
    places[
      nearestTo(
        { x: event.clientX, y: event.clientY },
        places.map((one) => one.getBoundingClientRect()),
      )
    ];
  place?.click();
  return place !== undefined;
}
