// The scrubber: where in the game the map stands, with the turns and phases as ticks.

import { html, nothing, type TemplateResult } from "lit";
import { styleMap } from "lit/directives/style-map.js";
import type { LogLine, TitleInfo } from "../generated";
import { liveryOf } from "../looks";
import { type Mark, type Replay, SPEEDS } from "../replay";

// Drawn in a square of 20; letters of that shape are missing in many fonts.
const ICONS = {
  step: "M5 4l9 6-9 6zM15 4h2v12h-2z",
  phase: "M2 4l7 6-7 6zM9 4l7 6-7 6z",
  turn: "M2 4l7 6-7 6zM9 4l7 6-7 6zM17 4h2v12h-2z",
  play: "M5 3l12 7-12 7z",
  pause: "M5 3h4v14H5zM11 3h4v14h-4z",
};

const icon = (name: keyof typeof ICONS, back = false): TemplateResult =>
  html`<svg class=${back ? "back" : ""} viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;

export interface ReplayBarView {
  replay: Replay;
  title: TitleInfo;
  lines: readonly LogLine[];
  leave(): void;
}

export function replayBar({ replay, title, lines, leave }: ReplayBarView): TemplateResult {
  const { at, from, to, shown } = replay;
  const place = (move: number): string => `${(100 * (move - from)) / Math.max(1, to - from)}%`;
  const inside = ({ move }: Mark): boolean => move >= from && move <= to;
  const where = `turn ${shown.turn}, ${shown.phase}`;
  const now = lines.findLast((line) => line.move <= at)?.text ?? "";
  return html`<section class="replay-bar" aria-label="Replay" ?aria-busy=${replay.loading}>
    <div class="timeline">
      <div class="ticks" aria-hidden="true">
        ${stretches(lines, from, to).map(({ side, first, last }) => {
          const { dot, mark } = liveryOf(title.liveries, side);
          return html`<span
            class="stretch mark-${mark}"
            style=${styleMap({ left: place(first), right: `calc(100% - ${place(last)})`, background: dot })}
          ></span>`;
        })}
        ${replay.phases.filter(inside).map((m) => html`<span class="tick" style=${styleMap({ left: place(m.move) })}></span>`)}
        ${replay.turns
          .filter(inside)
          .map(
            (m) =>
              html`<span class="tick turn" style=${styleMap({ left: place(m.move) })}><b>${number(m.text)}</b></span>`,
          )}
      </div>
      <input
        type="range"
        min=${from}
        max=${to}
        .value=${String(at)}
        aria-label="Moment of the game"
        aria-valuetext="Choice ${at} of ${to}, ${where}"
        @input=${(event: Event) => {
          replay.pause();
          replay.go(Number((event.currentTarget as HTMLInputElement).value));
        }}
        @keydown=${(event: KeyboardEvent) => key(event, replay, leave)}
      />
    </div>
    <div class="controls" role="group" aria-label="Replay controls">
      <button aria-label="Back one turn" title="Back one turn ({)" @click=${() => replay.jump(replay.turns, -1)}>${icon("turn", true)}</button>
      <button aria-label="Back one phase" title="Back one phase ([)" @click=${() => replay.jump(replay.phases, -1)}>${icon("phase", true)}</button>
      <button aria-label="Back one choice" title="Back one choice (,)" @click=${() => replay.go(at - 1)}>${icon("step", true)}</button>
      <button class="primary play" aria-label=${replay.playing ? "Pause" : "Play"} title="Play or pause (Space)" @click=${() => replay.play()}>
        ${icon(replay.playing ? "pause" : "play")}
      </button>
      <button aria-label="On one choice" title="On one choice (.)" @click=${() => replay.go(at + 1)}>${icon("step")}</button>
      <button aria-label="On one phase" title="On one phase (])" @click=${() => replay.jump(replay.phases, 1)}>${icon("phase")}</button>
      <button aria-label="On one turn" title="On one turn (})" @click=${() => replay.jump(replay.turns, 1)}>${icon("turn")}</button>
      <label class="speed"
        ><span class="visually-hidden">Speed</span>
        <select @change=${(event: Event) => (replay.speed = Number((event.currentTarget as HTMLSelectElement).value))}>
          ${SPEEDS.map((speed) => html`<option value=${speed} ?selected=${speed === replay.speed}>${speed} ×</option>`)}
        </select></label
      >
      <span class="moment"><b>${at}</b><span class="of"> of ${to}</span><span class="what">${now}</span></span>
      ${replay.whole ? nothing : html`<button @click=${() => replay.widen()}>Whole game</button>`}
      <button class="leave" @click=${leave}>Back to the game <kbd aria-hidden="true">Esc</kbd></button>
    </div>
    ${
      replay.more > 0
        ? html`<p class="went-on" role="status">The game has gone on: ${replay.more} more ${replay.more > 1 ? "choices" : "choice"}.</p>`
        : nothing
    }
  </section>`;
}

/** The figure of a turn's heading; nothing if it has none. */
const number = (text: string): string => /\d+/.exec(text)?.[0] ?? "";

/** Who was choosing when, as far as the log tells. */
function stretches(
  lines: readonly LogLine[],
  from: number,
  to: number,
): { side: string; first: number; last: number }[] {
  const found: { side: string; first: number; last: number }[] = [];
  for (const { side, move } of lines) {
    if (!side || move <= from || move > to) continue;
    const open = found.at(-1);
    if (open?.side === side) open.last = move;
    else found.push({ side, first: open?.last ?? from, last: move });
  }
  return found;
}

/** The slider takes the arrows, Home and End by itself. */
function key(event: KeyboardEvent, replay: Replay, leave: () => void): void {
  switch (event.key) {
    case "Escape":
      leave();
      break;
    case " ":
      replay.play();
      break;
    case "PageUp":
      replay.jump(event.shiftKey ? replay.turns : replay.phases, -1);
      break;
    case "PageDown":
      replay.jump(event.shiftKey ? replay.turns : replay.phases, 1);
      break;
    default:
      return;
  }
  event.preventDefault();
}
