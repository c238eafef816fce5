import { expect, test } from "vitest";
import { hovering } from "./hovering";

test("a button tells of its move while the pointer or the focus is on it", () => {
  const told: (number | null)[] = [];
  const { onfocus, onblur, onpointerenter, onpointerleave } = hovering(7, (move) => told.push(move));
  onpointerenter();
  onpointerleave();
  onfocus();
  onblur();
  expect(told).toEqual([7, null, 7, null]);
});
