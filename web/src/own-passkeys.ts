// The passkeys of an account: its owner adds one where they can be used, and sees and removes them
// everywhere.

import { html, LitElement, nothing, type TemplateResult } from "lit";
import { wordsOf } from "./api";
import type { PasskeyInfo } from "./generated";
import { addPasskey, getPasskeys, NoPasskey, passkeysHere, removePasskey } from "./passkeys";

export class OwnPasskeys extends LitElement {
  static override properties = {
    passkeys: { state: true },
    offered: { state: true },
    problem: { state: true },
    told: { state: true },
    busy: { state: true },
  };
  // Nothing as long as the server has not told.
  declare private passkeys: readonly PasskeyInfo[] | null;
  declare private offered: boolean;
  declare private problem: string;
  declare private told: string;
  declare private busy: boolean;

  constructor() {
    super();
    this.passkeys = null;
    this.offered = this.busy = false;
    this.problem = this.told = "";
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.look();
  }

  private async look(): Promise<void> {
    this.offered = await passkeysHere();
    await this.change(getPasskeys, "");
  }

  private async change(ask: () => Promise<PasskeyInfo[]>, told: string): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = this.told = "";
    try {
      this.passkeys = await ask();
      this.told = told;
    } catch (error) {
      this.problem = wordsForPasskeys(error);
    } finally {
      this.busy = false;
    }
  }

  private add(): void {
    void this.change(
      addPasskey,
      "The passkey is added. By it you come back from any browser that can use it.",
    );
  }

  private drop({ id, name }: PasskeyInfo): void {
    const told = `${name} opens nothing here any more. Delete it where you keep it too.`;
    void this.change(() => removePasskey(id), told);
  }

  override render(): TemplateResult | typeof nothing {
    const { passkeys, offered } = this;
    if (!passkeys || (!offered && !passkeys.length)) return nothing;
    return html`<details>
      <summary>${counted(passkeys.length)}</summary>
      <p class="soft">So that you can come back even if you lose all of your devices: your telephone, your computer or a key that you carry keeps it, and asks for your finger, your face or a code.</p>
      <ul class="devices">${passkeys.map((one) => this.row(one))}</ul>
      ${offered ? html`<button class="other-device" ?disabled=${this.busy} @click=${() => this.add()}>Add a passkey</button>` : nothing}
      ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
      <p class="soft" role="status" ?hidden=${!this.told}>${this.told}</p>
    </details>`;
  }

  private row(passkey: PasskeyInfo): TemplateResult {
    const { name, since, used } = passkey;
    return html`<li>
      <span>${name}<small>since ${day(since)}, last used on ${day(used)}</small></span>
      <button class="quiet" ?disabled=${this.busy} @click=${() => this.drop(passkey)}>Remove<span class="visually-hidden"> the passkey ${name}</span></button>
    </li>`;
  }
}

const counted = (count: number): string =>
  count === 0 ? "No passkey" : count === 1 ? "One passkey" : `${count} passkeys`;

const day = (time: string): string =>
  new Date(time).toLocaleDateString([], { dateStyle: "medium", timeZone: "UTC" });

/** What the browser or the server has against it, as a sentence. */
export function wordsForPasskeys(error: unknown): string {
  if (error instanceof NoPasskey) return error.message;
  const words = wordsOf(error);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${words.endsWith(".") ? "" : "."}`;
}

customElements.define("own-passkeys", OwnPasskeys);
