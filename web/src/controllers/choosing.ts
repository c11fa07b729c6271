// Choosing: what a click means, the menu where it can mean several things, the second tap of a finger,
// and the question before what cannot be taken back.

import type { Hit } from "../board";
import { meantOf, type Pick, picksAt, samePick, whyQuestion } from "../choices";
import type { MapHex } from "../generated";
import { Controller } from "./controller";

// So far a mouse at rest may move, in pixels.
const STILL = 4;
const BEYOND = "Not all of the stack can go there. Its units can be taken one by one.";
const ANOTHER_BUTTON = "Another button has come under the pointer. Move it to choose this one.";

export class Choosing extends Controller {
  menu: { picks: Pick[]; x: number; y: number } | null = null;
  // On a touch screen: what the first tap has shown and a second one will do.
  armed: Pick | null = null;
  // A choice that waits for its question to be answered.
  asking: Pick | null = null;
  // What had the focus before a menu or a question took it.
  private opener: HTMLElement | null = null;
  // What the page shows of the above.
  private drawn: { menu: object | null; asking: Pick | null } = { menu: null, asking: null };
  // Whether the last click was to end something.
  private ending = false;
  // Where the mouse rests since its last click, and on which button that was.
  private rest: { x: number; y: number; button: string } | null = null;
  // The button that was pressed last, what it said, and where that was.
  private pressed: { button: HTMLElement; text: string; x: number; y: number } | null = null;

  override hostConnected(): void {
    this.host.addEventListener("click", this.onClick, true);
    this.host.addEventListener("pointermove", this.onMove, true);
    this.host.addEventListener("pointerdown", this.onDown, true);
  }

  hostUpdated(): void {
    const { asking, menu, drawn } = this;
    if (asking === drawn.asking && menu === drawn.menu) return;
    if (asking && asking !== drawn.asking)
      this.host.querySelector<HTMLElement>(".question .primary")?.focus();
    this.drawn = { menu, asking };
    if (!asking && !menu) this.giveFocusBack();
  }

  /** Who double-clicks means one end: what the second click would end has not been looked at yet.
   *  A finger taps twice because it means to. */
  private readonly onClick = (event: MouseEvent): void => {
    if (this.missed(event)) return;
    const end = (event.target as Element).closest(".end, .role-end") !== null;
    const double = event.detail === 2 && (event as PointerEvent).pointerType === "mouse";
    if (end && this.ending && double) event.stopPropagation();
    this.ending = end;
    this.letRest(event);
  };

  private readonly onDown = ({ target, clientX: x, clientY: y }: PointerEvent): void => {
    const button = (target as Element).closest<HTMLElement>("button");
    this.pressed = button && { button, text: button.innerText, x, y };
  };

  /** Odds or news that come between press and release move a button from under the pointer: what was
   *  pressed is what was meant. A mouse that has moved away by itself has thought better of it. */
  private missed(event: MouseEvent): boolean {
    const { pressed } = this;
    this.pressed = null;
    if (!pressed || !event.detail || pressed.button.contains(event.target as Node)) return false;
    const touch = (event as PointerEvent).pointerType === "touch";
    const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > STILL;
    const same = pressed.button.isConnected && pressed.button.innerText === pressed.text;
    if ((far && !touch) || !same) return false;
    event.stopPropagation();
    pressed.button.click();
    return true;
  }

  private readonly onMove = ({ clientX, clientY }: PointerEvent): void => {
    if (this.rest && Math.hypot(clientX - this.rest.x, clientY - this.rest.y) > STILL)
      this.rest = null;
  };

  /** A button that comes under a mouse at rest has not been looked at: it waits for a movement. */
  private letRest(event: MouseEvent): void {
    const { clientX: x, clientY: y, detail } = event;
    const found = (event.target as Element).closest<HTMLElement>(
      ".orders button, .hint .follow, .toolbar .end",
    );
    const button = found?.innerText ?? "";
    const { rest } = this;
    if (!detail || (event as PointerEvent).pointerType !== "mouse") this.rest = null;
    else if (found && rest && rest.button !== button) {
      event.stopPropagation();
      this.host.notices.tell(ANOTHER_BUTTON, "", x, y);
    } else this.rest = { x, y, button };
  }

  /** Something else can be chosen. */
  forget(): void {
    this.menu = this.armed = this.asking = null;
    this.changed();
  }

  choose(pick: Pick, confirmed = false): void {
    if (!this.host.presentation?.decision) return;
    this.closeMenu();
    if (pick.option.confirm && !confirmed) {
      this.opener ??= focused();
      this.asking = pick;
      return;
    }
    this.asking = this.armed = null;
    this.host.film.stop();
    if (!this.host.carrying.takes(pick)) this.send(pick);
  }

  send({ option: { verb }, argument }: Pick): void {
    const { connection, presentation } = this.host;
    const number = presentation?.decision?.number;
    if (number !== undefined) connection?.send({ type: "choose", number, verb, argument });
  }

  /** Everything that can be chosen with a hex, or with one counter of its fan. */
  picks({ hex, unit }: Hit): Pick[] {
    const { board, carrying, presentation } = this.host;
    // A counter in a fan does not keep its hex from being meant.
    const units = unit ? [unit] : board!.unitsAt(hex.label);
    const decision = carrying.narrowed(presentation?.decision ?? null);
    return picksAt(decision, hex.label, units).filter((p) => !carrying.rest.includes(p.argument));
  }

  /** What a plain click means. */
  meant(hit: Hit): Pick[] {
    return meantOf(this.picks(hit), this.host.carrying.held);
  }

  clicked(hit: Hit): void {
    if (this.host.film.running) {
      // What was clicked may have gone on since the moment that was shown.
      this.host.film.stop();
      hit = { ...hit, unit: null };
    }
    const { carrying, cursor, inspection, notices, presentation, previews } = this.host;
    if (!presentation) return;
    notices.close();
    cursor.put(hit.hex);
    const picks = this.picks(hit);
    const meant = this.meant(hit);
    const pick = meant[0];
    if (!picks.length) this.nothingAt(hit);
    else if (!pick || hit.all) void this.openMenu(picks, hit.x, hit.y);
    else if (carrying.asOne(meant)) void carrying.pickUp(meant);
    else if (meant.length > 1) void this.openMenu(meant, hit.x, hit.y);
    else if (hit.touch && pick.option.role !== "select" && !samePick(pick, this.armed)) {
      // A finger covers what it touches: the first tap shows, the second one does.
      this.arm(pick);
      inspection.look(hit.hex);
      previews.want(pick);
    } else this.choose(pick);
  }

  /** A right click or a long press: what is rare, if there is something; else what is in hand is put
   *  down. */
  asked(hit: Hit): void {
    const { carrying, inspection } = this.host;
    if (hit.touch) ignoreLift();
    inspection.look(hit.hex);
    const picks = this.picks(hit);
    if (picks.some((pick) => pick.option.click !== "plain"))
      void this.openMenu(picks, hit.x, hit.y);
    else if (!hit.touch && carrying.held) carrying.putDown();
  }

  private nothingAt(hit: Hit): void {
    const { board, carrying, inspection } = this.host;
    this.arm(null);
    inspection.look(hit.hex);
    if (carrying.holds(hit.hex.label)) carrying.putDown();
    else if (carrying.isBeyond(hit.hex.label)) this.host.notices.tell(BEYOND, "", hit.x, hit.y);
    else {
      const unit = hit.unit ?? board!.unitsAt(hit.hex.label).at(-1);
      void this.whyNot(hit, hit.hex, unit?.id ?? "");
    }
  }

  arm(pick: Pick | null): void {
    this.armed = pick;
    this.changed();
  }

  async openMenu(picks: Pick[], x: number, y: number): Promise<void> {
    this.opener = focused();
    this.menu = { picks, x, y };
    this.changed();
    await this.host.updateComplete;
    this.host.querySelector<HTMLElement>(".chooser button")?.focus();
  }

  putDown(): void {
    this.closeMenu();
    this.host.carrying.putDown();
  }

  closeMenu(): void {
    this.menu = null;
    this.changed();
  }

  closeQuestion(): void {
    this.asking = null;
    this.changed();
  }

  private async whyNot({ x, y }: Hit, hex: MapHex, unit: string): Promise<void> {
    const { connection, notices, presentation } = this.host;
    const question = whyQuestion(presentation?.decision ?? null, hex.label, unit);
    if (!question) return;
    const why = (await connection?.ask({ kind: "why", ...question }))?.why;
    if (why?.reason) notices.tell(why.reason, why.case, x, y);
  }

  private giveFocusBack(): void {
    const { opener } = this;
    this.opener = null;
    // Somebody may have gone elsewhere by himself.
    if (!opener || document.activeElement !== document.body) return;
    opener.focus();
    // The button may have gone with its question.
    if (document.activeElement === document.body)
      this.host.querySelector<HTMLElement>("#stage")?.focus();
  }
}

/** A finger that has pressed long is still down: to lift it is no click on what has come under it. */
function ignoreLift(): void {
  const stop = (event: Event): void => event.stopPropagation();
  addEventListener("click", stop, { capture: true, once: true });
  const again = (): void => removeEventListener("click", stop, true);
  addEventListener("pointerdown", again, { capture: true, once: true });
}

/** What a keyboard is at; whoever points with a finger or a mouse needs no way back. */
function focused(): HTMLElement | null {
  return document.querySelector<HTMLElement>(":focus-visible");
}
