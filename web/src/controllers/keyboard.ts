// The keyboard: what a decision names as its own key comes first, then overlays and the table's keys.

import { buttons, type Pick, withRole } from "../choices";
import type { Presentation } from "../generated";
import { ARROWS, HELD, letterOf, OVERLAY_KEYS, onButton } from "../keys";
import { NO_REDO, NO_UNDO, whyNoEnd } from "../waiting";
import { Controller } from "./controller";

export class Keyboard extends Controller {
  // Whether the list of keys is open.
  help = false;

  override hostConnected(): void {
    addEventListener("keydown", this.onKey);
  }

  hostDisconnected(): void {
    removeEventListener("keydown", this.onKey);
  }

  toggleHelp(): void {
    this.help = !this.help;
    this.changed();
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const { back, board, choosing, ending, film, handOver, luck, presentation: p } = this.host;
    const letter = letterOf(event);
    if (!letter || !p || !board || handOver.covered || choosing.asking) return;
    const parts = [ending, luck, film, back];
    if (parts.some((part) => part.key(letter, event))) return;
    const arrow = ARROWS[letter];
    if (arrow && !onButton(event)) {
      event.preventDefault();
      this.host.cursor.walk(...arrow);
      return;
    }
    const own = buttons(p.decision).find((pick) => pick.option.key.toUpperCase() === letter);
    if (event.repeat && (own || !HELD.has(letter))) {
      // A key that is held too long means one choice. A button would hear of Enter all the same.
      if (letter === "Enter") event.preventDefault();
    } else if (letter === "Enter") this.enter(event);
    else if (own && letter !== "Escape") this.choose(own, event);
    else this.command(letter, p, event);
  };

  private choose(pick: Pick, event: KeyboardEvent): void {
    event.preventDefault();
    this.host.choosing.choose(pick);
  }

  /** Clicks where the cursor is. */
  private enter(event: KeyboardEvent): void {
    const { board, choosing, cursor } = this.host;
    if (onButton(event) || !cursor.hex || !board) return;
    event.preventDefault();
    choosing.clicked({
      hex: cursor.hex,
      unit: null,
      touch: false,
      all: event.shiftKey,
      ...board.onScreen(cursor.hex),
    });
  }

  private command(letter: string, p: Presentation, event: KeyboardEvent): void {
    const overlay = p.overlays.find((kind) => OVERLAY_KEYS[kind] === letter);
    if (overlay) this.host.overlays.toggle(overlay);
    else this.commands[letter]?.(event);
  }

  private readonly commands: Record<string, (event: KeyboardEvent) => void> = {
    U: () => this.undo(),
    R: () => this.redo(),
    N: () => this.host.cursor.next(),
    E: () => this.end(),
    W: () => void this.host.whatIf.toggle(),
    B: () => this.host.toggleRules(),
    G: () => void this.host.hints.call(),
    T: (event) => this.charts(event),
    V: () => this.host.trails.toggle(),
    I: () => this.host.sharing.toggle(),
    O: () => this.host.forces.toggle(),
    H: () => this.host.scene.toggleUnits(),
    F: () => this.host.board?.frame(),
    "+": () => this.host.board?.zoomBy(1.3),
    "=": () => this.host.board?.zoomBy(1.3),
    "-": () => this.host.board?.zoomBy(1 / 1.3),
    "/": (event) => this.find(event),
    "?": () => this.toggleHelp(),
    Escape: () => this.escape(),
  };

  private undo(): void {
    const { carrying, notices, state } = this.host;
    if (state?.can_undo) carrying.undo();
    else notices.tell(NO_UNDO);
  }

  private redo(): void {
    const { notices, seat, state } = this.host;
    if (state?.can_redo) seat.redo();
    else notices.tell(NO_REDO);
  }

  private end(): void {
    const { choosing, notices, presentation: p, state } = this.host;
    if (!p || !state) return;
    const end = withRole(p.decision, "end");
    if (end) choosing.choose(end);
    else notices.tell(whyNoEnd(end, p, state));
  }

  private charts(event: KeyboardEvent): void {
    // The letter is not meant for the list that gets the focus.
    event.preventDefault();
    this.host.charts.toggle();
  }

  private find(event: KeyboardEvent): void {
    event.preventDefault();
    this.host.querySelector<HTMLElement>("#find")?.focus();
  }

  /** Closes what is open, one after the other; then goes back in the decision. */
  private escape(): void {
    const {
      battles,
      carrying,
      charts,
      choosing,
      dragging,
      forces,
      notices,
      presentation,
      sharing,
    } = this.host;
    const back = withRole(presentation?.decision ?? null, "back");
    const drawer = [charts, sharing, forces].find(({ open }) => open);
    if (dragging.cancel()) return;
    if (choosing.menu) choosing.closeMenu();
    else if (this.help) this.toggleHelp();
    else if (drawer) drawer.close();
    else if (choosing.armed) choosing.arm(null);
    else if (battles.open) battles.close();
    else if (notices.notice) notices.close();
    else if (back) choosing.choose(back);
    else carrying.putDown();
  }
}
