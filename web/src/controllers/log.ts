// The log beside the map: how much of it is shown, its newest line in sight, its places on the map.

import type { SeatState, TitleInfo } from "../generated";
import type { LogView } from "../panels/log";
import { Controller } from "./controller";

export class Log extends Controller {
  private all = false;
  private tall = false;
  private drawn: { state: SeatState | null; title: TitleInfo | null } = {
    state: null,
    title: null,
  };

  hostUpdated(): void {
    const { back, scene, state } = this.host;
    if (this.drawn.state === state && this.drawn.title === scene.title) return;
    this.drawn = { state, title: scene.title };
    if (!back.replaying) this.host.querySelector(".log ol")?.scrollTo({ top: 1e9 });
  }

  view(state: SeatState, title: TitleInfo): LogView {
    const { host } = this;
    return {
      lines: state.log,
      sides: state.can_undo ? state.sides : [],
      all: this.all,
      tall: this.tall,
      toggleHeight: () => {
        this.tall = !this.tall;
        this.changed();
      },
      cause: host.back.replaying ? -1 : (state.presentation.decision?.cause?.line ?? -1),
      light: (labels) => host.board?.setLight(labels),
      go: (labels) => this.go(labels),
      battle: (move) => void host.battles.show(move, "log"),
      undoTo: (move) => {
        host.carrying.letGo();
        host.seat.undo(move);
      },
      showAll: () => this.showAll(),
      talk: host.talk.view(state, title),
      ...host.back.logView(),
    };
  }

  /** Brings the line into sight that tells what led to the question, and lights its hexes. */
  async toCause(): Promise<void> {
    const { host } = this;
    const find = (): Element | null => host.querySelector(".log .led-here");
    if (!find()) this.showAll();
    await host.updateComplete;
    find()?.scrollIntoView({ block: "center" });
    const line = host.state?.presentation.decision?.cause?.line ?? -1;
    host.board?.setLight(host.state?.log[line]?.hexes ?? []);
  }

  private showAll(): void {
    this.all = true;
    this.changed();
  }

  private go(labels: readonly string[]): void {
    const { board, inspection } = this.host;
    const hex = board?.map.get(labels.at(-1) ?? "");
    if (!board || !hex) return;
    board.reveal(hex);
    board.setLight(labels);
    inspection.look(hex);
  }
}
