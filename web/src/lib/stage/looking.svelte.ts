/**
 * Looking around with wheel, fingers, mouse and keys. A board attaches it to its picture:
 * `{@attach lookAround(camera)}`. Where one finger drives (`swipes`), two look around.
 */

import type { Camera } from "./camera.svelte";
import { pressMissed } from "./fingertip";
import { isFree } from "./keys.svelte";
import type { Point } from "./poses";

const STILL = 8; // pixels that a finger may slip while it presses
const WHEEL = 0.0015; // zoom per pixel of the wheel
const STEP = 1.3; // zoom of a key

export function lookAround(camera: Camera, swipes = false): (node: HTMLElement) => () => void {
  return (node) => {
    const fingers = new Map<number, Point>();
    let began: Point = { x: 0, y: 0 };
    let drags = false;

    const at = (event: MouseEvent): Point => {
      const { left, top } = node.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };

    function wheel(event: WheelEvent): void {
      event.preventDefault();
      camera.zoom(Math.exp(event.deltaY * WHEEL), at(event));
    }

    function down(event: PointerEvent): void {
      if (event.button !== 0) return;
      fingers.set(event.pointerId, at(event));
      if (fingers.size === 1) [began, drags] = [at(event), false];
    }

    function move(event: PointerEvent): void {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const now = at(event);
      if (!drags && !isDrag(event, now)) return;
      if (!drags) node.setPointerCapture(event.pointerId);
      drags = true;
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) camera.zoom(far(before, other) / Math.max(1, far(now, other)), middle(now, other));
      camera.pan((before.x - now.x) / fingers.size, (before.y - now.y) / fingers.size);
      fingers.set(event.pointerId, now);
    }

    /** One finger moves the camera only in a close view; two always do. */
    function isDrag({ pointerType }: PointerEvent, now: Point): boolean {
      if (fingers.size > 1) return true;
      return camera.isClose && far(now, began) > STILL && !(swipes && pointerType === "touch");
    }

    function up(event: PointerEvent): void {
      fingers.delete(event.pointerId);
    }

    /** The click that ends a drag is swallowed; so is one that presses a place beside it. */
    function click(event: MouseEvent): void {
      if (!drags && !pressMissed(node, event)) return;
      drags = false;
      event.stopPropagation();
      event.preventDefault();
    }

    function key(event: KeyboardEvent): void {
      if (!isFree(event)) return;
      const centre = { x: camera.width / 2, y: camera.height / 2 };
      if (event.key === "0") camera.back();
      else if (event.key === "+") camera.zoom(1 / STEP, centre);
      else if (event.key === "-") camera.zoom(STEP, centre);
    }

    // A finger on the board scrolls the page only while the whole board is in view.
    $effect(() => void (node.style.touchAction = swipes || camera.isClose ? "none" : "pan-y"));

    node.addEventListener("wheel", wheel, { passive: false });
    node.addEventListener("pointerdown", down);
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", up);
    node.addEventListener("pointercancel", up);
    node.addEventListener("click", click, true);
    window.addEventListener("keydown", key);
    return () => {
      node.removeEventListener("wheel", wheel);
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", up);
      node.removeEventListener("click", click, true);
      window.removeEventListener("keydown", key);
    };
  };
}

const far = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
