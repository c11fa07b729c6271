// Dragging what can be picked up to where it can go, with a mouse or a finger. On the empty map a drag
// moves the map, as ever.

import type { Board, Hit } from "../board";
import { meantOf, type Pick, picksAt } from "../choices";
import { counterSvg } from "../counters";
import { Controller } from "./controller";

// So far a hand trembles when it clicks, in pixels.
const TREMBLES = 6;
const SIZE = 52;

interface Drag {
  id: number;
  hit: Hit;
  picks: Pick[];
  ghost: HTMLElement | null;
  // Kept when what is dragged is in hand.
  ready: Promise<void>;
}

export class Dragging extends Controller {
  private drag: Drag | null = null;
  // A drag ends with a click that means nothing.
  private swallow = false;

  listen({ element }: Board): void {
    element.addEventListener("pointerdown", this.onDown);
    element.addEventListener("pointermove", this.onMove);
    element.addEventListener("pointerup", (event) => void this.onUp(event));
    element.addEventListener("pointercancel", () => this.cancel());
    element.addEventListener("click", this.onClick, true);
  }

  /** Whether a drag from there takes a unit along, and not the map. */
  grabs(hit: Hit): boolean {
    return this.host.carrying.holds(hit.hex.label) || this.liftable(hit).length > 0;
  }

  private liftable(hit: Hit): Pick[] {
    const { carrying, choosing } = this.host;
    const picks = meantOf(choosing.picks(hit), carrying.held && carrying.holds(hit.hex.label));
    const lifts = picks[0]?.option.kind === "unit" && picks[0].option.role === "select";
    return lifts && (picks.length === 1 || carrying.asOne(picks)) ? picks : [];
  }

  private readonly onDown = (event: PointerEvent): void => {
    this.swallow = false;
    const hit = event.isPrimary && !event.button && this.host.board?.grabbed(event);
    if (!hit || this.drag) this.cancel();
    else {
      const picks = this.liftable(hit);
      this.drag = { id: event.pointerId, hit, picks, ghost: null, ready: Promise.resolve() };
    }
  };

  private readonly onMove = (event: PointerEvent): void => {
    const { drag } = this;
    const { board, previews } = this.host;
    if (!drag || drag.id !== event.pointerId || !board) return;
    const { clientX: x, clientY: y } = event;
    if (!drag.ghost && Math.hypot(x - drag.hit.x, y - drag.hit.y) < TREMBLES) return;
    drag.ghost ??= this.lift(drag);
    drag.ghost.style.transform = `translate(${x - SIZE / 2}px, ${y - SIZE / 2}px)`;
    previews.hover(board.hexAt(event));
  };

  private lift(drag: Drag): HTMLElement {
    const { board, carrying, scene } = this.host;
    const { hex, unit } = drag.hit;
    board!.element.setPointerCapture(drag.id);
    const [first] = drag.picks;
    if (carrying.asOne(drag.picks)) drag.ready = carrying.pickUp(drag.picks);
    else if (first) drag.ready = carrying.take(first);
    const ghost = document.createElement("div");
    ghost.className = "drag-ghost";
    const top = unit ?? board!.unitsAt(hex.label).at(-1);
    if (top && scene.title) ghost.innerHTML = counterSvg(top, scene.title, SIZE);
    document.body.append(ghost);
    return ghost;
  }

  private async onUp(event: PointerEvent): Promise<void> {
    const { drag } = this;
    if (!drag || drag.id !== event.pointerId) return;
    this.drag = null;
    if (!drag.ghost) return;
    this.swallow = true;
    drag.ghost.remove();
    const hex = this.host.board?.hexAt(event);
    await drag.ready;
    const { carrying, choosing, presentation } = this.host;
    const decision = carrying.narrowed(presentation?.decision ?? null);
    const [pick, ...others] = hex ? meantOf(picksAt(decision, hex.label, []), true) : [];
    if (!pick) carrying.putDown();
    else if (others.length) void choosing.openMenu([pick, ...others], event.clientX, event.clientY);
    else choosing.choose(pick);
  }

  /** Lets go of what is dragged; answers whether there was something. */
  cancel(): boolean {
    const { drag } = this;
    this.drag = null;
    if (!drag?.ghost) return false;
    drag.ghost.remove();
    this.swallow = true;
    void drag.ready.then(() => this.host.carrying.putDown());
    return true;
  }

  private readonly onClick = (event: MouseEvent): void => {
    if (this.swallow) event.stopImmediatePropagation();
    this.swallow = false;
  };
}
