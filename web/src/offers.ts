// Seats that anybody may take, in the lobby.

import { html, LitElement, nothing, type TemplateResult } from "lit";
import { getOffers } from "./api";
import type { OfferView } from "./generated";
import { whoOf } from "./marks";
import { daysWords } from "./panels/clock";
import { sinceWords } from "./panels/company";
import { joinAddress, personAddress } from "./tables";

export class OpenGames extends LitElement {
  static override properties = {
    always: { attribute: false },
    offers: { state: true },
  };
  // Whether the section is there even if nothing is offered: others can come to this server.
  declare always: boolean;
  declare private offers: OfferView[];

  constructor() {
    super();
    this.always = false;
    this.offers = [];
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  private async load(): Promise<void> {
    this.offers = await getOffers().catch(() => []);
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.offers.length && !this.always) return nothing;
    return html`<section class="saved open-games">
      <h2>Open games</h2>
      ${
        this.offers.length
          ? html`<ul>${this.offers.map(offerRow)}</ul>`
          : html`<p class="empty">Nobody looks for an opponent now. Set up a table and offer its free seat there, under "Invite".</p>`
      }
    </section>`;
  }
}

function offerRow(offer: OfferView): TemplateResult {
  const { title, scenario, sides, words, since, table, account, clock } = offer;
  return html`<li>
    <div>
      <b>${title}</b><span>${scenario} · you would play ${whoOf(sides)}</span>
      ${clock ? html`<span>${clockWords(clock)}</span>` : nothing}
      ${words ? html`<span>“${words}”</span>` : nothing}
      <span>${account ? html`<a href=${personAddress(account)}>${makerWords(offer)}</a>` : makerWords(offer)}, since ${sinceWords(since)}</span>
    </div>
    <a class="button" href=${joinAddress(table)}>Join<span class="visually-hidden"> ${title} as ${whoOf(sides)}</span></a>
  </li>`;
}

/** How much time there is for each turn. */
export const clockWords = (days: number): string => `${daysWords(days)} for each turn`;

/** Who offers a seat, with his rating if he has one. */
export const makerWords = ({ name, rating }: Pick<OfferView, "name" | "rating">): string =>
  `${name || "Somebody"}${rating ? ` (${rating})` : ""}`;

customElements.define("open-games", OpenGames);
