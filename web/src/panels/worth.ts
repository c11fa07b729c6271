// What a scenario has proved to be worth between equal computer players: a bar and a line of text.

import { html, nothing, type TemplateResult } from "lit";
import type { WorthInfo } from "../generated";
import { type Liveries, liveryOf } from "../looks";
import { percent } from "./percent";

// What players are called who all are of one kind.
const KINDS: Record<string, string> = {
  "portfolio:1": "computer players that do not search",
  staff: "staffs",
  marshal: "marshals",
};

export function worth(
  { sides, drawn, players, games }: WorthInfo,
  liveries: Liveries,
): TemplateResult {
  const part = (share: number, colour: string): TemplateResult =>
    html`<i style="flex:${share};background:${colour}"></i>`;
  const bars = sides.map(({ side, rate }) => part(rate, liveryOf(liveries, side).face));
  const rates = sides.map(({ side, rate, low, high }) => {
    const [from, to] = [low, high].map((bound) => Math.round(100 * bound));
    return `${side} ${percent(rate)} (${from} to ${to})`;
  });
  return html`<span class="worth">
    <span class="worth-bar" aria-hidden="true">${bars[0]}${part(drawn, "")}${bars.slice(1)}</span>
    <small>
      Between equal ${KINDS[players] ?? players}: ${rates.join(", ")}${drawn ? `, drawn ${percent(drawn)}` : nothing} of
      ${games} games
    </small>
  </span>`;
}
