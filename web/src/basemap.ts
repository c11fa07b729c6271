// The base map as a picture. The SVG file is sharp at any size but takes the browser most of a second
// to draw when much of it is in sight. So a copy in pixels stands in for it while the map moves, and
// stays where the SVG would not look better. The copy is made beside the page, which goes on
// answering; until it is there the map is bare paper, for to draw it sharply too would take twice
// as long.

import type { MapData } from "./generated";

// Up to so many pixels of the screen for one of the copy, the copy looks as good.
const ENOUGH = 1.05;
// The map has to lie still for so long before it is worth drawing it sharply.
const REST_MS = 420;

export class BaseMap {
  readonly element = document.createElement("div");
  // The whole map in pixels, as soon as there is one.
  readonly pixels: Promise<HTMLCanvasElement>;
  private readonly sharp = new Image();
  private timer = 0;

  constructor({ image, width, height }: MapData) {
    this.element.className = "base pixels";
    this.element.style.width = `${width}px`;
    this.element.style.height = `${height}px`;
    this.sharp.alt = "";
    this.sharp.width = width;
    this.sharp.height = height;
    this.sharp.draggable = false;
    this.pixels = new Promise((copied) => {
      this.sharp.onload = () => void copyOf(this.sharp, width, height).then(copied);
    });
    this.sharp.src = image;
    this.element.append(this.sharp);
    void this.pixels.then((pixels) => this.element.prepend(pixels));
  }

  /** `k` is the scale of the map; a moving map need not be sharp. */
  moved(k: number): void {
    this.element.classList.add("pixels");
    this.element.style.willChange = "transform";
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.rest(k), REST_MS);
  }

  private async rest(k: number): Promise<void> {
    const { timer } = this;
    this.element.style.willChange = "auto";
    await this.pixels;
    if (timer === this.timer)
      this.element.classList.toggle("pixels", k * devicePixelRatio <= ENOUGH);
  }
}

async function copyOf(
  picture: HTMLImageElement,
  width: number,
  height: number,
): Promise<HTMLCanvasElement> {
  const pixels = document.createElement("canvas");
  pixels.width = width;
  pixels.height = height;
  try {
    const options = { resizeWidth: width, resizeHeight: height };
    const bitmap = await createImageBitmap(picture, options);
    pixels.getContext("bitmaprenderer")?.transferFromImageBitmap(bitmap);
  } catch {
    // Not every browser makes a bitmap of an SVG; the page stands still for a moment then.
    pixels.getContext("2d")?.drawImage(picture, 0, 0, width, height);
  }
  return pixels;
}
