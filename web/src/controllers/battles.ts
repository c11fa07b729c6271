// Each battle has its moment: a card beside it when the die has fallen, in the film, in a replay, and
// again from the log. It stays until it is put away, or for a moment only, or does not come at all.

import { html, nothing, type TemplateResult } from "lit";
import type { Battle, DecisionView, LogLine, SeatState, TitleInfo } from "../generated";
import { calm } from "../media";
import { recall, remember } from "../memory";
import { battleCard } from "../panels/battle";
import { orders } from "../panels/orders";
import { rattle } from "../sound";
import { Controller } from "./controller";

const STAYS = { stay: "stays open", moment: "closes by itself", never: "does not open" } as const;
type Stay = keyof typeof STAYS;
type By = "roll" | "film" | "replay" | "log";

const MOMENT_MS = 1600;
// How long a die rolls, and how long each face is up.
const ROLL_MS = 720;
const FACE_MS = 80;
// Between the card and what it must not cover.
const GAP = 18;
const FOLLOWED = 6;

interface Shown {
  battle: Battle;
  move: number;
  by: By;
}

export class Battles extends Controller {
  private shown: Shown | null = null;
  // What has been asked for last, on its way or shown.
  private wanted: { move: number; by: By } | null = null;
  private stay =
    (Object.keys(STAYS) as Stay[]).find((s) => s === recall("battles", "stay")) ?? "stay";
  private sound = recall("sound", "off") === "on";
  private timer = 0;
  private rolling = 0;
  private placed: Shown | null = null;
  // The question that was last brought into sight.
  private asked: DecisionView | null = null;

  hostDisconnected(): void {
    clearTimeout(this.timer);
    clearInterval(this.rolling);
  }

  hostUpdated(): void {
    if (this.placed !== this.shown) {
      this.placed = this.shown;
      if (this.shown) this.place(this.shown);
    } else if (!this.rolling) this.bringQuestion();
  }

  receive(state: SeatState, before: SeatState | null): void {
    const { back, film } = this.host;
    // Other eyes, or the roll is no more.
    if (before && before.presentation.side !== state.presentation.side) this.close();
    if (this.shown && this.shown.move > state.moves) this.close();
    if (!before || back.replaying) return;
    const until = film.at ?? state.moves;
    const line = state.log.findLast((l) => l.battle && l.move > before.moves && l.move <= until);
    if (line) void this.show(line.move, "roll");
    // Whoever has gone on to something else has seen it.
    else if (this.shown?.by === "roll" && state.moves > before.moves && !this.asks(state))
      this.close();
  }

  async show(move: number, by: By): Promise<void> {
    if (this.stay === "never" && by !== "log") return;
    const wanted = { move, by };
    this.wanted = wanted;
    const { charts, connection } = this.host;
    const question = { kind: "battle", verb: "", argument: String(move) } as const;
    const [answer] = await Promise.all([connection?.ask(question), charts.load()]);
    if (this.wanted !== wanted || !answer?.battle) return;
    this.shown = { battle: answer.battle, move, by };
    const attackers = answer.battle.attackers.map((unit) => unit.hex);
    this.host.board?.setBattle(attackers, answer.battle.targets);
    clearTimeout(this.timer);
    this.changed();
    await this.host.updateComplete;
    this.asked = null;
    if (by === "roll" || by === "film") this.roll(answer.battle);
    if (!this.rolling) this.bringQuestion();
    if (this.stay === "moment" && by !== "log" && !this.questionFollows())
      this.timer = window.setTimeout(() => this.close(), MOMENT_MS);
  }

  close(): void {
    this.wanted = null;
    this.shown = null;
    this.host.board?.setBattle([], []);
    clearTimeout(this.timer);
    this.endRoll();
    this.changed();
  }

  get open(): boolean {
    return this.shown !== null;
  }

  /** In a replay: a moment without a battle has no card, nor one that is still on its way. */
  leave(by: By): void {
    if (this.wanted?.by === by || this.shown?.by === by) this.close();
  }

  endFilm(): void {
    // What the film has shown goes with it, unless something is asked about it.
    if (this.shown?.by === "film" && !this.questionFollows()) this.close();
    // What can be chosen is lit now, and not to be covered.
    this.placed = null;
  }

  /** Whether the question to be answered stands in the card. */
  questionFollows(): boolean {
    const { back, state } = this.host;
    return !!state && !back.replaying && this.asks(state);
  }

  private asks({ log, presentation: { decision } }: SeatState): boolean {
    const line = decision?.cause ? log[decision.cause.line] : undefined;
    return !!line && line.battle && line.move === this.shown?.move;
  }

  private line(state: SeatState): LogLine | undefined {
    return state.log.find((line) => line.battle && line.move === this.shown?.move);
  }

  /** What came of it: up to the next battle or heading. */
  private followed(state: SeatState): LogLine[] {
    const first = state.log.findIndex((l) => l.battle && l.move === this.shown?.move) + 1;
    const found: LogLine[] = [];
    const at = this.host.back.at ?? this.host.film.at ?? Infinity;
    for (const line of state.log.slice(first, first + FOLLOWED)) {
      if (line.heading || line.battle || line.move > at) break;
      if (line.traces.some((trace) => trace.kind === "move")) break;
      found.push(line);
    }
    return found;
  }

  /** The die rolls: one face after the other is up, until that which fell. */
  private roll({ die }: Battle): void {
    this.endRoll();
    if (this.sound) rattle(ROLL_MS);
    const faces = [...this.host.querySelectorAll<HTMLElement>(".battle .faces li")];
    if (!die || calm.matches || !faces.length) return;
    const card = this.host.querySelector<HTMLElement>(".battle");
    card?.classList.add("rolling");
    const until = performance.now() + ROLL_MS;
    let at = 0;
    this.rolling = window.setInterval(() => {
      const over = performance.now() > until;
      faces[at]?.classList.remove("up");
      at = (at + 1 + Math.floor(Math.random() * (faces.length - 1))) % faces.length;
      if (over) {
        this.endRoll();
        card?.classList.remove("rolling");
        this.bringQuestion();
      } else faces[at]?.classList.add("up");
    }, FACE_MS);
  }

  private endRoll(): void {
    clearInterval(this.rolling);
    this.rolling = 0;
  }

  /** What is asked comes into sight when the die has fallen, also where the card is low. */
  private bringQuestion(): void {
    const decision = (this.questionFollows() && this.host.state?.presentation.decision) || null;
    if (this.asked === decision) return;
    this.asked = decision;
    this.host.querySelector(".question-of-battle")?.scrollIntoView({ block: "nearest" });
  }

  /** Beside the battle, never on it, as far as there is room. */
  private place({ battle }: Shown): void {
    const { board, state } = this.host;
    const card = this.host.querySelector<HTMLElement>(".battle");
    if (!board || !card || getComputedStyle(card).position !== "absolute") return;
    const decision = state?.presentation.decision;
    const asked = decision?.options.filter((o) => o.kind === "hex").flatMap((o) => o.values) ?? [];
    const labels = [...battle.targets, ...battle.attackers.map((unit) => unit.hex)];
    const lit = asked.length > 12 ? [] : asked;
    const hexes = board.map.hexesOf([...labels, ...lit]);
    const field = board.element.getBoundingClientRect();
    const half = board.map.side * board.transform.k;
    const points = hexes.map((hex) => board.onScreen(hex));
    const box = {
      left: Math.min(...points.map((p) => p.x)) - half - field.left,
      right: Math.max(...points.map((p) => p.x)) + half - field.left,
      top: Math.min(...points.map((p) => p.y)) - half - field.top,
      bottom: Math.max(...points.map((p) => p.y)) + half - field.top,
    };
    const { offsetWidth: w, offsetHeight: h } = card;
    const bar = this.host.querySelector<HTMLElement>(".film-bar, .replay-bar");
    const height = field.height - (bar ? bar.offsetHeight + GAP : 0);
    const inside = (v: number, size: number, room: number): number =>
      Math.max(8, Math.min(v, room - size - 8));
    const y = inside(box.top, h, height);
    const x = inside(box.left, w, field.width);
    const places: [number, number][] = [
      [box.right + GAP, y],
      [box.left - GAP - w, y],
      [x, box.bottom + GAP],
      [x, box.top - GAP - h],
    ];
    const fits = ([left, top]: [number, number]): boolean =>
      left >= 0 && top >= 0 && left + w <= field.width && top + h <= height;
    const [left, top] = places.find(fits) ?? this.makeRoom(box, field.width - w - 8, y);
    card.style.left = `${left}px`;
    card.style.top = `${top}px`;
  }

  /** Where there is no room beside the battle, the map makes some. */
  private makeRoom(
    box: { left: number; right: number },
    left: number,
    top: number,
  ): [number, number] {
    const over = box.right + GAP - left;
    if (over > 0 && over < box.left) this.host.board?.shiftBy(-over);
    return [left, top];
  }

  // On the page

  card(title: TitleInfo): TemplateResult | typeof nothing {
    const { board, charts, state } = this.host;
    const { shown } = this;
    const line = state && this.line(state);
    if (!shown || !state || !line) return nothing;
    return html`<section class="battle" role="dialog" aria-labelledby="battle-title">
      ${battleCard({
        battle: shown.battle,
        line,
        followed: this.followed(state),
        charts: charts.all,
        looks: title,
        question: this.questionFollows() ? this.question(state, title) : nothing,
        settings: this.settings(),
        close: () => this.close(),
        light: (labels) => board?.setLight(labels),
      })}
    </section>`;
  }

  private question(
    { presentation: { decision, units } }: SeatState,
    looks: TitleInfo,
  ): TemplateResult | typeof nothing {
    if (!decision) return nothing;
    const { carrying, choosing, explaining, previews } = this.host;
    return html`<div class="question-of-battle">
      <p><strong>${decision.prompt}</strong></p>
      ${orders(decision, {
        choose: (pick) => choosing.choose(pick),
        preview: (pick) => previews.want(pick),
        units,
        looks,
        rest: carrying.rest,
        held: carrying.held,
        ...explaining.view(),
      })}
    </div>`;
  }

  private settings(): TemplateResult {
    const setStay = (event: Event): void => {
      this.stay = (event.currentTarget as HTMLSelectElement).value as Stay;
      remember("battles", this.stay);
      if (this.stay === "never") this.close();
    };
    const setSound = (event: Event): void => {
      this.sound = (event.currentTarget as HTMLInputElement).checked;
      remember("sound", this.sound ? "on" : "off");
      if (this.sound) rattle(ROLL_MS);
    };
    return html`<label
        >This card
        <select @change=${setStay}>
          ${(Object.keys(STAYS) as Stay[]).map((s) => html`<option value=${s} ?selected=${s === this.stay}>${STAYS[s]}</option>`)}
        </select></label
      >
      <label><input type="checkbox" .checked=${this.sound} @change=${setSound} /> Sound of dice</label>`;
  }
}
