/** Telling what is looked at. */

/** The attributes of a button that tells while it is looked at. */
export interface Hovering {
  onfocus: () => void;
  onblur: () => void;
  onpointerenter: () => void;
  onpointerleave: () => void;
}

/** Tells of a thing while the pointer or the focus is on its button, and of null afterwards. */
export function hovering<T>(thing: T | null, onhover: (thing: T | null) => void): Hovering {
  const [on, off] = [() => onhover(thing), () => onhover(null)];
  return { onfocus: on, onblur: off, onpointerenter: on, onpointerleave: off };
}
