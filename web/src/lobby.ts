// The lobby: set up a game, go back to one, or bring one along as a record.

import { html, LitElement, nothing, type TemplateResult } from "lit";
import { checkSetUp, getReach, getTitles, newLesson, newTable } from "./api";
import { clockFor } from "./bring";
import { isNewTo } from "./first-games";
import type {
  AccountSeat,
  AccountView,
  Fitting,
  ScenarioInfo,
  TableLinks,
  TitleInfo,
} from "./generated";
import { caseLink, type RuleHelp } from "./help";
import { hasBeenLaid, isLoopback, keepLinks } from "./links";
import { whoOf } from "./marks";
import { type MyTable, myTables } from "./my-tables";
import "./notices";
import { chip } from "./panels/chip";
import { daysWords } from "./panels/clock";
import "./offers";
import { nameField } from "./panels/name";
import { worth } from "./panels/worth";
import { accountSecret } from "./person";
import { sitDown } from "./seats";
import "./settings";
import {
  forgetTable,
  LABORATORY,
  PRIVACY,
  RATINGS,
  type SavedTable,
  savedTables,
  saveTable,
  seatAddress,
} from "./tables";
import "./you";

const FITS: Fitting = { problem: "", refused: {} };
const PLAYER_WORDS: Record<string, string> = {
  person: "A person",
  recruit: "Recruit (computer, overlooks things)",
  cadet: "Cadet (computer)",
  staff: "Staff (computer, makes plans)",
  marshal: "Marshal (computer, thinks long)",
  random: "Random (computer)",
};
const DAYS = [1, 2, 3, 5, 7, 14];
const TIME_NOTE =
  "A clock runs only while its side has to choose, and not while its player is away (30 days a year, with an account). When it is up, the opponent may claim the win; a choice within a day then keeps the game going.";
const PLANNERS = new Set(["staff", "marshal"]);
// Of one's own tables the newest are shown; the others are folded away.
const NEWEST = 4;

export class StavkaLobby extends LitElement {
  static override properties = {
    titles: { state: true },
    slug: { state: true },
    scenario: { state: true },
    options: { state: true },
    fitting: { state: true },
    players: { state: true },
    teaching: { state: true },
    apart: { state: true },
    mine: { state: true },
    clock: { state: true },
    tables: { state: true },
    seats: { state: true },
    problem: { state: true },
    busy: { state: true },
    laboratory: { state: true },
    reachable: { state: true },
  };
  declare private titles: TitleInfo[];
  declare private slug: string;
  declare private scenario: string;
  declare private options: Set<string>;
  // What the title says of the chosen scenario and options.
  declare private fitting: Fitting;
  declare private players: Record<string, string>;
  declare private teaching: boolean;
  // Where several people play: whether each is at a screen of his own, and which side is mine then.
  declare private apart: boolean;
  declare private mine: string;
  // How many days each side has for each turn; none without a clock.
  declare private clock: number | null;
  declare private tables: SavedTable[];
  // The seats of one's account; nothing as long as they are not known.
  declare private seats: readonly AccountSeat[] | null;
  declare problem: string;
  declare private busy: boolean;
  // Whether there is one for whoever sits here.
  declare private laboratory: boolean;
  // Whether others can come to this server.
  declare private reachable: boolean;

  constructor() {
    super();
    this.titles = [];
    this.laboratory = false;
    this.reachable = !isLoopback(location.hostname);
    this.teaching = false;
    this.slug = this.scenario = this.problem = this.mine = "";
    this.apart = true;
    this.clock = null;
    this.options = new Set();
    this.fitting = FITS;
    this.players = {};
    this.tables = savedTables();
    this.seats = accountSecret() ? null : [];
    this.busy = false;
    document.title = "Stavka";
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener("open-rule", (event) => {
      const help = this.querySelector<RuleHelp>("rule-help");
      if (event.target !== help) void help?.open((event as CustomEvent<string>).detail);
    });
    void this.load();
    if (isLoopback(location.hostname)) void this.lookAround();
  }

  /** Where nobody else can come, people sit at this screen. */
  private async lookAround(): Promise<void> {
    const reach = await getReach().catch(() => null);
    if (reach?.alone) this.apart = false;
    this.laboratory = !!reach?.laboratory;
    this.reachable = reach?.alone === false;
  }

  private async load(): Promise<void> {
    try {
      this.titles = await getTitles();
      const first = this.titles[0];
      if (first) this.pickTitle(first);
    } catch (error) {
      this.problem = `The server does not answer: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  private get title_(): TitleInfo | undefined {
    return this.titles.find((t) => t.slug === this.slug);
  }

  private get scenario_(): ScenarioInfo | undefined {
    return this.title_?.scenarios.find((s) => s.key === this.scenario);
  }

  private pickTitle(title: TitleInfo): void {
    this.slug = title.slug;
    const first = isNewTo(title.slug) ? title.first_game : "";
    this.pickScenario(title, first || (title.scenarios[0]?.key ?? ""));
    const computer = title.players.find((p) => p === "cadet") ?? title.players.at(-1) ?? "person";
    this.players = Object.fromEntries(
      title.sides.map((side, i) => [side, i ? computer : "person"]),
    );
  }

  private pickScenario(title: TitleInfo, key: string): void {
    const own = new Set(this.scenario_?.defaults);
    this.scenario = key;
    const chosen = title.scenarios.find((s) => s.key === key);
    // What somebody has switched on by hand goes along where it fits.
    const kept = [...this.options].filter((o) => !own.has(o) && chosen?.options.includes(o));
    this.options = new Set([...(chosen?.defaults ?? []), ...kept]);
    void this.check();
  }

  /** Which options fit is for the title to say, the reasons too. */
  private async check(): Promise<void> {
    const { slug, scenario, options } = this;
    const fitting = await checkSetUp(slug, { scenario, options: [...options] }).catch(() => FITS);
    if (slug === this.slug && scenario === this.scenario && options === this.options)
      this.fitting = fitting;
  }

  private async learn(slug: string): Promise<void> {
    this.problem = "";
    try {
      location.hash = seatAddress((await newLesson(slug)).secret);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  private async start(event: Event): Promise<void> {
    event.preventDefault();
    await this.enter(() =>
      newTable({
        title: this.slug,
        scenario: this.scenario,
        options: [...this.options],
        players: this.players,
        teaching: this.teaching && this.plans(),
        hot_seat: !this.apart,
        clock: clockFor(this.clock, this.players, !this.apart),
      }),
    );
  }

  /** Sits down at a new table; the others are invited from there. */
  private async enter(make: () => Promise<TableLinks>): Promise<void> {
    this.busy = true;
    this.problem = "";
    try {
      const links = await make();
      keepLinks(links);
      const { invitations } = links;
      const own = invitations.find(({ sides }) => sides.includes(this.mine)) ?? invitations[0];
      const secret = own ? await sitDown(own.secret) : links.spectator;
      if (invitations.length > 1) hasBeenLaid(links.table);
      this.keep(links, secret, whoOf(own?.sides ?? []) || "spectator");
      location.hash = seatAddress(secret);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    } finally {
      this.busy = false;
    }
  }

  private keep(links: TableLinks, secret: string, seat: string): void {
    const name = this.titles.find((t) => t.slug === links.title)?.name ?? links.title;
    const detail = this.scenario_?.name ?? "";
    saveTable({ secret, name, seat, detail, seen: Date.now() });
    this.tables = savedTables();
  }

  override render(): TemplateResult {
    const title = this.title_;
    const mine = myTables(this.tables, this.seats);
    return html`<div class="lobby">
      <header class="masthead">
        <div>
          <h1>Stavka</h1>
          <p>A headquarters for hex-and-counter wargames</p>
          ${this.laboratory ? html`<a href=${LABORATORY}>Laboratory</a>` : nothing}
          <stavka-settings></stavka-settings>
        </div>
      </header>
      <main>
        ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
        <div class="columns ${mine.length ? "has-tables" : ""}">
          <form class="setup" @submit=${(e: Event) => this.start(e)}>
            <h2>New game</h2>
            ${this.titleCards()} ${title?.lesson && !title.shelf ? this.lessonOffer(title, "New to it?") : nothing}
            ${title ? this.settings(title) : nothing}
          </form>
          <div class="beside">
            ${this.saved(mine)} <open-games .always=${this.reachable}></open-games> ${this.you()}
            <stavka-notices></stavka-notices> ${this.importer()}
          </div>
        </div>
      </main>
      <footer class="lobby-foot"><a href=${RATINGS}>Ratings</a><a href=${PRIVACY}>What is kept of you</a></footer>
      ${title ? html`<rule-help .slug=${title.slug}></rule-help>` : nothing}
    </div>`;
  }

  /** The games of the house, then the shelves of others, each under its heading. */
  private titleCards(): TemplateResult {
    const shelves = [...new Set(this.titles.map((t) => t.shelf))].sort();
    return html`<div role="radiogroup" aria-label="Game">
      ${shelves.map((shelf) => {
        const titles = this.titles.filter((t) => t.shelf === shelf);
        return html`${shelf ? html`<h3 class="shelf">${shelf}</h3>` : nothing}
          <div class="cards ${shelf ? "on-shelf" : ""}">
            ${titles.map((t) => html`${this.titleCard(t)}${shelf && t.lesson ? this.lessonOffer(t, "Never pushed a counter?") : nothing}`)}
          </div>`;
      })}
    </div>`;
  }

  private titleCard(t: TitleInfo): TemplateResult {
    return html`<label class="game ${t.slug === this.slug ? "chosen" : ""}">
      <input type="radio" name="title" .checked=${t.slug === this.slug} @change=${() => this.pickTitle(t)} />
      <img alt="" loading="lazy" width="180" height="100" src=${t.picture} />
      <span class="caption"><b>${t.name}</b><span>${t.subtitle}</span></span>
    </label>`;
  }

  private lessonOffer({ slug, lesson }: TitleInfo, lead: string): TemplateResult {
    return html`<div class="lesson-offer">
      <p><b>${lead}</b> ${lesson?.text}</p>
      <button type="button" @click=${() => void this.learn(slug)}>${lesson?.name}</button>
    </div>`;
  }

  private settings(title: TitleInfo): TemplateResult {
    return html`
      ${this.whoPlays(title)}
      <fieldset>
        <legend>Scenario</legend>
        ${title.scenarios.map(
          (s) =>
            html`<label class="choice ${s.key === this.scenario ? "chosen" : ""}">
              <input type="radio" name="scenario" .checked=${s.key === this.scenario} @change=${() => this.pickScenario(title, s.key)} />
              <span><b>${s.name}</b> ${s.key === title.first_game ? html`<span class="first-game">a good first game</span>` : nothing}<span>${s.text}</span>${s.worth ? worth(s.worth, title.liveries) : nothing}</span>
            </label>`,
        )}
      </fieldset>
      ${
        title.options.length
          ? html`<fieldset>
            <legend>Optional rules</legend>
            ${title.options.map((o) => {
              const refused = this.fitting.refused[o.key];
              return html`<label class="choice ${refused ? "refused" : ""}">
                <input
                  type="checkbox"
                  name="option-${o.key}"
                  ?disabled=${!!refused}
                  .checked=${this.options.has(o.key)}
                  @change=${(e: Event) => this.setOption(o.key, (e.currentTarget as HTMLInputElement).checked)}
                />
                <span
                  ><b>${o.name} <small>${/^[\d.]+$/.test(o.key) ? caseLink(o.key) : nothing}</small></b><span>${o.text}</span>
                  ${this.scenario_?.defaults.includes(o.key) ? html`<span>On in this scenario unless you switch it off.</span>` : nothing}
                  ${refused ? html`<span class="why">Not now: ${refused}.</span>` : nothing}</span
                >
              </label>`;
            })}
          </fieldset>`
          : nothing
      }
      ${this.fitting.problem ? html`<p class="problem" role="alert">${this.fitting.problem}</p>` : nothing}
      ${this.go(title)}
    `;
  }

  private whoPlays(title: TitleInfo): TemplateResult {
    return html`<fieldset class="players">
      <legend>Who plays</legend>
      ${title.sides.map((side) => {
        return html`<label>
          ${chip(title.liveries, side)}
          <select
            name="player-${side}"
            @change=${(e: Event) => (this.players = { ...this.players, [side]: (e.currentTarget as HTMLSelectElement).value })}
          >
            ${title.players.map(
              (p) =>
                html`<option value=${p} ?selected=${this.players[side] === p}>${PLAYER_WORDS[p] ?? p}</option>`,
            )}
          </select>
        </label>`;
      })}
      ${this.plans() ? this.teachingChoice() : nothing}
      ${this.people(title).length > 1 ? this.whereTheySit(this.people(title)) : nothing}
    </fieldset>`;
  }

  private people(title: TitleInfo): string[] {
    return title.sides.filter((side) => this.players[side] === "person");
  }

  private whereTheySit(people: readonly string[]): TemplateResult {
    const where = (apart: boolean, words: string): TemplateResult =>
      html`<label><input type="radio" name="where" .checked=${this.apart === apart} @change=${() => (this.apart = apart)} /> ${words}</label>`;
    return html`<div class="where" role="radiogroup" aria-label="Where they sit">
        ${where(true, "Each at a screen of their own")} ${where(false, "Both at this screen")}
      </div>
      ${this.apart ? this.mySide(people) : nothing}`;
  }

  private mySide(people: readonly string[]): TemplateResult {
    const mine = people.find((side) => side === this.mine) ?? people[0];
    return html`<label>
        You play
        <select
          name="mine"
          @change=${(e: Event) => (this.mine = (e.currentTarget as HTMLSelectElement).value)}
        >
          ${people.map((side) => html`<option value=${side} ?selected=${side === mine}>${side}</option>`)}
        </select>
      </label>
      ${nameField()} ${this.timeChoice()}`;
  }

  private timeChoice(): TemplateResult {
    const choice = (days: number | null, words: string): TemplateResult =>
      html`<option value=${days ?? ""} ?selected=${this.clock === days}>${words}</option>`;
    return html`<label class="time">
        Time
        <select
          name="clock"
          @change=${(e: Event) => (this.clock = Number((e.currentTarget as HTMLSelectElement).value) || null)}
        >
          ${choice(null, "No clock")} ${DAYS.map((days) => choice(days, `${daysWords(days)} for each turn`))}
        </select>
      </label>
      ${this.clock ? html`<p class="time-note">${TIME_NOTE}</p>` : nothing}`;
  }

  /** Whether somebody plays who makes plans, and so could tell of them. */
  private plans(): boolean {
    return Object.values(this.players).some((player) => PLANNERS.has(player));
  }

  private teachingChoice(): TemplateResult {
    return html`<label class="teaching">
      <input
        type="checkbox"
        name="teaching"
        .checked=${this.teaching}
        @change=${(e: Event) => (this.teaching = (e.currentTarget as HTMLInputElement).checked)}
      />
      Teaching table: at the end of its turn the computer tells what it wanted
    </label>`;
  }

  /** Always in sight: what would be started, and the button that does it. */
  private go(title: TitleInfo): TemplateResult {
    const people = this.people(title);
    const mine = people.find((side) => side === this.mine) ?? people[0];
    const several = `${people.length} people play`;
    const who = [
      "You watch",
      `You play ${people[0]}`,
      this.apart ? `${several}, you ${mine}` : `${several} at this screen`,
    ];
    return html`<div class="go">
      <p>
        <b>${title.name}</b>
        <span>${this.scenario_?.name}</span>
        <span>${who[Math.min(people.length, 2)]}</span>
      </p>
      <a
        href="#rule-${title.first_case}"
        @click=${(e: Event) => {
          e.preventDefault();
          void this.querySelector<RuleHelp>("rule-help")?.openBook();
        }}
        >Rules<span class="of"> of ${title.name}</span></a
      >
      <button class="primary big" ?disabled=${this.busy || !!this.fitting.problem}>Start the game</button>
    </div>`;
  }

  private setOption(key: string, on: boolean): void {
    const options = new Set(this.options);
    if (on) options.add(key);
    else options.delete(key);
    this.options = options;
    void this.check();
  }

  private you(): TemplateResult {
    return html`<your-account
      @account=${({ detail }: CustomEvent<AccountView | null>) => {
        this.tables = savedTables();
        this.seats = detail?.seats ?? [];
      }}
    ></your-account>`;
  }

  private saved(mine: readonly MyTable[]): TemplateResult {
    const newest = mine.slice(0, NEWEST);
    const older = mine.slice(NEWEST);
    return html`<section class="saved">
      <h2>Your tables</h2>
      ${
        newest.length
          ? html`<ul>${newest.map((t) => this.savedTable(t))}</ul>`
          : html`<p class="empty">No games in this browser yet.</p>`
      }
      ${
        older.length
          ? html`<details>
              <summary>${older.length} older</summary>
              <ul>${older.map((t) => this.savedTable(t))}</ul>
            </details>`
          : nothing
      }
    </section>`;
  }

  private savedTable({ secret, name, seat, detail, kept }: MyTable): TemplateResult {
    return html`<li>
      <a href=${seatAddress(secret)}><b>${name}</b><span>${seat} · ${detail}</span></a>
      ${kept ? nothing : this.forgetButton({ secret, name, seat })}
    </li>`;
  }

  private forgetButton({ secret, name, seat }: Pick<MyTable, "secret" | "name" | "seat">) {
    return html`<button
        class="quiet"
        aria-label="Forget this table: ${name}, ${seat}"
        title="Forget this link; the game itself stays on the server"
        @click=${() => {
          forgetTable(secret);
          this.tables = savedTables();
        }}
      >
        ✕
      </button>`;
  }

  private importer(): TemplateResult {
    return html`<bring-game
      .titles=${this.titles}
      .slug=${this.slug}
      .players=${this.players}
      .hotSeat=${!this.apart}
      .clock=${this.clock}
      @brought=${(event: CustomEvent<TableLinks>) => this.enter(() => Promise.resolve(event.detail))}
    ></bring-game>`;
  }
}

customElements.define("stavka-lobby", StavkaLobby);
