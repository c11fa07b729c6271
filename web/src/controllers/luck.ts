// Dice and luck: asked for when the panel is opened.

import { html, nothing, type TemplateResult } from "lit";
import type { Luck, SeatState, TitleInfo } from "../generated";
import { luckPanel } from "../panels/luck";
import { Controller } from "./controller";

export class DiceAndLuck extends Controller {
  private found: Luck | "asked" | null = null;
  private opener: HTMLElement | null = null;

  receive(state: SeatState, before: SeatState | null): void {
    // Other eyes: what the former ones saw is none of theirs.
    if (before?.presentation.side !== state.presentation.side) this.found = null;
  }

  private async toggle(): Promise<void> {
    if (this.found) {
      this.close();
      return;
    }
    this.opener = document.activeElement as HTMLElement | null;
    this.found = "asked";
    const answer = await this.host.connection?.ask({ kind: "luck", verb: "", argument: "" });
    // Closed meanwhile, or the seat is another's.
    if (this.found !== "asked") return;
    this.found = answer?.luck ?? null;
    this.changed();
    await this.host.updateComplete;
    this.host.querySelector<HTMLElement>(".luck")?.focus();
  }

  private close(): void {
    this.found = null;
    this.changed();
    if (this.opener?.isConnected) this.opener.focus();
  }

  /** Whether a key was meant for it. */
  key(letter: string): boolean {
    if (letter === "L") void this.toggle();
    else if (letter === "Escape" && this.found) this.close();
    else return false;
    return true;
  }

  button(): TemplateResult {
    return html`<button class="open-luck" aria-expanded=${!!this.found} @click=${() => void this.toggle()}>
      <span>Dice, luck</span> <kbd aria-hidden="true">L</kbd>
    </button>`;
  }

  panel({ liveries }: TitleInfo): TemplateResult | typeof nothing {
    const { found } = this;
    if (!found || found === "asked") return nothing;
    return luckPanel({
      luck: found,
      liveries,
      close: () => this.close(),
      show: (move) => this.showRoll(move),
    });
  }

  private showRoll(move: number): void {
    this.found = null;
    this.host.back.show(move);
  }
}
