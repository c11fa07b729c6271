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
  /** From the top of the page to what can be chosen. */
  skip(): void;
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
    <span class="when"><b>Turn ${shown.turn}</b> of ${shown.turns} · ${shown.phase}</span>
    ${shown.to_choose ? chip(title.liveries, shown.to_choose) : nothing}
    <strong class="prompt"
      >${prompt(view)}
      ${state.thinking && !replaying ? html`<span class="thinking" aria-hidden="true"></span>` : nothing}</strong
    >
    ${lineLost(view.status)}
  </div>`;
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
