// What a counter looks like: SVG text, drawn on a square of 44 units.

import type { UnitView } from "./generated";
import type { Livery } from "./livery";
import symbols from "./symbols.json";

export const SIZE = 44;

const SYMBOLS: Record<string, string> = symbols;

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

export function face(unit: UnitView, livery: Livery): string {
  const s = SIZE;
  const symbol = SYMBOLS[unit.symbol] ? unit.symbol : "unknown";
  // A long line of figures is set smaller, but never below what can be read.
  const type = unit.values.length > 6 ? 10.5 : 12.5;
  return (
    `<rect class="shadow" x="2.2" y="2.8" width="${s}" height="${s}" rx="5"/>` +
    `<rect class="face" width="${s}" height="${s}" rx="5" fill="${livery.face}" stroke="${livery.edge}"/>` +
    (livery.stripe
      ? `<path class="stripe" d="M1 6Q1 1 4.6 1V${s - 1}Q1 ${s - 1} 1 ${s - 6}Z"/>`
      : "") +
    `<path class="hi" d="M2 ${s - 5}V5Q2 2 5 2H${s - 5}"/>` +
    `<path class="lo" d="M${s - 2} 5V${s - 5}Q${s - 2} ${s - 2} ${s - 5} ${s - 2}H5"/>` +
    `<text class="size" x="${s / 2 + 0.5}" y="9.4" fill="${livery.ink}">${escape(unit.size)}</text>` +
    `<g class="nato"><rect x="8.5" y="11" width="27" height="18" fill="${livery.box}" stroke="${livery.symbol}"/>` +
    `<use href="#s-${symbol}" x="8.5" y="11" width="27" height="18" style="color:${livery.symbol}"/></g>` +
    `<text class="values" x="${s / 2 + 0.5}" y="${s - 4}" fill="${livery.ink}" font-size="${type}">${escape(unit.values)}</text>` +
    badges(unit)
  );
}

function badges(unit: UnitView): string {
  const shown = unit.states.filter((state) => !SHADES.has(state)).slice(0, 3);
  return shown
    .map(
      (state, i) =>
        `<g class="badge" transform="translate(${4 + i * 13} 3)"><title>${escape(state)}</title><circle r="6.6"/>` +
        `<text y="3.4">${escape(SIGNS[state] ?? state.charAt(0).toUpperCase())}</text></g>`,
    )
    .join("");
}

/** A counter as a picture of its own, for panels. */
export function counterSvg(unit: UnitView, livery: Livery, pixels: number): string {
  return (
    `<svg class="counter ${stateClasses(unit).join(" ")}" viewBox="-4 -5 54 54" width="${pixels}" height="${pixels}"` +
    ` aria-hidden="true">${face(unit, livery)}</svg>`
  );
}

export function escape(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}
