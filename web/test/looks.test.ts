import { describe, expect, it } from "vitest";
import { face, symbolOf } from "../src/counters";
import type { Livery, MapData, MarkerView, UnitView } from "../src/generated";
import { HexMap } from "../src/geometry";
import { bandColour, type Looks, liveryOf } from "../src/looks";
import { markerSvg } from "../src/markers";

// Any colours do: that those of the titles can be read is the business of who sends them.
const livery = (face: string, mark: Livery["mark"], dark = false): Livery => ({
  face,
  edge: "e-edge",
  ink: "e-ink",
  box: "e-box",
  symbol: "e-symbol",
  dot: "e-dot",
  dark,
  mark,
});
const looks: Looks = {
  liveries: {
    White: livery("w-face", "none"),
    Red: livery("r-face", "stripe", true),
    Blue: livery("b-face", "double", true),
    Green: livery("g-face", "foot", true),
    "": livery("n-face", "corner"),
  },
  bands: { ochre: { bright: "o-bright", deep: "o-deep", gaps: 2 } },
  glyphs: { mined: '<circle r="7" class="ink"/>' },
};
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

it("follows the title, not the order of the sides, and takes strangers for neutral", () => {
  expect(liveryOf(looks.liveries, "Red").face).toBe("r-face");
  expect(liveryOf(looks.liveries, "White").face).toBe("w-face");
  expect(liveryOf(looks.liveries, "Polish").face).toBe("n-face");
});

it("takes bright bands on dark counters", () => {
  const [band, { Red, White }] = [looks.bands.ochre!, looks.liveries];
  expect(bandColour(band, Red!)).toBe("o-bright");
  expect(bandColour(band, White!)).toBe("o-deep");
});

it("marks every livery in a way of its own", () => {
  const sides = ["White", "Red", "Blue", "Green", "Polish"];
  const marks = sides.map(
    (side) => /<path class="(stripe|corner)"[^>]*>/.exec(face({ ...unit, side }, looks))?.[0] ?? "",
  );
  expect(new Set(marks).size).toBe(sides.length);
});

it("knows every symbol that titles name", () => {
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
  expect(face(unit, looks)).toContain('class="back"');
  expect(face({ ...unit, values: "4-6" }, looks)).not.toContain('class="back"');
  expect(face({ ...unit, band: "ochre" }, looks)).toContain("o-bright");
  expect(face({ ...unit, band: "plaid" }, looks)).not.toContain("band");
  expect(face(unit, looks)).not.toContain("designation");
  expect(face({ ...unit, size: "XXXX", designation: "15" }, looks)).toMatch(/designation[^>]*>15</);
});

describe("a marker", () => {
  const hexes = [{ label: "0101", x: 9, y: 9, terrain: "", in_play: true, places: [] }];
  const data: MapData = {
    slug: "t",
    width: 9,
    height: 9,
    side: 36,
    orientation: "flat",
    image: "",
    hexes,
  };
  const draw = (kind: string): string => {
    const marker: MarkerView = { kind, text: "what it is", hex: "0101", hexside: "" };
    return markerSvg(marker, looks.glyphs, new HexMap(data));
  };

  it("is drawn as its title says", () => {
    expect(draw("mined")).toContain(looks.glyphs.mined);
  });

  it("is a letter where the title has no drawing", () => {
    expect(draw("plague")).toMatch(/class="letter">P</);
    expect(draw("<b>")).toContain("&#60;");
  });

  it("is nothing for a target, which has a ring and arrows", () => {
    expect(draw("target")).toBe("");
  });
});
