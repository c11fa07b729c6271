// The small menu that asks which, where a hex or a unit is in several options.

import { html, nothing, type TemplateResult } from "lit";
import { styleMap } from "lit/directives/style-map.js";
import { unsafeSVG } from "lit/directives/unsafe-svg.js";
import type { Pick } from "../choices";
import { counterSvg } from "../counters";
import type { UnitView } from "../generated";
import type { Looks } from "../looks";

export interface ChooserView {
  picks: readonly Pick[];
  units: readonly UnitView[];
  looks: Looks;
  x: number;
  y: number;
  choose(pick: Pick): void;
  preview(pick: Pick | null): void;
  close(): void;
  // With something in hand: puts it down.
  putDown: (() => void) | null;
}

const WIDTH = 264;
// An entry whose small print takes one line, a further line, and the letters of a line at most.
const ROW = 46;
const LINE = 17;
const LETTERS = 26;

export function chooser(view: ChooserView): TemplateResult {
  // The first entry comes to lie under the pointer: a double click takes it.
  const rows = view.picks.map((pick) => {
    const print = view.units.find((u) => u.id === pick.argument)?.title ?? pick.argument;
    return ROW + LINE * Math.floor(print.length / LETTERS);
  });
  const height = Math.min(
    rows.reduce((sum, row) => sum + row, view.putDown ? 12 + ROW : 12),
    innerHeight - 24,
  );
  const left = Math.max(8, Math.min(view.x - 40, innerWidth - WIDTH - 8));
  const top = Math.max(8, Math.min(view.y - ROW / 2, innerHeight - height - 8));
  return html`<div class="veil" @click=${view.close}></div>
    <section aria-label="What you can choose here"><div
      class="chooser"
      role="menu"
      aria-label="Which?"
      style=${styleMap({ left: `${left}px`, top: `${top}px`, width: `${WIDTH}px`, "max-height": `${innerHeight - top - 8}px` })}
      @keydown=${(event: KeyboardEvent) => walk(event, view.close)}
    >
      ${view.picks.map((pick) => {
        const unit = view.units.find((u) => u.id === pick.argument);
        const show = (): void => view.preview(pick);
        return html`<button
          role="menuitem"
          data-verb=${pick.option.verb}
          data-argument=${pick.argument}
          @click=${() => view.choose(pick)}
          @pointerenter=${show}
          @focus=${show}
        >
          ${unit ? unsafeSVG(counterSvg(unit, view.looks, 34)) : html`<span class="no-unit">⬡</span>`}
          <span>${pick.option.label} <small>${unit ? unit.title : pick.argument}</small></span>
        </button>`;
      })}
      ${
        view.putDown
          ? html`<button role="menuitem" class="put-down" @click=${view.putDown}>
              <span class="no-unit">↩</span><span>Put down what is in hand</span>
            </button>`
          : nothing
      }
    </div></section>`;
}

function walk(event: KeyboardEvent, close: () => void): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  event.stopPropagation();
  if (event.key === "Escape") close();
  if (!step) return;
  event.preventDefault();
  const items = [...(event.currentTarget as HTMLElement).querySelectorAll("button")];
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  items.at((at + step) % items.length)?.focus();
}
