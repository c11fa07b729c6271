// How somebody with an account is told elsewhere that it is his turn: on his devices, by a webhook or by mail, and when not.

import { html, LitElement, nothing, type TemplateResult } from "lit";
import {
  closeChannel,
  confirmChannel,
  dropPush,
  getContact,
  newChannel,
  newPush,
  setQuiet,
  tryChannel,
  wordsOf,
} from "./api";
import type { ChannelView, ContactView, NewChannel, QuietTimes, ToldDevice } from "./generated";
import { ACCOUNT_CHANGED, accountSecret } from "./person";
import { canPush, isForbidden, isSubscribed, subscribe, Unable, unsubscribe } from "./push";

// What has an address; devices have one each that nobody types.
type Kind = NewChannel["kind"];

const WORDS: Record<Kind, { name: string; field: string; hint: string }> = {
  webhook: {
    name: "Webhook",
    field: "Webhook, such as that of a Discord channel",
    hint: "https://…",
  },
  mail: { name: "Mail", field: "Mail address", hint: "you@example.org" },
};

/** The quiet times of a form; hours only if both are set. */
export function quietOf(data: FormData, zone: string): QuietTimes {
  const text = (name: string): string => String(data.get(name) ?? "");
  return { start: text("start"), end: text("end"), zone, away: text("away") };
}

/** Why notices cannot be had on this device; nothing if they can. */
export function obstacle(can: boolean, forbidden: boolean): string {
  if (!can)
    return "This browser shows no notices from here: that takes a page of this computer or over https, and a browser that can.";
  return forbidden ? "This browser does not allow it; its own settings for this page do." : "";
}

/** What is said of a channel below its address. */
export function stateOf({ kind, since, failed }: ChannelView): string {
  if (failed) return `The last notice did not arrive: ${failed}.`;
  if (since) return "";
  return kind === "mail" ? "A code was sent to this address." : "Not confirmed yet.";
}

export class StavkaNotices extends LitElement {
  static override properties = {
    view: { state: true },
    problem: { state: true },
    told: { state: true },
    busy: { state: true },
    here: { state: true },
  };
  // Nothing for whoever has no account.
  declare private view: ContactView | null;
  declare private problem: string;
  declare private told: string;
  declare private busy: boolean;
  // Whether this browser takes notices.
  declare private here: boolean;
  // Whoever has closed his last channel still reads what came of it.
  private open = false;

  constructor() {
    super();
    this.view = null;
    this.problem = this.told = "";
    this.busy = this.here = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private readonly look = (): void => {
    this.view = null;
    if (accountSecret()) void this.change(getContact, "").then(() => this.settle());
    else void unsubscribe();
  };

  /** A browser that takes notices which are not this account's, or not wanted any more, ends that. */
  private async settle(): Promise<void> {
    this.here = await isSubscribed();
    if (!this.view || !this.here || this.view.devices.some(({ own }) => own)) return;
    await unsubscribe();
    this.here = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener(ACCOUNT_CHANGED, this.look);
    this.look();
  }

  override disconnectedCallback(): void {
    removeEventListener(ACCOUNT_CHANGED, this.look);
    super.disconnectedCallback();
  }

  private async change(ask: () => Promise<ContactView>, told: string): Promise<void> {
    this.busy = true;
    this.problem = this.told = "";
    try {
      this.view = await ask();
      this.open ||= this.view.channels.length > 0;
      this.told = told;
    } catch (error) {
      this.problem = error instanceof Unable ? error.message : wordsOf(error);
    } finally {
      this.busy = false;
    }
  }

  override render(): TemplateResult | typeof nothing {
    const { view } = this;
    if (!view) return nothing;
    const open = view.kinds
      .filter((kind): kind is Kind => kind !== "push")
      .filter((kind) => !view.channels.some((one) => one.kind === kind));
    const channels = view.channels.filter(({ kind }) => kind !== "push");
    return html`<section class="notices">
      <details ?open=${this.open}>
        <summary><h2>Your turn, elsewhere</h2></summary>
        <p class="beside-it">You can be told that it is your turn when you are not here. A notice names the game and nothing that happens in it.</p>
        ${view.push_key || view.devices.length ? this.devices(view) : nothing}
        ${channels.map((one) => this.channel(one))} ${open.map((kind) => this.add(kind))}
        ${this.quiet(view)}
        ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
        ${this.told ? html`<p role="status">${this.told}</p>` : nothing}
      </details>
    </section>`;
  }

  private devices({ devices, channels, push_key }: ContactView): TemplateResult {
    const push = channels.find(({ kind }) => kind === "push");
    const failed = push && stateOf(push);
    const on = this.here && devices.some(({ own }) => own);
    const why = push_key && !on ? obstacle(canPush(), isForbidden()) : "";
    return html`<div class="channel">
      <h3>On your devices</h3>
      ${devices.length ? html`<ul>${devices.map((one) => this.device(one))}</ul>` : nothing}
      ${failed ? html`<p class="beside-it">${failed}</p>` : nothing}
      ${why ? html`<p class="beside-it">${why}</p>` : nothing}
      <p class="deeds">
        ${push_key && !on && !why ? html`<button type="button" ?disabled=${this.busy} @click=${() => void this.tellHere(push_key)}>Tell me on this device</button>` : nothing}
        ${push_key && push ? html`<button type="button" ?disabled=${this.busy} @click=${() => void this.tryDevices()}>Try it</button>` : nothing}
      </p>
    </div>`;
  }

  private device(one: ToldDevice): TemplateResult {
    const own = one.own && this.here;
    return html`<li>
      <span>${one.name}${own ? html` <small>this one</small>` : nothing}</span>
      <button type="button" ?disabled=${this.busy} @click=${() => void this.drop(one)}>Remove<span class="visually-hidden"> ${one.name}</span></button>
    </li>`;
  }

  private async tellHere(key: string): Promise<void> {
    await this.change(async () => newPush(await subscribe(key)), "This device will tell you.");
    await this.settle();
  }

  /** A device that has left is found out by this, and is not listed any more. */
  private async tryDevices(): Promise<void> {
    await this.change(() => tryChannel("push"), "A trial is on its way.");
    const { problem } = this;
    if (!problem) return;
    await this.change(getContact, "");
    this.problem ||= problem;
  }

  private async drop({ id }: ToldDevice): Promise<void> {
    await this.change(() => dropPush(id), "");
    await this.settle();
  }

  private channel(one: ChannelView): TemplateResult {
    const kind = one.kind as Kind;
    const state = stateOf(one);
    return html`<div class="channel">
      <p><b>${WORDS[kind].name}</b> <span class="address">${one.address}</span></p>
      ${state ? html`<p class="beside-it">${state}</p>` : nothing}
      ${one.since ? nothing : this.codeForm()}
      <p class="deeds">
        ${one.since ? html`<button type="button" ?disabled=${this.busy} @click=${() => this.change(() => tryChannel(kind), "A trial is on its way.")}>Try it</button>` : nothing}
        <button type="button" ?disabled=${this.busy} @click=${() => this.change(() => closeChannel(kind), "")}>Remove</button>
      </p>
    </div>`;
  }

  private codeForm(): TemplateResult {
    const submit = (data: FormData): Promise<void> =>
      this.change(() => confirmChannel(String(data.get("code"))), "The address is confirmed.");
    return html`<form @submit=${filled(submit)}>
      <label>The code from the mail <input name="code" required autocomplete="one-time-code" /></label>
      <button ?disabled=${this.busy}>Confirm</button>
    </form>`;
  }

  private add(kind: Kind): TemplateResult {
    const { field, hint } = WORDS[kind];
    const submit = (data: FormData): Promise<void> =>
      this.change(() => newChannel(kind, String(data.get("address"))), "");
    return html`<form @submit=${filled(submit)}>
      <label>${field} <input name="address" type=${kind === "mail" ? "email" : "url"} required maxlength="500" placeholder=${hint} /></label>
      <button ?disabled=${this.busy}>Add</button>
    </form>`;
  }

  private quiet(view: ContactView): TemplateResult {
    const { start, end, away } = view.quiet;
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const submit = (data: FormData): Promise<void> =>
      this.change(() => setQuiet(quietOf(data, zone)), "Kept.");
    return html`<form class="quiet-times" @submit=${filled(submit)}>
      <label>No notices from <input type="time" name="start" .value=${start} /></label>
      <label>to <input type="time" name="end" .value=${end} /></label>
      <label>Away; back on <input type="date" name="away" .value=${away} /></label>
      <p class="beside-it">By the clocks of ${zone.replaceAll("_", " ")}. ${clocksStand(view)}</p>
      <button ?disabled=${this.busy}>Keep</button>
    </form>`;
  }
}

/** What days away do to the clocks of games that have one. */
export function clocksStand({ quiet, days_left, stands }: ContactView): string {
  const more = `Days away stop your clocks at tables that have one, 30 a year; ${days_left} are left.`;
  if (!quiet.away || Date.parse(quiet.away) < Date.now()) return more;
  if (!stands) return "Your clocks run while you are away: the 30 days of this year are used up.";
  const until = new Date(stands).toLocaleDateString([], { dateStyle: "medium" });
  return `Your clocks stand until ${until}; from then on they run, also if you are still away. ${days_left} more days of this year can stop them.`;
}

/** What to do with what a form holds when it is sent. */
function filled(act: (data: FormData) => Promise<void>): (event: SubmitEvent) => void {
  return (event) => {
    event.preventDefault();
    void act(new FormData(event.currentTarget as HTMLFormElement));
  };
}

customElements.define("stavka-notices", StavkaNotices);
