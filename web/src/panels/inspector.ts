// The hex under the cursor: terrain, places, every unit with its states and what can be done.

import { html, nothing, type TemplateResult } from "lit";
import { unsafeSVG } from "lit/directives/unsafe-svg.js";
import { type Pick, picksOf } from "../choices";
import { counterSvg } from "../counters";
import type { DecisionView, Line, MapHex, MarkerView, UnitView } from "../generated";
import { caseLink } from "../help";
import type { Looks } from "../looks";

export interface InspectorView {
  hex: MapHex;
  units: readonly UnitView[];
  markers: readonly MarkerView[];
  // What the units come to together.
  totals: readonly Line[];
  looks: Looks;
  decision: DecisionView | null;
  choose(pick: Pick): void;
}

export function inspector(view: InspectorView): TemplateResult {
  const { hex, units, markers } = view;
  return html`<section class="inspector" aria-label="Hex ${hex.label}">
    <h2>
      ${hex.places.length ? hex.places.join(", ") : `Hex ${hex.label}`}
      <small
        >${hex.places.length ? `${hex.label} · ` : ""}${hex.terrain}${hex.in_play ? "" : ", out of play"}${count(units)}</small
      >
    </h2>
    ${markers.map((m) => html`<p class="marker-line">${m.text || m.kind}</p>`)}
    ${units.length && view.totals.length ? totalsTable(view.totals) : nothing}
    ${units.length ? unitList([...units].reverse(), view) : nothing}
  </section>`;
}

function totalsTable(totals: readonly Line[]): TemplateResult {
  return html`<dl class="totals" aria-label="Totals">
    ${totals.map(
      (line) =>
        html`<div>
          <dt>${line.text} ${caseLink(line.case)}</dt>
          <dd>${line.value}</dd>
        </div>`,
    )}
  </dl>`;
}

export function unitList(
  units: readonly UnitView[],
  view: Pick2<InspectorView, "looks" | "decision" | "choose">,
): TemplateResult {
  return html`<ul class="units">
    ${units.map((unit) => {
      const picks = picksOf(view.decision, unit.id);
      return html`<li class=${picks.length ? "lit" : ""}>
        ${unsafeSVG(counterSvg(unit, view.looks, 46))}
        <span class="about"
          ><b>${unit.title}</b><span class="states">${[unit.values, ...unit.states].filter(Boolean).join(" · ")}</span></span
        >
        ${
          picks.length
            ? html`<span class="picks"
              >${picks.map(
                (pick) =>
                  html`<button
                    data-verb=${pick.option.verb}
                    data-argument=${pick.argument}
                    aria-label="${pick.option.label}: ${unit.title}"
                    @click=${() => view.choose(pick)}
                  >
                    ${pick.option.label}
                  </button>`,
              )}</span
            >`
            : nothing
        }
      </li>`;
    })}
  </ul>`;
}

type Pick2<T, K extends keyof T> = { [P in K]: T[P] };

function count(units: readonly UnitView[]): string {
  if (units.length < 2) return units.length ? " · 1 unit" : "";
  return ` · ${units.length} units`;
}
