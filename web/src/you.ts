// Who this browser is on this server: nobody in particular, or somebody whose tables are found again
// on all of his devices.

import { html, LitElement, nothing, type TemplateResult } from "lit";
import {
  accountData,
  deleteAccount,
  forgetAccount,
  getAccount,
  makeAccount,
  newCode,
  renameAccount,
  seatsHere,
  shutOut,
  spelt,
} from "./account";
import type { AccountView, DeviceInfo } from "./generated";
import { wordsForPasskeys } from "./own-passkeys";
import { avatar } from "./panels/avatar";
import { bringing, isBringing } from "./panels/bringing";
import { passkeysHere, signIn } from "./passkeys";
import { accountSecret, LONGEST_NAME, ownName } from "./person";
import { saveAs } from "./save";
import "./share";
import { deviceAddress, personAddress } from "./tables";

interface ShownCode {
  code: string;
  until: Date;
}

export class YourAccount extends LitElement {
  static override properties = {
    account: { state: true },
    code: { state: true },
    deleting: { state: true },
    problem: { state: true },
    told: { state: true },
    busy: { state: true },
    passkeys: { state: true },
  };
  declare private account: AccountView | null;
  // The code that is shown to another device.
  declare private code: ShownCode | null;
  // Whether somebody is asked if he means to delete his data.
  declare private deleting: boolean;
  declare private problem: string;
  declare private told: string;
  declare private busy: boolean;
  // Whether somebody can come in by one.
  declare private passkeys: boolean;
  private ending = 0;

  constructor() {
    super();
    this.account = this.code = null;
    this.deleting = this.busy = this.passkeys = false;
    this.problem = this.told = "";
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (accountSecret()) void this.attempt(async () => this.show(await getAccount()));
    void passkeysHere().then((found) => (this.passkeys = found));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.ending);
  }

  /** One thing at a time; what the server refuses is told. */
  private async attempt(deed: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = this.told = "";
    try {
      await deed();
    } catch (error) {
      this.problem = wordsForPasskeys(error);
    } finally {
      this.busy = false;
    }
  }

  private show(account: AccountView | null): void {
    this.account = account;
    this.dispatchEvent(new CustomEvent("account", { detail: account }));
  }

  private make(event: SubmitEvent): void {
    event.preventDefault();
    const name = written(event.currentTarget, "account-name");
    void this.attempt(async () => {
      await makeAccount(name);
      this.show(await getAccount());
    });
  }

  private goTo(event: SubmitEvent): void {
    event.preventDefault();
    location.hash = deviceAddress(written(event.currentTarget, "code").replace(/[^\w-]/g, ""));
  }

  private comeBack(event: SubmitEvent): void {
    event.preventDefault();
    const bring = isBringing(event.currentTarget as HTMLFormElement);
    void this.attempt(async () => {
      await signIn(bring);
      this.show(await getAccount());
    });
  }

  private rename(event: Event): void {
    const { value } = event.currentTarget as HTMLInputElement;
    void this.attempt(async () => {
      this.show(await renameAccount(value));
      this.told = "Your name is changed. At tables you keep the one that you sat down with.";
    });
  }

  private showCode(): void {
    void this.attempt(async () => {
      const { code, seconds } = await newCode();
      this.code = { code, until: new Date(Date.now() + seconds * 1000) };
      clearTimeout(this.ending);
      this.ending = window.setTimeout(() => (this.code = null), seconds * 1000);
    });
  }

  private hideCode(): void {
    this.code = null;
    void this.attempt(async () => this.show(await getAccount()));
  }

  private drop({ id, name, own }: DeviceInfo): void {
    void this.attempt(async () => {
      await shutOut(id);
      if (own) forgetAccount();
      this.show(await getAccount());
      this.told = own ? "This browser has left your account." : `${name} is shut out.`;
    });
  }

  private download({ id }: AccountView): void {
    void this.attempt(async () => saveAs(await accountData(), `stavka-${id}.json`));
  }

  private delete(account: AccountView): void {
    const leave = this.querySelector<HTMLInputElement>("input[name=leave]")?.checked ?? false;
    void this.attempt(async () => {
      await deleteAccount(account, leave);
      this.deleting = false;
      this.show(null);
      this.told = "Your data are deleted.";
    });
  }

  private leave(): void {
    forgetAccount();
    this.problem = "";
    this.show(null);
  }

  private ask(deleting: boolean): void {
    this.deleting = deleting;
    const next = deleting ? ".sure .primary" : ".delete";
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(next)?.focus());
  }

  override render(): TemplateResult {
    const { account } = this;
    return html`<section class="you" aria-labelledby="you-title">
      <h2 id="you-title">You</h2>
      ${account ? this.known(account) : accountSecret() ? this.notYet() : this.stranger()}
      ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
      <p class="soft" role="status" ?hidden=${!this.told}>${this.told}</p>
    </section>`;
  }

  private stranger(): TemplateResult {
    return html`<p class="soft">Nobody needs an account to play. With one you find your tables on all of your devices.</p>
      <form @submit=${(event: SubmitEvent) => this.make(event)}>
        <label>
          What others call you
          <input name="account-name" required maxlength=${LONGEST_NAME} autocomplete="nickname" .value=${ownName()} />
        </label>
        <button ?disabled=${this.busy}>Make an account</button>
      </form>
      <details>
        <summary>I have a code from another device</summary>
        <form @submit=${(event: SubmitEvent) => this.goTo(event)}>
          <label>
            The code
            <input name="code" required maxlength="20" autocomplete="off" autocapitalize="characters" placeholder="ABCDE-FGHJK" />
          </label>
          <button>Go on</button>
        </form>
      </details>
      ${this.passkeys ? this.byPasskey() : nothing}`;
  }

  private byPasskey(): TemplateResult {
    return html`<form class="by-passkey" @submit=${(event: SubmitEvent) => this.comeBack(event)}>
      ${bringing(seatsHere().length)}
      <button ?disabled=${this.busy}>Sign in with a passkey</button>
    </form>`;
  }

  /** The server has not said yet who this is, or will not. */
  private notYet(): TemplateResult {
    if (!this.problem) return html`<p class="soft">Looking who you are …</p>`;
    return html`<button @click=${() => this.leave()}>Forget the account in this browser</button>`;
  }

  private known(account: AccountView): TemplateResult {
    const { name, hue, devices } = account;
    return html`<div class="known">
        ${avatar(name, hue)}
        <label>
          What others call you
          <input name="account-name" required maxlength=${LONGEST_NAME} autocomplete="nickname" .value=${name} @change=${(event: Event) => this.rename(event)} />
        </label>
      </div>
      ${this.code ? this.codeBox(this.code) : html`<button class="other-device" ?disabled=${this.busy} @click=${() => this.showCode()}>Use on another device</button>`}
      <details>
        <summary>${devices.length === 1 ? "One device" : `${devices.length} devices`}</summary>
        <ul class="devices">${devices.map((device) => this.device(device, devices.length))}</ul>
      </details>
      <own-passkeys></own-passkeys>
      <a class="own-results" href=${personAddress(account.id)}>Your games and ratings</a>
      <details>
        <summary>Your data</summary>
        ${this.deleting ? this.sure(account) : this.ways(account)}
      </details>`;
  }

  private codeBox({ code, until }: ShownCode): TemplateResult {
    const link = {
      name: "Your other device",
      about: "becomes one of yours by this link",
      address: deviceAddress(code),
    };
    return html`<div class="code" role="group" aria-label="A code for another device">
      <p>Open the link there, or photograph the picture. Or type <b>${spelt(code)}</b> under "I have a code".</p>
      <p class="soft">Good once, until ${until.toLocaleTimeString([], { timeStyle: "short" })}. Whoever has it becomes you: show it to nobody else.</p>
      <share-links unfolded .links=${[link]}></share-links>
      <button class="other-device" @click=${() => this.hideCode()}>Done</button>
    </div>`;
  }

  private device(device: DeviceInfo, count: number): TemplateResult {
    const { name, used, own } = device;
    const last = new Date(used).toLocaleDateString([], { dateStyle: "medium", timeZone: "UTC" });
    return html`<li>
      <span>${name}<small>${own ? "this one" : `last used on ${last}`}</small></span>
      ${count > 1 ? html`<button class="quiet" ?disabled=${this.busy} @click=${() => this.drop(device)}>Remove<span class="visually-hidden"> ${name}</span></button>` : nothing}
    </li>`;
  }

  private ways(account: AccountView): TemplateResult {
    return html`<div class="data">
      <button ?disabled=${this.busy} @click=${() => this.download(account)}>Download my data</button>
      <button class="delete" @click=${() => this.ask(true)}>Delete my data</button>
    </div>`;
  }

  private sure(account: AccountView): TemplateResult {
    return html`<div class="sure" role="group" aria-label="Delete your data?">
      <p>Name, devices, passkeys and notes are deleted from this server, for good. What you said aloud at tables stays, without your name; the games go on for the others.</p>
      <label>
        <input type="checkbox" name="leave" checked />
        <span>Give my seats back, so that others can be invited. Otherwise they stay with the browsers that took them.</span>
      </label>
      <div class="data">
        <button class="primary" ?disabled=${this.busy} @click=${() => this.delete(account)}>Yes, delete</button>
        <button @click=${() => this.ask(false)}>No, keep</button>
      </div>
    </div>`;
  }
}

const written = (form: EventTarget | null, name: string): string =>
  String(new FormData(form as HTMLFormElement).get(name) ?? "");

customElements.define("your-account", YourAccount);
