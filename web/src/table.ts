// The table: brings map, panels and the line to the server together. What it does is in its
// controllers; here stands what is on the page.

import { html, LitElement, nothing, type TemplateResult } from "lit";
import type { Board } from "./board";
import type { Pick } from "./choices";
import type { Connection } from "./connection";
import { Battles } from "./controllers/battles";
import { Boxes } from "./controllers/boxes";
import { Carrying } from "./controllers/carrying";
import { Charts } from "./controllers/charts";
import { Choosing } from "./controllers/choosing";
import { TableClock } from "./controllers/clock";
import { Company } from "./controllers/company";
import { Cursor } from "./controllers/cursor";
import { Dragging } from "./controllers/dragging";
import { Ending } from "./controllers/ending";
import { Explaining } from "./controllers/explaining";
import { Files } from "./controllers/files";
import { EnemyTurn } from "./controllers/film";
import { Forces } from "./controllers/forces";
import { Guidance } from "./controllers/guidance";
import { HandOver } from "./controllers/hand-over";
import { Hints } from "./controllers/hints";
import type { TableHost } from "./controllers/host";
import { Inspection } from "./controllers/inspection";
import { Keyboard } from "./controllers/keyboard";
import { Log } from "./controllers/log";
import { LookingBack } from "./controllers/looking-back";
import { DiceAndLuck } from "./controllers/luck";
import { News } from "./controllers/news";
import { Notices } from "./controllers/notices";
import { Overlays } from "./controllers/overlays";
import { Previews } from "./controllers/previews";
import { Report } from "./controllers/report";
import { Scene } from "./controllers/scene";
import { Seat } from "./controllers/seat";
import { Sharing } from "./controllers/sharing";
import { Talk } from "./controllers/talk";
import { Trails } from "./controllers/trails";
import { TurnCall } from "./controllers/turn-call";
import { WhatIf } from "./controllers/what-if";
import { Wishes } from "./controllers/wishes";
import type { Presentation, SeatState, TitleInfo } from "./generated";
import type { RuleHelp } from "./help";
import { forces } from "./overlay";
import { bar } from "./panels/bar";
import { chooser } from "./panels/chooser";
import { handOver, lostTable, whatIfBanner } from "./panels/cover";
import { facts } from "./panels/facts";
import { foot } from "./panels/foot";
import { guide } from "./panels/guide";
import { inspector } from "./panels/inspector";
import { legend } from "./panels/legend";
import { logPanel } from "./panels/log";
import { keyList, noticeBox, question } from "./panels/messages";
import { orders } from "./panels/orders";
import { type Forecast, previewPanel } from "./panels/preview";
import { toolbar } from "./panels/toolbar";
import { tools } from "./panels/tools";
import { rememberTable } from "./tables";
import { questionText, waitingText } from "./waiting";

export class StavkaTable extends LitElement implements TableHost {
  static override properties = {
    secret: {},
    home: {},
    sheet: { state: true },
  };
  declare secret: string;
  declare home: string;
  // How much of a small screen the details take.
  declare private sheet: "low" | "high";

  readonly notices = new Notices(this);
  readonly seat = new Seat(this, (state) => this.receive(state));
  readonly scene = new Scene(this);
  readonly back = new LookingBack(this);
  readonly film = new EnemyTurn(this);
  readonly battles = new Battles(this);
  readonly trails = new Trails(this);
  readonly news = new News(this);
  readonly talk = new Talk(this);
  readonly luck = new DiceAndLuck(this);
  readonly charts = new Charts(this);
  readonly forces = new Forces(this);
  readonly report = new Report(this);
  readonly ending = new Ending(this);
  readonly handOver = new HandOver(this);
  readonly guidance = new Guidance(this);
  readonly inspection = new Inspection(this);
  readonly previews = new Previews(this);
  readonly overlays = new Overlays(this);
  readonly cursor = new Cursor(this);
  readonly choosing = new Choosing(this);
  readonly carrying = new Carrying(this);
  readonly dragging = new Dragging(this);
  readonly whatIf = new WhatIf(this);
  readonly wishes = new Wishes(this);
  readonly hints = new Hints(this);
  readonly sharing = new Sharing(this);
  readonly company = new Company(this);
  readonly files = new Files(this);
  readonly explaining = new Explaining(this);
  private readonly turnCall = new TurnCall(this);
  private readonly boxes = new Boxes(this);
  private readonly log = new Log(this);
  private readonly clock = new TableClock(this);
  private readonly keyboard = new Keyboard(this);

  constructor() {
    super();
    this.secret = this.home = "";
    this.sheet = "low";
    this.addEventListener("open-rule", (event) => {
      const help = this.querySelector<RuleHelp>("rule-help");
      if (event.target !== help) void help?.open((event as CustomEvent<string>).detail);
    });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  get connection(): Connection | null {
    return this.seat.connection;
  }

  get state(): SeatState | null {
    return this.seat.state;
  }

  get board(): Board | null {
    return this.scene.board;
  }

  get presentation(): Presentation | null {
    return this.back.shown ?? this.state?.presentation ?? null;
  }

  private async receive(state: SeatState): Promise<void> {
    const before = this.state?.presentation;
    const now = state.presentation;
    const turned = before?.decision?.number !== now.decision?.number || before?.side !== now.side;
    const { news, luck, back, film, battles, talk, forces, ending, wishes, turnCall } = this;
    for (const part of [news, luck, back, film, battles, talk, forces, ending, wishes, turnCall])
      part.receive(state, this.state);
    this.seat.hold(state);
    for (const part of [this.sharing, this.company]) part.receive(state);
    if (turned) for (const part of [this.previews, this.choosing, this.cursor]) part.forget();
    this.guidance.receive(state);
    this.hints.begin(state);
    if (!this.scene.title) await this.scene.setUp(state);
    if (this.back.replaying) return;
    if (!this.handOver.covered) this.scene.draw();
    if (turned) this.decisionChanged();
    this.carrying.receive(state);
  }

  decisionChanged(): void {
    const { presentation: p, state } = this;
    const { title } = this.scene;
    if (!p || !state || this.handOver.covered) return;
    this.notices.announce(p.decision ? questionText(p.decision) : waitingText(p, state));
    if (title && state.kind === "game") rememberTable(this.secret, title.name, state);
    // A film has the map; what is asked comes onto it when it has ended.
    if (this.film.running) return;
    this.inspection.follow(p);
    this.scene.lookWhereItIs(p);
    this.previews.begin();
    this.hints.decided();
  }

  toggleRules(): void {
    const help = this.querySelector<RuleHelp>("rule-help");
    if (help?.isOpen) help.close();
    else void help?.openBook();
  }

  /** Asks which of several things is meant. */
  openMenu(picks: Pick[], x: number, y: number): Promise<void> {
    return this.choosing.openMenu(picks, x, y);
  }

  // The page

  override render(): TemplateResult {
    const { presentation: p, state, seat } = this;
    const { title } = this.scene;
    if (seat.status === "gone" || seat.problem) return lostTable(seat, this.home);
    if (!state || !p || !title)
      return html`<main class="loading"><h1>Stavka</h1><p role="status">Laying out the map …</p></main>`;
    const { covered } = this.handOver;
    const { replaying } = this.back;
    const classes = `${replaying ? "replaying" : ""} ${covered ? "is-covered" : ""} sheet-${this.sheet}`;
    return html`
      <div class="table kind-${state.kind} ${classes}" data-version=${state.version} ?inert=${covered || !!this.choosing.asking || this.ending.open}>
        ${this.head(state, p, title)}
        <main class="field">
          <h1 class="visually-hidden">${title.name}</h1>
          ${this.map(state, p)}
          ${this.back.bar(title)} ${this.film.bar(title)} ${this.luck.panel(title)} ${this.charts.panel(p)}
          ${this.forces.panel(title)} ${this.sharing.panel(state)} ${this.ending.banner(p)}
        </main>
        ${this.lesson()}
        <aside class="panel" aria-label="Details">
          ${this.grip()}
          <div class="scroll" id="orders" tabindex="0" role="region" aria-label="Orders and details">${this.panels(state, p, title)}</div>
          ${logPanel(this.log.view(state, title))}
        </aside>
        ${this.battles.card(title)}
      </div>
      ${covered ? handOver(p.side, () => this.handOver.take(p.side)) : nothing}
      ${this.over(p, title)} ${this.ending.page(state, title)}
      <rule-help .slug=${title.slug} .about=${p.decision?.case ?? ""}></rule-help>
      <div class="visually-hidden" role="status" aria-live="polite" id="say">${this.notices.said}</div>
    `;
  }

  private head(state: SeatState, shown: Presentation, title: TitleInfo): TemplateResult {
    const { replaying } = this.back;
    const skip = (): void =>
      this.querySelector<HTMLElement>(".orders [data-verb], #stage")?.focus();
    const { status } = this.seat;
    return html`<header class="head">
      ${bar({ state, shown, title, status, replaying, clock: this.clock.shown(state), skip, toCause: () => void this.log.toCause() })}
      ${
        state.sides.length && !replaying
          ? toolbar({
              state,
              shown,
              armed: this.choosing.armed,
              undo: () => this.carrying.undo(),
              redo: () => this.seat.redo(),
              next: () => this.cursor.next(),
              choose: (pick) => this.choosing.choose(pick),
              tell: (why, x, y) => this.notices.tell(why, "", x, y),
              announce: (why) => this.notices.announce(why),
            })
          : nothing
      }
    </header>`;
  }

  private map(state: SeatState, shown: Presentation): TemplateResult {
    const { areas } = this.overlays;
    const whatIf = (): void => void this.whatIf.toggle();
    return html`<div
        id="stage"
        tabindex="0"
        role="application"
        aria-roledescription="hex map"
        aria-label="Map. Arrow keys move the cursor, Enter chooses, N goes to the next unit."
      ></div>
      ${tools({
        kinds: shown.overlays,
        isOn: (kind) => this.overlays.has(kind),
        toggle: (kind) => this.overlays.toggle(kind),
        back: html`${this.trails.button()} ${this.back.button()} ${this.luck.button()} ${this.charts.button()} ${this.forces.button()}`,
        rules: () => this.toggleRules(),
        bare: this.scene.bare,
        toggleUnits: () => this.scene.toggleUnits(),
        whatIf: state.kind === "game" && state.sides.length ? whatIf : null,
        invite: this.sharing.button(state),
        find: (text) => this.cursor.find(text),
        zoomBy: (factor) => this.board?.zoomBy(factor),
        frame: () => this.board?.frame(),
        keyHelp: this.keyboard.help,
        toggleKeyHelp: () => this.keyboard.toggleHelp(),
      })}
      <canvas id="minimap" aria-hidden="true"></canvas>
      ${areas.length ? legend(areas) : nothing} ${state.kind === "what-if" ? whatIfBanner(whatIf) : nothing}`;
  }

  private lesson(): TemplateResult | typeof nothing {
    const { lesson, step } = this.guidance;
    if (!lesson) return nothing;
    const next = (): void => this.guidance.next();
    return guide({ lesson, at: step, next, leave: () => this.guidance.leave() });
  }

  private grip(): TemplateResult {
    return html`<button
      class="grip"
      aria-expanded=${this.sheet === "high"}
      aria-label="Make the details larger or smaller"
      @click=${() => {
        this.sheet = this.sheet === "low" ? "high" : "low";
      }}
    ></button>`;
  }

  private panels(state: SeatState, p: Presentation, title: TitleInfo): TemplateResult {
    const decision = this.carrying.narrowed(p.decision);
    const { hex, totals } = this.inspection;
    const { shown } = this.previews;
    const { rest, held } = this.carrying;
    const choose = (pick: Pick): void => this.choosing.choose(pick);
    const preview = (pick: Pick | null): void => this.previews.want(pick);
    const units = hex ? (this.board?.unitsAt(hex.label) ?? []) : [];
    const markers = p.markers.filter((m) => m.hex === hex?.label);
    return html`
      ${this.company.banners(state)} ${this.clock.banner(state)} ${this.news.panel()} ${this.wishes.panel(title)}
      ${decision && !this.battles.questionFollows() ? orders(decision, { choose, preview, units: p.units, looks: title, rest, held, ...this.explaining.view() }) : nothing}
      ${this.hints.panel()}
      ${shown && !this.back.replaying ? previewPanel(shown.title, shown.preview, this.forecast(p, title)) : nothing}
      ${hex ? inspector({ hex, units, markers, totals, looks: title, decision, choose }) : nothing}
      ${facts(p, { looks: title, choose, boxes: this.boxes })}
      ${this.company.panel(state, title)}
      ${foot(state, { files: this.files.offer(state, title), report: this.report.offer(state, title), dice: this.company.dice(state) })}
    `;
  }

  /** What a forecast shows beside the chances. */
  private forecast(p: Presentation, looks: TitleInfo): Forecast {
    return { ...forces(p), charts: this.charts.all, looks };
  }

  /** What lies over the table for a moment. */
  private over({ units }: Presentation, title: TitleInfo): TemplateResult {
    const { asking, menu } = this.choosing;
    const { notice } = this.notices;
    const choose = (pick: Pick, confirmed = false): void => this.choosing.choose(pick, confirmed);
    return html`
      ${
        menu
          ? chooser({
              ...menu,
              units,
              looks: title,
              choose: (pick) => choose(pick),
              preview: (pick) => this.previews.want(pick),
              close: () => this.choosing.closeMenu(),
              putDown: this.carrying.held ? () => this.choosing.putDown() : null,
            })
          : nothing
      }
      ${asking ? question(asking, { yes: () => choose(asking, true), no: () => this.choosing.closeQuestion() }) : nothing}
      ${notice ? noticeBox(notice) : nothing}
      ${this.keyboard.help ? keyList(() => this.keyboard.toggleHelp()) : nothing}
    `;
  }
}

customElements.define("stavka-table", StavkaTable);
