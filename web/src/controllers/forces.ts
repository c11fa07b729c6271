// The forces of both sides, opened beside the map: order of battle, what is due, what is lost.

import { nothing, type TemplateResult } from "lit";
import type { Forces as Found, SeatState, TitleInfo } from "../generated";
import { small } from "../media";
import { type ForcesTab, forcesPanel } from "../panels/forces";
import { Drawer } from "./drawer";
import { ASK_AFTER_MS } from "./host";

export class Forces extends Drawer {
  protected readonly kind = "forces";
  protected readonly word = "Forces";
  protected readonly letter = "O";
  private found: Found | null = null;
  private asked: SeatState | null = null;
  private timer = 0;
  private tab: ForcesTab = "order";

  receive(state: SeatState, before: SeatState | null): void {
    // Other eyes: what the former ones saw is none of theirs.
    if (before?.presentation.side === state.presentation.side) return;
    this.open = false;
    this.found = null;
  }

  hostUpdated(): void {
    const { state } = this.host;
    if (!this.open || this.asked === state) return;
    this.asked = state;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.ask(), this.found ? ASK_AFTER_MS : 0);
  }

  private async ask(): Promise<void> {
    const first = !this.found;
    const { state } = this.host;
    const answer = await this.host.connection?.ask({ kind: "forces", verb: "", argument: "" });
    // Closed meanwhile, or the seat is another's.
    if (!this.open || state?.presentation.side !== this.host.state?.presentation.side) return;
    this.found = answer?.forces ?? this.found;
    this.changed();
    await this.host.updateComplete;
    if (first) this.host.querySelector<HTMLElement>(".forces [aria-selected=true]")?.focus();
  }

  protected opened(): void {
    this.found = this.asked = null;
  }

  button(): TemplateResult {
    return this.opening();
  }

  panel(looks: TitleInfo): TemplateResult | typeof nothing {
    const { found, host } = this;
    if (!this.open || !found) return nothing;
    const places = (label: string): string => host.board?.map.get(label)?.places.join(", ") ?? "";
    const view = {
      forces: found,
      looks,
      sides: looks.sides,
      boxes: host.state?.presentation.boxes ?? [],
      tab: this.tab,
      places,
      turnTo: (tab: ForcesTab) => {
        this.tab = tab;
        this.changed();
      },
      show: (label: string) => this.show(label),
      replay: (move: number) => {
        this.open = false;
        host.back.show(move);
      },
      close: () => this.close(),
    };
    return this.dialog("Forces", forcesPanel(view));
  }

  private show(label: string): void {
    // The drawer lies over the map there.
    if (small.matches) this.close();
    this.host.cursor.find(label);
  }
}
