// Two players at one screen, and secrets: nothing is shown before the right one sits there.

import type { SeatState } from "../generated";
import { Controller } from "./controller";

export class HandOver extends Controller {
  // The side whose player has taken the seat, where several share it.
  private taken = "";

  get covered(): boolean {
    const { state } = this.host;
    return !!state && isShared(state) && this.taken !== state.presentation.side;
  }

  take(side: string): void {
    const { host } = this;
    this.taken = side;
    host.requestUpdate();
    host.scene.draw();
    host.decisionChanged();
    host.querySelector<HTMLElement>("#stage")?.focus();
  }
}

/** Whether a seat has to be handed over from side to side. */
export const isShared = ({ secrets, kind, sides, presentation }: SeatState): boolean =>
  secrets && kind === "game" && sides.length > 1 && !presentation.outcome;
