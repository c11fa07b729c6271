import { describe, expect, it } from "vitest";
import type { LabEntry } from "../src/generated";
import { orderOf, rateWords, stateWords, timeWords } from "../src/runs";
import { whereTo } from "../src/tables";

const entry = (changed: Partial<LabEntry> = {}): LabEntry => ({
  key: "x.toml",
  experiment: "x.toml",
  run: "",
  name: "x",
  title: "River Line",
  text: "",
  cells: [{ name: "a", done: 0, of: 40, decided: false, broken: 0, rates: [] }],
  done: 0,
  of: 40,
  broken: 0,
  playing: "",
  left: null,
  problem: "",
  report: null,
  ...changed,
});
const begun = { run: "x.sqlite", done: 12 };

describe("a run in words", () => {
  it.each([
    [0.2, "1 s"],
    [42, "42 s"],
    [200, "3 min"],
    [9000, "2.5 h"],
    [400_000, "5 days"],
  ])("tells %d seconds as %s", (seconds, words) => expect(timeWords(seconds)).toBe(words));

  it("says how far it is and who plays it", () => {
    expect(stateWords(entry())).toBe("Not begun: 40 games in 1 cell.");
    expect(stateWords(entry(begun))).toBe("Stopped after 12 of 40 games.");
    expect(stateWords(entry({ ...begun, playing: "here" }))).toBe("Playing: 12 of 40 games.");
    expect(stateWords(entry({ ...begun, playing: "here", left: 130 }))).toBe(
      "Playing: 12 of 40 games, about 2 min left.",
    );
    expect(stateWords(entry({ ...begun, playing: "elsewhere", left: 5 }))).toBe(
      "Played by another process of this machine: 12 of 40 games, about 5 s left.",
    );
    expect(stateWords(entry({ run: "x.sqlite", done: 40 }))).toBe("All 40 games played.");
    expect(stateWords(entry({ ...begun, experiment: "" }))).toContain("No file of this folder");
    expect(stateWords(entry({ run: "x.sqlite", done: 1200, of: 4800 }))).toBe(
      "Stopped after 1,200 of 4,800 games.",
    );
  });

  it("offers what can be done", () => {
    expect(orderOf(entry())).toEqual({ order: "play", words: "Start" });
    expect(orderOf(entry(begun))).toEqual({ order: "play", words: "Go on" });
    expect(orderOf(entry({ ...begun, playing: "here" }))).toEqual({ order: "stop", words: "Stop" });
    expect(orderOf(entry({ ...begun, playing: "elsewhere" }))).toBeNull();
    expect(orderOf(entry({ run: "x.sqlite", done: 40 }))).toBeNull();
    expect(orderOf(entry({ ...begun, experiment: "" }))).toBeNull();
    expect(orderOf(entry({ problem: "line 3", cells: [], of: 0 }))).toBeNull();
  });

  it("tells a rate with its interval", () => {
    expect(rateWords({ side: "Vale", times: 6, rate: 0.6, low: 0.313, high: 0.832 })).toEqual({
      rate: "60 %",
      range: "31 to 83 %",
    });
  });

  it("has an address of its own", () => {
    expect(whereTo("#lab")).toEqual({ lab: "lab" });
    expect(whereTo("#labs")).toEqual({});
  });
});
