// Calls a player whose turn has come: in the title of the tab, and outside the browser if wanted.

import type { SeatState } from "../generated";
import { wantsCall } from "../preferences";
import { Controller } from "./controller";

export class TurnCall extends Controller {
  private note: Notification | null = null;

  override hostConnected(): void {
    document.addEventListener("visibilitychange", this.onSight);
  }

  hostDisconnected(): void {
    document.removeEventListener("visibilitychange", this.onSight);
    this.note?.close();
  }

  hostUpdated(): void {
    const { isConnected, scene, state } = this.host;
    if (!isConnected || !state || !scene.title) return;
    const { decision, outcome } = state.presentation;
    const first = decision ? "Your turn · " : outcome ? "Over · " : "";
    document.title = first + scene.title.name;
  }

  /** `before` is nothing when the page has just been opened: nobody has to be told of that. */
  receive({ presentation: { decision } }: SeatState, before: SeatState | null): void {
    if (!decision) this.note?.close();
    else if (before && !before.presentation.decision && document.hidden) this.call(decision.prompt);
  }

  private call(prompt: string): void {
    if (!wantsCall()) return;
    const name = this.host.scene.title?.name ?? "Stavka";
    // The same seat calls once, however often it is asked.
    const tag = this.host.secret.slice(-8);
    this.note = new Notification(`Your turn · ${name}`, { body: prompt, tag });
    this.note.onclick = () => {
      window.focus();
      this.note?.close();
    };
  }

  private readonly onSight = (): void => {
    if (!document.hidden) this.note?.close();
  };
}
