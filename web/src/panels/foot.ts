// Under the details: the game as files, and what it is played with.

import { html, nothing, type TemplateResult } from "lit";
import type { SeatState, TitleInfo } from "../generated";

const HIDDEN =
  "The files would tell what the other side hides: they can be saved when the game is over.";
const DATA = "The version of the game's data that this table is played with";

/** What the files of a game are called, without their kind. */
export function fileName({ presentation }: SeatState, { slug }: TitleInfo): string {
  return `${slug}-${presentation.scenario}-turn-${presentation.turn}`;
}

export interface FootView {
  // The game as files, and as a report.
  files: TemplateResult;
  report: TemplateResult;
  // What the dice follow from.
  dice: TemplateResult | typeof nothing;
}

export function foot(state: SeatState, { files, report, dice }: FootView): TemplateResult {
  return html`<footer class="foot">
    ${
      state.can_export
        ? html`${files} ${report}`
        : state.sides.length
          ? html`<small>${HIDDEN}</small>`
          : nothing
    }
    ${dice}
    <span title=${DATA}>Data ${state.data}</span>
  </footer>`;
}
