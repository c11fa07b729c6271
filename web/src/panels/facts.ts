// Off the map: facts, tracks and boxes of the title.

import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Boxes } from "../controllers/boxes";
import type { Presentation } from "../generated";
import { caseLink } from "../help";
import type { Looks } from "../looks";
import { type InspectorView, unitList } from "./inspector";

// A longer text stands under its name, to be read as one.
const LONG = 42;

export function facts(
  presentation: Presentation,
  view: { looks: Looks; choose: InspectorView["choose"]; boxes: Boxes },
): TemplateResult | typeof nothing {
  const { facts, tracks, boxes, units, decision } = presentation;
  const filled = boxes
    .map((box) => ({ box, inside: units.filter((u) => u.box === box.key) }))
    .filter(({ inside }) => inside.length);
  if (!facts.length && !tracks.length && !filled.length) return nothing;
  return html`<section class="facts" aria-label="State of the war">
    <h2>State of the war</h2>
    ${tracks.map(
      (track) =>
        html`<div class="track">
          <span class="name">${track.name}</span>
          <span class="value"
            >${track.value} of ${track.maximum}${track.text ? html`<small>${track.text}</small>` : nothing}</span
          >
          <span
            class="gauge"
            role="meter"
            aria-label=${track.name}
            aria-valuemin="0"
            aria-valuemax=${track.maximum}
            aria-valuenow=${track.value}
            ><span style="width:${Math.min(100, (100 * track.value) / (track.maximum || 1))}%"></span
          ></span>
        </div>`,
    )}
    ${
      facts.length
        ? html`<dl>
          ${facts.map(
            (fact) =>
              html`<div class=${fact.text.length > LONG ? "long" : ""}>
                <dt>${fact.name} ${caseLink(fact.case)}</dt>
                <dd>${fact.text}</dd>
              </div>`,
          )}
        </dl>`
        : nothing
    }
    ${repeat(
      filled,
      ({ box }) => box.key,
      ({ box, inside }) => {
        const toggled = ({ currentTarget }: Event): void =>
          view.boxes.toggled(box.key, (currentTarget as HTMLDetailsElement).open);
        return html`<details @toggle=${toggled}>
          <summary>${box.name} <small>${inside.length}</small></summary>
          ${view.boxes.isOpen(box.key) ? unitList(inside, { ...view, decision }) : nothing}
        </details>`;
      },
    )}
  </section>`;
}
