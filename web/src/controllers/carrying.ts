// What is in hand: a unit, or a stack whose units go one after the other where the first has gone.
// The server knows the unit; the others are remembered here until they are put down.

import { areStack, type Pick, picksOf } from "../choices";
import type { DecisionView, SeatState } from "../generated";
import { Controller } from "./controller";

export class Carrying extends Controller {
  // The others of the stack, and where all of it can go; nothing if that has not been asked yet.
  rest: string[] = [];
  private common: ReadonlySet<string> | null = null;
  // Choices that belong together: how many had been made before them and with them.
  private span: { from: number; to: number } | null = null;
  private lifted = false;
  // Whether choices are being made one after the other, and who waits for the next question.
  private going = false;
  private asked = -1;
  private waiting: ((goesOn: boolean) => void) | null = null;

  get busy(): boolean {
    return this.going;
  }

  /** Whether something has been picked up and not been moved yet. */
  get held(): boolean {
    const { state } = this.host;
    return !!state && (state.in_hand || (this.lifted && state.moves === this.span?.to));
  }

  /** Whether what is in hand stands in a hex. */
  holds(label: string): boolean {
    const p = this.host.presentation;
    const named = new Set(p?.decision?.units);
    return this.held && !!p?.units.some((u) => u.hex === label && named.has(u.id));
  }

  /** Whether the first of a stack could go to a hex and another could not. */
  isBeyond(label: string): boolean {
    const options = this.host.presentation?.decision?.options ?? [];
    return !!this.common && options.some((o) => o.kind === "hex" && o.values.includes(label));
  }

  /** What can be chosen for all of the stack that is in hand. */
  narrowed(decision: DecisionView | null): DecisionView | null {
    const { common } = this;
    if (!decision || !common) return decision;
    const options = decision.options.flatMap((option) => {
      if (option.kind !== "hex") return [option];
      if (option.click !== "plain") return [];
      const at = option.values.map((_, i) => i).filter((i) => common.has(option.values[i]!));
      const notes = option.notes.length ? at.map((i) => option.notes[i]!) : [];
      return [{ ...option, values: at.map((i) => option.values[i]!), notes }];
    });
    return { ...decision, options };
  }

  /** Whether some picks are a stack that is taken as one. A lesson waits for one step at a time. */
  asOne(picks: readonly Pick[]): boolean {
    return areStack(picks) && !this.host.guidance.at;
  }

  /** Takes a stack in hand, or lets all of it join. */
  async pickUp(picks: readonly Pick[]): Promise<void> {
    const from = this.begin();
    const [first, ...others] = [...picks].reverse();
    let left = others.map((pick) => pick.argument);
    for (let next = first; next && (await this.made(next)); ) {
      const all = this.decision?.options.find((o) => o.stack && o.kind === "none");
      next = all ? { option: all, argument: "" } : this.joining(left);
      left = all ? [] : left.filter((unit) => unit !== next?.argument);
    }
    this.lifted = first?.option.role === "select";
    this.end(from);
    if (!this.lifted || !left.length) return;
    this.rest = left;
    await this.askCommon();
  }

  /** Makes one choice; kept when the next question is there. */
  async take(pick: Pick): Promise<void> {
    this.begin();
    await this.made(pick);
    this.going = false;
  }

  /** The next of a stack that can join those in hand. */
  private joining(left: readonly string[]): Pick | undefined {
    return left
      .flatMap((unit) => picksOf(this.decision, unit))
      .find(({ option }) => option.stack && option.role !== "select");
  }

  private async askCommon(): Promise<void> {
    const { connection, presentation, scene } = this.host;
    const { decision, rest } = this;
    const way = decision?.options.find((o) => o.kind === "hex" && o.click === "plain");
    const here = presentation?.units.find((u) => u.id === rest[0])?.hex;
    if (!way || !here) return;
    const question = { kind: "together", verb: way.verb, argument: here } as const;
    const together = (await connection?.ask(question))?.together;
    if (!together || this.rest !== rest || this.decision !== decision) return;
    this.common = new Set(together);
    scene.draw();
    this.changed();
  }

  /** Whether a choice is for the whole stack, and is made for one after the other. */
  takes(pick: Pick): boolean {
    const { kind, role, click } = pick.option;
    const together = this.rest.length && kind === "hex" && role === "act" && click === "plain";
    if (together && !this.going) void this.carry(pick);
    else this.letGo();
    return !!together;
  }

  private async carry(pick: Pick): Promise<void> {
    const from = this.span?.from ?? this.host.state!.moves;
    let { rest } = this;
    this.begin();
    let goes = await this.made(pick);
    for (let before = rest.length + 1; goes && rest.length && rest.length < before; ) {
      before = rest.length;
      rest = await this.follow(rest, pick);
      goes = this.going;
    }
    // One that could not follow is not left in hand.
    const idle = rest.length > 0 && this.host.state?.in_hand;
    if (idle) await this.tellWhy(pick);
    this.lifted = false;
    this.end(from);
    if (idle) this.host.seat.undo();
  }

  /** Lets units go where the first has gone; answers who could not. */
  private async follow(units: readonly string[], { option, argument }: Pick): Promise<string[]> {
    const behind: string[] = [];
    for (const unit of units) {
      if (!this.going) break;
      const taken = picksOf(this.decision, unit).find((p) => p.option.stack);
      const up = !!taken && (await this.made(taken));
      const way = this.decision?.options.find((o) => o.verb === option.verb);
      const there = up && way?.values.includes(argument) ? { option: way, argument } : null;
      if (!there || !(await this.made(there))) behind.push(unit);
    }
    return behind;
  }

  private async tellWhy({ option: { verb }, argument }: Pick): Promise<void> {
    const { connection, notices } = this.host;
    const why = (await connection?.ask({ kind: "why", verb, argument }))?.why;
    if (why?.reason) notices.tell(`Not all could go: ${why.reason}`, why.case);
  }

  /** Puts down what has been picked up, as if nothing had happened. */
  putDown(): void {
    const { seat, state } = this.host;
    if (!this.held || !state) return;
    const whole = this.lifted && state.moves === this.span?.to;
    seat.undo(whole ? this.span!.from + 1 : null);
    this.letGo();
  }

  /** Takes back the last choice, or all that belonged together. */
  undo(): void {
    const { seat, state } = this.host;
    const { span } = this;
    this.letGo();
    seat.undo(span && state?.moves === span.to ? span.from + 1 : null);
  }

  /** Somebody chooses something else, or a choice has been refused. */
  letGo(): void {
    this.rest = [];
    this.common = this.span = null;
    this.lifted = this.going = false;
    this.settle(false);
  }

  receive(state: SeatState): void {
    const { decision, outcome } = state.presentation;
    if (outcome) this.letGo();
    else if (decision && decision.number !== this.asked) this.settle(true);
  }

  private get decision(): DecisionView | null {
    return this.host.state?.presentation.decision ?? null;
  }

  private begin(): number {
    this.letGo();
    this.going = true;
    return this.host.state!.moves;
  }

  private end(from: number): void {
    if (this.going) this.span = { from, to: this.host.state!.moves };
    this.going = false;
    this.changed();
  }

  /** Makes a choice and waits for the next question; answers whether to go on. */
  private made(pick: Pick): Promise<boolean> {
    this.asked = this.decision?.number ?? -1;
    this.host.choosing.send(pick);
    return new Promise((done) => {
      this.waiting = done;
    });
  }

  private settle(goesOn: boolean): void {
    const { waiting } = this;
    this.waiting = null;
    waiting?.(goesOn);
  }
}
