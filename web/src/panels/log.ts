// The log: what happened, with dice and headings; a line lights the hexes it speaks of.

import { html, nothing, type TemplateResult } from "lit";
import type { LogLine } from "../generated";
import { caseLink } from "../help";

// Longer logs are shown from their end; all of it on demand.
const SHOWN = 120;

export interface LogView {
  lines: readonly LogLine[];
  // The sides of this seat: what they did last can be taken back.
  sides: readonly string[];
  all: boolean;
  light(labels: readonly string[]): void;
  go(labels: readonly string[]): void;
  undoTo(move: number): void;
  showAll(): void;
}

/** The first move from which on everything is this seat's own and without dice. */
export function undoableFrom(lines: readonly LogLine[], sides: readonly string[]): number {
  let from = Infinity;
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i]!;
    if (!sides.includes(line.side) || line.dice.length || line.move < 1) break;
    from = line.move;
  }
  return from;
}

export function logPanel(view: LogView): TemplateResult {
  const { lines } = view;
  const first = view.all ? 0 : Math.max(0, lines.length - SHOWN);
  const undoFrom = undoableFrom(lines, view.sides);
  return html`<section class="log" aria-label="Log">
    <h2>Log</h2>
    ${first ? html`<button class="quiet" @click=${view.showAll}>Show all ${lines.length} lines</button>` : nothing}
    <ol tabindex="0" aria-label="Lines of the log">
      ${lines.slice(first).map((line, i, shown) => {
        if (line.heading) return html`<li class="heading ${line.heading}"><h3>${line.text}</h3></li>`;
        const begins = shown[i - 1]?.move !== line.move;
        return html`<li
          class=${line.hexes.length ? "placed" : ""}
          @pointerenter=${() => view.light(line.hexes)}
          @pointerleave=${() => view.light([])}
        >
          ${line.hexes.length
            ? // Not a button element: that would not break like the text it is.
              html`<span
                class="where"
                role="button"
                tabindex="0"
                title="Show on the map"
                @click=${() => view.go(line.hexes)}
                @keydown=${(event: KeyboardEvent) => event.key === "Enter" && view.go(line.hexes)}
                >${line.text}</span
              >`
            : html`<span>${line.text}</span>`}
          ${line.dice.map((die) => html`<span class="die" role="img" aria-label="die ${die}">${die}</span>`)}
          ${caseLink(line.case)}
          ${begins && line.move >= undoFrom
            ? html`<button class="quiet undo-here" @click=${() => view.undoTo(line.move)}>Undo to here</button>`
            : nothing}
        </li>`;
      })}
    </ol>
  </section>`;
}
