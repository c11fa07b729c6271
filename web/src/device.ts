// The page that a code from another device opens: one button makes this browser one more of its
// account. Nothing happens before it is pressed, for the code is good once.

import { html, LitElement, nothing, type TemplateResult } from "lit";
import { joinAccount, seatsHere, spelt } from "./account";
import { wordsOf } from "./api";
import { bringing, isBringing } from "./panels/bringing";
import { accountSecret, ownName } from "./person";

export class StavkaDevice extends LitElement {
  static override properties = {
    code: {},
    problem: { state: true },
    busy: { state: true },
  };
  declare code: string;
  declare private problem: string;
  declare private busy: boolean;

  constructor() {
    super();
    this.code = this.problem = "";
    this.busy = false;
    document.title = "Stavka";
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private async join(event: Event): Promise<void> {
    event.preventDefault();
    this.busy = true;
    this.problem = "";
    try {
      await joinAccount(this.code, isBringing(this));
      // The way back leads past this page: the code is used up.
      location.replace("#");
    } catch (error) {
      this.problem = wordsOf(error);
    } finally {
      this.busy = false;
    }
  }

  override render(): TemplateResult {
    return html`<main class="join">
      <div class="card">
        <p class="eyebrow">Another device</p>
        ${accountSecret() ? this.taken() : this.offer()}
        ${this.problem ? html`<p class="problem" role="alert">${sentence(this.problem)}</p>` : nothing}
        <p class="elsewhere"><a href="#">To the lobby</a></p>
      </div>
    </main>`;
  }

  private offer(): TemplateResult {
    return html`<h1>Bring your tables here</h1>
      <p>The code <b>${spelt(this.code.replaceAll("-", ""))}</b> makes this browser one of your devices: it shows your tables and plays at them. Go on only if you made the code yourself just now.</p>
      <form @submit=${(event: Event) => void this.join(event)}>
        ${bringing(seatsHere().length)}
        <button class="primary big" ?disabled=${this.busy}>Use this device</button>
      </form>
      <p class="note">Only where you trust the browser. You can remove it later from any of your devices.</p>`;
  }

  private taken(): TemplateResult {
    return html`<h1>This browser has an account</h1>
      <p>It is ${ownName() ? html`<b>${ownName()}</b>'s` : "somebody's"} already. To bring its seats along, delete that account in the lobby without giving the seats back, and open this link again.</p>`;
  }
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;

customElements.define("stavka-device", StavkaDevice);
