// The page that the link at the end of each mail opens: one button ends the mails, without an account.

import { html, LitElement, nothing, type TemplateResult } from "lit";
import { stopMails, wordsOf } from "./api";

export class StavkaStop extends LitElement {
  static override properties = {
    word: {},
    done: { state: true },
    problem: { state: true },
  };
  declare word: string;
  declare private done: boolean;
  declare private problem: string;

  constructor() {
    super();
    this.word = this.problem = "";
    this.done = false;
    document.title = "Stavka";
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private async stop(): Promise<void> {
    this.problem = "";
    try {
      await stopMails(this.word);
      this.done = true;
    } catch (error) {
      this.problem = wordsOf(error);
    }
  }

  override render(): TemplateResult {
    return html`<main class="join">
      <div class="card">
        <h1>Mails from Stavka</h1>
        ${
          this.done
            ? html`<p role="status">No more mails are sent to this address.</p>`
            : html`<p>You get mails when it is your turn.</p>
              <button class="primary big" @click=${() => void this.stop()}>Send me no more</button>`
        }
        ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
        <p class="elsewhere"><a href="#">To the lobby</a></p>
      </div>
    </main>`;
  }
}

customElements.define("stavka-stop", StavkaStop);
