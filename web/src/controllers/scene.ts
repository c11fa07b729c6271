// The map and what lies on it: brought once, drawn anew with every position.

import type { ZoomTransform } from "d3-zoom";
import { getLesson, getMap, getTitles } from "../api";
import { Board, type Named } from "../board";
import { litHexes, litUnits } from "../choices";
import type { MapHex, Presentation, SeatState, TitleInfo } from "../generated";
import { HexMap } from "../geometry";
import { Minimap } from "../minimap";
import { Controller } from "./controller";

// So near are enemies at a front, in hexsides: three hexes.
const NEAR = 5.5;

// The view of the map goes along from a game to a what-if and back.
let carried: ZoomTransform | null = null;

export class Scene extends Controller {
  title: TitleInfo | null = null;
  board: Board | null = null;
  // Without units.
  bare = false;
  private minimap: Minimap | null = null;
  // The phase in which the map was opened, if there was no front yet.
  private settingUp = "";

  async setUp(state: SeatState): Promise<void> {
    try {
      const slug = state.presentation.title;
      const lesson = state.kind === "lesson" ? getLesson(slug) : null;
      const [titles, data, steps] = await Promise.all([getTitles(), getMap(slug), lesson]);
      const title = titles.find((t) => t.slug === slug);
      // Another state may have come while these were on their way.
      if (!title || this.title) return;
      this.title = title;
      this.changed();
      await this.host.updateComplete;
      this.layOut(new HexMap(data), title);
      if (steps) this.host.guidance.begin(steps);
    } catch (error) {
      this.host.seat.fail(error instanceof Error ? error.message : String(error));
    }
  }

  private layOut(map: HexMap, title: TitleInfo): void {
    const { host } = this;
    const stage = host.querySelector<HTMLElement>("#stage")!;
    this.board = new Board(stage, map, title, {
      click: (hit) => host.choosing.clicked(hit),
      hover: (hex) => host.previews.hover(hex),
      inspect: (hit) => host.choosing.asked(hit),
      grabs: (hit) => host.dragging.grabs(hit),
      view: (transform) => this.minimap?.draw(transform),
      moved: () => host.film.moved(),
    });
    host.dragging.listen(this.board);
    const canvas = host.querySelector<HTMLCanvasElement>("#minimap")!;
    this.minimap = new Minimap(canvas, this.board, title.liveries);
    if (carried) this.board.goTo(carried);
    else this.gatherOwn();
    carried = null;
  }

  carryView(): void {
    carried = this.board?.transform ?? null;
  }

  leaveView(): void {
    carried = null;
  }

  draw(): void {
    const { board, host } = this;
    const p = host.film.shown ?? host.presentation;
    if (!p || !board) return;
    const decision = host.carrying.narrowed(p.decision);
    const hexes = decision?.options.filter((o) => o.kind === "hex") ?? [];
    board.show(p, { hexes, units: litUnits(p.decision) }, this.named(p));
    if (host.back.replaying || host.film.running) board.setPreview(null);
    host.trails.draw();
    board.hideUnits(this.bare);
    this.minimap?.show(p.units);
    if (host.inspection.hex) host.requestUpdate();
    void host.overlays.draw();
  }

  /** What the question is about. */
  named({ decision }: Presentation): Named {
    const { rest } = this.host.carrying;
    return {
      units: new Set([...(decision?.units ?? []), ...rest]),
      hexes: new Set(decision?.hexes),
    };
  }

  toggleUnits(): void {
    this.bare = !this.bare;
    this.board?.hideUnits(this.bare);
    this.changed();
  }

  /** Moves the map to what can be chosen, if nothing of it is on the screen. */
  lookWhereItIs(p: Presentation): void {
    if (this.lookAtFront(p)) return;
    const units = litUnits(p.decision);
    const ofUnits = p.units.filter((u) => units.has(u.id)).map((u) => u.hex);
    const hexes = this.hexes(new Set([...litHexes(p.decision), ...ofUnits]));
    if (hexes.length && !hexes.some((h) => this.board!.isVisible(h))) this.board!.gather(hexes);
  }

  /** At the beginning: the front; or where one's own units are, if nobody is near them. */
  private gatherOwn(): void {
    const p = this.host.presentation;
    if (!p) return;
    const front = frontOf(p, this.board!.map);
    const own = p.units.filter((u) => u.side === (p.side || p.to_choose));
    this.board!.gather(front.length ? front : this.hexes(own.map((u) => u.hex)));
    this.settingUp = front.length ? "" : p.phase;
  }

  /** When the armies have been set up: to the front, once. */
  private lookAtFront(p: Presentation): boolean {
    if (!this.settingUp || p.phase === this.settingUp) return false;
    const front = frontOf(p, this.board!.map);
    if (!front.length) return false;
    this.settingUp = "";
    this.board!.gather(front);
    return true;
  }

  private hexes(labels: Iterable<string>): MapHex[] {
    return this.board?.map.hexesOf(labels) ?? [];
  }
}

/** Hexes of whoever looks that have an enemy near. */
export function frontOf(p: Presentation, map: HexMap): MapHex[] {
  const side = p.side || p.to_choose;
  const placed = (own: boolean): MapHex[] =>
    map.hexesOf(
      new Set(p.units.filter((u) => u.side && (u.side === side) === own).map((u) => u.hex)),
    );
  const enemies = placed(false);
  const near = NEAR * map.side;
  return placed(true).filter((a) => enemies.some((b) => Math.hypot(a.x - b.x, a.y - b.y) < near));
}
