// The end of a game is a page over the table: it opens by itself, can be closed to look at the board,
// and opens again from a banner on the map.

import { nothing, type TemplateResult } from "lit";
import type { Answer, Presentation, SeatState, TitleInfo } from "../generated";
import { endingPage, outcomeBanner } from "../panels/ending";
import { Controller } from "./controller";

type Part = "ending" | "forces" | "luck";

export class Ending extends Controller {
  open = false;
  // What the page tells; each part comes when it is found out.
  private readonly told: Partial<Pick<Answer, Part>> = {};
  private asked = false;
  // Opened, and not on the screen yet: the map may still have to be laid out.
  private unread = false;

  receive(state: SeatState, before: SeatState | null): void {
    const over = !!state.presentation.outcome;
    if (over === !!before?.presentation.outcome) return;
    // Undone, on a board where anything can be.
    if (!over) this.asked = false;
    if (over) this.show(state);
    else this.open = false;
  }

  private show({ clock }: SeatState): void {
    this.open = true;
    this.changed();
    // How it was decided is told by the rules, and is not where somebody has lost on time.
    const parts = (["ending", "forces", "luck"] as const).slice(clock?.lost ? 1 : 0);
    if (!this.asked) for (const part of parts) void this.ask(part);
    this.asked = true;
    this.unread = true;
  }

  hostUpdated(): void {
    const head = this.unread ? this.host.querySelector<HTMLElement>(".ending h2") : null;
    if (!head) return;
    this.unread = false;
    head.focus();
  }

  private async ask(kind: Part): Promise<void> {
    // The seat may have been asked too much at once; what is missing is left out.
    const answer = await this.host.connection?.ask({ kind, verb: "", argument: "" });
    if (answer) Object.assign(this.told, { [kind]: answer[kind] });
    this.changed();
  }

  private close(): void {
    this.open = false;
    this.changed();
    void this.host.updateComplete.then(() =>
      this.host.querySelector<HTMLElement>(".outcome button, #stage")?.focus(),
    );
  }

  /** Whether a key is none of the table's while the page is open. */
  key(letter: string): boolean {
    if (this.open && letter === "Escape") this.close();
    return this.open;
  }

  /** On the map, once the page has been closed. */
  banner({ outcome }: Presentation): TemplateResult | typeof nothing {
    const { state } = this.host;
    if (!outcome || !state || this.open || this.host.back.replaying) return nothing;
    return outcomeBanner(outcome, () => this.show(state));
  }

  page(state: SeatState, title: TitleInfo): TemplateResult | typeof nothing {
    const { outcome } = state.presentation;
    if (!this.open || !outcome) return nothing;
    return endingPage({
      state,
      title,
      outcome,
      ...this.told,
      wishes: this.host.wishes.all,
      files: this.host.files.offer(state, title),
      report: this.host.report.offer(state, title),
      checked: this.host.company.verdict(state),
      replay: (move) => this.replay(move),
      close: () => this.close(),
    });
  }

  private replay(move: number): void {
    this.open = false;
    this.host.back.show(move);
  }
}
