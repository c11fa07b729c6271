// The forces of a game in three parts: who belongs to which formation and stands where, what is due
// to arrive, what is lost.

import { html, nothing, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { counterSvg } from "../counters";
import type { Arrival, BoxView, Forces, Formation, Loss, Post, UnitView } from "../generated";
import { caseLink } from "../help";
import type { Looks } from "../looks";
import { nameOf } from "../names";
import { chip } from "./chip";

export type ForcesTab = "order" | "arrivals" | "losses";

export interface ForcesView {
  forces: Forces;
  looks: Looks;
  sides: readonly string[];
  boxes: readonly BoxView[];
  tab: ForcesTab;
  /** The names of the places in a hex. */
  places(label: string): string;
  turnTo(tab: ForcesTab): void;
  /** Shows a hex on the map. */
  show(label: string): void;
  /** Shows a moment in the replay. */
  replay(move: number): void;
  close(): void;
}

const TABS: readonly [ForcesTab, string][] = [
  ["order", "Order of battle"],
  ["arrivals", "Due to arrive"],
  ["losses", "Losses"],
];
const STATUSES: readonly [Post["status"], string][] = [
  ["map", "on the map"],
  ["beside", "beside it"],
  ["coming", "to come"],
  ["lost", "lost"],
];

export function forcesPanel(view: ForcesView): TemplateResult {
  const parts = { order: orderOfBattle, arrivals: dueToArrive, losses: deadPile };
  return html`<div class="head-line">
      <div role="tablist" aria-label="Forces" @keydown=${(event: KeyboardEvent) => step(event, view)}>
        ${TABS.map(
          ([tab, name]) => html`<button
            role="tab"
            id="tab-${tab}"
            aria-selected=${tab === view.tab}
            aria-controls="forces-part"
            tabindex=${tab === view.tab ? 0 : -1}
            @click=${() => view.turnTo(tab)}
          >${name}</button>`,
        )}
      </div>
      <button class="quiet" aria-label="Close forces" @click=${view.close}>✕</button>
    </div>
    <div class="scroll" id="forces-part" role="tabpanel" tabindex="0" aria-labelledby="tab-${view.tab}">
      ${parts[view.tab](view)}
    </div>`;
}

/** The arrows go from tab to tab. */
function step(event: KeyboardEvent, view: ForcesView): void {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by) return;
  event.preventDefault();
  event.stopPropagation();
  const at = TABS.findIndex(([tab]) => tab === view.tab);
  const next = TABS[(at + by + TABS.length) % TABS.length]![0];
  view.turnTo(next);
  (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`#tab-${next}`)?.focus();
}

// Order of battle

function orderOfBattle(view: ForcesView): TemplateResult {
  const { formations } = view.forces;
  return html`${sidesOf(formations, view).map((side) => {
    const own = formations.filter((formation) => formation.side === side);
    return html`<h2>${chip(view.looks.liveries, side)} <small>${tally(own.flatMap(({ units }) => units))}</small></h2>
      ${own.map((formation) => ofFormation(formation, view))}`;
  })}`;
}

function ofFormation({ name, units }: Formation, view: ForcesView): TemplateResult {
  return html`<details>
    <summary>${name} <small>${tally(units)}</small></summary>
    <ul>${units.map(({ unit, status }) => html`<li>${placed(unit, status, view)}</li>`)}</ul>
  </details>`;
}

/** A unit with its place: on the map a button that shows it. */
function placed(unit: UnitView, status: Post["status"], view: ForcesView): TemplateResult {
  const { boxes } = view;
  const place = unit.hex
    ? placeText(unit.hex, view)
    : (boxes.find(({ key }) => key === unit.box)?.name ?? "beside the map");
  const inside = row(unit, 1, place, view, unit.states);
  return unit.hex
    ? html`<button class="unit" data-unit=${unit.id} @click=${() => view.show(unit.hex)}>${inside}</button>`
    : html`<span class="unit ${status}" data-unit=${unit.id}>${inside}</span>`;
}

/** How many are where.
 * 7 on the map, 2 lost */
export function tally(units: readonly Post[]): string {
  return STATUSES.map(([status, words]) => ({
    words,
    n: units.filter((post) => post.status === status).length,
  }))
    .filter(({ n }) => n)
    .map(({ n, words }) => `${n} ${words}`)
    .join(", ");
}

// Due to arrive

function dueToArrive(view: ForcesView): TemplateResult {
  const { arrivals } = view.forces;
  if (!arrivals.length) return html`<p>Nobody is due any more.</p>`;
  const turns = [...new Set(arrivals.map(({ when }) => when))];
  return html`${turns.map(
    (when) => html`<h2>${when}</h2>
      <ul>${arrivals.filter((one) => one.when === when).map((one) => html`<li>${due(one, view)}</li>`)}</ul>`,
  )}`;
}

function due(arrival: Arrival, view: ForcesView): TemplateResult {
  const { unit, count, hex, text } = arrival;
  const said = [hex && placeText(hex, view), text].filter(Boolean).join(", ");
  const inside = row(unit, count, said || "where its owner likes", view);
  return html`${
    hex
      ? html`<button class="unit" @click=${() => view.show(hex)}>${inside}</button>`
      : html`<span class="unit">${inside}</span>`
  }${caseLink(arrival.case)}`;
}

// Losses

function deadPile(view: ForcesView): TemplateResult {
  const { losses } = view.forces;
  if (!losses.length) return html`<p>Nobody has been lost yet.</p>`;
  const sides = sidesOf(
    losses.map(({ unit }) => unit),
    view,
  );
  const turns = [...new Set(losses.map(({ turn }) => turn))].reverse();
  return html`<p class="totals">${sides.map((side) => {
    const n = losses.filter(({ unit }) => unit.side === side).length;
    return html`<span>${chip(view.looks.liveries, side)} <b>${n}</b> ${n === 1 ? "unit" : "units"}</span> `;
  })}</p>
  ${turns.map(
    (turn) => html`<h2>${turn || "Before the first turn"}</h2>
      <ul>${losses.filter((loss) => loss.turn === turn).map((loss) => html`<li>${lost(loss, view)}</li>`)}</ul>`,
  )}`;
}

function lost({ unit, hex, move, case: ruleCase }: Loss, view: ForcesView): TemplateResult {
  const inside = row(unit, 1, hex ? placeText(hex, view) : "off the map", view);
  return html`${
    move
      ? html`<button class="unit" title="Show it in the replay" @click=${() => view.replay(move)}>${inside}</button>`
      : html`<span class="unit">${inside}</span>`
  }${caseLink(ruleCase)}`;
}

// What all parts share

/** The sides that things are of: those who play come before others. */
function sidesOf(things: readonly { side: string }[], { sides }: ForcesView): string[] {
  const there = new Set(things.map(({ side }) => side));
  return [...new Set([...sides, ...there])].filter((side) => there.has(side));
}

function placeText(label: string, view: ForcesView): string {
  return [label, view.places(label)].filter(Boolean).join(" ");
}

function row(
  unit: UnitView,
  count: number,
  place: string,
  view: ForcesView,
  states: readonly string[] = [],
): TemplateResult {
  // What stands on the counter need not be said again.
  const { name, more } = nameOf(unit);
  return html`${unsafeHTML(counterSvg(unit, view.looks, 40))}
    <span class="words">
      <b>${count > 1 ? html`${count} × ` : nothing}${name}</b>
      <span>${place}</span>
      ${states.length ? html`<small>${states.join(", ")}</small>` : nothing}
      ${more ? html`<span class="visually-hidden">${more}</span>` : nothing}
    </span>`;
}
