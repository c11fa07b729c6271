// What counters and markers look like: the title says it, in colours and drawings that come with it.

import type { Band, Livery, TitleInfo } from "./generated";

export type Liveries = TitleInfo["liveries"];
export type Looks = { [K in "liveries" | "bands" | "glyphs"]: TitleInfo[K] };

/** Units of no side have the livery of the empty name. */
export const liveryOf = (liveries: Liveries, side: string): Livery =>
  liveries[side] ?? liveries[""]!;

export const bandColour = (band: Band, livery: Livery): string =>
  livery.dark ? band.bright : band.deep;
