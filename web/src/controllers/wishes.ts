// What the computer wanted: told at the end of its turn where it teaches, and else after the game.

import { nothing, type TemplateResult } from "lit";
import type { SeatState, TitleInfo, Wish } from "../generated";
import { wishPanel } from "../panels/wishes";
import { wishAt } from "../wishes";
import { Controller } from "./controller";

export class Wishes extends Controller {
  all: readonly Wish[] = [];
  private shown = false;

  receive(state: SeatState, before: SeatState | null): void {
    const over = !!state.presentation.outcome;
    const turned =
      before?.moves !== state.moves || before.presentation.side !== state.presentation.side;
    // While others choose, nothing new can be told.
    if (turned && (over || (state.teaching && !state.thinking))) void this.ask();
    if (!over && !state.teaching) this.all = [];
  }

  private async ask(): Promise<void> {
    const answer = await this.host.connection?.ask({ kind: "wishes", verb: "", argument: "" });
    if (answer?.wishes) this.all = answer.wishes;
    this.changed();
  }

  /** The wish that the moment on the screen is about. */
  private get wish(): Wish | null {
    const { back, state } = this.host;
    if (!state) return null;
    return wishAt(this.all, back.at ?? state.moves, state.presentation.side);
  }

  /** Told with the news of a turn, and beside a replay; not while somebody plays on. */
  private get told(): boolean {
    const { back, film, news, state } = this.host;
    return !film.running && (news.fresh || back.replaying || !!state?.presentation.outcome);
  }

  hostUpdated(): void {
    const { wish } = this;
    this.host.board?.setWishes(this.shown && this.told && wish ? wish.intentions : []);
  }

  panel(title: TitleInfo): TemplateResult | typeof nothing {
    const { shown, told, wish } = this;
    if (!wish || !told) return nothing;
    const text = this.host.state?.leaders[wish.side]?.text ?? "";
    return wishPanel({ wish, title, shown, text, toggle: () => this.toggle(wish) });
  }

  private toggle({ intentions }: Wish): void {
    const { board } = this.host;
    this.shown = !this.shown;
    this.changed();
    if (!this.shown || !board) return;
    const labels = intentions.flatMap(({ hex, origins }) => [hex, ...origins]);
    board.gather(board.map.hexesOf(labels));
  }
}
