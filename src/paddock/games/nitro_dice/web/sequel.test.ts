import { describe, expect, it } from "vitest";
import type { Choice } from "$lib/board";
import { Sequel } from "./sequel";

const offered = (...moves: number[]): Choice[] => moves.map((move) => ({ move }) as Choice);

describe("several moves in one act", () => {
  it("makes each when it is asked for", () => {
    const sequel = new Sequel();
    expect(sequel.begin([25, 30, 31])).toBe(25);
    expect(sequel.next(offered())).toBe(undefined);
    expect(sequel.next(offered(30, 31, 32))).toBe(30);
    expect(sequel.next(offered(31, 32))).toBe(31);
    expect(sequel.next(offered(31, 32))).toBe(undefined);
  });

  it("ends where something else is asked", () => {
    const sequel = new Sequel();
    sequel.begin([25, 30, 31]);
    expect(sequel.next(offered(10, 23))).toBe(undefined);
    expect(sequel.next(offered(30, 31))).toBe(undefined);
  });
});
