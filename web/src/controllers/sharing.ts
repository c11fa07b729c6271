// Inviting others from the table: the links that were told when it was set up, if that was here;
// else a new one for spectators, for whoever plays.

import { html, nothing, type TemplateResult } from "lit";
import { newSpectator, wordsOf } from "../api";
import type { SeatState } from "../generated";
import { invitations, keepLinks, linksOf } from "../links";
import type { ShareLinks } from "../share";
import "../share";
import { Drawer } from "./drawer";

export class Sharing extends Drawer {
  protected readonly kind = "sharing";
  protected readonly word = "Invite";
  protected readonly letter = "I";

  override toggle(): void {
    // Nobody is invited to a board of one's own.
    if (this.host.state?.kind === "game") super.toggle();
  }

  protected opened(): void {
    void this.show();
  }

  private async show(): Promise<void> {
    await this.host.updateComplete;
    await this.host.querySelector<ShareLinks>("share-links")?.updateComplete;
    this.host.querySelector<HTMLElement>(".sharing .copy")?.focus();
  }

  /** A link for spectators where none is known: each is stored, so it is made when it is wanted. */
  private async letWatch({ table, presentation: { title } }: SeatState): Promise<void> {
    try {
      const { secret: spectator } = await newSpectator(this.host.secret);
      keepLinks({ table, title, seats: {}, hot_seat: "", spectator });
    } catch (error) {
      this.host.notices.tell(wordsOf(error));
    }
    this.changed();
  }

  button({ kind }: SeatState): TemplateResult | typeof nothing {
    return kind === "game" ? this.opening() : nothing;
  }

  panel(state: SeatState): TemplateResult | typeof nothing {
    if (!this.open) return nothing;
    const { sides, table } = state;
    const links = linksOf(table);
    const found = invitations(links, { secret: this.host.secret, sides });
    return this.dialog(
      "Invite others",
      html`<header>
        <h2>Invite others</h2>
        <button class="quiet" aria-label="Close" @click=${() => this.close()}>✕</button>
      </header>
      ${
        Object.keys(links?.seats ?? {}).length
          ? nothing
          : html`<p class="not-here">
              The links of the other players are secrets that were told once, where this table was
              set up: only that browser can show them again.
            </p>`
      }
      <share-links .invitations=${found}></share-links>
      ${
        links || !sides.length
          ? nothing
          : html`<button class="let-watch" @click=${() => void this.letWatch(state)}>Make a link for spectators</button>`
      }`,
    );
  }
}
