// What can be chosen and lies beside the map, as cards with its counters: units that wait in boxes.

import { html, nothing, type TemplateResult } from "lit";
import { unsafeSVG } from "lit/directives/unsafe-svg.js";
import type { Pick } from "../choices";
import { counterSvg } from "../counters";
import type { DecisionView, OptionView, UnitView } from "../generated";
import { caseLink } from "../help";
import type { Looks } from "../looks";

export interface CardsView {
  units: readonly UnitView[];
  looks: Looks;
  // Whether it is said what each answer brings.
  explains: boolean;
  choose(pick: Pick): void;
  preview(pick: Pick | null): void;
}

const SIZE = 46;

/** Whom the question is about, then a row for each option with units beside the map. */
export function cards(decision: DecisionView, view: CardsView): TemplateResult | typeof nothing {
  const beside = view.units.filter((unit) => unit.box);
  const about = beside.filter((unit) => decision.units.includes(unit.id));
  const rows = decision.options
    .filter((option) => option.kind === "unit")
    .map((option) => ({ option, offered: beside.filter((u) => option.values.includes(u.id)) }))
    .filter(({ offered }) => offered.length);
  if (!about.length && !rows.length) return nothing;
  return html`${about.map(
    (unit) =>
      html`<p class="about-card">${unsafeSVG(counterSvg(unit, view.looks, SIZE))}<b>${unit.title}</b></p>`,
  )}
  ${rows.map(
    ({ option, offered }) =>
      html`<div class="cards" role="group" aria-label=${option.label}>
        <span class="of">${option.label} ${caseLink(option.case)}</span>
        ${view.explains && option.means ? html`<span class="means">${option.means}</span>` : nothing}
        <div class="card-row">${offered.map((unit) => card(option, unit, view))}</div>
      </div>`,
  )}`;
}

function card(option: OptionView, unit: UnitView, view: CardsView): TemplateResult {
  const pick = { option, argument: unit.id };
  const show = (): void => view.preview(pick);
  const hide = (): void => view.preview(null);
  return html`<button
    class="unit-card"
    data-verb=${option.verb}
    data-argument=${unit.id}
    title=${[unit.title, unit.values, ...unit.states].filter(Boolean).join(" · ")}
    @click=${() => view.choose(pick)}
    @pointerenter=${show}
    @pointerleave=${hide}
    @focus=${show}
    @blur=${hide}
  >
    ${unsafeSVG(counterSvg(unit, view.looks, SIZE))}
    <span><span class="visually-hidden">${option.label} </span>${unit.title.split(":")[0]}</span>
  </button>`;
}
