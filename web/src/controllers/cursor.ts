// The cursor: from hex to hex with the keyboard, to the next place where something can be chosen,
// or to a place by its name.

import { hexPick, litHexes, litUnits, type Pick, picksAt } from "../choices";
import type { MapHex, Presentation, UnitView } from "../generated";
import { whyNothingLit } from "../waiting";
import { Controller } from "./controller";

// Seen from farther away, a place that is gone to by itself is shown close up.
const CLOSE = 0.7;

export class Cursor extends Controller {
  hex: MapHex | null = null;
  // A long walk sideways zigzags around the line it began on.
  private lane = 0;
  private visited = -1;

  /** There are other places to go to: begins with the first of them. */
  forget(): void {
    this.visited = -1;
  }

  put(hex: MapHex): void {
    this.hex = hex;
    this.host.board?.setCursor(hex);
  }

  moveTo(hex: MapHex): void {
    const { host } = this;
    this.put(hex);
    host.board?.reveal(hex);
    host.inspection.look(hex);
    const decision = host.presentation?.decision ?? null;
    const units = host.board?.unitsAt(hex.label) ?? [];
    host.notices.announce(describe(hex, units, picksAt(decision, hex.label, units)));
    host.previews.want(hexPick(decision, hex.label));
  }

  walk(dx: number, dy: number): void {
    const { map } = this.host.board!;
    if (!this.hex) {
      const start = this.middle();
      this.lane = dx ? start.y : start.x;
      this.moveTo(start);
      return;
    }
    const lane = dx ? this.hex.y : this.hex.x;
    if (Math.abs(lane - this.lane) > map.side) this.lane = lane;
    const next = map.towards(this.hex, dx, dy, this.lane);
    if (next) this.moveTo(next);
  }

  /** The hex in the middle of the screen. */
  private middle(): MapHex {
    const board = this.host.board!;
    const box = board.element.getBoundingClientRect();
    const [x, y] = board.transform.invert([box.width / 2, box.height / 2]);
    return board.map.at(x, y) ?? board.map.hexes.values().next().value!;
  }

  /** To the next place where something can be chosen. */
  next(): void {
    const { board, notices, presentation: p, state } = this.host;
    if (!p || !state) return;
    const labels = placesToChoose(p);
    if (!labels.length) {
      notices.tell(whyNothingLit(p, state));
      return;
    }
    this.visited = (this.visited + 1) % labels.length;
    const hex = board?.map.get(labels[this.visited]!);
    if (!board || !hex) return;
    if (board.transform.k < CLOSE) board.centre(hex.x, hex.y, 1);
    this.moveTo(hex);
  }

  find(text: string): void {
    const { board, notices } = this.host;
    if (!text.trim() || !board) return;
    const found = hexCalled(text, [...board.map.hexes.values()]);
    if (!found) {
      notices.tell(`There is no hex or place called “${text}”.`);
      return;
    }
    board.centre(found.x, found.y, Math.max(board.transform.k, 1));
    this.moveTo(found);
  }
}

/** The text twin of the cursor. */
export function describe(hex: MapHex, units: readonly UnitView[], picks: readonly Pick[]): string {
  const told = units.map((u) => [u.title, u.values, ...u.states].join(" "));
  const labels = [...new Set(picks.map((p) => p.option.label))];
  const can = labels.length ? ` Enter: ${labels.join(", ")}.` : "";
  return `Hex ${hex.label}, ${[...hex.places, hex.terrain].join(", ")}, ${told.join("; ") || "empty"}.${can}`;
}

/** Where something can be chosen: the hexes of units, or if there are none, lit hexes. */
export function placesToChoose({ units, decision }: Presentation): string[] {
  const lit = litUnits(decision);
  const ofUnits = units.filter((u) => lit.has(u.id) && u.hex).map((u) => u.hex);
  return [...new Set(ofUnits.length ? ofUnits : litHexes(decision))];
}

/** A hex by its number, or by the beginning of a name. */
export function hexCalled(text: string, hexes: readonly MapHex[]): MapHex | undefined {
  const wanted = text.trim().toLowerCase();
  return (
    hexes.find((h) => h.label.toLowerCase() === wanted) ??
    hexes.find((h) => h.places.some((name) => name.toLowerCase().startsWith(wanted)))
  );
}
