// The whole map in a corner: where units stand, and what of it the screen shows.

import type { ZoomTransform } from "d3-zoom";
import type { Board } from "./board";
import type { UnitView } from "./generated";
import { type Liveries, liveryOf } from "./looks";

const WIDTH = 210;
// What of the map the screen shows: a line with an edge, to be seen on any ground.
const FRAME: [token: string, width: number][] = [
  ["--minimap-frame-edge", 3.4],
  ["--minimap-frame", 1.4],
];

export class Minimap {
  private readonly base = document.createElement("canvas");
  private readonly scale: number;
  private units: readonly UnitView[] = [];
  private readonly frame: [colour: string, width: number][];

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly board: Board,
    private readonly liveries: Liveries,
  ) {
    // Once: asking for a style makes the browser reckon all of them.
    const style = getComputedStyle(canvas);
    this.frame = FRAME.map(([token, width]) => [style.getPropertyValue(token), width]);
    const { width, height } = board.map.data;
    this.scale = WIDTH / width;
    for (const c of [canvas, this.base]) {
      c.width = WIDTH;
      c.height = Math.round(height * this.scale);
    }
    // The map is a large file: it is drawn once, and this is a small copy of that.
    void board.pixels.then((pixels) => this.take(pixels));
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.go(event);
    });
    canvas.addEventListener("pointermove", (event) => event.buttons && this.go(event));
  }

  private take(pixels: HTMLCanvasElement): void {
    const pen = this.base.getContext("2d");
    if (!pen) return;
    pen.imageSmoothingQuality = "high";
    pen.drawImage(pixels, 0, 0, this.base.width, this.base.height);
    this.draw(this.board.transform);
  }

  show(units: readonly UnitView[]): void {
    this.units = units;
    this.draw(this.board.transform);
  }

  draw({ x, y, k }: ZoomTransform): void {
    const pen = this.canvas.getContext("2d");
    if (!pen) return;
    pen.drawImage(this.base, 0, 0);
    for (const unit of this.units) {
      const hex = this.board.map.get(unit.hex);
      if (!hex) continue;
      const { dot, dark } = liveryOf(this.liveries, unit.side);
      pen.fillStyle = dot;
      // Squares and discs: the sides differ without colour too.
      pen.beginPath();
      if (dark) pen.rect(hex.x * this.scale - 2, hex.y * this.scale - 2, 4, 4);
      else pen.arc(hex.x * this.scale, hex.y * this.scale, 2.3, 0, 7);
      pen.fill();
    }
    const { clientWidth, clientHeight } = this.board.element;
    const s = this.scale / k;
    for (const [colour, width] of this.frame) {
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.strokeRect(-x * s, -y * s, clientWidth * s, clientHeight * s);
    }
  }

  private go(event: PointerEvent): void {
    const box = this.canvas.getBoundingClientRect();
    const f = this.board.map.data.width / box.width;
    this.board.centre((event.clientX - box.left) * f, (event.clientY - box.top) * f);
  }
}
