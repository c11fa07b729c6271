// Which boxes off the map are open. A title can have hundreds of units in them, so that only those
// in open boxes are drawn.

import { Controller } from "./controller";

export class Boxes extends Controller {
  private readonly open = new Set<string>();

  isOpen(key: string): boolean {
    return this.open.has(key);
  }

  toggled(key: string, open: boolean): void {
    if (open === this.open.has(key)) return;
    if (open) this.open.add(key);
    else this.open.delete(key);
    this.changed();
  }
}
