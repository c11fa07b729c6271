import { describe, expect, it } from "vitest";
import type { MapData } from "../src/generated";
import { HexMap } from "../src/geometry";

/** A map as the server sends it, with centres rounded to two decimals. */
function map(orientation: "flat" | "pointy", columns: number, rows: number): HexMap {
  const side = 36;
  const [along, across] = [side * 1.5, side * Math.sqrt(3)];
  const flat = orientation === "flat";
  const round = (n: number): number => Math.round(n * 100) / 100;
  const hexes = Array.from({ length: columns * rows }, (_, i) => {
    const [c, r] = [Math.floor(i / rows), i % rows];
    const odd = (flat ? c : r) % 2 ? 0.5 : 0;
    const x = 47 + side + (flat ? c * along : (c + odd) * across);
    const y = 47 + across + (flat ? (r + odd) * across : r * along);
    return {
      label: `${c}.${r}`,
      x: round(x),
      y: round(y),
      terrain: "clear",
      in_play: true,
      places: [],
    };
  });
  const data: MapData = { slug: "t", width: 9, height: 9, side, orientation, image: "", hexes };
  return new HexMap(data);
}

const corners = (path: string): number => path.split(/[ML]/).length - 1;

describe.each(["flat", "pointy"] as const)("a map with %s hexes", (orientation) => {
  const board = map(orientation, 60, 60);

  it("finds the hex under a point", () => {
    for (const hex of board.hexes.values()) expect(board.at(hex.x + 15, hex.y - 15)).toBe(hex);
    expect(board.at(-100, -100)).toBeUndefined();
  });

  it("draws one outline around touching hexes", () => {
    const one = board.outline(["4.4"]);
    expect(corners(one)).toBe(6);
    const two = board.outline(["4.4", "4.5"]);
    expect(two.match(/Z/g)).toHaveLength(1);
    expect(corners(two)).toBe(10);
  });

  it("closes every loop, also around holes and on a large area", () => {
    const all = [...board.hexes.keys()];
    const path = board.outline(all.filter((label) => label !== "10.10" && label !== "20.20"));
    const loops = path.split("Z").filter(Boolean);
    expect(loops).toHaveLength(3);
    for (const loop of loops) {
      const points = loop
        .slice(1)
        .split("L")
        .map((p) => p.split(" ").map(Number));
      points.forEach(([x, y], i) => {
        const [px, py] = points.at(i - 1)!;
        // Every step is one hexside long: no chords across the map.
        expect(Math.hypot(x! - px!, y! - py!)).toBeCloseTo(36, 0);
      });
    }
  });

  it("walks along a row and comes back", () => {
    let hex = board.get("5.5")!;
    const lane = hex.y;
    for (let i = 0; i < 6; i++) hex = board.towards(hex, 1, 0, lane)!;
    expect(Math.abs(hex.y - lane)).toBeLessThan(40);
    for (let i = 0; i < 6; i++) hex = board.towards(hex, -1, 0, lane)!;
    expect(hex.label).toBe("5.5");
  });
});
