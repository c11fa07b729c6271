// Markers on the map: the title's glyphs, on a hex or across a hexside; a letter where it has none.

import { escaped } from "./counters";
import type { MarkerView } from "./generated";
import type { HexMap } from "./geometry";
import type { Looks } from "./looks";

const letter = (kind: string): string =>
  `<circle r="9" class="disc-warn"/><text y="4" class="letter">${escaped(kind.charAt(0).toUpperCase())}</text>`;

export function markerSvg(marker: MarkerView, glyphs: Looks["glyphs"], map: HexMap): string {
  // The ring and the arrows of an attack say it.
  if (marker.kind === "target") return "";
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
  const glyph = glyphs[marker.kind] ?? letter(marker.kind);
  return (
    `${side}<g class="marker" transform="translate(${x} ${y})">` +
    `<title>${escaped(marker.text || marker.kind)}</title>${glyph}</g>`
  );
}
