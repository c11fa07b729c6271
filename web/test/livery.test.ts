import { describe, expect, it } from "vitest";
import { face, symbolOf } from "../src/counters";
import type { UnitView } from "../src/generated";
import { BANDS, bandColour, LIVERIES, type Liveries, liveryOf } from "../src/livery";

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const c = parseInt(colour.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

describe.each(Object.entries(LIVERIES))("the %s livery", (_, livery) => {
  it("can be read", () => {
    expect(contrast(livery.ink, livery.face)).toBeGreaterThan(4.5);
    expect(contrast(livery.symbol, livery.box)).toBeGreaterThan(4.5);
  });

  it.each(Object.entries(BANDS))("shows a band of %s, by its colour or its outline", (_, band) => {
    const colour = bandColour(band, livery);
    expect(Math.max(contrast(colour, livery.face), contrast(colour, livery.ink))).toBeGreaterThan(
      3,
    );
    expect(contrast(livery.ink, livery.face)).toBeGreaterThan(3);
  });
});

it.each(["pale", "grey"] as const)("tells red from %s without colour", (name) => {
  const [red, other] = [LIVERIES.red, LIVERIES[name]];
  expect(contrast(red.face, other.face)).toBeGreaterThan(3);
  expect(red.mark).not.toBe(other.mark);
});

it("marks neutral counters as nobody else's", () => {
  const others = Object.values(LIVERIES).filter((livery) => livery !== LIVERIES.neutral);
  expect(others.every((livery) => livery.mark !== LIVERIES.neutral.mark)).toBe(true);
});

it("follows the title, not the order of the sides", () => {
  const liveries: Liveries = { White: "pale", Red: "red" };
  expect(liveryOf(liveries, "Red")).toBe(LIVERIES.red);
  expect(liveryOf(liveries, "White")).toBe(LIVERIES.pale);
  expect(liveryOf(liveries, "Polish")).toBe(LIVERIES.neutral);
});

it("tells bands apart without colour", () => {
  const gaps = Object.values(BANDS).map((band) => band.gaps);
  expect(new Set(gaps).size).toBe(gaps.length);
});

it("knows every glyph that titles name", () => {
  const names = (
    "infantry motorized motorised mechanized mountain airborne marine armour tank cavalry artillery " +
    "siege_artillery air aircraft airbase partisan guerrilla garrison security militia flotilla " +
    "river_flotilla naval_flotilla armoured_train leader hq headquarters depot supply economic convoy bridge chit"
  ).split(" ");
  expect(names.filter((name) => symbolOf(name) === "unknown")).toEqual([]);
  expect(symbolOf("armoured train")).toBe("armoured_train");
  expect(symbolOf("zeppelin")).toBe("unknown");
});

it("draws a face that nobody knows", () => {
  const unit: UnitView = {
    id: "x",
    side: "Red",
    hex: "0101",
    box: "",
    symbol: "unknown",
    size: "",
    values: "",
    title: "?",
    states: [],
    band: "",
    designation: "",
  };
  expect(face(unit, LIVERIES.red)).toContain('class="back"');
  expect(face({ ...unit, values: "4-6" }, LIVERIES.red)).not.toContain('class="back"');
  expect(face({ ...unit, band: "ochre" }, LIVERIES.red)).toContain(BANDS.ochre!.bright);
  expect(face({ ...unit, band: "plaid" }, LIVERIES.red)).not.toContain("band");
  expect(face(unit, LIVERIES.red)).not.toContain("designation");
  expect(face({ ...unit, size: "XXXX", designation: "15" }, LIVERIES.red)).toMatch(
    /designation[^>]*>15</,
  );
});
