// Reading a decision: which things are lit, and what a click on one of them can mean.

import type { DecisionView, OptionView, UnitView } from "./generated";

export interface Pick {
  option: OptionView;
  argument: string;
}

export function litHexes(decision: DecisionView | null): Set<string> {
  return collect(decision, "hex");
}

export function litUnits(decision: DecisionView | null): Set<string> {
  return collect(decision, "unit");
}

function collect(decision: DecisionView | null, kind: OptionView["kind"]): Set<string> {
  const found = new Set<string>();
  for (const option of decision?.options ?? [])
    if (option.kind === kind) for (const value of option.values) found.add(value);
  return found;
}

/** Everything that can be chosen with a hex: the hex itself, and the units in it. */
export function picksAt(
  decision: DecisionView | null,
  hex: string,
  units: readonly UnitView[],
): Pick[] {
  const options = decision?.options ?? [];
  const ofHex = options
    .filter((o) => o.kind === "hex" && o.values.includes(hex))
    .map((option) => ({ option, argument: hex }));
  return [...ofHex, ...units.flatMap((unit) => picksOf(decision, unit.id))];
}

/** What a plain click means of all that can be chosen with a hex: with something in hand, where that
 *  goes; else whom to take. Several are the units of a stack, or a question which; what is rare is
 *  none of them. */
export function meantOf(picks: readonly Pick[], inHand: boolean): Pick[] {
  const kinds = inHand ? (["hex", "unit"] as const) : (["unit", "hex"] as const);
  const clicks = ["plain", "other"] as const;
  const ways = inHand
    ? kinds.flatMap((kind) => clicks.map((click) => ({ kind, click })))
    : clicks.flatMap((click) => kinds.map((kind) => ({ kind, click })));
  for (const { kind, click } of ways) {
    const found = picks.filter(({ option: o }) => o.kind === kind && o.click === click);
    if (found.length) return found;
  }
  return [];
}

/** Whether picks are the units of a stack that may be chosen together. */
export function areStack(picks: readonly Pick[]): boolean {
  return picks.length > 1 && picks.every((p) => p.option.stack && p.option === picks[0]!.option);
}

/** What choosing a hex itself means first. */
export function hexPick(decision: DecisionView | null, hex: string): Pick | null {
  const picks = picksAt(decision, hex, []);
  return meantOf(picks, true)[0] ?? picks[0] ?? null;
}

/** What to ask about a hex, or the unit on top of it, that cannot be chosen. */
export function whyQuestion(
  decision: DecisionView | null,
  hex: string,
  unit: string,
): { verb: string; argument: string } | null {
  const verbOf = (kind: OptionView["kind"]): string | undefined =>
    decision?.options.find((o) => o.kind === kind)?.verb;
  const ofUnit = unit ? verbOf("unit") : undefined;
  if (ofUnit) return { verb: ofUnit, argument: unit };
  const ofHex = verbOf("hex");
  return ofHex ? { verb: ofHex, argument: hex } : null;
}

export function picksOf(decision: DecisionView | null, unit: string): Pick[] {
  return (decision?.options ?? [])
    .filter((o) => o.kind === "unit" && o.values.includes(unit))
    .map((option) => ({ option, argument: unit }));
}

/** Options without a place on the map become buttons: one for each word. */
export function buttons(decision: DecisionView | null): Pick[] {
  return (decision?.options ?? []).flatMap((option) => {
    if (option.kind === "none") return [{ option, argument: "" }];
    if (option.kind === "word") return option.values.map((argument) => ({ option, argument }));
    return [];
  });
}

export function withRole(decision: DecisionView | null, role: OptionView["role"]): Pick | null {
  return buttons(decision).find((pick) => pick.option.role === role) ?? null;
}

export const samePick = (a: Pick | null, b: Pick | null): boolean =>
  a?.option.verb === b?.option.verb && a?.argument === b?.argument;
