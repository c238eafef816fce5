/** Where the focus goes when what had it is gone. People who point with a mouse or a finger are left alone. */

let isByKeys = false; // how the last thing was done; what a screen reader or a script clicks counts as no click

window.addEventListener("keydown", () => (isByKeys = true), true);
window.addEventListener("click", (event) => (isByKeys = event.detail === 0), true);

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Brings a keyboard or a screen reader there, unless it is somewhere else on the page. */
export function bringFocus(to: HTMLElement | null | undefined): void {
  if (isByKeys && isNowhere()) to?.focus({ preventScroll: true });
}
