// What stands in the way of the table, or over it: that there is none, the hand-over between players
// at one screen, whose board it is, the end of the game.

import { html, nothing, type TemplateResult } from "lit";
import { seatAddress } from "../tables";

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

const HEADINGS: Record<number, string> = {
  403: "You cannot sit here now",
  410: "This seat is yours no more",
};

export interface Lost {
  problem: string;
  problemStatus: number;
}

/** There is no such seat, or its table cannot be shown; `home` is the seat that a what-if was made from. */
export function lostTable({ problem, problemStatus }: Lost, home: string): TemplateResult {
  const gone = home
    ? "Such boards are forgotten after a while. The game itself is kept."
    : "This link leads to no seat on this server.";
  const heading = home ? "The what-if is gone" : "No such table";
  return html`<main class="lost-table">
    <h1>${problem ? (HEADINGS[problemStatus] ?? "This table cannot be shown") : heading}</h1>
    <p>${problem || gone}</p>
    ${problemStatus === 403 ? html`<button class="primary" @click=${() => location.reload()}>Look again</button>` : nothing}
    ${home ? html`<a class="button primary" href=${seatAddress(home)}>Back to the game</a>` : nothing}
    <a class="button" href="#">To the lobby</a>
  </main>`;
}

export function whatIfBanner(leave: () => void): TemplateResult {
  return html`<div class="what-if-banner" role="region" aria-label="What if">
    <p><b>What if?</b> Only you see this copy of the game. <span class="more">Play both sides as you like: its dice are its own, and all can be undone.</span></p>
    <button @click=${leave}>Back to the game <kbd aria-hidden="true">W</kbd></button>
  </div>`;
}
