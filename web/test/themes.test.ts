// A theme is another set of the same tokens.

import { describe, expect, it } from "vitest";
import tokens from "../src/styles/tokens.css?raw";

const [light = "", ...themes] = tokens.split(/:root(?=\[data-theme)/);
const names = (css: string): string[] =>
  [...css.matchAll(/^\s*(--[\w-]+):/gm)].map((m) => m[1] ?? "");

/** The luminance of a colour of six or three digits. */
function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.replace(/[^#]/g, "$&$&") : colour;
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => {
    const c = Number.parseInt(digits.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(css: string, one: string, other: string): number {
  const value = (name: string): string => {
    const found = [...(light + css).matchAll(new RegExp(`${name}: (#\\w+);`, "g"))].at(-1);
    return found?.[1] ?? "";
  };
  const [a, b] = [luminance(value(one)), luminance(value(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

// Words and what they stand on.
const PAIRS = [
  ["--ink", "--paper"],
  ["--ink", "--hint"],
  ["--ink", "--now"],
  ["--ink", "--result"],
  ["--ink", "--private-paper"],
  ["--ink", "--menu-hover"],
  ["--ink", "--die"],
  ["--ink-soft", "--paper"],
  ["--ink-soft", "--card"],
  ["--ink-soft", "--hint"],
  ["--ink-faint", "--paper-log"],
  ["--ink-phase", "--paper-log"],
  ["--link", "--paper"],
  ["--link", "--hint"],
  ["--bad", "--paper"],
  ["--on-dark", "--dark"],
  ["--on-dark-soft", "--dark"],
  ["--primary-ink", "--primary"],
  ["--on-pressed", "--pressed"],
  ["--lesson-ink", "--card"],
  ["--on-alert", "--alert"],
  ["--on-notice", "--notice"],
] as const;

describe("themes", () => {
  it("are two besides the light one, with tokens that it has", () => {
    expect(themes).toHaveLength(2);
    const known = new Set(names(light));
    expect(themes.flatMap(names).filter((name) => !known.has(name))).toEqual([]);
  });

  it("have words that can be read on what they stand on", () => {
    const least = ["", ...themes].map((css, i) =>
      PAIRS.map(([ink, paper]) => ({ ink, paper, is: contrast(css, ink, paper) })).filter(
        ({ is }) => is < (i === 2 ? 7 : 4.5),
      ),
    );
    expect(least).toEqual([[], [], []]);
  });
});
