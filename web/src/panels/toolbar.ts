// What is at hand in every phase: undo, redo, the next place, the end.

import { html, nothing, type TemplateResult } from "lit";
import { litHexes, litUnits, type Pick, withRole } from "../choices";
import type { Presentation, SeatState } from "../generated";
import { NO_REDO, NO_UNDO, whyNoEnd, whyNothingLit } from "../waiting";
import { pickLabel } from "./orders";

export interface ToolbarView {
  state: SeatState;
  shown: Presentation;
  // What a second tap will do.
  armed: Pick | null;
  undo(): void;
  redo(): void;
  next(): void;
  choose(pick: Pick): void;
  /** Says why a button cannot be used: to whoever clicks, and to whoever listens. */
  tell(why: string, x: number, y: number): void;
  announce(why: string): void;
}

export function toolbar(view: ToolbarView): TemplateResult {
  const { armed, shown, state } = view;
  const end = withRole(shown.decision, "end");
  const lit = litHexes(shown.decision).size || litUnits(shown.decision).size;
  const undo = { name: "undo", label: "Undo", key: "U", why: state.can_undo ? "" : NO_UNDO };
  const redo = { name: "redo", label: "Redo", key: "R", why: state.can_redo ? "" : NO_REDO };
  const next = {
    name: "next",
    label: "Next",
    key: "N",
    why: lit ? "" : whyNothingLit(shown, state),
  };
  const last = {
    name: "primary end",
    label: end?.option.label ?? "End phase",
    key: "E",
    why: whyNoEnd(end, shown, state),
  };
  return html`<div class="toolbar" role="toolbar" aria-label="Actions">
    ${tool(view, undo, () => view.undo())} ${tool(view, redo, () => view.redo())}
    ${tool(view, next, () => view.next())}
    ${
      armed
        ? html`<button class="primary confirm" @click=${() => view.choose(armed)}>Confirm: ${pickLabel(armed)} ${armed.argument}</button>`
        : tool(view, last, () => end && view.choose(end))
    }
  </div>`;
}

interface Tool {
  name: string;
  label: string;
  key: string;
  why: string;
}

/** A button that can be reached and asked even when it cannot be used: then it says why. */
function tool(view: ToolbarView, { name, label, key, why }: Tool, act: () => void): TemplateResult {
  return html`<button
    class=${name}
    aria-disabled=${why ? "true" : "false"}
    title=${why || nothing}
    @click=${(event: MouseEvent) => (why ? view.tell(why, event.clientX, event.clientY) : act())}
    @focus=${() => why && view.announce(why)}
  >
    ${label} <kbd aria-hidden="true">${key}</kbd>
  </button>`;
}
