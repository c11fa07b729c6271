// A drawer beside the map: opened with a button or a key, closed the same way, by Escape or its cross,
// and whoever opened it gets the focus back.

import { html, type TemplateResult } from "lit";
import { Controller } from "./controller";

export abstract class Drawer extends Controller {
  open = false;
  private opener: HTMLElement | null = null;

  // The class of its element, what its button says, and the key that does the same.
  protected abstract readonly kind: string;
  protected abstract readonly word: string;
  protected abstract readonly letter: string;

  toggle(): void {
    if (this.open) {
      this.close();
      return;
    }
    this.opener = document.activeElement as HTMLElement | null;
    this.open = true;
    this.changed();
    this.opened();
  }

  /** It has been opened: brings what is in it. */
  protected abstract opened(): void;

  close(): void {
    this.open = false;
    this.changed();
    if (this.opener?.isConnected) this.opener.focus();
  }

  protected opening(): TemplateResult {
    return html`<button class="open-${this.kind}" aria-expanded=${this.open} @click=${() => this.toggle()}>
      <span>${this.word}</span> <kbd aria-hidden="true">${this.letter}</kbd>
    </button>`;
  }

  protected dialog(name: string, content: TemplateResult): TemplateResult {
    return html`<section
      class="drawer ${this.kind}"
      role="dialog"
      aria-label=${name}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        this.close();
      }}
    >
      ${content}
    </section>`;
  }
}
