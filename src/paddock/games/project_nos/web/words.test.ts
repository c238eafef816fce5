import { expect, test } from "vitest";
import { clockWords, endWords, timeWords } from "./words";

test("a running clock is read to the millisecond, a simulated one to the hundredth", () => {
  expect(timeWords("realtime", 12345)).toBe("12.345 s");
  expect(timeWords("simulated", 12340)).toBe("12.34 s");
  expect(timeWords("rounds", 7)).toBe("round 7");
  expect(clockWords("realtime", 1500)).toBe("1.50 s");
  expect(clockWords("rounds", 3)).toBe("Round 3");
});

test("how a race ended is told with its time, where there is one", () => {
  expect(endWords("simulated", { status: "finished", ended: 12340 })).toBe("finished, 12.34 s");
  expect(endWords("simulated", { status: "not_racing", ended: null })).toBe("not racing");
});
