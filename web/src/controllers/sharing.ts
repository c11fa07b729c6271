// Inviting others from the table: the links that were told when it was set up, if that was here;
// else a new one for spectators, for whoever plays.

import { html, nothing, type TemplateResult } from "lit";
import { newSpectator, wordsOf } from "../api";
import type { SeatState } from "../generated";
import { invitations, keepLinks, linksOf } from "../links";
import type { ShareLinks } from "../share";
import "../share";
import { Controller } from "./controller";

export class Sharing extends Controller {
  open = false;
  private opener: HTMLElement | null = null;

  async toggle(): Promise<void> {
    if (this.open) {
      this.close();
      return;
    }
    if (this.host.state?.kind !== "game") return;
    this.opener = document.activeElement as HTMLElement | null;
    this.open = true;
    this.changed();
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

  close(): void {
    this.open = false;
    this.changed();
    if (this.opener?.isConnected) this.opener.focus();
  }

  button({ kind }: SeatState): TemplateResult | typeof nothing {
    if (kind !== "game") return nothing;
    return html`<button class="open-sharing" aria-expanded=${this.open} @click=${() => void this.toggle()}>
      <span>Invite</span> <kbd aria-hidden="true">I</kbd>
    </button>`;
  }

  panel(state: SeatState): TemplateResult | typeof nothing {
    if (!this.open) return nothing;
    const { sides, table } = state;
    const links = linksOf(table);
    const found = invitations(links, { secret: this.host.secret, sides });
    return html`<section
      class="sharing"
      role="dialog"
      aria-label="Invite others"
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        this.close();
      }}
    >
      <header>
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
      }
    </section>`;
  }
}
