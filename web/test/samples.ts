// What the server might send, as far as a test minds.

import type { DecisionView, OptionView, SeatInfo, UnitView } from "../src/generated";

export const option = (
  verb: string,
  kind: OptionView["kind"],
  values: string[] = [],
  more: Partial<OptionView> = {},
): OptionView => ({
  verb,
  kind,
  values,
  label: verb.toUpperCase(),
  case: "",
  role: "act",
  key: "",
  confirm: "",
  notes: [],
  ranked: false,
  faces: [],
  means: "",
  click: "plain",
  stack: false,
  ...more,
});

export const decision = (...options: OptionView[]): DecisionView => ({
  number: 1,
  side: "Red",
  prompt: "Move units",
  case: "",
  units: [],
  hexes: [],
  options,
});

export const unit = (id: string, hex: string, more: Partial<UnitView> = {}): UnitView => ({
  id,
  side: "Red",
  hex,
  box: "",
  symbol: "infantry",
  size: "XX",
  values: "4-6",
  title: `Division ${id}`,
  states: [],
  band: "",
  designation: "",
  ...more,
});

export const seatInfo = (sides: string[], since = "", name = ""): SeatInfo => ({
  sides,
  name,
  since,
  browsers: 1,
  here: 0,
  hue: 0,
  account: "",
  rating: "",
});

/** What a browser remembers. */
export function memory(): Pick<Storage, "getItem" | "setItem"> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  };
}
