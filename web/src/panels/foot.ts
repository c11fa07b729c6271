// Under the details: the game as files, and what it is played with.

import { html, nothing, type TemplateResult } from "lit";
import type { SeatState, TitleInfo } from "../generated";

const HIDDEN =
  "The files would tell what the other side hides: they can be saved when the game is over.";
const DICE =
  "The hash of the secret seed of all dice, told before the first roll; the seed is told when the game is over";
const DATA = "The version of the game's data that this table is played with";

/** What the files of a game are called, without their kind. */
export function fileName({ presentation }: SeatState, { slug }: TitleInfo): string {
  return `${slug}-${presentation.scenario}-turn-${presentation.turn}`;
}

/** The game as files, to be saved. */
export function files(secret: string, state: SeatState, title: TitleInfo): TemplateResult {
  const seat = `/api/seats/${secret}`;
  const name = fileName(state, title);
  return html`<a href="${seat}/record" download="${name}.stavka">Save the record</a>
    <a href="${seat}/position" download="${name}.txt">Save the position</a>`;
}

export function foot(
  secret: string,
  state: SeatState,
  title: TitleInfo,
  report: TemplateResult,
): TemplateResult {
  return html`<footer class="foot">
    ${
      state.can_export
        ? html`${files(secret, state, title)} ${report}`
        : state.sides.length
          ? html`<small>${HIDDEN}</small>`
          : nothing
    }
    <span title=${DICE}>Dice ${state.commitment.slice(0, 10)}…</span>
    <span title=${DATA}>Data ${state.data}</span>
  </footer>`;
}
