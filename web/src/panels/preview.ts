// What a choice would bring: the sum line by line, and the chance of every result as a bar.

import { html, nothing, type TemplateResult } from "lit";
import { styleMap } from "lit/directives/style-map.js";
import type { Preview } from "../generated";
import { caseLink } from "../help";

export function previewPanel(title: string, preview: Preview): TemplateResult {
  const most = Math.max(...preview.chances.map((c) => c.probability), 0.01);
  return html`<section class="preview" aria-label="Preview">
    <h2>${title}</h2>
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
    ${preview.result ? html`<p class="result">${preview.result}</p>` : nothing}
    ${
      preview.chances.length
        ? html`<table class="chances">
          <caption>
            Chance of each result
          </caption>
          <tbody>
            ${preview.chances.map(
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
        </table>`
        : nothing
    }
  </section>`;
}

export function percent(probability: number): string {
  const value = probability * 100;
  return `${value >= 10 || value === 0 ? Math.round(value) : value.toFixed(1)} %`;
}
