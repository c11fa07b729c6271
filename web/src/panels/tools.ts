// Tools on the map: overlays, looking back, trying things, finding, zooming.

import { html, nothing, type TemplateResult } from "lit";
import { OVERLAY_KEYS } from "../keys";
import "../settings";
import { icon } from "./icons";

export interface ToolsView {
  kinds: readonly string[];
  isOn(kind: string): boolean;
  toggle(kind: string): void;
  // Buttons for looking back.
  back: TemplateResult;
  rules(): void;
  bare: boolean;
  toggleUnits(): void;
  // Nothing where things cannot be tried.
  whatIf: (() => void) | null;
  invite: TemplateResult | typeof nothing;
  find(text: string): void;
  zoomBy(factor: number): void;
  frame(): void;
  keyHelp: boolean;
  toggleKeyHelp(): void;
}

export function tools(view: ToolsView): TemplateResult {
  const { whatIf } = view;
  return html`<nav class="tools" aria-label="Map">
    ${view.kinds.map((kind) => overlayButton(kind, view))}
    ${view.back}
    <button class="open-rules" @click=${() => view.rules()}><span>Rules</span> <kbd aria-hidden="true">B</kbd></button>
    <button aria-pressed=${view.bare} @click=${() => view.toggleUnits()}><span>Hide units</span> <kbd aria-hidden="true">H</kbd></button>
    ${
      whatIf
        ? html`<button class="what-if" @click=${whatIf}><span>What if …</span> <kbd aria-hidden="true">W</kbd></button>`
        : nothing
    }
    ${view.invite}
    <form
      role="search"
      @submit=${(event: Event) => {
        event.preventDefault();
        const field = (event.currentTarget as HTMLElement).querySelector("input")!;
        view.find(field.value);
        field.blur();
      }}
    >
      <input id="find" type="search" aria-label="Find a hex or a place" placeholder="Find …" autocomplete="off" />
    </form>
    <div class="zooms">
      <button aria-label="Zoom in" @click=${() => view.zoomBy(1.4)}>${icon("plus")}</button>
      <button aria-label="Zoom out" @click=${() => view.zoomBy(1 / 1.4)}>${icon("minus")}</button>
      <button aria-label="Whole map" @click=${() => view.frame()}>${icon("whole")}</button>
      <button class="half" aria-label="Keys" aria-expanded=${view.keyHelp} @click=${() => view.toggleKeyHelp()}>${icon("help")}</button>
      <stavka-settings class="half"></stavka-settings>
    </div>
  </nav>`;
}

function overlayButton(kind: string, view: ToolsView): TemplateResult {
  const name = kind === "zoc" ? "ZOC" : kind.charAt(0).toUpperCase() + kind.slice(1);
  const key = OVERLAY_KEYS[kind];
  return html`<button data-overlay=${kind} aria-pressed=${view.isOn(kind)} @click=${() => view.toggle(kind)}>
    <span>${name}</span>
    ${key ? html`<kbd aria-hidden="true">${key}</kbd>` : nothing}
  </button>`;
}
