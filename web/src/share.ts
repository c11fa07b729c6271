// Links to hand out: to copy, or as a QR code for a telephone; and whether others can use them.

import { html, LitElement, nothing, type TemplateResult } from "lit";
import { getReach } from "./api";
import type { Reach } from "./generated";
import { fullAddress, isLoopback, type Link } from "./links";
import type { QrCode } from "./qr";

const COPIED_MS = 2500;

export class ShareLinks extends LitElement {
  static override properties = {
    links: { attribute: false },
    unfolded: { type: Boolean },
    reach: { state: true },
    copied: { state: true },
    shown: { state: true },
  };
  declare links: readonly Link[];
  // Whether the code of the first link is shown without being asked for.
  declare unfolded: boolean;
  declare private reach: Reach | null;
  // The address that has just been copied.
  declare private copied: string;
  declare private shown: { address: string; code: QrCode } | null;

  constructor() {
    super();
    this.links = [];
    this.unfolded = false;
    this.reach = this.shown = null;
    this.copied = "";
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Whoever came from elsewhere has an address that others can use too.
    void this.begin();
  }

  private async begin(): Promise<void> {
    if (isLoopback(location.hostname)) await this.ask();
    const [first] = this.links;
    if (this.unfolded && first) await this.toggleCode(first.address);
  }

  private async ask(): Promise<void> {
    this.reach = await getReach().catch(() => null);
  }

  private get origin(): string {
    return this.reach?.origins[0] ?? location.origin;
  }

  private async copy(address: string, event: Event): Promise<void> {
    const link = fullAddress(this.origin, address);
    const field = (event.currentTarget as HTMLElement).parentElement?.querySelector("input");
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      // Over plain http there is no clipboard but the old way.
      field?.select();
      if (!document.execCommand("copy")) return;
    }
    this.copied = address;
    setTimeout(() => {
      if (this.copied === address) this.copied = "";
    }, COPIED_MS);
  }

  private async toggleCode(address: string): Promise<void> {
    if (this.shown?.address === address) {
      this.shown = null;
      return;
    }
    const { qrCode } = await import("./qr");
    this.shown = { address, code: qrCode(fullAddress(this.origin, address)) };
  }

  override render(): TemplateResult {
    return html`<ul class="invitations">${this.links.map((one) => this.row(one))}</ul>
      ${this.hint()}
      <p class="visually-hidden" role="status">${this.copied ? "The link has been copied." : ""}</p>`;
  }

  private row({ name, about, address }: Link): TemplateResult {
    const code = this.shown?.address === address ? this.shown.code : null;
    return html`<li>
      <p><b>${name}</b> <span>${about}</span></p>
      <div class="link">
        <input
          readonly
          aria-label="Link for ${name}"
          .value=${fullAddress(this.origin, address)}
          @focus=${(event: Event) => (event.currentTarget as HTMLInputElement).select()}
        />
        <button type="button" class="copy" @click=${(event: Event) => void this.copy(address, event)}>${this.copied === address ? "Copied ✓" : "Copy"}${aside(`the link for ${name}`)}</button>
        <button type="button" aria-expanded=${!!code} @click=${() => void this.toggleCode(address)}>QR${aside(`code for ${name}`)}</button>
      </div>
      ${code ? picture(code, `QR code of the link for ${name}`) : nothing}
    </li>`;
  }

  private hint(): TemplateResult | typeof nothing {
    const { reach } = this;
    if (!reach) return nothing;
    if (reach.alone)
      return html`<p class="reach">
        Only this computer can open these links. For others in your network start the server with
        <code>stavka serve --host 0.0.0.0</code> and come back here.
      </p>`;
    const [first, ...others] = reach.origins;
    return html`<p class="reach">
      ${
        first
          ? html`Others in your network find the server at <b>${first}</b>${others.length ? html` (or ${others.join(", ")})` : nothing}; the links lead there.`
          : "This computer is in no network: the links work on it alone."
      }
    </p>`;
  }
}

/** What those who see the row need not be told. */
const aside = (text: string): TemplateResult => html`<span class="visually-hidden"> ${text}</span>`;

function picture({ size, path }: QrCode, label: string): TemplateResult {
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${label}>
    <path d=${path} />
  </svg>`;
}

customElements.define("share-links", ShareLinks);
