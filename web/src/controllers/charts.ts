// The charts of the game, opened beside the map: the column that a forecast uses is lit, and the
// present turn marked.

import { html, nothing, type TemplateResult } from "lit";
import { getCharts, wordsOf } from "../api";
import type { ChartView, Presentation } from "../generated";
import { chartPanel } from "../panels/charts";
import { Controller } from "./controller";

export class Charts extends Controller {
  open = false;
  all: readonly ChartView[] = [];
  // The number of the chart that is looked at; it stays when the drawer is closed.
  private at = 0;
  private opener: HTMLElement | null = null;

  async toggle(): Promise<void> {
    if (this.open) {
      this.close();
      return;
    }
    const { notices } = this.host;
    this.opener = document.activeElement as HTMLElement | null;
    this.open = true;
    try {
      await this.load();
    } catch (error) {
      this.open = false;
      notices.tell(wordsOf(error));
    }
    this.changed();
    await this.host.updateComplete;
    this.host.querySelector<HTMLElement>(".charts select")?.focus();
    this.lookAtNow();
  }

  /** Fetches them, once. */
  async load(): Promise<void> {
    const slug = this.host.scene.title?.slug;
    if (slug && !this.all.length) this.all = await getCharts(slug);
  }

  close(): void {
    this.open = false;
    this.changed();
    if (this.opener?.isConnected) this.opener.focus();
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
    return html`<button class="open-charts" aria-expanded=${this.open} @click=${() => void this.toggle()}>
      <span>Charts</span> <kbd aria-hidden="true">T</kbd>
    </button>`;
  }

  panel({ turn }: Presentation): TemplateResult | typeof nothing {
    const chart = this.all[this.at];
    if (!this.open || !chart) return nothing;
    const lit = this.host.previews.shown?.preview.columns ?? [];
    return html`<section
      class="charts"
      role="dialog"
      aria-label="Charts"
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        this.close();
      }}
    >
      <div class="head-line">
        <select
          aria-label="Which chart"
          @change=${(event: Event) => void this.turnTo((event.currentTarget as HTMLSelectElement).selectedIndex)}
        >
          ${this.all.map(({ name }, i) => html`<option ?selected=${i === this.at}>${name}</option>`)}
        </select>
        <button class="quiet" aria-label="Close charts" @click=${() => this.close()}>✕</button>
      </div>
      ${chartPanel({ chart, lit, turn })}
    </section>`;
  }
}
