// Talk at the table: remarks between the lines of the log, and where one writes them.

import { html, nothing, type TemplateResult } from "lit";
import type { LogLine, RemarkView } from "../generated";
import type { Liveries } from "../looks";
import { chip } from "./chip";

export interface TalkView {
  remarks: readonly RemarkView[];
  lines: readonly LogLine[];
  liveries: Liveries;
  // The number of the line that is spoken about; -1 for none.
  about: number;
  private: boolean;
  // Whoever looks on or back reads only.
  silent: boolean;
  speakAbout(line: number): void;
  setPrivate(on: boolean): void;
  say(text: string): void;
}

/** What was said after so many lines, before the next. */
export const saidAfter = (view: TalkView, lines: number): TemplateResult[] =>
  view.remarks.filter((r) => r.after === lines).map((r) => remark(r, view));

function remark(said: RemarkView, { lines, liveries }: TalkView): TemplateResult {
  const about = said.about === null ? undefined : lines[said.about];
  const speaker = said.speaker ? chip(liveries, said.speaker) : html`<b>To everybody</b>`;
  return html`<li class="remark ${said.private ? "note" : ""}">
    ${said.private ? html`<b>Note to myself</b>` : speaker}
    ${about ? html`<q>${about.text}</q>` : nothing}
    <span>${said.text}</span>
  </li>`;
}

/** A way to speak about a line. */
export const aboutButton = (view: TalkView, line: number): TemplateResult =>
  html`<button class="quiet speak-about" aria-label="Say something about this line" title="Say something about this line" @click=${() => view.speakAbout(line)}>❝</button>`;

export function sayForm(view: TalkView): TemplateResult {
  const about = view.lines[view.about];
  return html`<form
    class="say"
    @submit=${(event: SubmitEvent) => {
      event.preventDefault();
      const field = (event.currentTarget as HTMLElement).querySelector("input")!;
      if (field.value.trim()) view.say(field.value.trim());
      field.value = "";
    }}
  >
    ${
      about
        ? html`<p class="about">
          About: <q>${about.text}</q>
          <button type="button" class="quiet" aria-label="About nothing in particular" @click=${() => view.speakAbout(-1)}>✕</button>
        </p>`
        : nothing
    }
    <input
      maxlength="500"
      autocomplete="off"
      aria-label=${view.private ? "A note to yourself" : "Say something to the table"}
      placeholder=${view.private ? "A note to yourself …" : "Say something …"}
    />
    <label title="Nobody else can read it"
      ><input type="checkbox" .checked=${view.private} @change=${(event: Event) => view.setPrivate((event.currentTarget as HTMLInputElement).checked)} />
      only me</label
    >
  </form>`;
}
