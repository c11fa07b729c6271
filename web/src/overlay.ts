// What is drawn over the map for a while: lit hexes, overlays, a path, arrows. Everything differs
// by form as well as by colour.

import { escaped } from "./counters";
import type { MapHex, OptionView, OverlayArea, Presentation, Preview, UnitView } from "./generated";
import type { HexMap } from "./geometry";

export const PATTERNS =
  `<pattern id="p-zoc" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="3.4" height="9" class="hatch-zoc"/></pattern>` +
  `<pattern id="p-zoc-1" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect width="2.4" height="9" class="hatch-zoc-1"/></pattern>` +
  `<pattern id="p-control" width="11" height="11" patternUnits="userSpaceOnUse"><circle cx="3" cy="3" r="1.7" class="dot-control"/><circle cx="8.5" cy="8.5" r="1.7" class="dot-control"/></pattern>` +
  `<pattern id="p-supply-1" width="14" height="14" patternUnits="userSpaceOnUse"><rect width="14" height="14" class="tint-supply-1"/><circle cx="7" cy="7" r="1.9" class="dot-supply-1"/></pattern>` +
  `<pattern id="p-supply-2" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect width="12" height="12" class="tint-supply-2"/><rect width="1.8" height="12" class="hatch-supply-2"/></pattern>` +
  `<marker id="head" viewBox="0 0 10 10" refX="6" refY="5" markerWidth="3" markerHeight="3" orient="auto"><path d="M0 0L10 5L0 10z" class="arrow-head"/></marker>` +
  `<marker id="path-head" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="3.4" markerHeight="3.4" orient="auto"><path d="M0 0L10 5L0 10z" class="path-head"/></marker>` +
  `<marker id="wish-head" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="3.6" markerHeight="3.6" orient="auto"><path d="M0 0L10 5L0 10z" class="wish-head"/></marker>`;

// Tinting most of the map would hide it.
const MANY = 180;

/** One outline for each option whose choices are hexes. */
export function litSvg(options: readonly OptionView[], map: HexMap): string {
  return options
    .map((option, i) => {
      const many = option.values.length > MANY ? " many" : "";
      return (
        `<path class="lit-hexes tone-${i % 3}${many}" data-verb="${escaped(option.verb)}"` +
        ` data-hexes="${option.values.map(escaped).join(" ")}" d="${map.outline(option.values)}"/>`
      );
    })
    .join("");
}

/** What options have to say about single hexes: large where there is room, small under counters. */
export function notesSvg(
  options: readonly OptionView[],
  map: HexMap,
  occupied: (label: string) => boolean,
): string {
  const texts = options.flatMap((option) =>
    option.notes.map((note, i) => {
      const label = option.values[i] ?? "";
      const hex = map.get(label);
      if (!hex || !note) return "";
      const under = occupied(label);
      const y = hex.y + map.side * (under ? 0.8 : 0.15);
      return `<text class="${under ? "under" : ""}" x="${hex.x}" y="${y.toFixed(1)}" data-hex="${escaped(label)}">${escaped(note)}</text>`;
    }),
  );
  return texts.join("");
}

export function areasSvg(areas: readonly OverlayArea[], map: HexMap): string {
  const nth = nthOfStyle(areas);
  return areas
    .map(
      (area, i) =>
        `<path class="area ${area.style} nth-${nth[i]}" d="${map.outline(area.hexes)}"/>`,
    )
    .join("");
}

/** Areas of one style take turns with three looks. */
export function nthOfStyle(areas: readonly OverlayArea[]): number[] {
  return areas.map((area, i) => areas.slice(0, i).filter((a) => a.style === area.style).length % 3);
}

export function previewSvg(preview: Preview, map: HexMap): string {
  const hexes = map.hexesOf(preview.path);
  const last = hexes.at(-1);
  if (!last) return "";
  let out = "";
  if (hexes.length > 1) {
    const d = `M${hexes.map((h) => `${h.x} ${h.y}`).join("L")}`;
    out = `<path class="path-casing" d="${d}"/><path class="path" d="${d}"/>`;
  }
  return out + bubble(last.x, last.y - map.side * 1.15, preview.result);
}

const unitsWith = ({ units }: Presentation, state: string): UnitView[] =>
  units.filter((u) => u.states.includes(state));

/** The hexes that are under attack. */
const targetsOf = (p: Presentation): string[] => [
  ...unitsWith(p, "target").map((u) => u.hex),
  ...p.markers.filter((m) => m.kind === "target").map((m) => m.hex),
];

/** Who is in the attack that is being put together, on either side. */
export function forces(p: Presentation): { attackers: UnitView[]; defenders: UnitView[] } {
  const attackers = unitsWith(p, "attacking");
  const sides = new Set(attackers.map((unit) => unit.side));
  const targets = new Set(targetsOf(p));
  const defenders = p.units.filter((unit) => targets.has(unit.hex) && !sides.has(unit.side));
  return { attackers, defenders };
}

/** Rings around what is under attack or asked about; arrows to it from all that are attacking. */
export function arrowsSvg(p: Presentation, named: ReadonlySet<string>, map: HexMap): string {
  const hexes = (labels: string[]): MapHex[] => map.hexesOf(new Set(labels));
  const targets = hexes([...targetsOf(p), ...named]);
  const attacking = unitsWith(p, "attacking").map((unit) => unit.hex);
  return battleSvg(hexes(attacking), targets, map);
}

/** Rings around hexes that are attacked, and arrows to them. */
export function battleSvg(
  from: readonly MapHex[],
  targets: readonly MapHex[],
  map: HexMap,
): string {
  const rings = targets.map((t) => `<path class="target" d="${map.path(t, 2)}"/>`);
  const arrows = from.flatMap((from) =>
    targets.map((to) => {
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      const at = (t: number): string => `${from.x + dx * t} ${from.y + dy * t}`;
      return `<path class="arrow" d="M${at(0.34)}L${at(0.64)}"/>`;
    }),
  );
  return [...rings, ...arrows].join("");
}

function bubble(x: number, y: number, text: string): string {
  if (!text) return "";
  const short = text.length > 34 ? `${text.slice(0, 33)}…` : text;
  const width = short.length * 6.7 + 18;
  return (
    `<g class="bubble" transform="translate(${x} ${y})"><rect x="${-width / 2}" y="-13" width="${width}" height="24" rx="7"/>` +
    `<text y="4">${escaped(short)}</text></g>`
  );
}
