// The company at the table: who sits where, what this browser adds to the dice, and what all are
// asked to agree to.

import { html, nothing, type TemplateResult } from "lit";
import { forgive, getKeptApart, giveBack, keepApart, tableOf, wordsOf } from "../api";
import type { ProposalView, SeatState, TitleInfo } from "../generated";
import {
  drawnAnew,
  judge,
  keepAgreement,
  keepMarks,
  marksOf,
  saidToAgree,
  type Verdict,
  verdict,
} from "../marks";
import { type CompanyView, closedNotice, companyPanel } from "../panels/company";
import {
  canPropose,
  diceNote,
  diceNotice,
  diceWait,
  diceWarning,
  proposal,
  waitWords,
} from "../panels/dice";
import { accountSecret } from "../person";
import { forgetTable } from "../tables";
import { Controller } from "./controller";

// A share that was sent is on its way for so long; after that it has got lost.
const SENT_MS = 5000;
const REDRAWN =
  "What you add to the dice was drawn again, because a seat has passed to somebody else before the first roll. If you have not agreed to that, whoever runs the server may have chosen the dice.";
const SAID_TO_AGREE =
  "The dice follow from a secret of the server alone, so whoever runs it could have chosen them. All who play are said to have agreed to that; from this browser nobody has.";

export class Company extends Controller {
  // What is wrong with the dice; it stays as long as it is.
  private warning = "";
  // Whether the share was drawn again after it had been opened.
  private redrawn = false;
  private leaving = false;
  // Whom this account has muted and blocked, once it has been asked for.
  private muted = new Set<string>();
  private blocked = new Set<string>();
  private asked = false;

  receive(state: SeatState): void {
    const { secret, connection } = this.host;
    if (state.dice.anew) this.commit(state);
    const kept = state.kind === "game" && state.sides.length ? marksOf(secret) : null;
    if (!kept) return;
    const { marks, open, warning } = judge(kept, tableOf(secret), state);
    this.warning = warning;
    this.redrawn = !!marks.redrawn;
    // What was sent before it was opened was its hash.
    const send = open && (kept.step !== "opened" || Date.now() - kept.sent > SENT_MS);
    if (send) marks.sent = Date.now();
    if (JSON.stringify(marks) !== JSON.stringify(kept)) keepMarks(secret, marks);
    if (send) connection?.send({ type: "share", share: marks.share });
  }

  /** Draws a share for a seat that was passed on before the dice were there, or whose share was
   * thrown away for that. */
  private commit(state: SeatState): void {
    const { connection, secret } = this.host;
    const marks = drawnAnew(marksOf(secret), tableOf(secret), state);
    if (Date.now() - marks.sent < SENT_MS) return;
    keepMarks(secret, { ...marks, sent: Date.now() });
    connection?.send({ type: "commit", commitment: marks.own });
  }

  /** Before everything else in the panel: what concerns all and cannot wait. */
  banners(state: SeatState): TemplateResult | typeof nothing {
    if (state.kind !== "game" || this.host.back.replaying) return nothing;
    const { connection, secret } = this.host;
    const waits = waitWords(state, !!marksOf(secret) && !this.warning);
    const propose = (): void => {
      keepAgreement(secret, true);
      connection?.send({ type: "propose", kind: "dice" });
    };
    return html`${state.closed ? closedNotice(state.closed) : nothing}
      ${this.warning ? diceWarning(this.warning) : nothing}
      ${this.redrawn ? diceNotice(REDRAWN) : nothing}
      ${saidToAgree(marksOf(secret), state.dice) ? diceNotice(SAID_TO_AGREE) : nothing}
      ${state.proposals.map((one) => proposal(one, (yes) => this.answer(one, yes)))}
      ${waits ? diceWait(waits, canPropose(state) ? propose : null) : nothing}`;
  }

  private answer({ id, kind }: ProposalView, yes: boolean): void {
    const { connection, secret } = this.host;
    if (kind === "dice") keepAgreement(secret, yes);
    connection?.send({ type: "agree", proposal: id, yes });
  }

  panel(state: SeatState, title: TitleInfo): TemplateResult | typeof nothing {
    if (state.kind !== "game" || !state.seats.length) return nothing;
    return companyPanel({
      state,
      title,
      leaving: this.leaving,
      invite: (sides) => void this.host.sharing.invite(sides),
      setLeaving: (on) => this.setLeaving(on),
      giveBack: () => void this.giveBack(),
      apart: this.apart(state),
    });
  }

  private apart({ seats }: SeatState): CompanyView["apart"] {
    if (!accountSecret() || !seats.some(({ account }) => account)) return null;
    if (!this.asked) void this.askApart();
    const toggle = (account: string, kind: "mute" | "block"): void =>
      void this.toggleApart(account, kind);
    return { muted: this.muted, blocked: this.blocked, toggle };
  }

  private async askApart(): Promise<void> {
    this.asked = true;
    const kept = await getKeptApart().catch(() => []);
    const of = (kind: string): Set<string> =>
      new Set(kept.filter((one) => one.kind === kind).map(({ account }) => account));
    this.muted = of("mute");
    this.blocked = of("block");
    this.changed();
  }

  private async toggleApart(account: string, kind: "mute" | "block"): Promise<void> {
    const { notices, secret } = this.host;
    const on = (kind === "mute" ? this.muted : this.blocked).has(account);
    try {
      await (on ? forgive : keepApart)(tableOf(secret), { account, kind });
      await this.askApart();
    } catch (error) {
      notices.tell(wordsOf(error));
    }
  }

  dice(state: SeatState): TemplateResult | typeof nothing {
    const late = marksOf(this.host.secret)?.step === "late";
    return state.kind === "game" ? diceNote(state, this.verdict(state), late) : nothing;
  }

  /** Once everything has been told: whether it is what was committed to. */
  verdict({ dice, table }: SeatState): Verdict | null {
    return verdict(table, dice, marksOf(this.host.secret));
  }

  private setLeaving(on: boolean): void {
    this.leaving = on;
    this.changed();
    const next = on ? ".leaving .primary" : ".give-back";
    void this.host.updateComplete.then(() => this.host.querySelector<HTMLElement>(next)?.focus());
  }

  private async giveBack(): Promise<void> {
    const { notices, secret } = this.host;
    try {
      await giveBack(secret);
      forgetTable(secret);
      location.hash = "";
    } catch (error) {
      this.setLeaving(false);
      notices.tell(wordsOf(error));
    }
  }
}
