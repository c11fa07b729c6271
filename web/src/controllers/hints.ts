// The staff suggests: what a computer player would do, asked for once, or always while hints are on.

import { nothing, type TemplateResult } from "lit";
import type { Pick } from "../choices";
import { isFirstGame } from "../first-games";
import type { DecisionView, Hint, SeatState, UnitView } from "../generated";
import { recall, remember } from "../memory";
import { nameOf } from "../names";
import { hintPanel } from "../panels/hint";
import { Controller } from "./controller";

const KEY = "hints";
// Whoever knows what to do has chosen by then, and no choice waits for the staff.
const SPEAK_AFTER_MS = 350;
const WAITS = "There is nothing for you to choose now.";

export class Hints extends Controller {
  // Whether the staff speaks unasked.
  private on = false;
  private begun = false;
  private timer = 0;
  // What the staff is about to think of, and what it thinks of.
  private waiting: DecisionView | null = null;
  private asking: DecisionView | null = null;
  private found: { decision: DecisionView; hint: Hint } | null = null;

  /** Hints are on in the first game of a title, and else as they were left. */
  begin({ kind, presentation, sides, table }: SeatState): void {
    if (this.begun || kind === "lesson" || !sides.length) return;
    this.begun = true;
    const first = kind === "game" && isFirstGame(presentation.title, table);
    this.on = recall(KEY, first ? "on" : "off") === "on";
  }

  /** Something else is to be chosen. */
  decided(): void {
    clearTimeout(this.timer);
    this.waiting = this.on ? this.decision : null;
    if (this.waiting) this.timer = window.setTimeout(() => void this.ask(), SPEAK_AFTER_MS);
  }

  hostUpdated(): void {
    const { host } = this;
    for (const old of host.querySelectorAll(".suggested")) old.classList.remove("suggested");
    const suggested = this.suggested;
    if (suggested) {
      const { verb, argument } = suggested.hint;
      const button = `.orders [data-verb="${verb}"][data-argument="${argument}"]`;
      host.querySelector(button)?.classList.add("suggested");
    }
    if (!host.guidance.at) host.board?.suggest(suggested?.hexes ?? []);
  }

  /** The staff is asked by hand: what it says is read, and brought into view. */
  async call(): Promise<void> {
    if (!this.decision) {
      this.host.notices.tell(WAITS);
      return;
    }
    const focused = document.activeElement?.matches(".ask-staff");
    await this.ask();
    if (focused) this.host.querySelector<HTMLElement>(".hint .follow")?.focus();
    this.show();
  }

  async ask(): Promise<void> {
    const { decision, host } = this;
    this.waiting = null;
    if (!decision || this.asking === decision || this.found?.decision === decision) return;
    this.asking = decision;
    this.changed();
    const answer = await host.connection?.ask({ kind: "hint", verb: "", argument: "" });
    if (this.asking === decision) this.asking = null;
    if (answer?.hint && this.decision === decision) this.found = { decision, hint: answer.hint };
    this.changed();
    await host.updateComplete;
  }

  toggle(): void {
    this.on = !this.on;
    remember(KEY, this.on ? "on" : "off");
    if (this.on) void this.ask();
    else this.found = null;
    this.changed();
  }

  panel(): TemplateResult | typeof nothing {
    const { asking, decision, on, suggested, waiting } = this;
    if (!decision) return nothing;
    return hintPanel({
      suggested,
      odds: this.host.previews.shown?.preview.result ?? "",
      thinking: asking === decision || waiting === decision,
      on,
      call: () => void this.call(),
      choose: (pick) => this.host.choosing.choose(pick),
      toggle: () => this.toggle(),
    });
  }

  /** What there is to choose, where the staff may speak: not in a lesson, and not of the past. */
  private get decision(): DecisionView | null {
    const { back, guidance, presentation, state } = this.host;
    const taught = state?.kind === "lesson" && (!guidance.lesson || guidance.at);
    if (back.replaying || taught) return null;
    return presentation?.decision ?? null;
  }

  private get suggested(): Suggested | null {
    const { decision, found } = this;
    if (!decision || found?.decision !== decision) return null;
    return suggestion(decision, found.hint, this.host.presentation?.units ?? []);
  }

  /** Moves the map to what is suggested, if it cannot be seen. */
  private show(): void {
    const { board, notices } = this.host;
    const { suggested } = this;
    if (!suggested) return;
    const hex = board?.map.get(suggested.hexes[0] ?? "");
    if (hex) board?.reveal(hex);
    notices.announce(["The staff suggests:", suggested.text, ...suggested.hint.reasons].join(" "));
  }
}

/** A hint with what it means on this screen. */
export interface Suggested {
  hint: Hint;
  pick: Pick;
  text: string;
  // Where it is about, that of the choice itself first.
  hexes: string[];
}

export function suggestion(
  decision: DecisionView,
  hint: Hint,
  units: readonly UnitView[],
): Suggested | null {
  const { argument, verb } = hint;
  const option = decision.options.find((o) => o.verb === verb);
  if (!option) return null;
  const unit = option.kind === "unit" ? units.find((u) => u.id === argument) : undefined;
  const where = option.kind === "hex" ? argument : (unit?.hex ?? "");
  const name = unit ? nameOf(unit).name : option.kind === "unit" ? argument : "";
  const said = [option.label];
  if (name) said.push(name);
  if (option.kind === "word" && !option.label.includes(argument)) said.push(argument);
  if (where) said.push(unit ? `(${where})` : where);
  return {
    hint,
    pick: { option, argument },
    text: said.join(" "),
    hexes: [where, ...hint.hexes].filter((label) => label),
  };
}
