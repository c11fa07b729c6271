// The clock of the table: what is left is counted here between two states, and what somebody wants
// to be done about it is told to the server.

import type { TemplateResult } from "lit";
import { nothing } from "lit";
import type { SeatState } from "../generated";
import { barClock, type Step, timeIsUp } from "../panels/clock";
import { Controller } from "./controller";

const TICK_MS = 15_000;

export class TableClock extends Controller {
  private ticking = 0;

  override hostConnected(): void {
    this.ticking = window.setInterval(() => {
      if (this.host.state?.clock?.runs) this.changed();
    }, TICK_MS);
  }

  hostDisconnected(): void {
    clearInterval(this.ticking);
  }

  /** In the bar. */
  shown({ clock }: SeatState): TemplateResult | typeof nothing {
    return this.host.back.replaying ? nothing : barClock(clock, Date.now());
  }

  banner(state: SeatState): TemplateResult | typeof nothing {
    if (this.host.back.replaying) return nothing;
    const send = (step: Step): void => this.host.connection?.send({ type: "on-time", step });
    return timeIsUp(state, Date.now(), send);
  }
}
