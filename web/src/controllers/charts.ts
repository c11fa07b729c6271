// The charts of the game, opened beside the map: the column that a forecast uses is lit, and the
// present turn marked.

import { html, nothing, type TemplateResult } from "lit";
import { getCharts, wordsOf } from "../api";
import type { ChartView, Presentation } from "../generated";
import { chartPanel } from "../panels/charts";
import { Drawer } from "./drawer";

export class Charts extends Drawer {
  protected readonly kind = "charts";
  protected readonly word = "Charts";
  protected readonly letter = "T";
  all: readonly ChartView[] = [];
  private loading: Promise<void> | null = null;
  // The number of the chart that is looked at; it stays when the drawer is closed.
  private at = 0;

  protected opened(): void {
    void this.show();
  }

  private async show(): Promise<void> {
    await this.load();
    if (!this.all.length) this.open = false;
    this.changed();
    await this.host.updateComplete;
    this.host.querySelector<HTMLElement>(".charts select")?.focus();
    this.lookAtNow();
  }

  /** Fetches them, once, whoever asks first. If that fails it is told, and tried again when somebody
   *  asks again. */
  load(): Promise<void> {
    const slug = this.host.scene.title?.slug;
    if (!slug) return Promise.resolve();
    this.loading ??= this.fetch(slug).catch((error: unknown) => {
      this.loading = null;
      this.host.notices.tell(wordsOf(error));
    });
    return this.loading;
  }

  private async fetch(slug: string): Promise<void> {
    this.all = await getCharts(slug);
  }

  private async turnTo(number: number): Promise<void> {
    this.at = number;
    this.changed();
    await this.host.updateComplete;
    this.lookAtNow();
  }

  /** In a long chart, the present turn is what matters. */
  private lookAtNow(): void {
    this.host.querySelector(".charts [aria-current]")?.scrollIntoView({ block: "center" });
  }

  button(): TemplateResult {
    return this.opening();
  }

  panel({ turn }: Presentation): TemplateResult | typeof nothing {
    const chart = this.all[this.at];
    if (!this.open || !chart) return nothing;
    const lit = this.host.previews.shown?.preview.columns ?? [];
    return this.dialog(
      "Charts",
      html`<div class="head-line">
        <select
          aria-label="Which chart"
          @change=${(event: Event) => void this.turnTo((event.currentTarget as HTMLSelectElement).selectedIndex)}
        >
          ${this.all.map(({ name }, i) => html`<option ?selected=${i === this.at}>${name}</option>`)}
        </select>
        <button class="quiet" aria-label="Close charts" @click=${() => this.close()}>✕</button>
      </div>
      ${chartPanel({ chart, lit, turn })}`,
    );
  }
}
