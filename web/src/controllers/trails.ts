// Trails of the last turn: on or off, remembered, in the present, in the film and in a replay.

import { html, type TemplateResult } from "lit";
import { recall, remember } from "../memory";
import { linesOfTurn, trailsSvg } from "../trails";
import { Controller } from "./controller";

const KEY = "trails";

export class Trails extends Controller {
  private on = recall(KEY, "on") === "on";
  private drawn = "";

  toggle(): void {
    this.on = !this.on;
    remember(KEY, this.on ? "on" : "off");
    this.draw();
    this.changed();
  }

  /** Draws what led to the moment that the map shows. */
  draw(): void {
    const { back, board, film, scene, state } = this.host;
    if (!board || !state || !scene.title) return;
    const at = back.at ?? film.at ?? state.moves;
    const lines = this.on ? linesOfTurn(state.log, at) : [];
    const svg = trailsSvg(lines, board.map, scene.title.liveries);
    if (svg === this.drawn) return;
    this.drawn = svg;
    board.setTrails(svg);
  }

  button(): TemplateResult {
    return html`<button class="trails" aria-pressed=${this.on} @click=${() => this.toggle()}>
      <span>Trails</span> <kbd aria-hidden="true">V</kbd>
    </button>`;
  }
}
