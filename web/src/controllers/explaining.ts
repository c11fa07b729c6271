// Whether each answer is told with what it brings; remembered in this browser.

import { Controller } from "./controller";

const KEY = "stavka.explains";

export class Explaining extends Controller {
  private explains = recall();

  view(): { explains: boolean; explain(): void } {
    return { explains: this.explains, explain: () => this.toggle() };
  }

  private toggle(): void {
    this.explains = !this.explains;
    try {
      localStorage.setItem(KEY, String(this.explains));
    } catch {
      // A forbidden storage costs no more than the memory.
    }
    this.changed();
  }
}

/** Who has not said otherwise is a newcomer. */
function recall(): boolean {
  try {
    return localStorage.getItem(KEY) !== "false";
  } catch {
    return true;
  }
}
