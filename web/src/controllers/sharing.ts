// Inviting others from the table: links to seats that nobody has, to one's own for somebody else, and
// for spectators.

import { html, nothing, type TemplateResult } from "lit";
import {
  getInvitation,
  getOffer,
  HttpError,
  makeOffer,
  newInvitation,
  newSpectator,
  takeBackOffer,
  wordsOf,
} from "../api";
import type { SeatState } from "../generated";
import { addLinks, dropInvitation, isFresh, linksFrom, linksOf, uninvited } from "../links";
import { whoOf } from "../marks";
import type { ShareLinks } from "../share";
import "../share";
import { Drawer } from "./drawer";

export class Sharing extends Drawer {
  protected readonly kind = "sharing";
  protected readonly word = "Invite";
  protected readonly letter = "I";
  // The table has just been laid here, and others wait for their links.
  private fresh = false;
  // Whether the links that are kept have been looked at since the drawer was opened.
  private looked = false;
  // The seat that is offered to everybody.
  private offered = "";

  receive(state: SeatState): void {
    if (!isFresh(state.table)) return;
    this.fresh = true;
    this.toggle();
  }

  override toggle(): void {
    // Nobody is invited to a board of one's own.
    if (this.host.state && this.host.state.kind !== "game") return;
    super.toggle();
  }

  override close(): void {
    this.fresh = false;
    super.close();
  }

  protected opened(): void {
    this.looked = false;
    void this.show();
  }

  private async show(): Promise<void> {
    await this.dropUsed();
    await this.host.updateComplete;
    await this.host.querySelector<ShareLinks>("share-links")?.updateComplete;
    this.host.querySelector<HTMLElement>(".sharing .copy")?.focus();
  }

  /** Links that were used while this browser was away lead nowhere any more. */
  private async dropUsed(): Promise<void> {
    const { state } = this.host;
    const kept = state ? (linksOf(state.table)?.invitations ?? []) : [];
    for (const { secret } of kept) {
      const error = await getInvitation(secret).catch((reason: unknown) => reason);
      if (error instanceof HttpError && [404, 410].includes(error.status))
        dropInvitation(state!.table, secret);
    }
    const offer = state && (await getOffer(state.table).catch(() => null));
    this.offered = offer ? whoOf(offer.sides) : "";
    this.looked = true;
    this.changed();
  }

  /** Offers a seat to everybody, or takes the offer back. */
  private async offer(sides: readonly string[], event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { notices, secret } = this.host;
    const words = String(new FormData(event.target as HTMLFormElement).get("words") ?? "");
    try {
      if (this.offered) await takeBackOffer(secret);
      else await makeOffer(secret, { sides: [...sides], words });
      this.offered = this.offered ? "" : whoOf(sides);
    } catch (error) {
      notices.tell(wordsOf(error));
    }
    this.changed();
  }

  /** A link to a seat, one's own or a free one: the one that is known, or a new one. */
  async invite(sides: readonly string[]): Promise<void> {
    if (!this.open) this.toggle();
    await this.dropUsed();
    const { state } = this.host;
    const known = state && linksOf(state.table)?.invitations;
    if (!known?.some((one) => whoOf(one.sides) === whoOf(sides)))
      await this.make(async (secret) => ({ invitation: await newInvitation(secret, sides) }));
    await this.host.updateComplete;
    this.host.querySelector<HTMLElement>(".sharing .copy")?.focus();
  }

  /** Every link is stored by the server, so it is made when it is wanted. */
  private async make(link: (secret: string) => Promise<Parameters<typeof addLinks>[1]>) {
    const { notices, secret, state } = this.host;
    if (!state) return;
    const { table, presentation } = state;
    try {
      addLinks({ table, title: presentation.title }, await link(secret));
    } catch (error) {
      notices.tell(wordsOf(error));
    }
    this.changed();
  }

  private letWatch(): Promise<void> {
    return this.make(async (secret) => ({ spectator: (await newSpectator(secret)).secret }));
  }

  button({ kind }: SeatState): TemplateResult | typeof nothing {
    return kind === "game" ? this.opening() : nothing;
  }

  panel(state: SeatState): TemplateResult | typeof nothing {
    if (!this.open) return nothing;
    const { dice, seats, sides, table } = state;
    const waiting = dice.wait_for.length > 0;
    const own = { secret: this.host.secret, sides, seats, waiting };
    return this.dialog(
      "Invite others",
      html`<header>
        <h2>${this.fresh ? "The table is laid" : "Invite others"}</h2>
        <button class="quiet" aria-label="Close" @click=${() => this.close()}>✕</button>
      </header>
      ${this.fresh ? html`<p class="told">Send the others their links: whoever opens one first takes the seat. "Invite" shows them again.</p>` : nothing}
      ${this.looked ? html`<share-links .links=${linksFrom(linksOf(table), own)}></share-links>` : nothing}
      ${this.looked && sides.length ? this.more(state) : nothing}`,
    );
  }

  private offering(sides: readonly string[]): TemplateResult {
    const who = whoOf(sides);
    return html`<form class="offering" @submit=${(event: SubmitEvent) => void this.offer(sides, event)}>
      ${
        this.offered
          ? html`<p role="status">${who} is offered to everybody: it stands in the lobby, for two weeks at most.</p>
              <button>Take the offer back</button>`
          : html`<label>A few words, if you like <input name="words" maxlength="120" placeholder="such as: a slow game, one turn a day" /></label>
              <button>Offer ${who} to everybody</button>`
      }
    </form>`;
  }

  /** Links that are not there yet. */
  private more({ seats, table }: SeatState): TemplateResult {
    const links = linksOf(table);
    const free = seats.find(({ since }) => !since);
    return html`${free ? this.offering(free.sides) : nothing} ${uninvited(links, { seats }).map(
      ({ sides }) =>
        html`<button class="make-link" @click=${() => void this.invite(sides)}>Make a link for ${whoOf(sides)}</button>`,
    )}
    ${links?.spectator ? nothing : html`<button class="make-link let-watch" @click=${() => void this.letWatch()}>Make a link for spectators</button>`}`;
  }
}
