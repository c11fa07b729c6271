// What a choice would bring: the sum line by line, and the chance of every result as a bar.

import { html, nothing, type TemplateResult } from "lit";
import { styleMap } from "lit/directives/style-map.js";
import type { Chance, ChartView, Doubt, Preview } from "../generated";
import { caseLink } from "../help";
import type { Looks } from "../looks";
import { columnsRow, type Forces, facesRow, versus } from "./battle";
import { percent } from "./percent";

/** What a forecast of an attack shows beside the chances. */
export interface Forecast extends Forces {
  charts: readonly ChartView[];
  looks: Looks;
}

export function previewPanel(title: string, preview: Preview, about: Forecast): TemplateResult {
  const attack = preview.chances.length > 0 && about.attackers.length > 0;
  return html`<section class="preview" aria-label="Preview">
    <h2>${title}</h2>
    ${attack ? versus(about, preview.result, about.looks) : nothing}
    ${preview.result && !attack ? html`<p class="result">${preview.result}</p>` : nothing}
    ${preview.chances.length ? chanceTable("Chance of each result", preview.chances) : nothing}
    ${attack ? html`${columnsRow(about.charts, preview.columns)} ${facesRow(preview.faces)}` : nothing}
    ${
      preview.lines.length
        ? html`<table class="sum">
          <caption class="visually-hidden">
            The sum line by line
          </caption>
          <tbody>
            ${preview.lines.map(
              (line) =>
                html`<tr>
                  <th scope="row">${line.text} ${caseLink(line.case)}</th>
                  <td>${line.value}</td>
                </tr>`,
            )}
          </tbody>
        </table>`
        : nothing
    }
    ${preview.uncertain.length ? doubts(preview.uncertain) : nothing}
  </section>`;
}

function chanceTable(caption: string, chances: readonly Chance[]): TemplateResult {
  const most = Math.max(...chances.map((c) => c.probability), 0.01);
  return html`<table class="chances">
    <caption>
      ${caption}
    </caption>
    <tbody>
      ${chances.map(
        (chance, i) =>
          html`<tr>
            <th scope="row">${chance.result}</th>
            <td class="what">${chance.text}</td>
            <td class="bar">
              <span
                class="nth-${i % 3}"
                style=${styleMap({ width: `${(chance.probability / most) * 100}%` })}
              ></span>
            </td>
            <td class="percent">${percent(chance.probability)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** What nobody can tell beforehand, with what it would come to. */
function doubts(uncertain: readonly Doubt[]): TemplateResult {
  return html`<div class="doubts">
    <h3>Not certain</h3>
    <ul>
      ${uncertain.map(
        (doubt) =>
          html`<li>
            ${doubt.text} ${caseLink(doubt.case)}
            ${
              doubt.chances.length
                ? html`<details>
                  <summary>${doubt.result || "What it would come to"}</summary>
                  ${chanceTable("Then the chance of each result", doubt.chances)}
                </details>`
                : doubt.result
                  ? html`<span class="then">${doubt.result}</span>`
                  : nothing
            }
          </li>`,
      )}
    </ul>
  </div>`;
}
