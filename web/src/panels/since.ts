// What happened since one's last turn: the lines of that stretch, and a button to watch it.

import { html, nothing, type TemplateResult } from "lit";
import type { Pace } from "../film";
import type { LogLine } from "../generated";
import { caseLink } from "../help";
import { paceChoice } from "./film";

export interface SinceView {
  lines: readonly LogLine[];
  spectator: boolean;
  // Somebody has chosen since: one line is enough.
  small: boolean;
  watch(): void;
  pace: Pace;
  setPace(pace: Pace): void;
  putAside(): void;
  light(labels: readonly string[]): void;
}

export function sincePanel(view: SinceView): TemplateResult {
  const told = view.lines.filter((line) => !line.heading).length;
  const title = view.spectator ? "Since you last looked" : "Since your last turn";
  return html`<section class="since ${view.small ? "small" : ""}" aria-label=${title}>
    <h2>
      ${title} <small>${told === 1 ? "1 event" : `${told} events`}</small>
      ${view.small ? html`<button class="quiet watch" @click=${view.watch}>▶ Watch</button>` : nothing}
      <button class="quiet" aria-label="Put this aside" @click=${view.putAside}>✕</button>
    </h2>
    ${view.small ? nothing : html`<button class="primary watch" @click=${view.watch}>▶ Watch what happened</button>${reading(view)}`}
  </section>`;
}

function reading(view: SinceView): TemplateResult {
  return html`<span class="pace-line">Turns of others: ${paceChoice(view.pace, view.setPace)}</span>
    <details>
      <summary>Read it</summary>
      <ol>
        ${view.lines.map((line) =>
          line.heading
            ? html`<li class="heading"><b>${line.text}</b></li>`
            : html`<li @pointerenter=${() => view.light(line.hexes)} @pointerleave=${() => view.light([])}>
                ${line.text} ${line.dice.map((die) => html`<span class="die" role="img" aria-label="die ${die}">${die}</span>`)}
                ${caseLink(line.case)}
              </li>`,
        )}
      </ol>
    </details>`;
}
