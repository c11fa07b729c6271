// Whether each answer is told with what it brings; remembered in this browser.

import { recall, remember } from "../memory";
import { Controller } from "./controller";

const KEY = "explains";

export class Explaining extends Controller {
  // Who has not said otherwise is a newcomer.
  private explains = recall(KEY, "true") !== "false";

  view(): { explains: boolean; explain(): void } {
    return { explains: this.explains, explain: () => this.toggle() };
  }

  private toggle(): void {
    this.explains = !this.explains;
    remember(KEY, String(this.explains));
    this.changed();
  }
}
