import { expect, it } from "vitest";
import { liveryOf } from "../src/livery";

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

const sides = ["A", "B"];

it.each(["A", "B", "C"])("counters of side %s can be read", (side) => {
  const livery = liveryOf(sides, side);
  expect(contrast(livery.ink, livery.face)).toBeGreaterThan(4.5);
  expect(contrast(livery.symbol, livery.box)).toBeGreaterThan(4.5);
});

it("tells the sides apart without colour", () => {
  const [a, b] = sides.map((side) => liveryOf(sides, side));
  expect(contrast(a!.face, b!.face)).toBeGreaterThan(3);
  expect(a!.stripe).not.toBe(b!.stripe);
});
