// Trying things: from the game to a board of one's own, or back from it.

import { discardWhatIf, newWhatIf } from "../api";
import { seatAddress, whatIfAddress } from "../tables";
import { Controller } from "./controller";

export class WhatIf extends Controller {
  async toggle(): Promise<void> {
    const { home, notices, scene, secret, state } = this.host;
    if (!state || state.kind === "lesson" || !state.sides.length) return;
    scene.carryView();
    if (home) {
      await discardWhatIf(home).catch(() => null);
      location.hash = seatAddress(home);
      return;
    }
    try {
      location.hash = whatIfAddress(secret, (await newWhatIf(secret)).secret);
    } catch (error) {
      scene.leaveView();
      notices.tell(
        error instanceof Error ? `There is no what-if now: ${error.message}.` : String(error),
      );
    }
  }
}
