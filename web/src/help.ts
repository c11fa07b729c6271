// Rules help: every case number is a link that opens the rule, in our words, beside the map; and the
// whole book, with contents, a search, and one's own notes.

import { html, LitElement, nothing, type TemplateResult } from "lit";
import { getRule, getRules, wordsOf } from "./api";
import type { RuleChapter, RulePage } from "./generated";
import { keepNote, noteOn } from "./notes";
import { chapterOf, found } from "./rule-book";

const CASE = /\b(\d{1,2}(?:\.\d{1,3}){1,2})\b/;

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
  static override properties = {
    slug: {},
    about: {},
    page: { state: true },
    trail: { state: true },
    book: { state: true },
    contents: { state: true },
    asked: { state: true },
  };
  declare slug: string;
  // The case that matters now.
  declare about: string;
  declare page: RulePage | null;
  // The cases that have been looked at on the way here, to go back.
  declare trail: string[];
  declare private book: readonly RuleChapter[];
  // Whether the contents are open, and what is searched for in them.
  declare private contents: boolean;
  declare private asked: string;
  private opener: HTMLElement | null = null;

  constructor() {
    super();
    this.slug = this.about = this.asked = "";
    this.page = null;
    this.trail = [];
    this.book = [];
    this.contents = false;
    this.addEventListener("open-rule", (event) => {
      event.stopPropagation();
      void this.open((event as CustomEvent<string>).detail);
    });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  get isOpen(): boolean {
    return this.contents || !!this.page;
  }

  async open(ruleCase: string): Promise<void> {
    this.remember();
    try {
      const page = await getRule(this.slug, ruleCase);
      if (this.page) this.trail = [...this.trail, this.page.case];
      this.page = page;
    } catch (error) {
      this.page = { case: ruleCase, title: "No help here", text: wordsOf(error) };
    }
    this.contents = false;
    await this.focusOn(".rule-help");
  }

  /** The contents of the whole book. */
  async openBook(): Promise<void> {
    this.remember();
    this.page = null;
    this.trail = [];
    this.contents = true;
    if (!this.book.length) {
      try {
        this.book = await getRules(this.slug);
      } catch (error) {
        this.contents = false;
        this.page = { case: "", title: "No rules here", text: wordsOf(error) };
      }
    }
    await this.focusOn(this.contents ? ".rule-help input" : ".rule-help");
    this.querySelector(".rule-help details[open]")?.scrollIntoView();
  }

  close(): void {
    this.page = null;
    this.trail = [];
    this.contents = false;
    this.asked = "";
    this.opener?.focus();
  }

  private remember(): void {
    if (!this.isOpen) this.opener = document.activeElement as HTMLElement | null;
  }

  private async focusOn(what: string): Promise<void> {
    await this.updateComplete;
    this.querySelector<HTMLElement>(what)?.focus();
  }

  private async back(): Promise<void> {
    const last = this.trail.at(-1);
    if (!last) return;
    const rest = this.trail.slice(0, -1);
    await this.open(last);
    this.trail = rest;
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.isOpen) return nothing;
    return html`<div
      class="rule-help ${this.contents ? "book" : ""}"
      role="dialog"
      aria-label=${this.page ? `Rule ${this.page.case}` : "Rules"}
      tabindex="-1"
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        this.close();
      }}
    >
      <div class="help-head">
        <h2>${this.page ? html`<span class="case-number">${this.page.case}</span> ${this.page.title}` : "Rules"}</h2>
        ${
          this.trail.length
            ? html`<button class="quiet" @click=${() => this.back()}>Back</button>`
            : nothing
        }
        ${
          this.page
            ? html`<button class="quiet contents" @click=${() => this.openBook()}>Contents</button>`
            : nothing
        }
        <button class="quiet" aria-label="Close help" @click=${() => this.close()}>✕</button>
      </div>
      ${this.page ? this.leaf(this.page) : this.table()}
    </div>`;
  }

  private leaf({ case: number, text }: RulePage): TemplateResult {
    const note = noteOn(this.slug, number);
    return html`${text.split(/\n\s*\n/).map((paragraph) => html`<p>${linked(paragraph)}</p>`)}
      <details class="note" ?open=${!!note}>
        <summary>My note</summary>
        <textarea
          aria-label="My note on ${number}"
          rows="3"
          placeholder="Only this browser keeps it"
          .value=${note}
          @change=${(event: Event) => keepNote(this.slug, number, (event.currentTarget as HTMLTextAreaElement).value)}
        ></textarea>
      </details>`;
  }

  /** Chapter by chapter, or what a search has found. */
  private table(): TemplateResult {
    const { asked, book } = this;
    const pages = found(book, asked);
    const here = chapterOf(book, this.about);
    return html`<input
        type="search"
        aria-label="Search the rules"
        placeholder="Search: retreat, supply, 9.1 …"
        .value=${asked}
        @input=${(event: Event) => {
          this.asked = (event.currentTarget as HTMLInputElement).value;
        }}
      />
      <p class="visually-hidden" role="status">${asked ? `${pages.length} rules found` : ""}</p>
      <div class="entries">${
        asked
          ? html`<ul>${pages.map((page) => this.entry(page))}</ul>
              ${pages.length ? nothing : html`<p>No rule speaks of that.</p>`}`
          : book.map(
              (chapter) =>
                html`<details ?open=${chapter.number === here}>
                  <summary><span class="case-number">${chapter.number}</span> ${chapter.name}</summary>
                  <ul>${chapter.pages.map((page) => this.entry(page))}</ul>
                </details>`,
            )
      }</div>`;
  }

  private entry({ case: number, title }: RulePage): TemplateResult {
    return html`<li class=${number === this.about ? "matters" : ""}>
      ${caseLink(number)} ${title}
      ${number === this.about ? html`<small>what is asked now</small>` : nothing}
      ${noteOn(this.slug, number) ? html`<small title="You have a note on this">✎ note</small>` : nothing}
    </li>`;
  }
}

customElements.define("rule-help", RuleHelp);
