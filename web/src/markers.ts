// Markers on the map: glyphs by name, on a hex or across a hexside.

import { escaped } from "./counters";
import type { MarkerView } from "./generated";
import type { HexMap } from "./geometry";

// Drawn around the middle of a hex or hexside, about 20 units wide.
const GLYPHS: Record<string, string> = {
  destroyed: `<path d="M-8-8L8 8M8-8L-8 8" class="stroke-bad"/>`,
  contaminated: `<circle r="10" class="disc-warn"/><path d="M0-3L-3.6-9A10 10 0 0 1 3.6-9ZM2.6 1.5L9.6 1.3A10 10 0 0 1 6 7.6ZM-2.6 1.5L-6 7.6A10 10 0 0 1-9.6 1.3Z" class="ink"/><circle r="1.9" class="ink"/>`,
  demolished: `<path d="M-7-7L7 7M7-7L-7 7" class="stroke-bad"/><circle r="10" class="ring-bad"/>`,
  mined: `<circle r="7" class="ink"/><path d="M0-11V11M-11 0H11M-7.5-7.5L7.5 7.5M7.5-7.5L-7.5 7.5" class="stroke-ink"/>`,
  // The ring and the arrows of an attack say it.
  target: "",
  captured: `<path d="M-6 10V-10L8-5L-6 0" class="flag"/>`,
  expended: `<circle r="9" class="disc-warn"/><path d="M-5-5L5 5M5-5L-5 5" class="stroke-ink"/>`,
  landing: `<circle r="9" class="disc-sea"/><path d="M0-6V6M-5 2Q0 9 5 2M-3-3H3" class="stroke-sea"/>`,
  // Control: the flags differ in form as well as in colour.
  red: `<path d="M-6 10V-10L8-5L-6 0" class="flag"/>`,
  white: `<path d="M-6 10V-10H8V0H-6" class="flag-pale"/>`,
  terror: `<circle r="10" class="disc-bad"/><path d="M0-7V2M0 5.4V6.4" class="stroke-light"/>`,
  verdun: `<path d="M-8-9H8V0Q8 7 0 11Q-8 7-8 0Z" class="flag"/><path d="M-4-4H4M0-4V5" class="stroke-light"/>`,
  gold: `<path d="M-10 7L-7 0H7L10 7ZM-6-2L-4-8H4L6-2Z" class="disc-warn"/>`,
  locomotive: `<path d="M-10 5V-2H0V-8H8V5ZM-7-2V-7" class="flag"/><circle cx="-6" cy="7" r="3" class="ink"/><circle cx="4" cy="7" r="3" class="ink"/>`,
  fdp: `<path d="M-10 8V-6H-6V-2H-2V-6H2V-2H6V-6H10V8Z" class="ring-calm"/>`,
  interdiction: `<circle r="10" class="disc-sea"/><path d="M0-7V7M-7 1L0-3L7 1M-3 7L0 5L3 7" class="stroke-sea"/>`,
  bridge: `<path d="M-12-4H12M-9-8V8M9-8V8M-9 7Q0-6 9 7" class="stroke-ink"/>`,
  attacked: `<path d="M-8-8L8 8M-8-3V-8H-3" class="stroke-calm"/>`,
  neutralized: `<circle r="7" class="ring-calm"/><path d="M-5 5L5-5" class="stroke-calm"/>`,
};

export function markerSvg(marker: MarkerView, map: HexMap): string {
  const [one, other] = (marker.hexside || marker.hex).split("/");
  const here = map.get(one ?? "");
  if (!here) return "";
  const there = other ? map.get(other) : undefined;
  const x = there ? (here.x + there.x) / 2 : here.x + map.side * 0.52;
  const y = there ? (here.y + there.y) / 2 : here.y - map.side * 0.5;
  let side = "";
  if (there) {
    const [a, b] = map.sideBetween(here, there);
    side = `<path class="marked-side" d="M${a.x} ${a.y}L${b.x} ${b.y}"/>`;
  }
  const glyph =
    GLYPHS[marker.kind] ??
    `<circle r="9" class="disc-warn"/><text y="4" class="letter">${escaped(marker.kind.charAt(0).toUpperCase())}</text>`;
  return (
    `${side}<g class="marker" transform="translate(${x} ${y})">` +
    `<title>${escaped(marker.text || marker.kind)}</title>${glyph}</g>`
  );
}
