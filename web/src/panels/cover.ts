// What covers the table: the hand-over between players at one screen, and the end of the game.

import { html, type TemplateResult } from "lit";
import type { OutcomeView } from "../generated";
import { caseLink } from "../help";

export function handOver(side: string, ready: () => void): TemplateResult {
  return html`<div class="cover">
    <div class="card" role="dialog" aria-modal="true" aria-labelledby="hand-over-title">
      <p class="eyebrow">Hand over</p>
      <h2 id="hand-over-title">The ${side} player's turn</h2>
      <p>The map stays hidden until the right eyes are in front of it.</p>
      <button class="primary big" autofocus @click=${ready}>I am the ${side} player</button>
    </div>
  </div>`;
}

export function outcomeBanner(outcome: OutcomeView, close: () => void): TemplateResult {
  return html`<div class="outcome" role="status">
    <div>
      <h2>${outcome.winner ? `${outcome.winner} victory` : "A draw"}</h2>
      <p>${outcome.level ? `${outcome.level}: ` : ""}${outcome.reason} ${caseLink(outcome.case)}</p>
    </div>
    <a class="button" href="#">New game</a>
    <button class="quiet" aria-label="Close banner" @click=${close}>✕</button>
  </div>`;
}
