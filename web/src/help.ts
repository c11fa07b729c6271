// Rules help: every case number is a link that opens the rule, in our words, beside the map.

import { html, LitElement, nothing, type TemplateResult } from "lit";
import { getRule, HttpError } from "./api";
import type { RulePage } from "./generated";

const CASE = /\b(\d{1,2}\.\d{1,3})\b/;

/** A link to a case; nothing for an empty one. */
export function caseLink(ruleCase: string): TemplateResult | typeof nothing {
  if (!ruleCase) return nothing;
  return html`<a
    class="case"
    href="#rule-${ruleCase}"
    aria-label="Rule ${ruleCase}"
    @click=${(event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      const link = event.currentTarget as HTMLElement;
      link.dispatchEvent(new CustomEvent("open-rule", { detail: ruleCase, bubbles: true }));
    }}
    >${ruleCase}</a
  >`;
}

/** A text in which every case number is a link. */
function linked(text: string): (string | TemplateResult | typeof nothing)[] {
  return text.split(CASE).map((part, i) => (i % 2 ? caseLink(part) : part));
}

export class RuleHelp extends LitElement {
  static override properties = { slug: {}, page: { state: true }, trail: { state: true } };
  declare slug: string;
  declare page: RulePage | null;
  // The cases that have been looked at on the way here, to go back.
  declare trail: string[];
  private opener: HTMLElement | null = null;

  constructor() {
    super();
    this.slug = "";
    this.page = null;
    this.trail = [];
    this.addEventListener("open-rule", (event) => {
      event.stopPropagation();
      void this.open((event as CustomEvent<string>).detail);
    });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  async open(ruleCase: string): Promise<void> {
    if (!this.page) this.opener = document.activeElement as HTMLElement | null;
    try {
      const page = await getRule(this.slug, ruleCase);
      if (this.page) this.trail = [...this.trail, this.page.case];
      this.page = page;
    } catch (error) {
      const text = error instanceof HttpError ? error.message : "The server does not answer.";
      this.page = { case: ruleCase, title: "No help here", text };
    }
    await this.updateComplete;
    this.querySelector<HTMLElement>(".rule-help")?.focus();
  }

  close(): void {
    this.page = null;
    this.trail = [];
    this.opener?.focus();
  }

  private async back(): Promise<void> {
    const last = this.trail.at(-1);
    if (!last) return;
    const rest = this.trail.slice(0, -1);
    await this.open(last);
    this.trail = rest;
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.page) return nothing;
    const { title, text } = this.page;
    return html`<div
      class="rule-help"
      role="dialog"
      aria-label="Rule ${this.page.case}"
      tabindex="-1"
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        this.close();
      }}
    >
      <div class="help-head">
        <h2><span class="case-number">${this.page.case}</span> ${title}</h2>
        ${
          this.trail.length
            ? html`<button class="quiet" @click=${() => this.back()}>Back</button>`
            : nothing
        }
        <button class="quiet" aria-label="Close help" @click=${() => this.close()}>✕</button>
      </div>
      ${text.split(/\n\s*\n/).map((paragraph) => html`<p>${linked(paragraph)}</p>`)}
    </div>`;
  }
}

customElements.define("rule-help", RuleHelp);
