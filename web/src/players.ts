// Players of this server: the strongest of each title, and what everybody may know of one of them.

import { html, LitElement, nothing, type TemplateResult } from "lit";
import { getPerson, getRatings, getTitles, wordsOf } from "./api";
import type { PersonView, RatingView, ResultView, TitleInfo } from "./generated";
import { avatar } from "./panels/avatar";
import { personAddress, RATINGS } from "./tables";

const ABOUT =
  "A rating tells how strong somebody is thought to be in a title, and how far that may be off. It moves with games between people who both have accounts.";

/** What is shown of a page that fetches something first. */
abstract class PlayersPage extends LitElement {
  static override properties = { problem: { state: true }, ready: { state: true } };
  declare private problem: string;
  declare private ready: boolean;

  constructor() {
    super();
    this.problem = "";
    this.ready = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.open();
  }

  private async open(): Promise<void> {
    try {
      await this.load();
      this.ready = true;
    } catch (error) {
      this.problem = wordsOf(error);
    }
  }

  protected abstract load(): Promise<void>;
  protected abstract head(): TemplateResult;
  protected abstract contents(): TemplateResult;

  override render(): TemplateResult {
    return html`<div class="lobby players">
      <header class="masthead">
        <div>
          ${this.ready ? this.head() : html`<h1>Players</h1>`}
          <a href="#">To the lobby</a>
        </div>
      </header>
      <main>
        ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
        ${this.ready ? this.contents() : nothing}
      </main>
    </div>`;
  }
}

export class StavkaRatings extends PlayersPage {
  private lists: { name: string; best: RatingView[] }[] = [];

  protected async load(): Promise<void> {
    document.title = "Ratings · Stavka";
    const found = await getTitles();
    this.lists = await Promise.all(
      found.map(async ({ slug, name }) => ({ name, best: await getRatings(slug) })),
    );
  }

  protected head(): TemplateResult {
    return html`<h1>Ratings</h1><p>of the players here</p>`;
  }

  protected contents(): TemplateResult {
    const known = this.lists.filter(({ best }) => best.length);
    return html`${known.map(({ name, best }) => ranking(name, best))}
      ${known.length ? nothing : html`<p class="empty">Of nobody enough is known yet: it takes some games against other people.</p>`}
      <p class="soft">${ABOUT}</p>`;
  }
}

function ranking(name: string, best: readonly RatingView[]): TemplateResult {
  return html`<section>
    <h2>${name}</h2>
    <table>
      <thead><tr><th scope="col">Place</th><th scope="col">Player</th><th scope="col">Rating</th><th scope="col">Games</th></tr></thead>
      <tbody>
        ${best.map(
          (one, place) => html`<tr>
            <td>${place + 1}</td>
            <td><a href=${personAddress(one.account)}>${avatar(one.name, one.hue)} ${one.name}</a></td>
            <td>${one.text}</td>
            <td>${one.games}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

export class StavkaPerson extends PlayersPage {
  account = "";
  private person: PersonView | null = null;
  private titles: TitleInfo[] = [];

  protected async load(): Promise<void> {
    [this.person, this.titles] = await Promise.all([getPerson(this.account), getTitles()]);
    document.title = `${this.person.name} · Stavka`;
  }

  protected head(): TemplateResult {
    const { name, hue, since } = this.person!;
    return html`<h1>${avatar(name, hue)} ${name}</h1><p>here since ${dayWords(since)}</p>`;
  }

  protected contents(): TemplateResult {
    const { ratings, results, games } = this.person!;
    if (!games) return html`<p class="empty">No game with this account has ended yet.</p>`;
    return html`<section>
        <h2>Ratings</h2>
        ${ratings.length ? html`<ul class="standings">${ratings.map((one) => this.standing(one))}</ul>` : html`<p>No rated game yet.</p>`}
        <p class="soft">${ABOUT} <a href=${RATINGS}>The strongest players</a></p>
      </section>
      <section>
        <h2>${games > results.length ? `The last ${results.length} of ${games} games` : "Games"}</h2>
        <ul class="results">${results.map((one) => this.result(one))}</ul>
      </section>`;
  }

  private standing({ title, text, games }: RatingView): TemplateResult {
    return html`<li><b>${this.titleOf(title)?.name ?? title}</b> <span class="rating">${text}</span> <small>${gamesWords(games)}</small></li>`;
  }

  private result(one: ResultView): TemplateResult {
    const title = this.titleOf(one.title);
    const scenario = title?.scenarios.find(({ key }) => key === one.scenario);
    return html`<li>
      <span class="end" data-result=${one.result}>${endWords(one)}</span>
      <div>
        <b>${title?.name ?? one.title}</b> <span>${scenario?.name ?? one.scenario} · ${one.side}${againstWords(one)}</span>
        <small>${one.reason}</small>
        <small>${dayWords(one.ended)}${one.rated ? "" : " · not rated"}</small>
      </div>
    </li>`;
  }

  private titleOf(slug: string): TitleInfo | undefined {
    return this.titles.find((one) => one.slug === slug);
  }
}

/** The end of a game in a word. */
export const endWords = ({ result }: Pick<ResultView, "result">): string =>
  result > 0.5 ? "Won" : result < 0.5 ? "Lost" : "Drawn";

/** Against whom it was, if that is known. */
export const againstWords = ({ against }: Pick<ResultView, "against">): string =>
  against.length ? ` against ${against.join(" and ")}` : "";

const gamesWords = (games: number): string => (games === 1 ? "one game" : `${games} games`);

const dayWords = (when: string): string =>
  new Date(when).toLocaleDateString([], { dateStyle: "medium" });

customElements.define("stavka-ratings", StavkaRatings);
customElements.define("stavka-person", StavkaPerson);
