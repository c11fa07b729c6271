// Who sits where, since when, and what can be done about it: small and quiet, under the details.

import { html, nothing, type TemplateResult } from "lit";
import type { ClockView, SeatInfo, SeatState, TitleInfo } from "../generated";
import { whoOf } from "../marks";
import { personAddress } from "../tables";
import { avatar } from "./avatar";
import { chip } from "./chip";
import { sideClock } from "./clock";

export interface CompanyView {
  state: SeatState;
  title: TitleInfo;
  // Whether somebody is asked if he means to give his seat back.
  leaving: boolean;
  invite(sides: readonly string[]): void;
  setLeaving(on: boolean): void;
  giveBack(): void;
  // What is done about others: nothing without an account.
  apart: { muted: ReadonlySet<string>; blocked: ReadonlySet<string>; toggle: Toggle } | null;
}

type Toggle = (account: string, kind: "mute" | "block") => void;

/** What everybody reads at a table that whoever keeps the server has closed. */
export const closedNotice = (why: string): TemplateResult =>
  html`<section class="closed-table" role="status">
    <h2>This table is closed</h2>
    <p>${why}</p>
    <p>It can be looked at; nothing can be done here.</p>
  </section>`;

/** A moment as people write it where they are. */
export const sinceWords = (since: string): string =>
  new Date(since).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

export function companyPanel(view: CompanyView): TemplateResult {
  const { seats, players } = view.state;
  const machines = view.title.sides.filter((side) => players[side] && players[side] !== "person");
  return html`<section class="company" aria-labelledby="company-title">
    <h2 id="company-title">At the table</h2>
    <ul>
      ${seats.map((seat) => seatRow(seat, view))}
      ${machines.map((side) => html`<li>${chip(view.title.liveries, side)} <span>${players[side]} (computer)</span></li>`)}
    </ul>
  </section>`;
}

function seatRow(seat: SeatInfo, view: CompanyView): TemplateResult {
  const { state, title } = view;
  const own = state.sides.length > 0 && whoOf(state.sides) === whoOf(seat.sides);
  return html`<li class=${own ? "own" : ""}>
    ${seat.sides.map((side) => chip(title.liveries, side))}
    ${seat.since ? holder(seat, own) : html`<span class="free">free</span>`}
    ${state.clock && !state.clock.lost ? clocks(state.clock, seat) : nothing}
    ${!own && seat.account && view.apart ? apartMenu(seat, view.apart) : nothing}
    ${own ? ownWays(seat, view) : seat.since || !state.sides.length ? nothing : inviteButton(seat, view)}
  </li>`;
}

const clocks = (clock: ClockView, { sides }: SeatInfo): TemplateResult[] =>
  sides.map((side) => sideClock(clock, side, Date.now()));

/** What can be done about somebody. He is not told. */
function apartMenu(
  { account, name }: SeatInfo,
  { muted, blocked, toggle }: NonNullable<CompanyView["apart"]>,
): TemplateResult {
  const item = (kind: "mute" | "block", on: boolean, words: string, what: string): TemplateResult =>
    html`<button class="quiet" aria-pressed=${on} title=${what} @click=${() => toggle(account, kind)}>${words}</button>`;
  return html`<details class="apart">
    <summary aria-label="What can be done about ${name || "this player"}">⋯</summary>
    ${item("mute", muted.has(account), muted.has(account) ? "Hear again" : "Mute", "Whether you are shown what this player says")}
    ${item("block", blocked.has(account), blocked.has(account) ? "Unblock" : "Block", "Whether you meet each other in open games")}
  </details>`;
}

function holder(
  { name, since, browsers, here, hue, account, rating }: SeatInfo,
  own: boolean,
): TemplateResult {
  return html`${here ? html`<span class="here" role="img" aria-label="here now" title="Looks at the table now">●</span>` : nothing}
    ${avatar(name, hue)}${account ? html`<a class="who" href=${personAddress(account)} target="_blank" title="Games and ratings">${name || "Somebody"}</a>` : html`<span class="who">${name || (own ? "You" : "Somebody")}</span>`}
    ${rating ? html`<small class="rating" title="Rating in this title, and how far it may be off">${rating}</small>` : nothing}
    <small>since ${sinceWords(since)}</small>
    ${browsers > 1 ? html`<small class="browsers" title="So many browsers have used this seat; ${here} of them now">${browsers} browsers</small>` : nothing}`;
}

function inviteButton({ sides }: SeatInfo, view: CompanyView): TemplateResult {
  return html`<button class="quiet" @click=${() => view.invite(sides)}>Invite<span class="visually-hidden"> somebody to ${whoOf(sides)}</span></button>`;
}

function ownWays({ sides }: SeatInfo, view: CompanyView): TemplateResult {
  if (view.leaving)
    return html`<div class="leaving" role="group" aria-label="Give the seat back?">
      <p>Give your seat back? You leave the table, and the others can invite somebody else.</p>
      <button class="primary" @click=${view.giveBack}>Yes, give it back</button>
      <button @click=${() => view.setLeaving(false)}>No, stay</button>
    </div>`;
  return html`<span class="ways">
    <button class="quiet" title="A link by which somebody else takes your seat" @click=${() => view.invite(sides)}>Hand over</button>
    <button class="quiet give-back" @click=${() => view.setLeaving(true)}>Give back</button>
  </span>`;
}
