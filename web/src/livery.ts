// The colours of the sides' counters. The two sides of a game differ by far more than 3:1 in
// luminance, so that they survive greyscale, and by a mark, so that no colour is needed at all.

import type { TitleInfo } from "./generated";

export type Liveries = TitleInfo["liveries"];

export interface Livery {
  face: string;
  edge: string;
  ink: string;
  box: string;
  symbol: string;
  // A colour for small marks on the map's paper.
  dot: string;
  // What tells it from others without colour: a stripe at the left edge, a cut corner.
  mark: "stripe" | "corner" | "none";
}

export const LIVERIES: Record<Liveries[string], Livery> = {
  red: {
    face: "#97351f",
    edge: "#4d170b",
    ink: "#fff7e8",
    box: "#f7dfb2",
    symbol: "#2a120a",
    dot: "#8f2a14",
    mark: "stripe",
  },
  pale: {
    face: "#e9eef3",
    edge: "#6b7f96",
    ink: "#152c47",
    box: "#bdd3e8",
    symbol: "#10243b",
    dot: "#1d4d82",
    mark: "none",
  },
  grey: {
    face: "#b4bcb3",
    edge: "#4c564f",
    ink: "#16201b",
    box: "#e4e9df",
    symbol: "#16201b",
    dot: "#2f4238",
    mark: "none",
  },
  neutral: {
    face: "#e2cf9c",
    edge: "#6e5c2c",
    ink: "#2b2410",
    box: "#f8efd4",
    symbol: "#2b2410",
    dot: "#6b5410",
    mark: "corner",
  },
};

export function liveryOf(liveries: Liveries, side: string): Livery {
  return LIVERIES[liveries[side] ?? "neutral"];
}

export interface Band {
  // The colour on dark counters, and on light ones.
  bright: string;
  deep: string;
  // Bands also differ by how often they are interrupted.
  gaps: number;
}

/** Stripes for factions and commands, by the names that titles use. */
export const BANDS: Record<string, Band> = {
  azure: { bright: "#8ecbff", deep: "#0f5aa8", gaps: 0 },
  green: { bright: "#9fdc92", deep: "#1f6a2a", gaps: 1 },
  ochre: { bright: "#ffcb5c", deep: "#7f4f00", gaps: 2 },
  violet: { bright: "#dcb8ff", deep: "#6a2a9c", gaps: 3 },
  teal: { bright: "#7fe3d6", deep: "#00605c", gaps: 4 },
  rose: { bright: "#ffb3c6", deep: "#a01c4c", gaps: 5 },
  grey: { bright: "#d7d7d2", deep: "#4a4c4a", gaps: 6 },
  black: { bright: "#0a0a0a", deep: "#0a0a0a", gaps: 7 },
};

export function bandColour(band: Band, livery: Livery): string {
  return livery.mark === "stripe" ? band.bright : band.deep;
}
