import { expect, it } from "vitest";
import type { Frame, LogLine, Presentation, SeatState, UnitView } from "../src/generated";
import { unfold } from "../src/moments";
import { marks } from "../src/replay";
import { linesOf, NOTHING, offerFor } from "../src/since";
import { unit } from "./samples";

const line = (move: number, heading: LogLine["heading"] = "", text = ""): LogLine => ({
  move,
  heading,
  text,
  side: "A",
  case: "",
  dice: [],
  hexes: [],
  traces: [],
  battle: false,
});
const shown = (turn: number, side = "A", decision = false): Presentation =>
  ({
    turn,
    side,
    units: [],
    overlays: ["zoc"],
    outcome: null,
    decision: decision ? {} : null,
  }) as unknown as Presentation;
const frame = (
  move: number,
  gone: number[],
  arrived: UnitView[],
  places: number[],
  rest: Presentation | null,
): Frame => ({
  move,
  units: { gone, new: arrived, places },
  rest,
});

it("puts moments together from what is different", () => {
  const found = unfold([
    frame(4, [], [unit("a", "1"), unit("b", "1")], [0, 1], shown(1)),
    frame(5, [0], [unit("a", "2")], [0], null),
    frame(6, [0], [unit("c", "3")], [1], shown(2)),
  ]);
  const at = (move: number): string =>
    found
      .get(move)!
      .units.map((u) => u.id + u.hex)
      .join(" ");
  expect([at(4), at(5), at(6)]).toEqual(["a1 b1", "a2 b1", "b1 c3"]);
  expect([...found.values()].map((p) => p.turn)).toEqual([1, 1, 2]);
  expect(found.get(5)!.overlays).toEqual([]);
});

it("marks where turns and phases begin; the last one counts", () => {
  const log = [
    line(1),
    line(3, "phase", "x"),
    line(3, "phase", "y"),
    line(7, "turn", "Turn 2"),
    line(7, "phase", "z"),
  ];
  expect(marks(log, "phase")).toEqual([
    { move: 3, text: "y" },
    { move: 7, text: "z" },
  ]);
  expect(marks(log, "turn")).toEqual([{ move: 7, text: "Turn 2" }]);
});

const state = (moves: number, since: number, side = "A", decision = true): SeatState =>
  ({
    moves,
    since,
    seen: 0,
    log: Array.from({ length: moves }, (_, i) => line(i + 1)),
    presentation: shown(1, side, decision),
  }) as unknown as SeatState;

it("offers what others did since one's last choice, until it has been looked at", () => {
  expect(offerFor(state(10, 4), NOTHING)).toEqual({ from: 4, to: 10 });
  expect(linesOf(state(10, 4).log, { from: 4, to: 10 }).length).toBe(6);
  // Too little to be news; the other side is still at it; it is known already.
  expect(offerFor(state(6, 4), NOTHING)).toBe(null);
  expect(offerFor(state(10, 4, "A", false), NOTHING)).toBe(null);
  expect(offerFor({ ...state(10, 4), seen: 10 }, NOTHING)).toBe(null);
  // What was looked at between two questions of the same turn is not told again.
  expect(offerFor({ ...state(20, 4), seen: 10 }, NOTHING)).toEqual({ from: 10, to: 20 });
  // One's own choices do not take an offer away, but what was taken back does.
  const offer = { from: 4, to: 10 };
  expect(offerFor(state(12, 12), { ...NOTHING, offer })).toEqual(offer);
  expect(offerFor(state(8, 8), { ...NOTHING, offer })).toBe(null);
  // So does another screen of the same seat on which it was put aside.
  expect(offerFor({ ...state(12, 12), seen: 10 }, { ...NOTHING, offer })).toBe(null);
  // Who looks on has missed what came after the last look.
  expect(offerFor(state(10, 0, "", false), { ...NOTHING, seen: 5 })).toEqual({ from: 5, to: 10 });
});
