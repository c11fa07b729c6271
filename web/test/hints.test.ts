import { expect, it } from "vitest";
import { suggestion } from "../src/controllers/hints";
import type { DecisionView, Hint, OptionView, UnitView } from "../src/generated";

const option = (
  verb: string,
  label: string,
  kind: OptionView["kind"],
  values: string[] = [],
): OptionView => ({
  verb,
  label,
  kind,
  values,
  case: "",
  role: "act",
  key: "",
  confirm: "",
  notes: [],
  ranked: false,
  means: "",
  faces: [],
  click: "plain",
  stack: false,
});
const decision: DecisionView = {
  number: 1,
  side: "A",
  prompt: "",
  case: "",
  units: [],
  hexes: [],
  options: [
    option("select", "Pick up", "unit", ["a.1", "b.1"]),
    option("move", "Move here", "hex", ["0101"]),
    option("front", "Front", "word", ["East"]),
    option("done", "End the phase", "none"),
  ],
};
const unit = (id: string, hex: string, title: string): UnitView => ({
  id,
  hex,
  title,
  side: "A",
  box: hex ? "" : "pool",
  symbol: "",
  size: "",
  values: "",
  states: [],
  band: "",
  designation: "",
});
const units = [unit("a.1", "0203", "5 Army: infantry, manpower 4"), unit("b.1", "", "Red Air 1")];
const told = (verb: string, argument = "", hexes: string[] = []) => {
  const hint: Hint = { verb, argument, next: "", reasons: [], purpose: "", hexes };
  const found = suggestion(decision, hint, units);
  return found && [found.text, found.hexes, found.pick.option.verb, found.pick.argument];
};

it("says a hint in the words of the orders", () => {
  expect(told("select", "a.1", ["0101"])).toEqual([
    "Pick up 5 Army (0203)",
    ["0203", "0101"],
    "select",
    "a.1",
  ]);
  expect(told("select", "b.1")).toEqual(["Pick up Red Air 1", [], "select", "b.1"]);
  expect(told("move", "0101")).toEqual(["Move here 0101", ["0101"], "move", "0101"]);
  expect(told("front", "East")).toEqual(["Front East", [], "front", "East"]);
  expect(told("done")).toEqual(["End the phase", [], "done", ""]);
});

it("says nothing of what is not offered", () => {
  expect(told("attack", "0101")).toBeNull();
});
