// What a computer player wanted in its last turn, in words, with a button that draws it on the map.

import { html, nothing, type TemplateResult } from "lit";
import type { TitleInfo, Wish } from "../generated";
import { chip } from "./chip";

export interface WishView {
  wish: Wish;
  title: TitleInfo;
  shown: boolean;
  toggle(): void;
  // What to expect of who leads the staff.
  text: string;
}

export function wishPanel({ wish, title, shown, toggle, text }: WishView): TemplateResult {
  return html`<section class="wish" aria-labelledby="wish-title">
    <h2 id="wish-title">${chip(title.liveries, wish.side)} What ${leader(wish)} wanted</h2>
    ${text ? html`<p class="leader">${text}</p>` : nothing} ${wishLines(wish)}
    ${
      wish.intentions.length
        ? html`<button class="show-wish" @click=${toggle}>${shown ? "Take it off the map" : "Show it on the map"}</button>`
        : nothing
    }
  </section>`;
}

const leader = ({ person }: Wish): string => person || "the staff";

const wishLines = ({ lines }: Wish): TemplateResult[] => lines.map((line) => html`<p>${line}</p>`);

/** All turns of a game that is over; each leads to its moment in the replay. */
export function allWishes(
  wishes: readonly Wish[],
  title: TitleInfo,
  replay: (move: number) => void,
): TemplateResult {
  return html`<ol class="wishes">
    ${wishes.map(
      (wish) => html`<li>
        ${chip(title.liveries, wish.side)} <b>${leader(wish)}</b>
        <button class="quiet" @click=${() => replay(wish.move)}>Look there</button>
        ${wishLines(wish)}
      </li>`,
    )}
  </ol>`;
}
