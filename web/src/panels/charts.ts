// A chart of the game: the columns of the present forecast lit, the present turn marked, and at the
// foot what comes from where. Rows that are not printed but ours have a star.

import { html, nothing, type TemplateResult } from "lit";
import { classMap } from "lit/directives/class-map.js";
import type { ChartRow, ChartSource, ChartView } from "../generated";
import { caseLink } from "../help";

export interface ChartPanelView {
  chart: ChartView;
  // The columns of the table that a choice may use, as a preview names them.
  lit: readonly string[];
  turn: number;
}

// A column with a longer cell is to be read as text, one with a much longer cell needs room for it.
const LONG = 24;
const TEXT = 120;
const STAR = html`<span class="star" role="img" aria-label="Reconstructed">*</span>`;

/** The numbers of the columns whose heading is lit. Where the same heading stands over several
 * columns, in lines for different ground, only the headings are lit: which line holds is not told. */
export function litColumns(
  heads: readonly (readonly string[])[],
  lit: readonly string[],
): Set<number> {
  const found = lit.map((name) => new Set(heads.map((line) => line.indexOf(name))));
  for (const places of found) places.delete(-1);
  return new Set(found.flatMap((places) => (places.size === 1 ? [...places] : [])));
}

/** Whether a row is that of the present turn. */
export function isNow({ turn: column }: ChartView, row: ChartRow, turn: number): boolean {
  return column !== null && row.cells[column] === String(turn);
}

export function chartPanel(view: ChartPanelView): TemplateResult {
  const { chart, lit, turn } = view;
  const columns = litColumns(chart.heads, lit);
  const longest = chart.heads[0]!.map((_, i) =>
    Math.max(...chart.rows.map((row) => row.cells[i]!.length)),
  );
  const looks = (i: number, head = "") =>
    classMap({
      lit: columns.has(i),
      long: longest[i]! > LONG,
      text: longest[i]! > TEXT,
      // Odds have a dash that a line could end with.
      whole: longest[i]! <= LONG && !head.includes(" "),
    });
  return html`<section class="chart" aria-label=${chart.name}>
    <div class="scroll" tabindex="0" role="region" aria-label="${chart.name}, table">
      <table>
        <caption>
          <b>${chart.name}</b> ${caseLink(chart.case)}
          ${chart.text ? html`<span class="how">${chart.text}</span>` : nothing}
        </caption>
        <thead>
          ${chart.heads.map((line) => headLine(line, chart.heads.length > 1, lit, looks))}
        </thead>
        <tbody>
          ${chart.rows.map((row) => bodyRow(chart, row, isNow(chart, row, turn), looks))}
        </tbody>
      </table>
    </div>
    ${provenance(chart)}
  </section>`;
}

type Looks = (column: number, head?: string) => ReturnType<typeof classMap>;

function headLine(
  line: readonly string[],
  several: boolean,
  lit: readonly string[],
  looks: Looks,
): TemplateResult {
  return html`<tr>
    ${line.map((head, i) => {
      const marked = i > 0 && lit.includes(head);
      // The first heading of several lines says which line it is.
      return html`<th scope=${several && !i ? "row" : "col"} class=${looks(i, head)}>
        ${marked ? html`<mark>${head}<span class="visually-hidden"> (present column)</span></mark>` : head}
      </th>`;
    })}
  </tr>`;
}

function bodyRow(chart: ChartView, row: ChartRow, now: boolean, looks: Looks): TemplateResult {
  const [first, ...others] = row.cells;
  return html`<tr class=${now ? "now" : ""} aria-current=${now ? "true" : nothing}>
    <th scope="row" class=${looks(0)}>
      ${now ? html`<span class="here" aria-hidden="true">▸</span>` : nothing}${first}${row.source === "reconstructed" ? STAR : nothing}
    </th>
    ${others.map(
      (cell, i) =>
        html`<td class=${looks(i + 1)}>${i + 1 === chart.cases ? caseLink(cell) : cell}</td>`,
    )}
  </tr>`;
}

const KINDS: readonly [ChartSource["kind"], string][] = [
  ["rulebook", "from the rulebook"],
  ["found", "found in public sources"],
  ["reconstructed", "reconstructed by us"],
];

/** How many rows of each kind there are, and on request every source. */
function provenance({ rows, sources }: ChartView): TemplateResult {
  const counted = KINDS.map(([kind, words]) => ({
    kind,
    words,
    n: rows.filter((row) => row.source === kind).length,
  })).filter(({ n }) => n);
  return html`<details class="provenance">
    <summary>
      ${counted.map(
        ({ kind, words, n }, i) =>
          html`${i ? "; " : nothing}${kind === "reconstructed" ? STAR : nothing} ${n === rows.length ? "All" : n} ${words}`,
      )}
    </summary>
    <ul>
      ${sources.map(
        ({ text, rows: n }) =>
          html`<li>${text} <small>${n} ${n === 1 ? "row" : "rows"}</small></li>`,
      )}
    </ul>
  </details>`;
}
