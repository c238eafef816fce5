/** Moves a lost focus, for keyboard and screen reader only: after a mouse click or a tap nothing happens. */

let isByKeys = false; // whether the last action came from the keyboard; a screen reader's click counts as such

window.addEventListener("keydown", () => (isByKeys = true), true);
window.addEventListener("click", (event) => (isByKeys = event.detail === 0), true);

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Focuses an element, unless another one has the focus. */
export function bringFocus(to: HTMLElement | null | undefined): void {
  if (isByKeys && isNowhere()) to?.focus({ preventScroll: true });
}
