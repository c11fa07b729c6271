// What happened since one's last turn: offered to be read or watched until it is put aside.

import { nothing, type TemplateResult } from "lit";
import type { SeatState } from "../generated";
import { sincePanel } from "../panels/since";
import { linesOf, NOTHING, offerFor, Since, type Stretch } from "../since";
import { Controller } from "./controller";

export class News extends Controller {
  private offer: Stretch | null = null;

  receive(state: SeatState, before: SeatState | null): void {
    const { side } = state.presentation;
    const since = new Since(this.host.secret);
    const known = since.recall(side);
    // A spectator who stays sees everything; who comes back has missed what happened meanwhile.
    const fresh = before?.presentation.side !== side;
    const memory = known ?? NOTHING;
    if (fresh || side) this.offer = offerFor(state, memory);
    if (!known && fresh && !side) this.offer = null;
    since.keep(side, { ...memory, seen: state.moves, offer: this.offer });
  }

  /** Whether there is news that nobody has reacted to. */
  get fresh(): boolean {
    const { state } = this.host;
    return !!this.offer && !!state && state.moves <= this.offer.to;
  }

  private watch(): void {
    const stretch = this.offer;
    if (!stretch) return;
    this.putAside();
    this.host.back.enter(stretch);
  }

  putAside(): void {
    const { connection, secret, state } = this.host;
    this.offer = null;
    if (state) {
      if (state.sides.length) connection?.send({ type: "seen", moves: state.moves });
      const memory = { seen: state.moves, offer: null, done: state.moves };
      new Since(secret).keep(state.presentation.side, memory);
    }
    this.changed();
  }

  panel(): TemplateResult | typeof nothing {
    const { back, board, film, state } = this.host;
    if (!this.offer || !state || back.replaying) return nothing;
    return sincePanel({
      lines: linesOf(state.log, this.offer),
      spectator: !state.presentation.side,
      small: !this.fresh,
      watch: () => this.watch(),
      pace: film.pace,
      setPace: (pace) => film.setPace(pace),
      putAside: () => this.putAside(),
      light: (labels) => board?.setLight(labels),
    });
  }
}
