// Overlays: which are switched on, and what they show now.

import type { OverlayArea, Presentation } from "../generated";
import { Controller } from "./controller";

export class Overlays extends Controller {
  areas: OverlayArea[] = [];
  // Reach is one that everybody wants; it can be switched off like the others.
  private on: ReadonlySet<string> = new Set(["reach"]);

  has(kind: string): boolean {
    return this.on.has(kind);
  }

  toggle(kind: string): void {
    const on = new Set(this.on);
    if (!on.delete(kind)) on.add(kind);
    this.on = on;
    this.changed();
    void this.draw();
  }

  async draw(): Promise<void> {
    const { host, on } = this;
    const { presentation: p, connection } = host;
    if (!p || !connection) return;
    if (host.film.running) {
      host.board?.setAreas([]);
      return;
    }
    host.board?.hideNotes(!on.has("reach"));
    const answers = await Promise.all(
      toAskFor(p, on).map((kind) => connection.ask({ kind: "overlay", verb: "", argument: kind })),
    );
    // The position may have moved on, or a key may have been pressed; then another round is under way.
    if (host.presentation !== p || this.on !== on) return;
    this.areas = answers.flatMap((a) => a?.overlay ?? []);
    host.board?.setAreas(this.areas);
    host.requestUpdate();
  }
}

/** What notes on lit hexes say already need not be asked for. */
export function toAskFor(p: Presentation, on: ReadonlySet<string>): string[] {
  const options = p.decision?.options.filter((o) => o.kind === "hex") ?? [];
  const noted = !options.length || options.some((o) => o.notes.length);
  return p.overlays.filter((kind) => on.has(kind) && !(kind === "reach" && noted));
}
