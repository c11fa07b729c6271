// The log: what happened, with dice and headings; a line lights the hexes it speaks of.

import { html, nothing, type TemplateResult } from "lit";
import type { LogLine } from "../generated";
import { caseLink } from "../help";
import { aboutButton, saidAfter, sayForm, type TalkView } from "./talk";

// Longer logs are shown from their end; all of it on demand.
const SHOWN = 120;
// In a replay so many lines before and after the moment.
const AROUND = 40;

// No line is of the past.
const PRESENT = Infinity;

export interface LogView {
  lines: readonly LogLine[];
  // The sides of this seat: what they did last can be taken back.
  sides: readonly string[];
  all: boolean;
  // Whether it takes most of the panel.
  tall: boolean;
  toggleHeight(): void;
  // The number of the line that tells what led to the question; -1 if there is none.
  cause: number;
  light(labels: readonly string[]): void;
  go(labels: readonly string[]): void;
  undoTo(move: number): void;
  battle(move: number): void;
  showAll(): void;
  talk: TalkView | null;
  // In a replay: how many moves have been made, and how to go to another moment.
  at: number | null;
  jump(move: number): void;
}

/** What part of a log is shown: its end, or in a replay what lies around the line it has come to. */
function window_(view: LogView): [number, number] {
  const { lines, at } = view;
  if (view.all) return [0, lines.length];
  if (at === null) return [Math.max(0, lines.length - SHOWN), lines.length];
  const now = lines.findLastIndex((line) => line.move <= at);
  return [Math.max(0, now - AROUND), now + AROUND];
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
  const { lines, at } = view;
  const [first, last] = window_(view);
  const undoFrom = at === null ? undoableFrom(lines, view.sides) : Infinity;
  // The line that a replay has come to: the first that its last telling move has made.
  const told = at === null ? PRESENT : (lines.findLast((line) => line.move <= at)?.move ?? -1);
  const here = lines.findIndex((line) => line.move === told);
  return html`<section class="log ${view.tall ? "tall" : ""}" aria-label="Log">
    <h2>
      Log
      <button class="quiet" aria-expanded=${view.tall} @click=${view.toggleHeight}>
        ${view.tall ? "▾ smaller" : "▴ taller"}
      </button>
    </h2>
    ${first && at === null ? html`<button class="quiet" @click=${view.showAll}>Show all ${lines.length} lines</button>` : nothing}
    <ol tabindex="0" aria-label="Lines of the log">
      ${view.talk && !first ? saidAfter(view.talk, 0) : nothing}
      ${lines.slice(first, last).map((line, i, shown) => {
        const number = first + i;
        const said = view.talk ? saidAfter(view.talk, number + 1) : [];
        const place = { number, moment: momentOf(line, told), current: number === here };
        if (line.heading) return [headingItem(line, view, place), said];
        const begins = shown[i - 1]?.move !== line.move;
        const undo = begins && line.move >= undoFrom;
        return [lineItem(line, view, { ...place, undo, cause: number === view.cause }), said];
      })}
    </ol>
    ${view.talk && !view.talk.silent ? sayForm(view.talk) : nothing}
  </section>`;
}

interface Place {
  // The number of the line, from 0.
  number: number;
  moment: "" | "now" | "later";
  // Whether the replay has come to this line.
  current: boolean;
}

const momentOf = (line: LogLine, told: number): Place["moment"] =>
  told === PRESENT || line.move < told ? "" : line.move === told ? "now" : "later";

function headingItem(line: LogLine, view: LogView, { moment, current }: Place): TemplateResult {
  return html`<li class="heading ${line.heading} ${moment}" aria-current=${current ? "step" : nothing}>
    <h3>${view.at === null ? line.text : toMoment(line, view)}</h3>
  </li>`;
}

interface LinePlace extends Place {
  undo: boolean;
  cause: boolean;
}

function lineItem(line: LogLine, view: LogView, place: LinePlace): TemplateResult {
  return html`<li
    class="${line.hexes.length ? "placed" : ""} ${place.cause ? "led-here" : ""} ${place.moment}"
    aria-current=${place.current ? "step" : nothing}
    @pointerenter=${() => view.light(line.hexes)}
    @pointerleave=${() => view.light([])}
  >
    ${view.at !== null ? toMoment(line, view) : line.hexes.length ? toPlace(line, view) : html`<span>${line.text}</span>`}
    ${line.dice.map((die) => html`<span class="die" role="img" aria-label="die ${die}">${die}</span>`)}
    ${caseLink(line.case)}
    ${line.battle ? html`<button class="quiet open-battle" aria-label="Show the battle" @click=${() => view.battle(line.move)}>⚔</button>` : nothing}
    ${view.talk && !view.talk.silent ? aboutButton(view.talk, place.number) : nothing}
    ${place.undo ? html`<button class="quiet undo-here" @click=${() => view.undoTo(line.move)}>Undo to here</button>` : nothing}
  </li>`;
}

/** Leads to the hexes. Not a button element: that would not break like the text it is. */
function toPlace(line: LogLine, view: LogView): TemplateResult {
  return html`<span
    class="where"
    role="button"
    tabindex="0"
    title="Show on the map"
    @click=${() => view.go(line.hexes)}
    @keydown=${(event: KeyboardEvent) => event.key === "Enter" && view.go(line.hexes)}
    >${line.text}</span
  >`;
}

/** In a replay every line leads to its moment. */
function toMoment(line: LogLine, view: LogView): TemplateResult {
  return html`<span
    class="where"
    role="button"
    tabindex="0"
    title="Go to this moment"
    @click=${() => view.jump(line.move)}
    @keydown=${(event: KeyboardEvent) => event.key === "Enter" && view.jump(line.move)}
    >${line.text}</span
  >`;
}
