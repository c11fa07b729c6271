// The end of a game: who has won by what, the points line by line, how it came to that, losses, luck.

import { html, nothing, svg, type TemplateResult } from "lit";
import type {
  ClockView,
  Course,
  Ending,
  Forces,
  JudgedRoll,
  Luck,
  OutcomeView,
  Score,
  SeatState,
  TitleInfo,
  Wish,
} from "../generated";
import { caseLink } from "../help";
import type { Verdict } from "../marks";
import { nameOf } from "../names";
import { chip } from "./chip";
import { daysWords } from "./clock";
import { verdictLine } from "./dice";
import { signed } from "./luck";
import { percent } from "./percent";
import { allWishes } from "./wishes";

export interface EndingView {
  state: SeatState;
  title: TitleInfo;
  outcome: OutcomeView;
  // Not there before they are found out.
  ending?: Ending | null;
  forces?: Forces | null;
  luck?: Luck | null;
  wishes: readonly Wish[];
  files: TemplateResult;
  report: TemplateResult;
  // Whether the dice are what they were committed to.
  checked: Verdict | null;
  /** Shows a moment in the replay. */
  replay(move: number): void;
  close(): void;
}

const WAIT = html`<p role="status">Reckoning …</p>`;

export function outcomeBanner(outcome: OutcomeView, show: () => void): TemplateResult {
  return html`<div class="outcome" role="status">
    <h2>${outcome.headline}</h2>
    <button class="primary" @click=${show}>The end of the game</button>
    <a class="button" href="#">New game</a>
  </div>`;
}

export function endingPage(view: EndingView): TemplateResult {
  const { outcome, title, state } = view;
  const { scenario, turn, turns } = state.presentation;
  const name = title.scenarios.find(({ key }) => key === scenario)?.name ?? scenario;
  return html`<div
    class="ending"
    role="dialog"
    aria-modal="true"
    aria-labelledby="ending-title"
    @keydown=${(event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.stopPropagation();
      view.close();
    }}
  >
    <div class="sheet">
      <header>
        <p class="eyebrow">${title.name} · ${name} · turn ${turn} of ${turns}</p>
        <h2 id="ending-title" tabindex="-1">${outcome.headline}</h2>
        <p class="detail">${outcome.detail} ${caseLink(outcome.case)}</p>
        <button class="quiet close" aria-label="Close the page" @click=${view.close}>✕</button>
      </header>
      <div class="parts">
        <section aria-labelledby="ending-score">
          <h3 id="ending-score">How it was decided</h3>
          ${state.clock?.lost ? onTime(state.clock) : view.ending ? decided(view.ending.score, view) : WAIT}
        </section>
        <section aria-labelledby="ending-losses">
          <h3 id="ending-losses">Losses</h3>
          ${view.forces ? losses(view.forces, view) : WAIT}
        </section>
        ${
          state.clock?.lost
            ? nothing
            : html`<section aria-labelledby="ending-course">
                <h3 id="ending-course">Turning points</h3>
                ${view.ending ? course(view.ending.course, view) : WAIT}
              </section>`
        }
        <section aria-labelledby="ending-luck">
          <h3 id="ending-luck">Luck</h3>
          ${view.luck ? fortune(view.luck, view) : WAIT}
          ${view.checked ? verdictLine(view.checked) : nothing}
        </section>
        ${
          view.wishes.length
            ? html`<section aria-labelledby="ending-wishes">
                <h3 id="ending-wishes">What the computer wanted</h3>
                ${allWishes(view.wishes, title, view.replay)}
              </section>`
            : nothing
        }
      </div>
      <footer>
        <button class="primary" @click=${() => view.replay(0)}>Watch the replay</button>
        ${state.can_export ? html`${view.files} ${view.report}` : nothing}
        <button @click=${view.close}>Look at the board</button>
        <a class="button" href="#">New game</a>
      </footer>
    </div>
  </div>`;
}

// How it was decided

const onTime = ({ lost, days }: ClockView): TemplateResult =>
  html`<p>Not by the rules: the time of ${lost} was up. Each side had ${daysWords(days)} for each turn, and whoever is late a day more once the win is claimed.</p>`;

function decided({ lines, total, levels }: Score, { title }: EndingView): TemplateResult {
  return html`<table class="score">
      <tbody>
        ${lines.map(
          (line) =>
            html`<tr><th scope="row">${line.text} ${caseLink(line.case)}</th><td>${line.value}</td></tr>`,
        )}
        ${
          total
            ? html`<tr class="total"><th scope="row">${total.text} ${caseLink(total.case)}</th><td>${total.value}</td></tr>`
            : nothing
        }
      </tbody>
    </table>
    ${
      levels.length
        ? html`<ol class="levels" aria-label="Levels of victory">
          ${levels.map(
            (
              rung,
            ) => html`<li class=${rung.reached ? "reached" : ""} aria-current=${rung.reached ? "true" : nothing}>
              ${rung.winner ? chip(title.liveries, rung.winner) : nothing} ${rung.level} <small>${rung.takes}</small>
            </li>`,
          )}
        </ol>`
        : nothing
    }`;
}

// How it came to that

const WIDE = 400;
const HIGH = 120;

function course(found: Course, view: EndingView): TemplateResult {
  const { turning_points: points } = found;
  return html`${found.standings.length > 1 ? curve(found, view) : nothing}
    ${points.length ? nothing : html`<p>Nothing stands out.</p>`}
    <ol class="turning">
      ${points.map(
        (point) => html`<li>
          <button class="quiet" title="Show it in the replay" @click=${() => view.replay(point.move)}>
            <span class="when">${point.turn}, ${point.phase}</span>
            <span class="for">for ${chip(view.title.liveries, point.side)}</span>
            <span>${point.text}</span>
          </button>
        </li>`,
      )}
    </ol>`;
}

/** Where a move lies on the curve, and a value; the extremes touch its edges. */
export function scales(
  standings: Course["standings"],
): [(move: number) => number, (value: number) => number] {
  const values = standings.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const [first, last] = [standings[0]!.move, standings.at(-1)!.move];
  return [
    (move) => (WIDE * (move - first)) / (last - first || 1),
    (value) => HIGH - (HIGH * (value - least)) / (most - least || 1),
  ];
}

function curve({ standings, turning_points }: Course, { title }: EndingView): TemplateResult {
  const [x, y] = scales(standings);
  const line = standings.map((s) => `${x(s.move).toFixed(1)},${y(s.value).toFixed(1)}`).join(" ");
  const at = (move: number): number =>
    (standings.find((standing) => standing.move >= move) ?? standings.at(-1)!).value;
  const side = (n: number): TemplateResult => chip(title.liveries, title.sides[n]!);
  return html`<figure>
    <svg viewBox="-12 -12 ${WIDE + 24} ${HIGH + 24}" role="img" aria-label="How the game stood, phase by phase">
      <polyline points=${line} />
      ${turning_points.map(
        (
          { move },
          i,
        ) => svg`<g transform="translate(${Math.max(0, x(move)).toFixed(1)} ${y(at(move)).toFixed(1)})">
          <circle r="9" /><text y="4">${i + 1}</text></g>`,
      )}
    </svg>
    <figcaption>Up is good for ${side(0)}, down for ${side(1)}, as the computer player judges it.</figcaption>
  </figure>`;
}

// Losses

function losses({ losses: all }: Forces, { title }: EndingView): TemplateResult {
  if (!all.length) return html`<p>Nobody was lost.</p>`;
  return html`${title.sides.map((side) => {
    const own = all.filter(({ unit }) => unit.side === side).map(({ unit }) => unit);
    return html`<p>${chip(title.liveries, side)} <b>${own.length}</b> ${own.length === 1 ? "unit" : "units"}</p>
      ${
        own.length
          ? html`<details><summary>Which</summary><p class="which">${counted(own.map((unit) => `${nameOf(unit).name} ${unit.values}`.trim()))}</p></details>`
          : nothing
      }`;
  })}`;
}

/** Things with how often they come.
 * 2 × Tank Corps 7-4-9, 12 Army */
export function counted(names: readonly string[]): string {
  const found = new Map<string, number>();
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
  return [...found].map(([name, n]) => (n > 1 ? `${n} × ${name}` : name)).join(", ");
}

// Luck

function fortune({ sides, rolls }: Luck, view: EndingView): TemplateResult {
  const ordered = rolls.filter(({ luck }) => luck).sort((a, b) => b.luck - a.luck);
  const best = ordered[0];
  const worst = ordered.at(-1);
  return html`${sides.map(
    (side) => html`<p>${chip(view.title.liveries, side.side)}
      ${
        side.judged
          ? html`<b>${signed(side.luck)}</b> <small>in ${side.judged} ${side.judged > 1 ? "rolls" : "roll"}; two games in three lie within ±${side.spread.toFixed(1)}</small>`
          : html`<small>no luck to judge</small>`
      }</p>`,
  )}
  ${best && best.luck > 0 ? roll("Luckiest", best, view) : nothing}
  ${worst && worst.luck < 0 ? roll("Unluckiest", worst, view) : nothing}`;
}

function roll(word: string, { side, text, chance, move }: JudgedRoll, view: EndingView) {
  return html`<p class="roll"><b>${word}</b> ${chip(view.title.liveries, side)}
    <button class="quiet" title="Show it in the replay" @click=${() => view.replay(move)}>${text}</button>
    <small>${percent(chance)} likely</small></p>`;
}
