// Where counters stand: in stacks with an offset, or fanned out to be looked at.

import { SIZE } from "./counters";
import type { MapHex, UnitView } from "./generated";

export interface Spot {
  x: number;
  y: number;
}

const OFFSET = 4.5;
// A stack shows at most so many edges; what lies deeper shares the lowest place.
const EDGES = 4;
const FAN_GAP = 5;
const FAN_ROW = 6;
// Room above the counters of a fan for words that mean all of them.
const FAN_HEAD = 14;

/** Units by hex; what can be chosen lies higher, and what is in hand on top. */
export function stacksOf(
  units: readonly UnitView[],
  lit: ReadonlySet<string>,
  inHand: ReadonlySet<string>,
): Map<string, UnitView[]> {
  const stacks = new Map<string, UnitView[]>();
  for (const unit of units) {
    if (!unit.hex) continue;
    const stack = stacks.get(unit.hex);
    if (stack) stack.push(unit);
    else stacks.set(unit.hex, [unit]);
  }
  const height = (unit: UnitView): number => (inHand.has(unit.id) ? 2 : lit.has(unit.id) ? 1 : 0);
  for (const stack of stacks.values()) stack.sort((a, b) => height(a) - height(b));
  return stacks;
}

/** The upper left corner of the counter with number `i` from below, in a stack of `n`. */
export function stacked(hex: MapHex, i: number, n: number, scale: number): Spot {
  const shown = Math.min(n, EDGES);
  const level = Math.max(0, i - (n - shown));
  const shift = (level - (shown - 1) / 2) * OFFSET;
  return {
    x: hex.x + (shift - SIZE / 2) * scale,
    y: hex.y - (shift + SIZE / 2) * scale,
  };
}

/** The same, for a stack that is fanned out in rows over its hex; the top unit comes first. */
export function fanned(hex: MapHex, i: number, n: number, scale: number): Spot {
  const place = n - 1 - i;
  const columns = Math.min(n, FAN_ROW);
  const rows = Math.ceil(n / FAN_ROW);
  const step = SIZE + FAN_GAP;
  const left = -(columns * step - FAN_GAP) / 2;
  const top = -(rows * step - FAN_GAP) / 2;
  return {
    x: hex.x + (left + (place % FAN_ROW) * step) * scale,
    y: hex.y + (top + Math.floor(place / FAN_ROW) * step) * scale,
  };
}

/** The space that a fan takes. */
export function fanBox(
  hex: MapHex,
  n: number,
  scale: number,
): { x: number; y: number; w: number; h: number } {
  const step = SIZE + FAN_GAP;
  const w = (Math.min(n, FAN_ROW) * step + FAN_GAP + 4) * scale;
  const h = (Math.ceil(n / FAN_ROW) * step + FAN_GAP + 4) * scale;
  const head = FAN_HEAD * scale;
  return { x: hex.x - w / 2, y: hex.y - h / 2 - head, w, h: h + head };
}
