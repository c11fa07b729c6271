// Trails: what the last turn has left on the map. Each kind has its own form, so that they can be
// told apart without colour: moves are dashed, advances and retreats solid, losses a cross in a ring.

import { escaped } from "./counters";
import type { LogLine, Trace } from "./generated";
import type { HexMap, Point } from "./geometry";
import { type Liveries, liveryOf } from "./looks";

// More than this would hide the map: the oldest go first.
const MOST = 90;
// How much of the ink the oldest trail has left.
const OLDEST = 0.35;
// If a turn has just begun, the one before it is told too.
const FEW = 8;

/** Of the lines up to a moment, those of the last turn. */
export function linesOfTurn(lines: readonly LogLine[], at: number): readonly LogLine[] {
  const past = lines.filter((line) => line.move <= at);
  let turn = past.findLastIndex((line) => line.heading === "turn");
  const told = past.slice(Math.max(0, turn)).reduce((sum, line) => sum + line.traces.length, 0);
  if (told < FEW)
    turn = past.slice(0, Math.max(0, turn)).findLastIndex((l) => l.heading === "turn");
  return past.slice(Math.max(0, turn));
}

export function trailsSvg(lines: readonly LogLine[], map: HexMap, liveries: Liveries): string {
  const traces = lines.flatMap((line) => line.traces).slice(-MOST);
  const drawn = traces.map((trace, i) => {
    const ink = OLDEST + ((1 - OLDEST) * (i + 1)) / traces.length;
    return isPlace(trace) ? "" : way(trace, map, liveries, ink);
  });
  return drawn.join("") + places(traces, map, liveries);
}

const isPlace = ({ kind, path }: Trace): boolean =>
  kind === "loss" || kind === "arrival" || path.length < 2;

function way({ kind, side, path }: Trace, map: HexMap, liveries: Liveries, ink: number): string {
  const points = map.hexesOf(path);
  if (points.length < 2) return "";
  const line = shortened(points, map.side * 0.42);
  const d = `M${line.map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("L")}`;
  const colour = kind === "retreat" ? "" : `;--trail:${liveryOf(liveries, side).dot}`;
  return (
    `<g class="trail ${kind}" data-way="${path.map(escaped).join(" ")}" style="--ink:${ink.toFixed(2)}${colour}">` +
    `<path class="casing" d="${d}"/><path class="way" d="${d}"/>${head(line, map.side * 0.34)}</g>`
  );
}

/** The way up to where the counter at its end begins. */
function shortened(points: readonly Point[], by: number): Point[] {
  const [last, before] = [points.at(-1)!, points.at(-2)!];
  const length = Math.hypot(last.x - before.x, last.y - before.y) || 1;
  const part = Math.min(0.8, by / length);
  const end = { x: last.x + (before.x - last.x) * part, y: last.y + (before.y - last.y) * part };
  return [...points.slice(0, -1), end];
}

function head(line: readonly Point[], size: number): string {
  const [tip, before] = [line.at(-1)!, line.at(-2)!];
  const length = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
  const [ux, uy] = [((tip.x - before.x) / length) * size, ((tip.y - before.y) / length) * size];
  const at = (along: number, across: number): string =>
    `${(tip.x + ux * along - uy * across).toFixed(1)} ${(tip.y + uy * along + ux * across).toFixed(1)}`;
  return `<path class="tip" d="M${at(0.7, 0)}L${at(-0.5, 0.6)}L${at(-0.5, -0.6)}Z"/>`;
}

/** Losses and arrivals: one sign for each hex, with their number if there are several. */
function places(traces: readonly Trace[], map: HexMap, liveries: Liveries): string {
  const found = new Map<string, { trace: Trace; count: number }>();
  for (const trace of traces.filter(isPlace)) {
    const key = `${trace.kind} ${trace.side} ${trace.path[0]}`;
    found.set(key, { trace, count: (found.get(key)?.count ?? 0) + 1 });
  }
  return [...found.values()]
    .map(({ trace, count }) => {
      const hex = map.get(trace.path[0] ?? "");
      if (!hex) return "";
      const lost = trace.kind === "loss";
      const size = map.side * 0.25;
      const [x, y] = [hex.x + map.side * (lost ? -0.5 : 0.5), hex.y + map.side * 0.5];
      const sign = lost
        ? `M${-size} ${-size}L${size} ${size}M${-size} ${size}L${size} ${-size}`
        : `M${-size} 0H${size}M0 ${-size}V${size}`;
      const colour = lost ? "" : ` style="--trail:${liveryOf(liveries, trace.side).dot}"`;
      const number = count > 1 ? `<text x="${size * 1.5}" y="${size * 1.6}">${count}</text>` : "";
      return (
        `<g class="trail ${trace.kind}" data-way="${escaped(hex.label)}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"${colour}>` +
        `<circle r="${size}"/><path d="${sign}" transform="scale(.62)"/>${number}</g>`
      );
    })
    .join("");
}
