import { expect, it } from "vitest";
import type { LogLine } from "../src/generated";
import { undoableFrom } from "../src/panels/log";

const line = (move: number, side: string, dice: number[] = []): LogLine => ({
  move,
  side,
  dice,
  heading: "",
  text: "",
  case: "",
  hexes: [],
  traces: [],
  battle: false,
});

it("offers to undo one's own last moves, back to the last die", () => {
  expect(undoableFrom([line(1, "A"), line(2, "A")], ["A"])).toBe(1);
  expect(undoableFrom([line(1, "A"), line(2, "A", [4]), line(3, "A")], ["A"])).toBe(3);
  expect(undoableFrom([line(1, "A"), line(2, "B"), line(3, "A")], ["A"])).toBe(3);
  expect(undoableFrom([line(1, "A"), line(2, "B")], ["A"])).toBe(Infinity);
  expect(undoableFrom([line(0, ""), line(1, "A")], ["A"])).toBe(1);
});
