import { expect, it } from "vitest";
import type { LogLine, Trace } from "../src/generated";
import { linesOfTurn } from "../src/trails";

const line = (move: number, heading: LogLine["heading"] = "", traces = 1): LogLine => ({
  move,
  side: "A",
  heading,
  text: "",
  case: "",
  dice: [],
  hexes: [],
  traces: Array.from(
    { length: heading ? 0 : traces },
    (): Trace => ({ kind: "move", side: "A", path: ["1", "2"] }),
  ),
  battle: false,
});

it("keeps the trails of the turn, and of the one before while there are few", () => {
  const first = [line(1, "turn"), ...Array.from({ length: 10 }, (_, i) => line(i + 1))];
  const second = [line(11, "turn"), line(11), line(12)];
  const moves = (at: number): number[] => linesOfTurn([...first, ...second], at).map((l) => l.move);
  expect(moves(5)).toEqual([1, 1, 2, 3, 4, 5]);
  // Two moves of a new turn tell little: those of the last one are still there.
  expect(moves(12).length).toBe(14);
  const long = [...first, line(11, "turn"), ...Array.from({ length: 9 }, (_, i) => line(i + 11))];
  expect(linesOfTurn(long, 30).length).toBe(10);
});
