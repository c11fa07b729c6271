// Under the details: the game as files, and what it is played with.

import { html, nothing, type TemplateResult } from "lit";
import type { SeatState, TitleInfo } from "../generated";

const REPORT = "A readable account with maps of every turn; drawing it takes some seconds";
const HIDDEN =
  "The files would tell what the other side hides: they can be saved when the game is over.";
const DICE =
  "The hash of the secret seed of all dice, told before the first roll; the seed is told when the game is over";
const DATA = "The version of the game's data that this table is played with";

/** The game as files, to be saved. */
export function files(secret: string, state: SeatState, { slug }: TitleInfo): TemplateResult {
  const seat = `/api/seats/${secret}`;
  const { scenario, turn } = state.presentation;
  const name = `${slug}-${scenario}-turn-${turn}`;
  return html`<a href="${seat}/record" download="${name}.stavka">Save the record</a>
    <a href="${seat}/position" download="${name}.txt">Save the position</a>
    <a class="report" href="${seat}/report" download="${name}-report.zip" title=${REPORT}>After-action report</a>`;
}

export function foot(secret: string, state: SeatState, title: TitleInfo): TemplateResult {
  return html`<footer class="foot">
    ${
      state.can_export
        ? files(secret, state, title)
        : state.sides.length
          ? html`<small>${HIDDEN}</small>`
          : nothing
    }
    <span title=${DICE}>Dice ${state.commitment.slice(0, 10)}…</span>
    <span title=${DATA}>Data ${state.data}</span>
  </footer>`;
}
