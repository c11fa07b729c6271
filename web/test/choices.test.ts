import { expect, it } from "vitest";
import { areStack, buttons, meantOf, picksAt } from "../src/choices";
import type { DecisionView, OptionView, UnitView } from "../src/generated";

const option = (verb: string, kind: OptionView["kind"], values: string[] = []): OptionView => ({
  verb,
  kind,
  values,
  label: verb,
  case: "",
  role: "act",
  key: "",
  confirm: "",
  notes: [],
  ranked: false,
  faces: [],
  means: "",
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
    option("move", "hex", ["0101", "0102"]),
    option("select", "unit", ["a.1"]),
    option("break", "unit", ["a.1", "a.2"]),
    option("roll", "word", ["1-2", "1-1"]),
    option("done", "none"),
  ],
};
const unit = (id: string): UnitView => ({
  id,
  side: "A",
  hex: "0101",
  box: "",
  symbol: "",
  size: "",
  values: "",
  title: "",
  states: [],
  band: "",
  designation: "",
});

it("finds everything that a click on a hex can mean", () => {
  const picks = picksAt(decision, "0101", [unit("a.1"), unit("a.2")]);
  expect(picks.map((p) => `${p.option.verb} ${p.argument}`)).toEqual([
    "move 0101",
    "select a.1",
    "break a.1",
    "break a.2",
  ]);
  expect(picksAt(decision, "0103", [])).toEqual([]);
});

it("makes a button of each word", () => {
  expect(buttons(decision).map((p) => `${p.option.verb} ${p.argument}`.trim())).toEqual([
    "roll 1-2",
    "roll 1-1",
    "done",
  ]);
});

it("takes a click for where what is in hand goes, else for whom to take", () => {
  const picks = picksAt(decision, "0101", [unit("a.1")]);
  const verbs = (inHand: boolean): string[] => meantOf(picks, inHand).map((p) => p.option.verb);
  expect(verbs(true)).toEqual(["move"]);
  expect(verbs(false)).toEqual(["select", "break"]);
});

it("keeps what is rare out of a plain click", () => {
  const named = (verb: string, click: OptionView["click"]) => ({
    option: { ...option(verb, "hex", ["0101"]), click },
    argument: "0101",
  });
  const [plain, other, menu] = [named("a", "plain"), named("b", "other"), named("c", "menu")];
  expect(meantOf([menu, other, plain], true)).toEqual([plain]);
  expect(meantOf([menu, other], true)).toEqual([other]);
  expect(meantOf([menu], true)).toEqual([]);
});

it("knows a stack by its one option", () => {
  const together = { ...option("select", "unit", ["a.1", "a.2"]), stack: true };
  const alone = option("select", "unit", ["a.1", "a.2"]);
  const picks = (o: OptionView) => o.values.map((argument) => ({ option: o, argument }));
  expect(areStack(picks(together))).toBe(true);
  expect(areStack(picks(alone))).toBe(false);
  expect(areStack(picks(together).slice(1))).toBe(false);
});
