// The table: brings map, panels and the line to the server together.

import type { ZoomTransform } from "d3-zoom";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { discardWhatIf, getLesson, getMap, getTitles, newWhatIf } from "./api";
import { Board, type Hit, type Named } from "./board";
import {
  buttons,
  litHexes,
  litUnits,
  namedIn,
  type Pick,
  picksAt,
  samePick,
  withRole,
} from "./choices";
import { Connection, type Status } from "./connection";
import type {
  LessonPage,
  Line,
  MapHex,
  OverlayArea,
  Presentation,
  Preview,
  Refused,
  SeatState,
  TitleInfo,
  Why,
} from "./generated";
import { HexMap } from "./geometry";
import { caseLink, type RuleHelp } from "./help";
import { ARROWS, HELD, KEY_HELP, letterOf, OVERLAY_KEYS } from "./keys";
import { LookingBack, type LookingBackHost } from "./lookback";
import { Minimap } from "./minimap";
import { chip } from "./panels/chip";
import { chooser } from "./panels/chooser";
import { handOver, outcomeBanner } from "./panels/cover";
import { facts } from "./panels/facts";
import { guide, pointAt, settle } from "./panels/guide";
import { inspector } from "./panels/inspector";
import { legend } from "./panels/legend";
import { logPanel } from "./panels/log";
import { orders, pickLabel } from "./panels/orders";
import { previewPanel } from "./panels/preview";
import { rememberTable, seatAddress, whatIfAddress } from "./tables";

// Questions wait until nothing has changed for a moment. The server takes so many messages a second
// from a seat, and none of them may cost the player a choice.
const ASK_AFTER_MS = 70;
const NOTICE_MS = 6000;
// Buttons whose outcome is worth showing before anybody asks; the rest waits for the pointer.
const PREVIEWED_BUTTONS = 3;

const NO_UNDO =
  "Nothing can be taken back: a die has been rolled since, or the last move was not yours.";
const NO_REDO = "Nothing has been taken back.";

// The view of the map goes along from a game to a what-if and back.
let carried: ZoomTransform | null = null;

interface Notice {
  text: string;
  case: string;
  x: number;
  y: number;
}

/** What a keyboard is at; whoever points with a finger or a mouse needs no way back. */
function focused(): HTMLElement | null {
  return document.querySelector<HTMLElement>(":focus-visible");
}

export class StavkaTable extends LitElement {
  static override properties = {
    secret: {},
    home: {},
    lesson: { state: true },
    step: { state: true },
    state: { state: true },
    title_: { state: true },
    status: { state: true },
    preview: { state: true },
    inspected: { state: true },
    totals: { state: true },
    menu: { state: true },
    armed: { state: true },
    asking: { state: true },
    notice: { state: true },
    overlays: { state: true },
    bare: { state: true },
    handed: { state: true },
    bannerClosed: { state: true },
    allLog: { state: true },
    keyHelp: { state: true },
    sheet: { state: true },
    say: { state: true },
    areas: { state: true },
    problem: { state: true },
  };
  declare secret: string;
  // On a what-if board: the secret of the seat whose game it is a copy of.
  declare home: string;
  declare private lesson: LessonPage | null;
  declare private step: number;
  declare private state: SeatState | null;
  declare private title_: TitleInfo | null;
  declare private status: Status;
  declare private preview: { title: string; preview: Preview } | null;
  declare private inspected: MapHex | null;
  // What the units in the inspected hex come to.
  declare private totals: { hex: MapHex; lines: Line[] } | null;
  declare private menu: { picks: Pick[]; x: number; y: number } | null;
  // On a touch screen: what the first tap has shown and a second one will do.
  declare private armed: Pick | null;
  // A choice that waits for its question to be answered.
  declare private asking: Pick | null;
  declare private notice: Notice | null;
  declare private overlays: Set<string>;
  declare private bare: boolean;
  // The side whose player has taken the seat, where several share it.
  declare private handed: string;
  declare private bannerClosed: boolean;
  declare private allLog: boolean;
  declare private keyHelp: boolean;
  declare private sheet: "low" | "high";
  declare private say: string;
  // What the overlays show now.
  declare private areas: OverlayArea[];
  declare private problem: string;

  private connection: Connection | null = null;
  private board: Board | null = null;
  private minimap: Minimap | null = null;
  private cursor: MapHex | null = null;
  private lane = 0;
  private hovered: MapHex | null = null;
  private wanted: Pick | null = null;
  private previewTimer = 0;
  private totalsTimer = 0;
  private noticeTimer = 0;
  private nextIndex = -1;
  // What had the focus before a menu or a question took it.
  private opener: HTMLElement | null = null;
  private readonly back = new LookingBack(this.lookingBackHost());
  // Whether the last click was to end something.
  private ending = false;
  /** Who double-clicks means one end: what the second click would end has not been looked at yet.
   *  A finger taps twice because it means to. */
  private readonly onClick = (event: MouseEvent): void => {
    const end = (event.target as Element).closest(".end, .role-end") !== null;
    const double = event.detail === 2 && (event as PointerEvent).pointerType === "mouse";
    if (end && this.ending && double) event.stopPropagation();
    this.ending = end;
  };
  private readonly onKey = (event: KeyboardEvent): void => this.key(event);

  constructor() {
    super();
    this.secret = this.home = "";
    this.lesson = null;
    this.step = 0;
    this.state = this.title_ = this.preview = this.inspected = null;
    this.menu = this.armed = this.asking = this.notice = this.totals = null;
    this.status = "connecting";
    // Reach is one that everybody wants; it can be switched off like the others.
    this.overlays = new Set(["reach"]);
    this.areas = [];
    this.bare = this.bannerClosed = this.allLog = this.keyHelp = false;
    this.handed = this.say = this.problem = "";
    this.sheet = "low";
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.connection = new Connection(this.secret, {
      state: (state) => void this.receive(state),
      refused: (refused) => this.refused(refused),
      status: (status) => (this.status = status),
      unplayable: (reason) => (this.problem = reason),
    });
    this.connection.open();
    addEventListener("keydown", this.onKey);
    this.addEventListener("click", this.onClick, true);
    this.addEventListener("open-rule", (event) => {
      const help = this.querySelector<RuleHelp>("rule-help");
      if (event.target !== help) void help?.open((event as CustomEvent<string>).detail);
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.connection?.close();
    removeEventListener("keydown", this.onKey);
  }

  // From the server

  private async receive(state: SeatState): Promise<void> {
    const before = this.state?.presentation;
    this.back.receive(state, this.state);
    this.state = state;
    const now = state.presentation;
    const turned = before?.decision?.number !== now.decision?.number || before?.side !== now.side;
    if (turned) {
      this.preview = this.menu = this.armed = this.asking = this.wanted = null;
      this.nextIndex = -1;
    }
    if (this.lesson) this.step = settle(this.lesson.steps, this.step, state.moves);
    if (!this.title_) await this.setUp(state);
    if (this.back.replaying) return;
    if (!this.covered) this.draw();
    if (turned) this.decisionChanged();
  }

  private async setUp(state: SeatState): Promise<void> {
    try {
      const slug = state.presentation.title;
      const lesson = state.kind === "lesson" ? getLesson(slug) : null;
      const [titles, data, steps] = await Promise.all([getTitles(), getMap(slug), lesson]);
      const title = titles.find((t) => t.slug === slug);
      // Another state may have come while these were on their way.
      if (!title || this.title_) return;
      this.title_ = title;
      document.title = `${title.name} · Stavka`;
      await this.updateComplete;
      const stage = this.querySelector<HTMLElement>("#stage")!;
      this.board = new Board(stage, new HexMap(data), title.liveries, {
        click: (hit) => this.clicked(hit),
        hover: (hex) => this.hover(hex),
        inspect: (hit) => this.inspect(hit.hex),
        view: (transform) => this.minimap?.draw(transform),
      });
      const canvas = this.querySelector<HTMLCanvasElement>("#minimap")!;
      this.minimap = new Minimap(canvas, this.board, title.liveries);
      if (carried) this.board.goTo(carried);
      else this.frame();
      carried = null;
      this.lesson = steps;
      if (steps) this.step = settle(steps.steps, this.step, this.state?.moves ?? 0);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  private refused(refused: Refused): void {
    this.tell(refused.reason, refused.case);
  }

  /** What is shown: the present, or a moment of the past in which there is nothing to choose. */
  private get presentation(): Presentation | null {
    return this.back.shown ?? this.state?.presentation ?? null;
  }

  private lookingBackHost(): LookingBackHost {
    const table = this;
    return {
      get secret() {
        return table.secret;
      },
      get connection() {
        return table.connection;
      },
      get board() {
        return table.board;
      },
      get state() {
        return table.state;
      },
      get updateComplete() {
        return table.updateComplete;
      },
      draw: () => table.draw(),
      requestUpdate: () => table.requestUpdate(),
      querySelector: (selector) => table.querySelector(selector),
      announce: (text) => (table.say = text),
    };
  }

  /** Two players at one screen, and secrets: nothing is shown before the right one sits there. */
  private get covered(): boolean {
    const state = this.state;
    if (
      !state?.secrets ||
      state.kind !== "game" ||
      state.sides.length < 2 ||
      state.presentation.outcome
    )
      return false;
    return this.handed !== state.presentation.side;
  }

  // Drawing

  private draw(): void {
    const p = this.presentation;
    if (!p || !this.board) return;
    const hexes = p.decision?.options.filter((o) => o.kind === "hex") ?? [];
    this.board.show(p, { hexes, units: litUnits(p.decision) }, this.named(p));
    if (this.back.replaying) this.board.setPreview(null);
    this.board.hideUnits(this.bare);
    this.minimap?.show(p.units);
    if (this.inspected) this.requestUpdate();
    void this.drawOverlays();
  }

  private named(p: Presentation): Named {
    const ids = new Set(p.units.map((u) => u.id));
    const map = this.board!.map;
    return namedIn(
      p.decision?.prompt ?? "",
      (id) => ids.has(id),
      (label) => map.hexes.has(label),
    );
  }

  private async drawOverlays(): Promise<void> {
    const { presentation: p, overlays } = this;
    if (!p || !this.connection) return;
    this.board?.hideNotes(!overlays.has("reach"));
    // What notes on lit hexes say already need not be asked for.
    const options = p.decision?.options.filter((o) => o.kind === "hex") ?? [];
    const noted = !options.length || options.some((o) => o.notes.length);
    const wanted = p.overlays.filter((kind) => overlays.has(kind) && !(kind === "reach" && noted));
    const answers = await Promise.all(
      wanted.map((kind) => this.connection!.ask({ kind: "overlay", verb: "", argument: kind })),
    );
    // The position may have moved on, or a key may have been pressed; then another round is under way.
    if (this.presentation !== p || this.overlays !== overlays) return;
    this.areas = answers.flatMap((a) => a?.overlay ?? []);
    this.board?.setAreas(this.areas);
  }

  private decisionChanged(): void {
    const p = this.presentation;
    if (!p || this.covered) return;
    this.board?.setPreview(null);
    this.say = p.decision ? `${p.decision.prompt}.` : this.waitingText();
    this.inspectInHand(p);
    if (this.title_ && this.state!.kind === "game")
      rememberTable(this.secret, this.title_.name, this.state!);
    this.lookWhereItIs(p);
    if (this.hovered) this.hover(this.hovered);
    else this.previewLater(() => this.previewButtons(), ASK_AFTER_MS);
  }

  /** The inspector follows the unit in hand, or the hex that the question is about. */
  private inspectInHand(p: Presentation): void {
    if (!this.board) return;
    const { units, hexes } = this.named(p);
    const unit = p.units.find((u) => u.hex && (units.has(u.id) || u.states.includes("selected")));
    const hex = this.board.map.get(unit?.hex ?? [...hexes][0] ?? "");
    if (!hex) return;
    this.inspected = hex;
    this.board.reveal(hex);
  }

  /** Moves the map to what can be chosen, if nothing of it is on the screen. */
  private lookWhereItIs(p: Presentation): void {
    const units = litUnits(p.decision);
    const labels = new Set([
      ...litHexes(p.decision),
      ...p.units.filter((u) => units.has(u.id)).map((u) => u.hex),
    ]);
    const hexes = [...labels].map((l) => this.board?.map.get(l)).filter((h): h is MapHex => !!h);
    if (hexes.length && !hexes.some((h) => this.board!.isVisible(h))) this.board!.gather(hexes);
  }

  /** The first buttons whose outcome has something to tell fill the preview panel by themselves. */
  private async previewButtons(): Promise<void> {
    const decision = this.presentation?.decision;
    if (!decision) return;
    const acts = buttons(decision).filter((pick) => pick.option.role === "act");
    for (const pick of acts.slice(0, PREVIEWED_BUTTONS)) {
      const preview = await this.askPreview(pick);
      if (this.presentation?.decision !== decision || this.wanted) return;
      if (preview?.chances.length) {
        this.preview = { title: pickLabel(pick), preview };
        this.board?.setPreview(preview);
        return;
      }
    }
  }

  private waitingText(): string {
    const { presentation: p, state } = this;
    if (!p || !state) return "";
    if (p.outcome) return "The game is over.";
    const who = state.players[p.to_choose];
    const name = who && who !== "person" ? `${p.to_choose} (${who})` : p.to_choose;
    return state.thinking ? `${name} is thinking …` : `Waiting for ${name}.`;
  }

  // Choosing

  private choose(pick: Pick, confirmed = false): void {
    const number = this.presentation?.decision?.number;
    if (number === undefined) return;
    this.menu = null;
    if (pick.option.confirm && !confirmed) {
      this.opener ??= focused();
      this.asking = pick;
      return;
    }
    this.asking = this.armed = null;
    this.connection?.send({
      type: "choose",
      number,
      verb: pick.option.verb,
      argument: pick.argument,
    });
  }

  private clicked(hit: Hit): void {
    const p = this.presentation;
    if (!p) return;
    this.notice = null;
    this.moveCursor(hit.hex, false);
    // A counter in a fan does not keep its hex from being meant.
    const units = hit.unit ? [hit.unit] : this.board!.unitsAt(hit.hex.label);
    const picks = picksAt(p.decision, hit.hex.label, units);
    if (!picks.length) {
      this.armed = null;
      this.inspect(hit.hex);
      void this.whyNot(hit.hex, units.at(-1)?.id ?? "", hit.x, hit.y);
    } else if (picks.length > 1) this.openMenu(picks, hit.x, hit.y);
    else if (hit.touch && picks[0]!.option.role !== "select" && !samePick(picks[0]!, this.armed)) {
      // A finger covers what it touches: the first tap shows, the second one does.
      this.armed = picks[0]!;
      this.inspect(hit.hex);
      this.wantPreview(picks[0]!);
    } else this.choose(picks[0]!);
  }

  private async openMenu(picks: Pick[], x: number, y: number): Promise<void> {
    this.opener = focused();
    this.menu = { picks, x, y };
    await this.updateComplete;
    this.querySelector<HTMLElement>(".chooser button")?.focus();
  }

  private async whyNot(hex: MapHex, unit: string, x: number, y: number): Promise<void> {
    const options = this.presentation?.decision?.options ?? [];
    const unitVerb = unit ? options.find((o) => o.kind === "unit")?.verb : undefined;
    const hexVerb = options.find((o) => o.kind === "hex")?.verb;
    const question = unitVerb
      ? { verb: unitVerb, argument: unit }
      : hexVerb
        ? { verb: hexVerb, argument: hex.label }
        : null;
    if (!question) return;
    const answer = await this.connection?.ask({ kind: "why", ...question });
    const why: Why | null = answer?.why ?? null;
    if (why?.reason) this.tell(why.reason, why.case, x, y);
  }

  private tell(text: string, ruleCase = "", x = innerWidth / 2, y = innerHeight / 3): void {
    this.notice = { text, case: ruleCase, x, y };
    this.say = text;
    clearTimeout(this.noticeTimer);
    this.noticeTimer = window.setTimeout(() => (this.notice = null), NOTICE_MS);
  }

  // Looking

  private hover(hex: MapHex | null): void {
    this.hovered = hex;
    const decision = this.presentation?.decision ?? null;
    const option =
      hex && decision?.options.find((o) => o.kind === "hex" && o.values.includes(hex.label));
    if (hex && this.board!.unitsAt(hex.label).length) this.inspected = hex;
    this.wantPreview(option ? { option, argument: hex.label } : null);
  }

  private wantPreview(pick: Pick | null): void {
    if (this.wanted && pick && samePick(this.wanted, pick)) return;
    this.wanted = pick;
    if (pick) {
      this.previewLater(() => this.showPreview(pick), ASK_AFTER_MS);
      return;
    }
    this.preview = null;
    this.board?.setPreview(null);
    this.previewLater(() => this.previewButtons(), 4 * ASK_AFTER_MS);
  }

  private previewLater(preview: () => Promise<void>, after: number): void {
    clearTimeout(this.previewTimer);
    this.previewTimer = window.setTimeout(() => void preview(), after);
  }

  private async showPreview(pick: Pick): Promise<void> {
    const preview = await this.askPreview(pick);
    if (!samePick(this.wanted, pick) || this.back.replaying) return;
    const known = preview && (preview.lines.length || preview.result || preview.chances.length);
    this.preview = known
      ? { title: `${pickLabel(pick)} ${pick.option.kind === "hex" ? pick.argument : ""}`, preview }
      : null;
    this.board?.setPreview(preview);
    if (preview?.result) this.say = preview.result;
  }

  private async askPreview(pick: Pick): Promise<Preview | null> {
    const answer = await this.connection?.ask({
      kind: "preview",
      verb: pick.option.verb,
      argument: pick.argument,
    });
    return answer?.preview ?? null;
  }

  private inspect(hex: MapHex): void {
    this.inspected = hex;
  }

  private async askTotals(): Promise<void> {
    const hex = this.inspected;
    if (!hex || !this.board?.unitsAt(hex.label).length) return;
    const answer = await this.connection?.ask({ kind: "stack", verb: "", argument: hex.label });
    if (this.inspected === hex) this.totals = { hex, lines: answer?.stack ?? [] };
  }

  private moveCursor(hex: MapHex, show = true): void {
    this.cursor = hex;
    this.board?.setCursor(hex);
    if (!show) return;
    this.board?.reveal(hex);
    this.inspected = hex;
    this.say = this.describe(hex);
    const option = this.presentation?.decision?.options.find(
      (o) => o.kind === "hex" && o.values.includes(hex.label),
    );
    this.wantPreview(option ? { option, argument: hex.label } : null);
  }

  /** The text twin of the cursor. */
  private describe(hex: MapHex): string {
    const units = this.board!.unitsAt(hex.label);
    const decision = this.presentation?.decision ?? null;
    const picks = picksAt(decision, hex.label, units);
    const what = units.length
      ? units.map((u) => [u.title, u.values, ...u.states].join(" ")).join("; ")
      : "empty";
    const can = picks.length
      ? ` Enter: ${[...new Set(picks.map((p) => p.option.label))].join(", ")}.`
      : "";
    return `Hex ${hex.label}, ${[...hex.places, hex.terrain].join(", ")}, ${what}.${can}`;
  }

  /** The next place where something can be chosen. */
  private next(): void {
    const decision = this.presentation?.decision ?? null;
    const units = litUnits(decision);
    const ofUnits = this.presentation!.units.filter((u) => units.has(u.id) && u.hex).map(
      (u) => u.hex,
    );
    const labels = [...new Set(ofUnits.length ? ofUnits : litHexes(decision))];
    if (!labels.length) return this.tell(this.nothingLit());
    this.nextIndex = (this.nextIndex + 1) % labels.length;
    const hex = this.board?.map.get(labels[this.nextIndex]!);
    if (!hex) return;
    if (this.board!.transform.k < 0.7) this.board!.centre(hex.x, hex.y, 1);
    this.moveCursor(hex);
  }

  private frame(): void {
    const p = this.presentation;
    const map = this.board?.map;
    if (!p || !map) return;
    const own = p.units.filter((u) => u.side === (p.side || p.to_choose));
    const places = own.map((u) => map.get(u.hex)).filter((h): h is MapHex => !!h);
    this.board!.gather(places);
  }

  private find(text: string): void {
    const wanted = text.trim().toLowerCase();
    if (!wanted || !this.board) return;
    const hexes = [...this.board.map.hexes.values()];
    const found =
      hexes.find((h) => h.label.toLowerCase() === wanted) ??
      hexes.find((h) => h.places.some((name) => name.toLowerCase().startsWith(wanted)));
    if (!found) {
      this.tell(`There is no hex or place called “${text}”.`);
      return;
    }
    this.board.centre(found.x, found.y, Math.max(this.board.transform.k, 1));
    this.moveCursor(found);
  }

  private toggle(kind: string): void {
    const overlays = new Set(this.overlays);
    if (!overlays.delete(kind)) overlays.add(kind);
    this.overlays = overlays;
    void this.drawOverlays();
  }

  private toggleUnits(): void {
    this.bare = !this.bare;
    this.board?.hideUnits(this.bare);
  }

  private undo(to: number | null = null): void {
    this.connection?.send({ type: "undo", to });
  }

  private redo(): void {
    this.connection?.send({ type: "redo" });
  }

  // Trying things

  /** From the game to a board of one's own, or back from it. */
  private async whatIf(): Promise<void> {
    const { kind, sides } = this.state!;
    if (kind === "lesson" || !sides.length) return;
    carried = this.board?.transform ?? null;
    if (this.home) {
      await discardWhatIf(this.home).catch(() => null);
      location.hash = seatAddress(this.home);
      return;
    }
    try {
      location.hash = whatIfAddress(this.secret, (await newWhatIf(this.secret)).secret);
    } catch (error) {
      carried = null;
      this.tell(
        error instanceof Error ? `There is no what-if now: ${error.message}.` : String(error),
      );
    }
  }

  private leaveLesson(): void {
    location.hash = "";
  }

  private showPointed(): void {
    if (!this.lesson || !this.board || !this.presentation) return;
    const names = pointAt(this, this.lesson.steps[this.step]);
    const units = this.presentation.units;
    const labels = names.map((name) => units.find((u) => u.id === name)?.hex ?? name);
    const card = this.querySelector(".guide")?.getBoundingClientRect();
    this.board.pointAt(labels, card?.bottom ?? 0);
  }

  // Keys

  private key(event: KeyboardEvent): void {
    const letter = letterOf(event);
    const p = this.presentation;
    if (!letter || !p || !this.board || this.covered || this.asking) return;
    if (this.back.key(letter, event)) return;
    const onMap =
      !(event.target instanceof HTMLElement) ||
      !event.target.closest("button, a, summary, [role=button]");
    const arrow = ARROWS[letter];
    if (arrow && onMap) {
      event.preventDefault();
      this.walk(...arrow);
      return;
    }
    const own = buttons(p.decision).find((pick) => pick.option.key.toUpperCase() === letter);
    if (event.repeat && (own || !HELD.has(letter))) {
      // A key that is held too long means one choice. A button would hear of Enter all the same.
      if (letter === "Enter") event.preventDefault();
      return;
    }
    if (letter === "Enter") {
      if (onMap && this.cursor) {
        event.preventDefault();
        const { x, y } = this.board.onScreen(this.cursor);
        this.clicked({ hex: this.cursor, unit: null, touch: false, x, y });
      }
      return;
    }
    if (own && letter !== "Escape") {
      event.preventDefault();
      this.choose(own);
      return;
    }
    const overlay = p.overlays.find((kind) => OVERLAY_KEYS[kind] === letter);
    if (overlay) this.toggle(overlay);
    else this.command(letter, event);
  }

  private command(letter: string, event: KeyboardEvent): void {
    const decision = this.presentation?.decision ?? null;
    const end = withRole(decision, "end");
    const back = withRole(decision, "back");
    switch (letter) {
      case "U":
        return this.state?.can_undo ? this.undo() : this.tell(NO_UNDO);
      case "R":
        return this.state?.can_redo ? this.redo() : this.tell(NO_REDO);
      case "N":
        return this.next();
      case "E":
        return end ? this.choose(end) : this.tell(this.whyNoEnd(end));
      case "W":
        return void this.whatIf();
      case "H":
        return this.toggleUnits();
      case "F":
        return this.board?.frame();
      case "+":
      case "=":
        return this.board?.zoomBy(1.3);
      case "-":
        return this.board?.zoomBy(1 / 1.3);
      case "/":
        event.preventDefault();
        return this.querySelector<HTMLElement>("#find")?.focus();
      case "?":
        this.keyHelp = !this.keyHelp;
        return;
      case "Escape":
        if (this.menu) this.menu = null;
        else if (this.keyHelp) this.keyHelp = false;
        else if (this.armed) this.armed = null;
        else if (this.notice) this.notice = null;
        else if (back) this.choose(back);
    }
  }

  private walk(dx: number, dy: number): void {
    const map = this.board!.map;
    if (!this.cursor) {
      const box = this.board!.element.getBoundingClientRect();
      const [x, y] = this.board!.transform.invert([box.width / 2, box.height / 2]);
      const start = map.at(x, y) ?? map.hexes.values().next().value!;
      this.lane = dx ? start.y : start.x;
      this.moveCursor(start);
      return;
    }
    // A long walk sideways zigzags around the line it began on.
    const lane = dx ? this.cursor.y : this.cursor.x;
    if (Math.abs(lane - this.lane) > map.side) this.lane = lane;
    const next = map.towards(this.cursor, dx, dy, this.lane);
    if (next) this.moveCursor(next);
  }

  // The page

  override render(): TemplateResult {
    if (this.status === "gone" || this.problem)
      return html`<main class="lost-table">
        <h1>${this.problem ? "This table cannot be shown" : this.home ? "The what-if is gone" : "No such table"}</h1>
        <p>${this.problem || (this.home ? "Such boards are forgotten after a while. The game itself is kept." : "This link leads to no seat on this server.")}</p>
        ${this.home ? html`<a class="button primary" href=${seatAddress(this.home)}>Back to the game</a>` : nothing}
        <a class="button" href="#">To the lobby</a>
      </main>`;
    const { state, presentation: p, title_: title } = this;
    if (!state || !p || !title)
      return html`<main class="loading"><h1>Stavka</h1><p role="status">Laying out the map …</p></main>`;
    const covered = this.covered;
    return html`
      <div class="table kind-${state.kind} ${this.back.replaying ? "replaying" : ""} ${covered ? "is-covered" : ""} sheet-${this.sheet}" data-version=${state.version} ?inert=${covered || !!this.asking}>
        <header class="head">${this.bar(state, p, title)} ${state.sides.length && !this.back.replaying ? this.toolbar(state, p) : nothing}</header>
        <main class="field">
          <h1 class="visually-hidden">${title.name}</h1>
          <div
            id="stage"
            tabindex="0"
            role="application"
            aria-roledescription="hex map"
            aria-label="Map. Arrow keys move the cursor, Enter chooses, N goes to the next unit."
          ></div>
          ${this.tools(p)}
          <canvas id="minimap" aria-hidden="true"></canvas>
          ${this.areas.length ? legend(this.areas) : nothing}
          ${state.kind === "what-if" ? this.whatIfBanner() : nothing}
          ${this.back.over(title)}
          ${p.outcome && !this.bannerClosed && !this.back.replaying ? outcomeBanner(p.outcome, () => (this.bannerClosed = true)) : nothing}
        </main>
        ${
          this.lesson
            ? guide({
                lesson: this.lesson,
                at: this.step,
                next: () => (this.step += 1),
                leave: () => this.leaveLesson(),
              })
            : nothing
        }
        <aside class="panel" aria-label="Details">
          <button
            class="grip"
            aria-expanded=${this.sheet === "high"}
            aria-label="Make the details larger or smaller"
            @click=${() => (this.sheet = this.sheet === "low" ? "high" : "low")}
          ></button>
          <div class="scroll" id="orders" tabindex="0" role="region" aria-label="Orders and details">${this.panels(state, p, title)}</div>
          ${this.log(state)}
        </aside>
      </div>
      ${covered ? handOver(p.side, () => this.takeSeat(p.side)) : nothing}
      ${
        this.menu
          ? chooser({
              ...this.menu,
              units: p.units,
              liveries: title.liveries,
              choose: (pick) => this.choose(pick),
              preview: (pick) => this.wantPreview(pick),
              close: () => (this.menu = null),
            })
          : nothing
      }
      ${this.question()} ${this.notice ? this.noticeBox(this.notice) : nothing}
      ${this.keyHelp ? this.keyList() : nothing}
      <rule-help .slug=${title.slug}></rule-help>
      <div class="visually-hidden" role="status" aria-live="polite" id="say">${this.say}</div>
    `;
  }

  private whatIfBanner(): TemplateResult {
    return html`<div class="what-if-banner" role="region" aria-label="What if">
      <p><b>What if?</b> Only you see this copy of the game. <span class="more">Play both sides as you like: its dice are its own, and all can be undone.</span></p>
      <button @click=${() => void this.whatIf()}>Back to the game <kbd aria-hidden="true">W</kbd></button>
    </div>`;
  }

  private bar(state: SeatState, p: Presentation, title: TitleInfo): TemplateResult {
    return html`<div class="bar">
      <a
        class="skip"
        href="#orders"
        @click=${(event: Event) => {
          event.preventDefault();
          this.querySelector<HTMLElement>(".orders button, #stage")?.focus();
        }}
        >Skip to your orders</a
      >
      <a class="home" href="#" aria-label="To the lobby">★</a>
      <span class="name">${title.name}</span>
      <span class="when"><b>Turn ${p.turn}</b> of ${p.turns} · ${p.phase}</span>
      ${p.to_choose ? chip(title.liveries, p.to_choose) : nothing}
      <strong class="prompt"
        >${this.back.replaying ? "Replay: nothing can be chosen in the past" : p.decision ? html`${p.decision.prompt} ${caseLink(p.decision.case)}` : this.waitingText()}
        ${state.thinking && !this.back.replaying ? html`<span class="thinking" aria-hidden="true"></span>` : nothing}</strong
      >
      ${
        this.status === "live" || this.status === "polling"
          ? nothing
          : html`<span class="line-lost" role="status">${this.status === "lost" ? "Line lost, trying again …" : "Connecting …"}</span>`
      }
    </div>`;
  }

  private toolbar(state: SeatState, p: Presentation): TemplateResult {
    const end = withRole(p.decision, "end");
    const lit = litHexes(p.decision).size || litUnits(p.decision).size;
    return html`<div class="toolbar" role="toolbar" aria-label="Actions">
      ${this.tool("undo", "Undo", "U", state.can_undo ? "" : NO_UNDO, () => this.undo())}
      ${this.tool("redo", "Redo", "R", state.can_redo ? "" : NO_REDO, () => this.redo())}
      ${this.tool("next", "Next", "N", lit ? "" : this.nothingLit(), () => this.next())}
      ${
        this.armed
          ? html`<button class="primary confirm" @click=${() => this.armed && this.choose(this.armed)}>Confirm: ${pickLabel(this.armed)} ${this.armed.argument}</button>`
          : this.tool(
              "primary end",
              end?.option.label ?? "End phase",
              "E",
              this.whyNoEnd(end),
              () => end && this.choose(end),
            )
      }
    </div>`;
  }

  /** A button that can be reached and asked even when it cannot be used: then it says why. */
  private tool(
    name: string,
    label: string,
    key: string,
    why: string,
    act: () => void,
  ): TemplateResult {
    return html`<button
      class=${name}
      aria-disabled=${why ? "true" : "false"}
      title=${why || nothing}
      @click=${(event: MouseEvent) => (why ? this.tell(why, "", event.clientX, event.clientY) : act())}
      @focus=${() => why && ((this.say = why))}
    >
      ${label} <kbd aria-hidden="true">${key}</kbd>
    </button>`;
  }

  private whyNoEnd(end: Pick | null): string {
    const p = this.presentation!;
    if (end) return "";
    return p.decision ? `Not yet: ${p.decision.prompt}` : this.waitingText();
  }

  private nothingLit(): string {
    return this.presentation?.decision
      ? "Nothing on the map can be chosen now."
      : this.waitingText();
  }

  private tools(p: Presentation): TemplateResult {
    return html`<nav class="tools" aria-label="Map">
      ${p.overlays.map(
        (kind) =>
          html`<button data-overlay=${kind} aria-pressed=${this.overlays.has(kind)} @click=${() => this.toggle(kind)}>
            <span>${kind === "zoc" ? "ZOC" : kind.charAt(0).toUpperCase() + kind.slice(1)}</span>
            ${OVERLAY_KEYS[kind] ? html`<kbd aria-hidden="true">${OVERLAY_KEYS[kind]}</kbd>` : nothing}
          </button>`,
      )}
      ${this.back.tools()}
      <button aria-pressed=${this.bare} @click=${() => this.toggleUnits()}><span>Hide units</span> <kbd aria-hidden="true">H</kbd></button>
      ${
        this.state?.kind === "game" && this.state.sides.length
          ? html`<button class="what-if" @click=${() => void this.whatIf()}><span>What if …</span> <kbd aria-hidden="true">W</kbd></button>`
          : nothing
      }
      <form
        role="search"
        @submit=${(event: Event) => {
          event.preventDefault();
          const field = this.querySelector<HTMLInputElement>("#find")!;
          this.find(field.value);
          field.blur();
        }}
      >
        <input id="find" type="search" aria-label="Find a hex or a place" placeholder="Find …" autocomplete="off" />
      </form>
      <div class="zooms">
        <button aria-label="Zoom in" @click=${() => this.board?.zoomBy(1.4)}>+</button>
        <button aria-label="Zoom out" @click=${() => this.board?.zoomBy(1 / 1.4)}>−</button>
        <button aria-label="Whole map" @click=${() => this.board?.frame()}>⤢</button>
        <button aria-label="Keys" aria-expanded=${this.keyHelp} @click=${() => (this.keyHelp = !this.keyHelp)}>?</button>
      </div>
    </nav>`;
  }

  private panels(state: SeatState, p: Presentation, title: TitleInfo): TemplateResult {
    const choose = (pick: Pick): void => this.choose(pick);
    const hex = this.inspected;
    return html`
      ${this.back.news()} ${p.decision ? orders(p.decision, { choose, preview: (pick) => this.wantPreview(pick) }) : nothing}
      ${this.preview && !this.back.replaying ? previewPanel(this.preview.title, this.preview.preview) : nothing}
      ${
        hex
          ? inspector({
              hex,
              units: this.board?.unitsAt(hex.label) ?? [],
              markers: p.markers.filter((m) => m.hex === hex.label),
              // They are of the present.
              totals: this.totals?.hex === hex && !this.back.replaying ? this.totals.lines : [],
              liveries: title.liveries,
              decision: p.decision,
              choose,
            })
          : nothing
      }
      ${facts(p, { liveries: title.liveries, choose })}
      <footer class="foot">
        ${
          state.can_export
            ? html`<a href="/api/seats/${this.secret}/record" download="${title.slug}.stavka">Save the record</a>
              <a href="/api/seats/${this.secret}/position" download="${title.slug}.txt">Save the position</a>
              <a class="report" href="/api/seats/${this.secret}/report" download="${title.slug}-report.zip" title="A readable account with maps of every turn; drawing it takes some seconds">After-action report</a>`
            : nothing
        }
        <span title="The hash of the secret seed of all dice, told before the first roll; the seed is told when the game is over">Dice ${state.commitment.slice(0, 10)}…</span>
        <span title="The version of the game's data that this table is played with">Data ${state.data}</span>
      </footer>
    `;
  }

  private log(state: SeatState): TemplateResult {
    return logPanel({
      lines: state.log,
      sides: state.can_undo ? state.sides : [],
      all: this.allLog,
      light: (labels) => this.board?.setLight(labels),
      go: (labels) => this.goTo(labels),
      undoTo: (move) => this.undo(move),
      showAll: () => (this.allLog = true),
      ...this.back.logView(),
    });
  }

  private goTo(labels: readonly string[]): void {
    const hex = this.board?.map.get(labels.at(-1) ?? "");
    if (!hex) return;
    this.board!.reveal(hex);
    this.board!.setLight(labels);
    this.inspected = hex;
  }

  private takeSeat(side: string): void {
    this.handed = side;
    this.draw();
    this.decisionChanged();
    this.querySelector<HTMLElement>("#stage")?.focus();
  }

  private question(): TemplateResult | typeof nothing {
    const pick = this.asking;
    if (!pick) return nothing;
    return html`<div class="question-veil">
      <div
        class="question"
        role="alertdialog"
        aria-modal="true"
        aria-labelledby="question-text"
        @keydown=${(event: KeyboardEvent) => event.key === "Escape" && ((this.asking = null))}
      >
        <p id="question-text">${pick.option.confirm} ${caseLink(pick.option.case)}</p>
        <div class="answers">
          <button @click=${() => (this.asking = null)}>No, wait</button>
          <button class="primary" data-confirm @click=${() => this.choose(pick, true)}>${pickLabel(pick)}</button>
        </div>
      </div>
    </div>`;
  }

  protected override updated(changed: Map<string, unknown>): void {
    this.showPointed();
    if (changed.has("inspected") || changed.has("state")) {
      clearTimeout(this.totalsTimer);
      this.totalsTimer = window.setTimeout(() => void this.askTotals(), ASK_AFTER_MS);
    }
    if (changed.has("asking") && this.asking)
      this.querySelector<HTMLElement>(".question .primary")?.focus();
    if ((changed.has("asking") || changed.has("menu")) && !this.asking && !this.menu)
      this.giveFocusBack();
    if ((changed.has("state") || changed.has("title_")) && !this.back.replaying)
      this.querySelector(".log ol")?.scrollTo({ top: 1e9 });
  }

  private giveFocusBack(): void {
    const { opener } = this;
    this.opener = null;
    // Somebody may have gone elsewhere by himself.
    if (!opener || document.activeElement !== document.body) return;
    opener.focus();
    // The button may have gone with its question.
    if (document.activeElement === document.body)
      this.querySelector<HTMLElement>("#stage")?.focus();
  }

  private noticeBox(notice: Notice): TemplateResult {
    const left = Math.max(12, Math.min(notice.x - 20, innerWidth - 312));
    const top = Math.max(60, Math.min(notice.y + 16, innerHeight - 120));
    return html`<aside class="notice" aria-label="Message" style="left:${left}px;top:${top}px">
      ${notice.text} ${caseLink(notice.case)}
    </aside>`;
  }

  private keyList(): TemplateResult {
    return html`<div class="key-help" role="dialog" aria-label="Keys">
      <h2>Keys</h2>
      <dl>${KEY_HELP.map(([key, text]) => html`<div><dt>${key}</dt><dd>${text}</dd></div>`)}</dl>
      <button @click=${() => (this.keyHelp = false)}>Close</button>
    </div>`;
  }
}

customElements.define("stavka-table", StavkaTable);
