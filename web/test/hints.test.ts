import { expect, it } from "vitest";
import { suggestion } from "../src/controllers/hints";
import type { Hint } from "../src/generated";
import { decision, option, unit } from "./samples";

const asked = decision(
  option("select", "unit", ["a.1", "b.1"], { label: "Pick up" }),
  option("move", "hex", ["0101"], { label: "Move here" }),
  option("front", "word", ["East"], { label: "Front" }),
  option("done", "none", [], { label: "End the phase" }),
);
const units = [
  unit("a.1", "0203", { title: "5 Army: infantry, manpower 4" }),
  unit("b.1", "", { title: "Red Air 1", box: "pool" }),
];
const told = (verb: string, argument = "", hexes: string[] = []) => {
  const hint: Hint = { verb, argument, next: "", reasons: [], purpose: "", hexes };
  const found = suggestion(asked, hint, units);
  return found && [found.text, found.hexes, found.pick.option.verb, found.pick.argument];
};

it("says a hint in the words of the orders", () => {
  expect(told("select", "a.1", ["0101"])).toEqual([
    "Pick up 5 Army (0203)",
    ["0203", "0101"],
    "select",
    "a.1",
  ]);
  expect(told("select", "b.1")).toEqual(["Pick up Air 1", [], "select", "b.1"]);
  expect(told("move", "0101")).toEqual(["Move here 0101", ["0101"], "move", "0101"]);
  expect(told("front", "East")).toEqual(["Front East", [], "front", "East"]);
  expect(told("done")).toEqual(["End the phase", [], "done", ""]);
});

it("says nothing of what is not offered", () => {
  expect(told("attack", "0101")).toBeNull();
});
