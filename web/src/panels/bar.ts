// The bar above the map: where the game stands, who has to choose what, and how the line is.

import { html, nothing, type TemplateResult } from "lit";
import type { Status } from "../connection";
import type { Presentation, SeatState, TitleInfo } from "../generated";
import { caseLink } from "../help";
import { waitingText } from "../waiting";
import { chip } from "./chip";

export interface BarView {
  state: SeatState;
  shown: Presentation;
  title: TitleInfo;
  status: Status;
  replaying: boolean;
  /** How much time whoever has to choose has left. */
  clock: TemplateResult | typeof nothing;
  /** From the top of the page to what can be chosen. */
  skip(): void;
  /** To the line of the log that tells what led to the question. */
  toCause(): void;
}

export function bar(view: BarView): TemplateResult {
  const { shown, state, title, replaying } = view;
  return html`<div class="bar">
    <a
      class="skip"
      href="#orders"
      @click=${(event: Event) => {
        event.preventDefault();
        view.skip();
      }}
      >Skip to your orders</a
    >
    <a class="home" href="#" aria-label="To the lobby">★</a>
    <span class="name">${title.name}</span>
    <span class="when">${shown.turns ? html`<b>Turn ${shown.turn}</b> of ${shown.turns} · ` : nothing}${shown.phase}</span>
    ${shown.to_choose ? chip(title.liveries, shown.to_choose) : nothing} ${view.clock}
    <div class="asked">
      ${cause(view)}
      <strong class="prompt"
        >${prompt(view)}
        ${state.thinking && !replaying ? thinking(state) : nothing}</strong
      >
    </div>
    ${lineLost(view.status)}
  </div>`;
}

/** How far a player is with its plan is for the eyes alone: it changes all the time. */
function thinking({ thought }: SeatState): TemplateResult {
  return html`<span class="thinking" aria-hidden="true"></span>${
    thought ? html`<span class="thought" aria-hidden="true">${thought} %</span>` : nothing
  }`;
}

/** Not a button element: that would not break like the text it is. */
function cause({ shown, replaying, toCause }: BarView): TemplateResult | typeof nothing {
  const found = shown.decision?.cause;
  if (!found || replaying) return nothing;
  return html`<span
    class="cause"
    role="button"
    tabindex="0"
    title="${found.text} (show in the log)"
    @click=${toCause}
    @keydown=${(event: KeyboardEvent) => event.key === "Enter" && toCause()}
    >Because: ${found.text}</span
  >`;
}

function prompt({ shown, state, replaying }: BarView): TemplateResult | string {
  if (replaying) return "Replay: nothing can be chosen in the past";
  const { decision } = shown;
  return decision ? html`${decision.prompt} ${caseLink(decision.case)}` : waitingText(shown, state);
}

function lineLost(status: Status): TemplateResult | typeof nothing {
  if (status === "live" || status === "polling") return nothing;
  const text = status === "lost" ? "Line lost, trying again …" : "Connecting …";
  return html`<span class="line-lost" role="status">${text}</span>`;
}
