// The base map as a picture. The SVG file is sharp at any size but takes the browser most of a second
// to draw when much of it is in sight. So a copy in pixels stands in for it while the map moves, and
// stays where the SVG would not look better.

import type { MapData } from "./generated";

// Up to so many pixels of the screen for one of the copy, the copy looks as good.
const ENOUGH = 1.05;
// The map has to lie still for so long before it is worth drawing it sharply.
const REST_MS = 420;

export class BaseMap {
  readonly element = document.createElement("div");
  private readonly sharp = new Image();
  private ready = false;
  private timer = 0;

  constructor({ image, width, height }: MapData) {
    this.element.className = "base";
    this.element.style.width = `${width}px`;
    this.element.style.height = `${height}px`;
    this.sharp.alt = "";
    this.sharp.width = width;
    this.sharp.height = height;
    this.sharp.draggable = false;
    this.sharp.onload = () => this.copy(width, height);
    this.sharp.src = image;
    this.element.append(this.sharp);
  }

  /** `k` is the scale of the map; a moving map need not be sharp. */
  moved(k: number): void {
    this.element.classList.toggle("pixels", this.ready);
    this.element.style.willChange = "transform";
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.element.classList.toggle("pixels", this.ready && k * devicePixelRatio <= ENOUGH);
      this.element.style.willChange = "auto";
    }, REST_MS);
  }

  private copy(width: number, height: number): void {
    const pixels = document.createElement("canvas");
    pixels.width = width;
    pixels.height = height;
    pixels.getContext("2d")?.drawImage(this.sharp, 0, 0, width, height);
    this.element.prepend(pixels);
    this.ready = true;
  }
}
