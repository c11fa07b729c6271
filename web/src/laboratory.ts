// The laboratory: experiments and runs of a folder of this machine, how far they are, and their reports.

import { html, LitElement, nothing, type TemplateResult } from "lit";
import { getLaboratory, HttpError, type LabDeed, orderLaboratory, wordsOf } from "./api";
import type { LabCell, LabEntry, LabRate, LabView } from "./generated";
import { brokenWords, orderOf, rateWords, stateWords } from "./runs";
import "./settings";

// How often to look while something goes on, and otherwise.
const SOON_MS = 1000;
const LATER_MS = 4000;
// Tables with more cells are folded away.
const SHORT = 8;
const NOT_HERE = 404;
const SAMPLE = `[experiment]
name = "cadets at the river"
title = "river-line"
games = 100

[factors]
players = [{ Upland = "cadet", Vale = "cadet" }]`;

export class StavkaLaboratory extends LitElement {
  static override properties = {
    view: { state: true },
    problem: { state: true },
    refused: { state: true },
    busy: { state: true },
    told: { state: true },
  };
  declare private view: LabView | null;
  // Why nothing can be shown.
  declare private problem: string;
  // What the server would not do, and for which entry.
  declare private refused: { key: string; words: string } | null;
  // The entry of which something has been ordered.
  declare private busy: string;
  // What those who do not see the page are told of.
  declare private told: string;
  private timer = 0;
  // Of views that cross, the one that was asked for last counts.
  private asked = 0;
  private absent = false;

  constructor() {
    super();
    this.view = this.refused = null;
    this.problem = this.busy = this.told = "";
    document.title = "Laboratory · Stavka";
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.look();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  private async look(): Promise<void> {
    clearTimeout(this.timer);
    if (!document.hidden) await this.ask(getLaboratory);
    if (this.isConnected && !this.absent)
      this.timer = setTimeout(() => void this.look(), this.isGoingOn ? SOON_MS : LATER_MS);
  }

  private get isGoingOn(): boolean {
    return !!this.view?.entries.some(({ playing, report }) => playing || isBeingWritten(report));
  }

  /** Shows what the server answers; throws what it refuses. */
  private async ask(question: () => Promise<LabView>): Promise<void> {
    const number = ++this.asked;
    try {
      const view = await question();
      if (number < this.asked) return;
      this.tell(this.view, view);
      this.view = view;
      this.problem = "";
    } catch (error) {
      if (question !== getLaboratory) throw error;
      this.absent = error instanceof HttpError && error.status === NOT_HERE;
      this.problem = wordsOf(error);
    }
  }

  private async order(deed: LabDeed, { key, name }: LabEntry): Promise<void> {
    if (this.busy) return;
    this.busy = key;
    this.refused = null;
    clearTimeout(this.timer);
    try {
      await this.ask(() => orderLaboratory(deed, key));
    } catch (error) {
      this.refused = { key, words: `${name}: ${wordsOf(error)}` };
    } finally {
      this.busy = "";
    }
    void this.look();
  }

  /** Says what has come about since the last view. */
  private tell(before: LabView | null, now: LabView): void {
    for (const entry of now.entries) {
      const known = before?.entries.find((one) => isSame(one, entry));
      if (!known) continue;
      if (!known.playing && entry.playing) this.told = `${entry.name} is being played.`;
      if (known.playing && !entry.playing) this.told = `${entry.name}: ${stateWords(entry)}`;
      if (isBeingWritten(known.report) && entry.report?.ready) this.offer(entry);
    }
  }

  /** The report is there: whoever has waited at its button finds it in its place. */
  private offer({ name, key }: LabEntry): void {
    this.told = `The report of ${name} is ready.`;
    const waited = document.activeElement?.getAttribute("data-report") === key;
    if (waited)
      void this.updateComplete.then(() =>
        this.querySelector<HTMLElement>(`a[data-report="${CSS.escape(key)}"]`)?.focus(),
      );
  }

  override render(): TemplateResult {
    return html`<div class="lobby laboratory">
      <header class="masthead">
        <div>
          <h1>Laboratory</h1>
          <p>Many games at once, and what they show</p>
          <a href="#">To the lobby</a>
          <stavka-settings></stavka-settings>
        </div>
      </header>
      <main>
        ${this.problem ? this.trouble() : nothing}
        ${this.view ? this.folder(this.view) : this.problem ? nothing : html`<p class="empty" role="status">Looking into the folder …</p>`}
        <p class="visually-hidden" role="status">${this.told}</p>
      </main>
    </div>`;
  }

  private trouble(): TemplateResult {
    if (this.absent)
      return html`<p class="problem" role="alert">
        There is no laboratory here. On your own machine
        <code>stavka serve --lab DIR</code> opens one for the experiments and runs of a folder.
      </p>`;
    return html`<p class="problem" role="alert">${this.problem}</p>`;
  }

  private folder({ folder, entries }: LabView): TemplateResult {
    if (!entries.length) return empty(folder);
    return html`<p class="where">Experiments and runs of <code>${folder}</code></p>
      <ul class="runs">${entries.map((entry) => this.entry(entry))}</ul>`;
  }

  private entry(entry: LabEntry): TemplateResult {
    const { name, title, text, experiment, run, problem, cells, broken, key } = entry;
    const refused = this.refused?.key === key ? this.refused.words : "";
    return html`<li class="run ${entry.playing ? "goes-on" : ""}">
      <div class="what">
        <div>
          ${title ? html`<p class="eyebrow">${title}</p>` : nothing}
          <h2>${name || key}</h2>
          ${text ? html`<p class="asks">${text}</p>` : nothing}
        </div>
        <p class="files">${[experiment, run].filter(Boolean).map((file) => html`<code>${file}</code> `)}</p>
      </div>
      ${problem ? html`<p class="problem">${cells.length ? `The run broke off. ${problem}` : problem}</p>` : nothing}
      ${refused ? html`<p class="problem" role="alert">${refused}</p>` : nothing}
      ${cells.length ? this.progress(entry) : nothing}
      ${broken ? html`<p class="broken">${brokenWords(broken)}</p>` : nothing}
      ${cells.some(({ rates, broken: some }) => rates.length || some) ? cellTable(entry) : nothing}
    </li>`;
  }

  private progress(entry: LabEntry): TemplateResult {
    const { name, done, of, run } = entry;
    return html`<div class="far">
      <div class="how-far">
        <p>${stateWords(entry)}</p>
        ${run || entry.playing ? html`<progress aria-label="Games of ${name}" max=${of} value=${done}></progress>` : nothing}
      </div>
      <div class="deeds">${this.playButton(entry)} ${this.reportOffer(entry)}</div>
    </div>`;
  }

  private playButton(entry: LabEntry): TemplateResult | typeof nothing {
    const found = orderOf(entry);
    if (!found) return nothing;
    const { order, words } = found;
    return html`<button
      type="button"
      class=${order === "play" ? "primary" : ""}
      aria-disabled=${this.busy === entry.key ? "true" : nothing}
      @click=${() => void this.order(order, entry)}
    >
      ${words}<span class="visually-hidden"> ${entry.name}</span>
    </button>`;
  }

  /** A button, then that it is being written, then the report. */
  private reportOffer(entry: LabEntry): TemplateResult | typeof nothing {
    const { key, name, done, report } = entry;
    if (!done) return nothing;
    const writing = isBeingWritten(report);
    const of = html`<span class="visually-hidden"> of ${name}</span>`;
    const button = html`<button
      type="button"
      data-report=${key}
      aria-disabled=${writing ? "true" : nothing}
      @click=${() => (writing ? undefined : void this.order("report", entry))}
    >
      ${writing ? "Writing the report …" : report?.ready ? "Write it anew" : "Report"}${of}
    </button>`;
    if (!report?.ready)
      return html`${report?.problem ? html`<p class="problem">${report.problem}</p>` : nothing} ${button}`;
    const old = report.games < done;
    return html`<a class="button ${old ? "" : "primary"}" data-report=${key} href="/api/lab/page?key=${encodeURIComponent(key)}" target="_blank" rel="noopener"
        >Read the report${of}${old ? html` <small>${report.games} games</small>` : nothing}</a
      >
      ${old ? button : nothing}`;
  }
}

const isBeingWritten = (report: LabEntry["report"]): boolean =>
  !!report && !report.ready && !report.problem;

/** Whether two entries are of the same thing: an experiment that is begun gets a run. */
const isSame = (one: LabEntry, other: LabEntry): boolean =>
  one.key === other.key || (!one.run && !!one.experiment && one.experiment === other.experiment);

function empty(folder: string): TemplateResult {
  return html`<section class="nothing-yet">
    <h2>Nothing here yet</h2>
    <p>
      Put an experiment into <code>${folder}</code>: a TOML file that says what is played and how
      often, such as this one. It is started from here.
    </p>
    <pre tabindex="0" aria-label="An experiment">${SAMPLE}</pre>
    <p>
      Or play one in a terminal, with its results there; it is shown here as it goes on:
      <code>stavka lab run FILE --out ${folder}/NAME.sqlite</code>
    </p>
  </section>`;
}

function cellTable({ cells, name }: LabEntry): TemplateResult {
  const sides = (cells.find(({ rates }) => rates.length)?.rates ?? []).map(({ side }) => side);
  const anyBroken = cells.some(({ broken }) => broken);
  const table = html`<div class="wide" role="region" tabindex="0" aria-label="Who wins in ${name}">
    <table>
      <thead>
        <tr>
          <th scope="col">Cell</th>
          <th scope="col" class="number">Games</th>
          ${sides.map((side) => html`<th scope="col">${side} wins</th>`)}
          ${anyBroken ? html`<th scope="col" class="number">Broke off</th>` : nothing}
        </tr>
      </thead>
      <tbody>${cells.map((cell) => cellRow(cell, sides, anyBroken))}</tbody>
    </table>
  </div>`;
  if (cells.length <= SHORT) return table;
  return html`<details>
    <summary>Who wins in ${cells.length} cells</summary>
    ${table}
  </details>`;
}

const count = (games: number): string => games.toLocaleString("en");

function cellRow(cell: LabCell, sides: readonly string[], anyBroken: boolean): TemplateResult {
  const { name, done, of, decided, broken, rates } = cell;
  return html`<tr>
    <th scope="row">${name}</th>
    <td class="number">${decided ? html`${count(done)} <small>decided</small>` : done < of ? html`${count(done)} <small>of ${count(of)}</small>` : count(done)}</td>
    ${sides.map((side) => rateCell(rates.find((rate) => rate.side === side)))}
    ${anyBroken ? html`<td class="number">${broken || ""}</td>` : nothing}
  </tr>`;
}

/** A rate with its interval: in words, and as a line on a scale from never to always. */
function rateCell(found: LabRate | undefined): TemplateResult {
  if (!found) return html`<td></td>`;
  const { rate, range } = rateWords(found);
  const at = (share: number): string => `${(100 * share).toFixed(1)}%`;
  return html`<td>
    <span class="rate"><b>${rate}</b> <small>${range}</small></span>
    <span class="interval" aria-hidden="true">
      <span class="range" style="left:${at(found.low)};right:${at(1 - found.high)}"></span>
      <span class="found" style="left:${at(found.rate)}"></span>
    </span>
  </td>`;
}

customElements.define("stavka-laboratory", StavkaLaboratory);
