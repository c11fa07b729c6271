// Dice and luck against expectation: bars with a mark for what was to be expected, and every roll
// that followed a choice with known chances. Everything drawn stands in a table too.

import { html, nothing, type TemplateResult } from "lit";
import { styleMap } from "lit/directives/style-map.js";
import type { DiceCount, JudgedRoll, Luck, SideLuck } from "../generated";
import type { Liveries } from "../looks";
import { chip } from "./chip";
import { percent } from "./percent";

export interface LuckView {
  luck: Luck;
  liveries: Liveries;
  close(): void;
  show(move: number): void;
}

const MEANING =
  "The luck of a roll is the chance of a worse result minus the chance of a better one: 0 is what to expect, +1 a miracle, −1 a disaster.";

export function luckPanel(view: LuckView): TemplateResult {
  const { luck } = view;
  return html`<div
    class="luck"
    role="dialog"
    aria-label="Dice and luck"
    tabindex="-1"
    @keydown=${(event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      view.close();
    }}
  >
    <header>
      <h2>Dice and luck</h2>
      <button class="quiet" aria-label="Close dice and luck" @click=${view.close}>✕</button>
    </header>
    <div class="of-sides">${luck.sides.map((side) => ofSide(side, view.liveries))}</div>
    <p class="meaning">${MEANING}</p>
    ${luck.rolls.length ? rolls(luck.rolls, view) : html`<p>No roll yet whose chances were known beforehand.</p>`}
  </div>`;
}

function ofSide(side: SideLuck, liveries: Liveries): TemplateResult {
  return html`<section aria-label=${side.side}>
    <h3>
      ${chip(liveries, side.side)}
      ${
        side.judged
          ? html`<b class="sum">${signed(side.luck)}</b>
            <small>in ${side.judged} ${side.judged > 1 ? "rolls" : "roll"}; two games in three lie within ±${side.spread.toFixed(1)}</small>`
          : html`<small>no luck to judge</small>`
      }
    </h3>
    ${side.dice.length ? side.dice.map((dice) => distribution(dice)) : html`<p class="none">No dice yet.</p>`}
  </section>`;
}

function distribution({ sides, counts }: DiceCount): TemplateResult {
  const rolled = counts.reduce((sum, n) => sum + n, 0);
  const expected = rolled / sides;
  const most = Math.max(...counts, expected);
  const mean = counts.reduce((sum, n, i) => sum + n * (i + 1), 0) / rolled;
  return html`<table class="faces">
    <caption>
      ${rolled} ${rolled > 1 ? "dice" : "die"} of ${sides}; mean ${mean.toFixed(2)}, expected ${((sides + 1) / 2).toFixed(1)}
    </caption>
    <thead class="visually-hidden">
      <tr><th scope="col">Face</th><th scope="col">Times</th><th scope="col">Expected ${expected.toFixed(1)}</th></tr>
    </thead>
    <tbody>
      ${counts.map(
        (n, i) =>
          html`<tr>
            <th scope="row"><span class="die">${i + 1}</span></th>
            <td class="times">${n}</td>
            <td class="bars" aria-hidden="true">
              <span class="bar" style=${styleMap({ width: `${(100 * n) / most}%` })}></span>
              <span class="expected" style=${styleMap({ left: `${(100 * expected) / most}%` })}></span>
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function rolls(all: readonly JudgedRoll[], view: LuckView): TemplateResult {
  return html`<div class="judged" tabindex="0" role="region" aria-label="Rolls with known chances">
    <table>
      <thead>
        <tr><th scope="col">Roll</th><th scope="col">Chance</th><th scope="col" class="visually-hidden">Picture</th><th scope="col">Luck</th></tr>
      </thead>
      <tbody>
        ${all.map(
          (roll) => html`<tr>
            <th scope="row"><div class="which">
              ${chip(view.liveries, roll.side)}
              <button class="quiet" title="Show it in the replay" @click=${() => view.show(roll.move)}>${roll.text}</button>
            </div></th>
            <td class="percent">${percent(roll.chance)}</td>
            <td class="swing" aria-hidden="true">${swing(roll.luck)}</td>
            <td class="percent">${signed(roll.luck)}${roll.luck ? html`<span class="visually-hidden">${roll.luck > 0 ? " better" : " worse"} than expected</span>` : nothing}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Right of the middle and full for good luck, left and hatched for bad. */
function swing(luck: number): TemplateResult {
  const wide = `${50 * Math.abs(luck)}%`;
  return html`<span
    class=${luck < 0 ? "bad" : "good"}
    style=${styleMap(luck < 0 ? { right: "50%", width: wide } : { left: "50%", width: wide })}
  ></span>`;
}

export const signed = (luck: number): string =>
  `${luck > 0 ? "+" : luck < 0 ? "−" : ""}${Math.abs(luck).toFixed(2)}`;
