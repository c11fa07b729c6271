// What a choice would bring: asked for when the pointer, the cursor or a finger is on it, and for the
// first buttons before anybody asks.

import { buttons, hexPick, type Pick, samePick } from "../choices";
import type { DecisionView, MapHex, Preview } from "../generated";
import { pickLabel } from "../panels/orders";
import { Controller } from "./controller";
import { ASK_AFTER_MS } from "./host";

// Buttons whose outcome is worth showing before anybody asks; the rest waits for the pointer.
const PREVIEWED_BUTTONS = 3;

export class Previews extends Controller {
  shown: { title: string; preview: Preview } | null = null;
  private wanted: Pick | null = null;
  private hovered: MapHex | null = null;
  // What the buttons of a decision would bring.
  private standing: { decision: DecisionView; shown: Previews["shown"] } | null = null;
  private timer = 0;

  /** Something else can be chosen. */
  forget(): void {
    this.shown = this.wanted = null;
    this.changed();
  }

  /** Looks again at what lies under a pointer that has stayed, else at the buttons. */
  begin(): void {
    this.host.board?.setPreview(null);
    if (this.hovered) this.hover(this.hovered);
    else this.later(() => this.previewButtons(), ASK_AFTER_MS);
  }

  hover(hex: MapHex | null): void {
    const { board, carrying, inspection, presentation } = this.host;
    this.hovered = hex;
    if (hex && board!.unitsAt(hex.label).length) inspection.look(hex);
    const decision = carrying.narrowed(presentation?.decision ?? null);
    this.want(hex && hexPick(decision, hex.label));
  }

  want(pick: Pick | null): void {
    if (this.wanted && pick && samePick(this.wanted, pick)) return;
    this.wanted = pick;
    if (pick) {
      this.later(() => this.preview(pick), ASK_AFTER_MS);
      return;
    }
    // What was shown stays until then: without it the button under a finger would be elsewhere
    // before the finger has clicked.
    this.host.board?.setPreview(null);
    this.later(() => this.previewButtons(), 4 * ASK_AFTER_MS);
  }

  private later(preview: () => Promise<void>, after: number): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void preview(), after);
  }

  private async preview(pick: Pick): Promise<void> {
    const preview = await this.ask(pick);
    const { back, board, film, notices } = this.host;
    if (!samePick(this.wanted, pick) || back.replaying || film.running) return;
    const title = `${pickLabel(pick)} ${pick.option.kind === "hex" ? pick.argument : ""}`;
    const telling = preview && tells(preview);
    if (telling) this.show({ title, preview });
    board?.setPreview(preview);
    // Under a pointer that has nothing to tell, what the buttons would bring stays in sight.
    if (!telling) await this.previewButtons();
    if (preview?.result) notices.announce(preview.result);
  }

  /** The first buttons whose outcome has something to tell fill the preview panel by themselves. */
  private async previewButtons(): Promise<void> {
    const { wanted } = this;
    const decision = this.host.presentation?.decision;
    if (!decision) {
      this.show(null);
      return;
    }
    if (this.standing?.decision !== decision) {
      const shown = await this.firstTelling(decision);
      this.standing = { decision, shown };
    }
    if (this.host.presentation?.decision !== decision || this.wanted !== wanted) return;
    const { shown } = this.standing;
    this.show(shown);
    if (shown) void this.host.charts.load().then(() => this.changed());
    if (shown && !wanted && !this.host.film.running) this.host.board?.setPreview(shown.preview);
  }

  private async firstTelling(decision: DecisionView): Promise<Previews["shown"]> {
    const acts = buttons(decision).filter((pick) => pick.option.role === "act");
    for (const pick of acts.slice(0, PREVIEWED_BUTTONS)) {
      const preview = await this.ask(pick);
      if (this.host.presentation?.decision !== decision) return null;
      if (preview?.chances.length || preview?.uncertain.length)
        return { title: pickLabel(pick), preview };
    }
    return null;
  }

  private show(shown: Previews["shown"]): void {
    this.shown = shown;
    this.changed();
  }

  private async ask({ option, argument }: Pick): Promise<Preview | null> {
    const question = { kind: "preview", verb: option.verb, argument } as const;
    return (await this.host.connection?.ask(question))?.preview ?? null;
  }
}

/** Whether there is more in a preview than a way on the map. */
export const tells = ({ lines, result, chances, uncertain }: Preview): boolean =>
  !!(lines.length || result || chances.length || uncertain.length);
