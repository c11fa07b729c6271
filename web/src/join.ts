// The page that an invitation opens: what it is to, who else plays, and one button to take the seat.

import { html, LitElement, nothing, type TemplateResult } from "lit";
import { HttpError, wordsOf } from "./api";
import type { InvitationView, SeatInfo } from "./generated";
import { whoOf } from "./marks";
import { daysWords } from "./panels/clock";
import { sinceWords } from "./panels/company";
import { nameField } from "./panels/name";
import { askAgain, isOffer, lookAt, takenWith, takeSeat } from "./seats";
import { saveTable, seatAddress } from "./tables";

const USED = 410;
const NOT_OFFERED = "This seat is not offered any more: somebody has taken it, or nobody may.";

export class StavkaJoin extends LitElement {
  static override properties = {
    invitation: {},
    view: { state: true },
    used: { state: true },
    problem: { state: true },
    busy: { state: true },
  };
  declare invitation: string;
  declare private view: InvitationView | null;
  // Why nobody can take the seat with it any more.
  declare private used: string;
  declare private problem: string;
  declare private busy: boolean;

  constructor() {
    super();
    this.invitation = this.used = this.problem = "";
    this.view = null;
    this.busy = false;
    document.title = "Stavka";
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const taken = takenWith(this.invitation);
    // The way back leads past this page.
    if (taken) location.replace(seatAddress(taken.seat));
    else void this.look();
  }

  private async look(): Promise<void> {
    try {
      this.view = await lookAt(this.invitation);
      if (!this.view) this.problem ||= NOT_OFFERED;
    } catch (error) {
      this.view = null;
      const used = error instanceof HttpError && error.status === USED;
      if (used) this.used = error.message;
      else this.problem = wordsOf(error);
    }
  }

  /** Takes the seat, or asks for it, and goes there. */
  private async go(sit: () => Promise<string>, name: string, seat: string): Promise<void> {
    this.busy = true;
    this.problem = "";
    try {
      const secret = await sit();
      saveTable({ secret, name, seat, detail: "", seen: Date.now() });
      location.replace(seatAddress(secret));
    } catch (error) {
      this.problem = wordsOf(error);
      // Somebody else may have been quicker.
      if (this.view) await this.look();
    } finally {
      this.busy = false;
    }
  }

  override render(): TemplateResult {
    const { view } = this;
    return html`<main class="join">
      <div class="card">
        ${view ? this.offer(view) : this.used ? this.usedUp() : this.nothingYet()}
        ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
        <p class="elsewhere"><a href="#">To the lobby</a></p>
      </div>
    </main>`;
  }

  private nothingYet(): TemplateResult {
    const gone = isOffer(this.invitation) ? "Not offered any more" : "No such invitation";
    return html`<h1>${this.problem ? gone : "An invitation"}</h1>
      ${this.problem ? nothing : html`<p role="status">Looking whose it is …</p>`}`;
  }

  private offer(view: InvitationView): TemplateResult {
    const { title, scenario, sides, clock } = view;
    const who = whoOf(sides);
    return html`<p class="eyebrow">${isOffer(this.invitation) ? "An open game" : "You are invited to a table"}</p>
      <h1>${title}</h1>
      <p>${scenario}</p>
      <p>You would play <b>${who}</b>.</p>
      ${clock ? html`<p class="time">There is a clock: ${daysWords(clock)} for each turn. Whoever needs longer may lose.</p>` : nothing}
      <ul class="company">${Object.keys(view.players).map((side) => this.other(side, view))}</ul>
      <form
        @submit=${(event: Event) => {
          event.preventDefault();
          void this.go(() => takeSeat(this.invitation, view), title, who);
        }}
      >
        ${nameField()}
        <button class="primary big" ?disabled=${this.busy}>Take the seat</button>
      </form>
      <p class="note">The seat is then this browser's${isOffer(this.invitation) ? "" : ": the link opens it once"}. Others at the table see your name and when you came.</p>`;
  }

  private other(side: string, { seats, players }: InvitationView): TemplateResult {
    const seat = seats.find(({ sides }) => sides.includes(side));
    const words = seat ? personWords(seat) : html`<span>${players[side]} (computer)</span>`;
    return html`<li><b>${side}</b> ${words}</li>`;
  }

  private usedUp(): TemplateResult {
    return html`<h1>This link has been used</h1>
      <p>${sentence(this.used)}</p>
      <p>An invitation is good for one person, once. If the seat is yours and you have lost it with your browser, ask for it again: the others at the table have to agree, and it becomes yours seven days after you have asked, unless whoever has it is seen there meanwhile. A seat of an account is entered from one of its devices.</p>
      <form
        @submit=${(event: Event) => {
          event.preventDefault();
          void this.go(
            () => askAgain(this.invitation),
            "A seat that you asked for",
            "not yours yet",
          );
        }}
      >
        ${nameField()}
        <button ?disabled=${this.busy}>Ask for the seat again</button>
      </form>`;
  }
}

function personWords({ name, since }: SeatInfo): TemplateResult {
  if (!since) return html`<span class="free">free</span>`;
  return html`<span>${name || "somebody"}</span> <small>since ${sinceWords(since)}</small>`;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

customElements.define("stavka-join", StavkaJoin);
