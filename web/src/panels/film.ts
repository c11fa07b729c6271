// The bar of the film: whose turn it is, pause, pace, how far, and away with it.

import { html, type TemplateResult } from "lit";
import { type Film, PACES, type Pace } from "../film";
import type { Liveries } from "../looks";
import { chip } from "./chip";

export interface FilmView {
  film: Film;
  liveries: Liveries;
  setPace(pace: Pace): void;
  skip(): void;
}

export function filmBar({ film, liveries, setPace, skip }: FilmView): TemplateResult {
  const { done, telling, told, shown } = film;
  return html`<section class="film-bar" aria-label="What the others do">
    <span class="whose">${told?.side ? chip(liveries, told.side) : ""} <span class="phase">${shown.phase}</span></span>
    <button class="pause" aria-label=${film.paused ? "Go on" : "Pause"} title="Space" @click=${() => film.pause()}>
      ${film.paused ? "▶" : "❚❚"}
    </button>
    ${paceChoice(film.pace, setPace)}
    <input
      type="range"
      min="0"
      max=${telling.length}
      .value=${String(done)}
      aria-label="Step of the film"
      aria-valuetext="${done} of ${telling.length}"
      @change=${(event: Event) => film.go(Number((event.currentTarget as HTMLInputElement).value))}
    />
    <span class="far">${done} of ${telling.length}</span>
    <button class="skip-film" @click=${skip}>Skip <kbd aria-hidden="true">Esc</kbd></button>
  </section>`;
}

/** How fast turns of others are shown. */
export function paceChoice(pace: Pace, setPace: (pace: Pace) => void): TemplateResult {
  return html`<label class="pace"
    ><span class="visually-hidden">Speed of the film</span>
    <select @change=${(event: Event) => setPace((event.currentTarget as HTMLSelectElement).value as Pace)}>
      ${PACES.map((each) => html`<option value=${each} ?selected=${each === pace}>${word(each)}</option>`)}
    </select></label
  >`;
}

const word = (pace: Pace): string => pace.charAt(0).toUpperCase() + pace.slice(1);
