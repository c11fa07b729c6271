// The colours of the sides' counters. They differ by far more than 3:1 in luminance, so that they
// survive greyscale, and the first side carries a stripe, so that no colour is needed at all.

export interface Livery {
  face: string;
  edge: string;
  ink: string;
  box: string;
  symbol: string;
  // A colour for small marks on the map's paper.
  dot: string;
  stripe: boolean;
}

const FIRST: Livery = {
  face: "#97351f",
  edge: "#4d170b",
  ink: "#fff7e8",
  box: "#f7dfb2",
  symbol: "#2a120a",
  dot: "#8f2a14",
  stripe: true,
};
const SECOND: Livery = {
  face: "#e9eef3",
  edge: "#6b7f96",
  ink: "#152c47",
  box: "#bdd3e8",
  symbol: "#10243b",
  dot: "#1d4d82",
  stripe: false,
};
const NEUTRAL: Livery = {
  face: "#c9cdbd",
  edge: "#636a58",
  ink: "#1d231f",
  box: "#eef2e6",
  symbol: "#1d231f",
  dot: "#3c4438",
  stripe: false,
};

/** `sides` in the order in which the title names them. */
export function liveryOf(sides: readonly string[], side: string): Livery {
  return [FIRST, SECOND][sides.indexOf(side)] ?? NEUTRAL;
}
