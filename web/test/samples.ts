// What the server might send, as far as a test minds.

import type { DecisionView, OptionView, UnitView } from "../src/generated";

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
