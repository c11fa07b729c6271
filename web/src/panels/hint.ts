// The staff suggests: a button that asks it, or what it would do and why.

import { html, nothing, type TemplateResult } from "lit";
import type { Pick } from "../choices";
import type { Suggested } from "../controllers/hints";

export interface HintView {
  suggested: Suggested | null;
  // What the forecast on the screen comes to.
  odds: string;
  thinking: boolean;
  // Whether it speaks unasked.
  on: boolean;
  call(): void;
  choose(pick: Pick): void;
  toggle(): void;
}

export function hintPanel(view: HintView): TemplateResult {
  const { on, suggested, thinking } = view;
  return html`<section class="hint" aria-label="The staff suggests" aria-busy=${thinking}>
    <div class="hint-line">
      ${
        suggested
          ? html`<span class="says">The staff suggests</span>`
          : html`<button class="ask-staff" aria-disabled=${thinking} @click=${() => view.call()}>
              ${thinking ? "The staff is thinking …" : "What does the staff suggest?"} <kbd aria-hidden="true">G</kbd>
            </button>`
      }
      <label><input type="checkbox" .checked=${on} @change=${() => view.toggle()} /> always</label>
    </div>
    ${suggested ? suggestion(suggested, view) : nothing}
  </section>`;
}

function suggestion({ hint, pick, text }: Suggested, view: HintView): TemplateResult {
  // What stands below with its whole sum need not be said here.
  const reasons = view.odds && hint.reasons[0] === `${view.odds}.` ? [] : hint.reasons;
  return html`<button class="follow" data-hint @click=${() => view.choose(pick)}>${text}</button>
    ${hint.next ? html`<p>Then: ${hint.next}</p>` : nothing}
    ${reasons.length ? html`<ul>${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>` : nothing}
    ${hint.purpose ? html`<p class="purpose">${hint.purpose}</p>` : nothing}`;
}
