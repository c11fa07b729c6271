// The hex that is looked at, and what the units in it come to.

import type { Line, MapHex, Presentation, SeatState } from "../generated";
import { Controller } from "./controller";
import { ASK_AFTER_MS } from "./host";

export class Inspection extends Controller {
  hex: MapHex | null = null;
  private found: { hex: MapHex; lines: Line[] } | null = null;
  private asked: { hex: MapHex | null; state: SeatState | null } = { hex: null, state: null };
  private timer = 0;

  hostUpdated(): void {
    const { hex } = this;
    const { state } = this.host;
    if (this.asked.hex === hex && this.asked.state === state) return;
    this.asked = { hex, state };
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.askTotals(), ASK_AFTER_MS);
  }

  look(hex: MapHex): void {
    this.hex = hex;
    this.changed();
  }

  /** Follows the unit in hand, or goes to the hex that the question is about. */
  follow(p: Presentation): void {
    const { board, scene } = this.host;
    if (!board) return;
    const { units, hexes } = scene.named(p);
    const unit = p.units.find((u) => u.hex && (units.has(u.id) || u.states.includes("selected")));
    const hex = board.map.get(unit?.hex ?? [...hexes][0] ?? "");
    if (!hex) return;
    this.look(hex);
    board.reveal(hex);
  }

  /** What the units come to now; nothing in the past. */
  get totals(): Line[] {
    const { found, hex, host } = this;
    return found && found.hex === hex && !host.back.replaying ? found.lines : [];
  }

  private async askTotals(): Promise<void> {
    const { hex } = this;
    const { board, connection } = this.host;
    if (!hex || !board?.unitsAt(hex.label).length) return;
    const answer = await connection?.ask({ kind: "stack", verb: "", argument: hex.label });
    if (this.hex !== hex) return;
    this.found = { hex, lines: answer?.stack ?? [] };
    this.changed();
  }
}
