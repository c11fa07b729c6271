// What a counter looks like: SVG text, drawn on a square of 44 units.

import type { Livery, UnitView } from "./generated";
import { bandColour, type Looks, liveryOf } from "./looks";
import symbols from "./symbols.json";

export const SIZE = 44;

const SYMBOLS: Record<string, string> = symbols;
// Other words for the same symbol.
const SAME: Record<string, string> = {
  motorised: "motorized",
  mechanised: "mechanized",
  tank: "armour",
  headquarters: "hq",
  aircraft: "air",
  guerrilla: "partisan",
};

/** The name of a unit's symbol in the sprite. */
export function symbolOf(name: string): string {
  const word = name.toLowerCase().replace(/[\s-]+/g, "_");
  const known = SAME[word] ?? word;
  return SYMBOLS[known] ? known : "unknown";
}

/** The definitions that counters refer to; once per page. */
export const SPRITE = Object.entries(SYMBOLS)
  .map(([name, body]) => `<symbol id="s-${name}" viewBox="25 50 150 100">${body}</symbol>`)
  .join("");

// States that a frame or a shade shows; all others become a badge with a sign and its word as
// tooltip. The client knows no rule: these are only habits of drawing.
const SHADES = new Set(["moved", "selected", "attacking", "target"]);
const SIGNS: Record<string, string> = {
  unsupplied: "!",
  "out of supply": "!",
  isolated: "!",
  disrupted: "D",
  demoralized: "D",
  contaminated: "☢",
  entrained: "R",
  "by rail": "R",
  hidden: "?",
};

export function stateClasses(unit: UnitView): string[] {
  return unit.states.filter((s) => SHADES.has(s)).map((s) => `is-${s}`);
}

export function face(unit: UnitView, looks: Looks): string {
  const livery = liveryOf(looks.liveries, unit.side);
  const s = SIZE;
  const symbol = symbolOf(unit.symbol);
  // A long line of figures is set smaller, but never below what can be read.
  const type = unit.values.length > 6 ? 10.5 : 12.5;
  return (
    `<rect class="shadow" x="2.2" y="2.8" width="${s}" height="${s}" rx="5"/>` +
    `<rect class="face" width="${s}" height="${s}" rx="5" fill="${livery.face}" stroke="${livery.edge}"/>` +
    mark(livery) +
    (unit.values || symbol !== "unknown"
      ? ""
      : `<path class="back" d="${BACK}" stroke="${livery.edge}"/>`) +
    `<path class="hi" d="M2 ${s - 5}V5Q2 2 5 2H${s - 5}"/>` +
    `<path class="lo" d="M${s - 2} 5V${s - 5}Q${s - 2} ${s - 2} ${s - 5} ${s - 2}H5"/>` +
    top(unit, livery) +
    // Without figures there is room for a larger symbol.
    `<g class="nato"${unit.values ? "" : ` transform="translate(${s / 2} ${s / 2 + 1}) scale(1.25) translate(-22 -20)"`}><rect x="8.5" y="11" width="27" height="18" fill="${livery.box}" stroke="${livery.symbol}"/>` +
    `<use href="#s-${symbol}" x="8.5" y="11" width="27" height="18" style="color:${livery.symbol}"/></g>` +
    `<text class="values" x="${s / 2 + 0.5}" y="${s - 4}" fill="${livery.ink}" font-size="${type}">${escaped(unit.values)}</text>` +
    band(unit, livery, looks.bands) +
    badges(unit)
  );
}

/** The echelon, with the unit's number beside it if it has one. */
function top({ size, designation }: UnitView, { ink }: Livery): string {
  if (!designation)
    return `<text class="size" x="${SIZE / 2 + 0.5}" y="9.4" fill="${ink}">${escaped(size)}</text>`;
  const type = designation.length > 4 ? 5.8 : designation.length > 2 ? 7 : 8.5;
  const narrow = size.length > 4 ? ' style="font-size:6.2px"' : "";
  return (
    `<text class="size" x="${size.length > 3 ? 14.5 : 11.5}" y="9.4" fill="${ink}"${narrow}>${escaped(size)}</text>` +
    `<text class="designation" x="${SIZE - 2.5}" y="8.9" fill="${ink}" font-size="${type}">${escaped(designation)}</text>`
  );
}

// The back of a counter whose face nobody knows: slanting lines.
const BACK = [10, 20, 30, 40, 50, 60, 70, 80]
  .map(
    (n) =>
      `M${Math.min(n, SIZE - 1)} ${Math.max(1, n - SIZE + 1)}L${Math.max(1, n - SIZE + 1)} ${Math.min(n, SIZE - 1)}`,
  )
  .join("");

/** What tells a livery from others without colour. */
function mark({ mark, edge }: Livery): string {
  switch (mark) {
    case "stripe":
      return `<path class="stripe" d="M1 6Q1 1 4.6 1V${SIZE - 1}Q1 ${SIZE - 1} 1 ${SIZE - 6}Z"/>`;
    case "double":
      return `<path class="stripe" d="M1.2 4H2.5V${SIZE - 4}H1.2ZM3.7 2H5V${SIZE - 2}H3.7Z"/>`;
    case "foot":
      return `<path class="stripe" d="M3 ${SIZE - 2.7}H${SIZE - 3}V${SIZE - 1}H3Z"/>`;
    case "corner":
      return `<path class="corner" d="M1 12V5Q1 1 5 1H12Z" fill="${edge}"/>`;
    case "none":
      return "";
  }
}

/** The stripe of a faction or command: at the right edge, and along the lower edge from far away. */
function band(unit: UnitView, livery: Livery, bands: Looks["bands"]): string {
  const look = bands[unit.band];
  if (!look) return "";
  const [top, length] = [9, 23];
  const part = (length - look.gaps * 1.3) / (look.gaps + 1);
  const lines = Array.from({ length: look.gaps }, (_, i) => top + part * (i + 1) + 1.3 * i + 0.65)
    .map((y) => `M38 ${y.toFixed(1)}H43`)
    .join("");
  const colour = bandColour(look, livery);
  return (
    `<g class="band" stroke="${livery.ink}"><rect x="38" y="${top}" width="4.4" height="${length}" fill="${colour}"/>` +
    (lines ? `<path d="${lines}"/>` : "") +
    `</g><rect class="band-far" x="3" y="36" width="${SIZE - 6}" height="6.5" fill="${colour}" stroke="${livery.ink}"/>`
  );
}

function badges(unit: UnitView): string {
  const shown = unit.states.filter((state) => !SHADES.has(state)).slice(0, 3);
  return shown
    .map(
      (state, i) =>
        `<g class="badge" transform="translate(${4 + i * 13} 3)"><title>${escaped(state)}</title><circle r="6.6"/>` +
        `<text y="3.4">${escaped(SIGNS[state] ?? state.charAt(0).toUpperCase())}</text></g>`,
    )
    .join("");
}

/** A counter as a picture of its own, for panels. */
export function counterSvg(unit: UnitView, looks: Looks, pixels: number): string {
  return (
    `<svg class="counter ${stateClasses(unit).join(" ")}" viewBox="-4 -5 54 54" width="${pixels}" height="${pixels}"` +
    ` aria-hidden="true">${face(unit, looks)}</svg>`
  );
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}
