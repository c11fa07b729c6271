import { nothing } from "lit";
import { expect, it } from "vitest";
import type { ChartView } from "../src/generated";
import { chartPanel, isNow, litColumns } from "../src/panels/charts";

const chart = (more: Partial<ChartView> = {}): ChartView => ({
  name: "Combat Results Table",
  case: "6.1",
  text: "One die.",
  heads: [["Die", "1-1", "2-1"]],
  rows: [
    { cells: ["1", "Ae", "Ar"], source: "rulebook" },
    { cells: ["2", "Ar", "Dr"], source: "reconstructed" },
  ],
  sources: [
    { kind: "rulebook", text: "rulebook 6.1", rows: 1 },
    { kind: "reconstructed", text: "reconstructed as the row above", rows: 1 },
  ],
  turn: null,
  cases: null,
  ...more,
});

/** What a template comes to, without anything that has to be done in a browser. */
function text(value: unknown): string {
  if (value === nothing || value == null || typeof value === "function") return "";
  if (Array.isArray(value)) return value.map(text).join("");
  if (typeof value !== "object") return String(value);
  const { strings, values } = value as { strings?: readonly string[]; values: unknown[] };
  // A directive, such as a set of classes: the words that are on.
  if (!strings)
    return Object.entries((values as unknown[])[0] as object)
      .filter(([, on]) => on)
      .map(([name]) => name)
      .join(" ");
  return strings.map((part, i) => part + text(values[i])).join("");
}
const shown = (view: ChartView, lit: string[] = [], turn = 1): string =>
  text(chartPanel({ chart: view, lit, turn })).replace(/\s+/g, " ");

it("lights the columns that a preview names", () => {
  expect([...litColumns([["Die", "1-1", "2-1"]], ["2-1"])]).toEqual([2]);
  expect([...litColumns([["Die", "1-1", "2-1"]], ["9-1"])]).toEqual([]);
  expect(shown(chart(), ["2-1"])).toMatch(/<mark>2-1</);
  expect(shown(chart())).not.toContain("<mark>");
  expect(shown(chart(), ["2-1"]).match(/<td class=lit whole>/g)).toHaveLength(2);
});

it("lights headings alone where lines of odds put them over several columns", () => {
  const heads = [
    ["Open", "1-1", "2-1"],
    ["Rough", "2-1", "3-1"],
  ];
  expect([...litColumns(heads, ["2-1"])]).toEqual([]);
  expect([...litColumns(heads, ["3-1"])]).toEqual([2]);
  expect(shown(chart({ heads }), ["2-1"]).match(/<mark>2-1</g)).toHaveLength(2);
  expect(shown(chart({ heads }))).toContain("scope=row");
});

it("marks the present turn where a column tells the turn", () => {
  const track = chart({ turn: 0 });
  expect(track.rows.map((row) => isNow(track, row, 2))).toEqual([false, true]);
  expect(isNow(chart(), chart().rows[0]!, 1)).toBe(false);
  expect(shown(track, [], 2).match(/aria-current=true/g)).toHaveLength(1);
});

it("stars what is ours and counts what comes from where", () => {
  const page = shown(chart());
  expect(page.match(/aria-label="Reconstructed"/g)).toHaveLength(2);
  expect(page).toContain("1 from the rulebook; ");
  expect(page).toContain("1 reconstructed by us");
  expect(page).toContain("reconstructed as the row above <small>1 row</small>");
  const printed = chart({ rows: [chart().rows[0]!] });
  expect(shown(printed)).toContain("All from the rulebook");
  expect(shown(printed)).not.toContain("Reconstructed");
});

it("leads from a row to its case", () => {
  const limits = chart({ heads: [["What", "Value", "Case"]], cases: 2 });
  expect(shown(limits)).toContain('href="#rule-Ar"');
});
