import { expect, it } from "vitest";
import { changed, updated } from "../src/changes";
import type { News, SeatState } from "../src/generated";

it.each([
  ["abc", [], "", [], "abc"],
  ["abc", [0, 2], "", [], "b"],
  // One that looks different; some that arrive before, between and behind the others.
  ["abc", [1], "B", [1], "aBc"],
  ["abc", [], "xyz", [0, 2, 5], "xaybcz"],
  // One that lies elsewhere; none that stays; the first list.
  ["abcd", [3], "d", [0], "dabc"],
  ["abc", [0, 1, 2], "xy", [0, 1], "xy"],
  ["", [], "ab", [0, 1], "ab"],
])("a list from what is different: %s %j %s %j", (before, gone, arrived, places, now) => {
  const list = [...before];
  expect(changed(list, { gone, new: [...arrived], places }).join("")).toBe(now);
  expect(list.join("")).toBe(before);
});

it("remarks and lines are told from a number on", () => {
  const before = {
    version: 4,
    seed: "",
    presentation: { turn: 1, units: ["a"], markers: ["m"] },
    log: ["1", "2", "3"],
    talk: ["hello", "well"],
  } as unknown as SeatState;
  const news = {
    state: { version: 5 },
    presentation: { turn: 2 },
    lists: { markers: { gone: [0], new: [], places: [] } },
    log_from: 1,
    log: ["4"],
    talk_from: 2,
    talk: ["so"],
  } as unknown as News;
  expect(updated(before, news)).toEqual({
    version: 5,
    seed: "",
    presentation: { turn: 2, units: ["a"], markers: [] },
    log: ["1", "4"],
    talk: ["hello", "well", "so"],
  });
});
