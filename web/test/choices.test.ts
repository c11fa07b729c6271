import { expect, it } from "vitest";
import { areStack, buttons, meantOf, picksAt } from "../src/choices";
import type { OptionView } from "../src/generated";
import { decision, option, unit } from "./samples";

const asked = decision(
  option("move", "hex", ["0101", "0102"]),
  option("select", "unit", ["a.1"]),
  option("break", "unit", ["a.1", "a.2"]),
  option("roll", "word", ["1-2", "1-1"]),
  option("done", "none"),
);

it("finds everything that a click on a hex can mean", () => {
  const picks = picksAt(asked, "0101", [unit("a.1", "0101"), unit("a.2", "0101")]);
  expect(picks.map((p) => `${p.option.verb} ${p.argument}`)).toEqual([
    "move 0101",
    "select a.1",
    "break a.1",
    "break a.2",
  ]);
  expect(picksAt(asked, "0103", [])).toEqual([]);
});

it("makes a button of each word", () => {
  expect(buttons(asked).map((p) => `${p.option.verb} ${p.argument}`.trim())).toEqual([
    "roll 1-2",
    "roll 1-1",
    "done",
  ]);
});

it("takes a click for where what is in hand goes, else for whom to take", () => {
  const picks = picksAt(asked, "0101", [unit("a.1", "0101")]);
  const verbs = (inHand: boolean): string[] => meantOf(picks, inHand).map((p) => p.option.verb);
  expect(verbs(true)).toEqual(["move"]);
  expect(verbs(false)).toEqual(["select", "break"]);
});

it("keeps what is rare out of a plain click", () => {
  const named = (verb: string, click: OptionView["click"]) => ({
    option: option(verb, "hex", ["0101"], { click }),
    argument: "0101",
  });
  const [plain, other, menu] = [named("a", "plain"), named("b", "other"), named("c", "menu")];
  expect(meantOf([menu, other, plain], true)).toEqual([plain]);
  expect(meantOf([menu, other], true)).toEqual([other]);
  expect(meantOf([menu], true)).toEqual([]);
});

it("knows a stack by its one option", () => {
  const together = option("select", "unit", ["a.1", "a.2"], { stack: true });
  const alone = option("select", "unit", ["a.1", "a.2"]);
  const picks = (o: OptionView) => o.values.map((argument) => ({ option: o, argument }));
  expect(areStack(picks(together))).toBe(true);
  expect(areStack(picks(alone))).toBe(false);
  expect(areStack(picks(together).slice(1))).toBe(false);
});
