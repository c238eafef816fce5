import { describe, expect, test } from "vitest";
import { emptyPaper, fileText, painted, type Palette, squareName } from "./drawing";

/** Three columns and two rows, of which the middle square of the first row stays road. */
const palette: Palette = { columns: 3, rows: 2, line: 1, fixed: [[1, 0]], ring: ["###", "###"] };
const empty = emptyPaper(palette);

describe("a track that is drawn", () => {
  test("begins with the fixed squares alone", () => {
    expect(empty.paper).toEqual([".#.", "..."]);
  });

  test("gets road where it is painted, and grass again", () => {
    const road = painted(palette, empty, [2, 1], true);
    expect(road.paper).toEqual([".#.", "..#"]);
    expect(painted(palette, road, [2, 1], false).paper).toEqual(empty.paper);
  });

  test("stays the same object where nothing changes: fixed squares, the same again, beyond the paper", () => {
    expect(painted(palette, empty, [1, 0], false)).toBe(empty);
    expect(painted(palette, empty, [0, 0], false)).toBe(empty);
    expect(painted(palette, empty, [3, 0], true)).toBe(empty);
    expect(painted(palette, empty, [0, -1], true)).toBe(empty);
  });

  test("is written as a file", () => {
    expect(fileText({ name: 'Say "go"', paper: empty.paper })).toBe(
      'name = "Say \\"go\\""\npaper = [\n  ".#.",\n  "...",\n]\n',
    );
  });

  test("names its squares as the rules do", () => {
    expect(squareName([10, 2])).toBe("K3");
  });
});
