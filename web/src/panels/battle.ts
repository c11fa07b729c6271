// A battle: who against whom, the columns of the table, what each face of the die brings, what fell
// and what came of it. Without a die it is the forecast of an attack that is being put together.

import { html, nothing, type TemplateResult } from "lit";
import { unsafeSVG } from "lit/directives/unsafe-svg.js";
import { counterSvg } from "../counters";
import type { Battle, ChartView, Face, LogLine, Preview, UnitView } from "../generated";
import { caseLink } from "../help";
import type { Looks } from "../looks";
import { percent } from "./percent";

// More counters than this are told by their number.
const COUNTERS = 6;
// Columns on either side of the one that counts.
const BESIDE = 3;

export interface Forces {
  attackers: readonly UnitView[];
  defenders: readonly UnitView[];
}

/** Who against whom, with the sum between them. */
export function versus(
  { attackers, defenders }: Forces,
  sum: string,
  looks: Looks,
): TemplateResult {
  return html`<div class="versus">
    ${counters(attackers, looks, "Attackers")}
    <strong class="sum-line result">${sum || "against"}</strong>
    ${counters(defenders, looks, "Defenders")}
  </div>`;
}

function counters(units: readonly UnitView[], looks: Looks, name: string): TemplateResult {
  const titles = units.map((unit) => unit.title).join(", ");
  return html`<span class="force" role="img" aria-label="${name}: ${titles || "nobody is seen"}">
    ${units.slice(0, COUNTERS).map((unit) => html`<span title=${unit.title}>${unsafeSVG(counterSvg(unit, looks, 40))}</span>`)}
    ${units.length > COUNTERS ? html`<b>+${units.length - COUNTERS}</b>` : nothing}
  </span>`;
}

/** The columns of the table around those that are used: how far it was to the next. */
export function columnsRow(
  charts: readonly ChartView[],
  used: readonly string[],
): TemplateResult | typeof nothing {
  const head = charts[0]?.heads.find((row) => used.some((column) => row.includes(column)));
  if (!head) return nothing;
  const places = used.map((column) => head.indexOf(column)).filter((place) => place >= 0);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  // What stands before the columns is the heading of the rows.
  const shown = head.slice(Math.max(1, first - BESIDE), last + BESIDE + 1).filter(Boolean);
  return html`<ol class="columns" aria-label="Columns of the table">
    ${shown.map((column) => html`<li class=${used.includes(column) ? "used" : ""} aria-current=${used.includes(column) ? "true" : nothing}>${column}</li>`)}
  </ol>`;
}

/** What each face of the die brings; that which fell is outlined. */
export function facesRow(faces: readonly Face[], fell = 0): TemplateResult | typeof nothing {
  if (!faces.length) return nothing;
  return html`<ol class="faces" aria-label="What each roll brings">
    ${faces.map(
      (
        face,
      ) => html`<li class=${face.die === fell ? "fell" : ""} data-die=${face.die} title=${face.text}>
        <b>${face.die}</b><span>${face.result}</span>
        ${face.die === fell ? html`<span class="visually-hidden">has fallen</span>` : nothing}
      </li>`,
    )}
  </ol>`;
}

export interface BattleView {
  battle: Battle;
  // The line of the log that tells of it, and those that tell what came of it.
  line: LogLine;
  followed: readonly LogLine[];
  charts: readonly ChartView[];
  looks: Looks;
  // The question that follows from it, or nothing.
  question: TemplateResult | typeof nothing;
  settings: TemplateResult;
  close(): void;
  light(labels: readonly string[]): void;
}

export function battleCard(view: BattleView): TemplateResult {
  const { battle, line, followed } = view;
  const { preview } = battle;
  return html`
    <div class="card-head">
      <h2 id="battle-title">Attack on ${battle.targets.join(", ")}</h2>
      ${caseLink(line.case)}
      <button class="quiet" aria-label="Close the battle" @click=${view.close}>✕</button>
    </div>
    ${versus(battle, preview.result || battle.column, view.looks)}
    ${columnsRow(view.charts, battle.column ? [battle.column] : preview.columns)}
    ${facesRow(preview.faces, battle.die)}
    <p class="fell-out">
      ${line.dice.length && !battle.die ? html`<span class="thrown">${line.dice.map((die) => html`<span class="die" role="img" aria-label="die ${die}">${die}</span>`)}</span>` : nothing}
      <b>${battle.result}</b>${battle.text ? html`: ${battle.text}` : nothing}. ${likely(battle)}
    </p>
    ${
      followed.length
        ? html`<ul class="followed" aria-label="What came of it">
          ${followed.map(
            (
              each,
            ) => html`<li @pointerenter=${() => view.light(each.hexes)} @pointerleave=${() => view.light([])}>
              ${each.text} ${caseLink(each.case)}
            </li>`,
          )}
        </ul>`
        : nothing
    }
    ${sum(preview)}
    ${view.question}
    <div class="card-foot">${view.settings}</div>
  `;
}

/** From the side of whoever attacked: how likely as bad a result was, or as good a one. */
function likely({ chance, worse, better, side }: Battle): TemplateResult | typeof nothing {
  if (!chance) return nothing;
  const [words, part] =
    worse <= better ? ["This or worse", worse + chance] : ["This or better", better + chance];
  return html`<span class="likely">${words} for ${side}: ${percent(part)}.</span>`;
}

function sum({ lines }: Preview): TemplateResult | typeof nothing {
  if (!lines.length) return nothing;
  return html`<details class="sum-lines">
    <summary>The sum, line by line</summary>
    <table class="sum">
      <tbody>
        ${lines.map((each) => html`<tr><th scope="row">${each.text} ${caseLink(each.case)}</th><td>${each.value}</td></tr>`)}
      </tbody>
    </table>
  </details>`;
}
