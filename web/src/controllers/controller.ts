// What the table's controllers have in common: a part of its behaviour, with what that part has to
// remember, tied to the life of the element.

import type { ReactiveController } from "lit";
import type { TableHost } from "./host";

export abstract class Controller implements ReactiveController {
  constructor(protected readonly host: TableHost) {
    host.addController(this);
  }

  // Most of them need no more of that life than to belong to it.
  hostConnected(): void {}

  /** The page is drawn anew. */
  protected changed(): void {
    this.host.requestUpdate();
  }
}
