// The map on the screen: the base map, over it one SVG with everything that changes. Panning and
// zooming is a CSS transform of both, which costs next to nothing; they are layers of their own, so
// that a counter that moves does not make the browser draw the map again.

import { type Selection, select } from "d3-selection";
import { type ZoomBehavior, type ZoomTransform, zoom, zoomIdentity } from "d3-zoom";
import { BaseMap } from "./basemap";
import { face, SIZE, SPRITE, stateClasses } from "./counters";
import type {
  Intention,
  MapHex,
  OptionView,
  OverlayArea,
  Presentation,
  Preview,
  UnitView,
} from "./generated";
import type { HexMap } from "./geometry";
import type { Looks } from "./looks";
import { markerSvg } from "./markers";
import { areasSvg, arrowsSvg, battleSvg, litSvg, notesSvg, PATTERNS, previewSvg } from "./overlay";
import { fanBox, fanned, stacked, stacksOf } from "./stacks";
import { wishesSvg } from "./wishes";

export interface Hit {
  hex: MapHex;
  // The counter, if one was meant: in a fanned stack.
  unit: UnitView | null;
  touch: boolean;
  // Whether everything that can be chosen there is asked for, not what a plain click means.
  all: boolean;
  // Where on the screen.
  x: number;
  y: number;
}

export interface BoardListener {
  click(hit: Hit): void;
  hover(hex: MapHex | null): void;
  inspect(hit: Hit): void;
  /** Whether a drag from there is none of the map's. */
  grabs(hit: Hit): boolean;
  view(transform: ZoomTransform): void;
  /** Somebody moves the map by hand. */
  moved(): void;
}

export interface Lit {
  hexes: OptionView[];
  units: Set<string>;
}

export interface Named {
  units: Set<string>;
  hexes: Set<string>;
}

// Below so many pixels a counter shows side and symbol only.
const FAR_BELOW = 25;
// How close the map comes when it goes somewhere by itself, on a wide and on a small screen.
const CLOSE = 0.85;
const CLOSE_SMALL = 0.7;
const FAN_AFTER_MS = 320;
// Who clicks so soon after a stack has fanned out has not seen that, and means the stack.
const FAN_SEEN_MS = 200;
const LONG_PRESS_MS = 480;
// A click may go so far astray, in pixels.
const CLICK_DISTANCE = 6;
// A wrapper that keeps `will-change` is blurred after zooming.
const SETTLE_MS = 180;

const LAYERS = [
  "areas",
  "lit",
  "trails",
  "light",
  "cursor",
  "markers",
  "counters",
  "notes",
  "arrows",
  "battle",
  "wishes",
  "preview",
  "point",
] as const;
type Layer = (typeof LAYERS)[number];

export class Board {
  readonly element: HTMLElement;
  transform: ZoomTransform = zoomIdentity;
  private readonly wrap: HTMLElement;
  private readonly base: BaseMap;
  private readonly over: SVGSVGElement;
  private readonly layers = {} as Record<Layer, SVGGElement>;
  private readonly counters = new Map<string, { node: SVGGElement; look: string }>();
  private readonly zoom: ZoomBehavior<HTMLElement, unknown>;
  private readonly stage: Selection<HTMLElement, unknown, null, undefined>;
  private readonly scale: number;
  private stacks = new Map<string, UnitView[]>();
  private fan: string | null = null;
  private fannedAt = 0;
  private fanTimer = 0;
  private settleTimer = 0;
  private hovered: MapHex | null = null;
  private pointed = "";
  private wished = "";

  constructor(
    stage: HTMLElement,
    readonly map: HexMap,
    private readonly looks: Looks,
    private readonly listener: BoardListener,
  ) {
    this.element = stage;
    this.scale = map.side / 36;
    const { width, height } = map.data;
    this.wrap = document.createElement("div");
    this.wrap.className = "wrap";
    this.wrap.innerHTML =
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true">` +
      `<defs>${SPRITE}${PATTERNS}</defs>${LAYERS.map((l) => `<g class="layer-${l}"></g>`).join("")}</svg>`;
    this.over = this.wrap.querySelector("svg")!;
    this.base = new BaseMap(map.data);
    this.wrap.prepend(this.base.element);
    stage.append(this.wrap);
    for (const layer of LAYERS)
      this.layers[layer] = this.wrap.querySelector<SVGGElement>(`.layer-${layer}`)!;

    this.stage = select(stage);
    this.zoom = zoom<HTMLElement, unknown>()
      .scaleExtent([0.15, 4])
      .translateExtent([
        [-width * 0.25, -height * 0.25],
        [width * 1.25, height * 1.25],
      ])
      .clickDistance(CLICK_DISTANCE)
      .filter((event: MouseEvent) => {
        const meant = !event.button && (!event.ctrlKey || event.type === "wheel");
        return meant && !this.grabbed(event);
      })
      .on("zoom", (event: { transform: ZoomTransform; sourceEvent: Event | null }) => {
        if (event.sourceEvent) this.listener.moved();
        this.moved(event.transform);
      });
    this.stage.call(this.zoom).on("dblclick.zoom", null);
    this.listen();
  }

  /** The base map in pixels. */
  get pixels(): Promise<HTMLCanvasElement> {
    return this.base.pixels;
  }

  /** Draws a position, what can be chosen, and what the question is about. */
  show(presentation: Presentation, lit: Lit, named: Named): void {
    this.closeFan();
    // A pointer that stays where it is fans the stack out again when it next moves.
    this.hovered = null;
    const selected = presentation.units
      .filter((u) => u.states.includes("selected"))
      .map((u) => u.id);
    const inHand = new Set([...named.units, ...selected]);
    this.stacks = stacksOf(presentation.units, lit.units, inHand);
    this.layers.markers.innerHTML = presentation.markers
      .map((m) => markerSvg(m, this.looks.glyphs, this.map))
      .join("");
    this.layers.lit.innerHTML = litSvg(lit.hexes, this.map);
    this.layers.notes.innerHTML = notesSvg(lit.hexes, this.map, (label) => this.stacks.has(label));
    this.layers.arrows.innerHTML = arrowsSvg(presentation, named.hexes, this.map);
    this.drawCounters(lit.units, inHand);
  }

  unitsAt(label: string): UnitView[] {
    return this.stacks.get(label) ?? [];
  }

  setAreas(areas: readonly OverlayArea[]): void {
    this.layers.areas.innerHTML = areasSvg(areas, this.map);
  }

  setPreview(preview: Preview | null): void {
    this.layers.preview.innerHTML = preview ? previewSvg(preview, this.map) : "";
  }

  /** An attack that was resolved, as long as it is spoken of. */
  setBattle(from: readonly string[], targets: readonly string[]): void {
    const hexes = (labels: readonly string[]): MapHex[] => this.map.hexesOf(new Set(labels));
    this.layers.battle.innerHTML = battleSvg(hexes(from), hexes(targets), this.map);
  }

  /** What somebody wanted to do. */
  setWishes(intentions: readonly Intention[]): void {
    const svg = wishesSvg(intentions, this.map);
    if (this.wished !== svg) this.wished = this.layers.wishes.innerHTML = svg;
  }

  setTrails(svg: string): void {
    this.layers.trails.innerHTML = svg;
  }

  /** Lets units come along their ways to where they stand now. */
  slide(ways: ReadonlyMap<string, readonly string[]>, ms: number): void {
    for (const [id, path] of ways) {
      const node = this.counters.get(id)?.node;
      const hexes = this.map.hexesOf(path);
      if (!node || hexes.length < 2) continue;
      const on = hexes
        .slice(0, -1)
        .map((hex) => placing(stacked(hex, 0, 1, this.scale), this.scale));
      node.animate(
        [...on, node.style.transform].map((transform) => ({ transform })),
        { duration: ms, easing: "ease-in-out" },
      );
      // Who is on the way passes over the others.
      this.layers.counters.append(node);
    }
  }

  /** Rings around hexes that a line of text speaks of. */
  setLight(labels: readonly string[]): void {
    this.layers.light.innerHTML = this.map
      .hexesOf(labels)
      .map((hex) => `<path class="light" d="${this.map.path(hex, 2)}"/>`)
      .join("");
  }

  /** Rings around hexes that a lesson points at; the map moves if they cannot be seen well. */
  pointAt(labels: readonly string[], below: number): void {
    const hexes = this.map.hexesOf(labels);
    const rings = hexes
      .map((hex) => `<path class="pointer" d="${this.map.path(hex, -3)}"/>`)
      .join("");
    if (this.pointed === rings) return;
    this.pointed = this.layers.point.innerHTML = rings;
    const hex = hexes[0];
    if (!hex) return;
    const { x, y } = this.onScreen(hex);
    const box = this.element.getBoundingClientRect();
    const margin = Math.min(60, box.height / 5);
    if (
      x < box.left + margin ||
      x > box.right - margin ||
      y < below + margin ||
      y > box.bottom - margin
    )
      this.centre(hex.x, hex.y);
  }

  /** Rings around what the staff suggests. */
  suggest(labels: readonly string[]): void {
    const rings = this.map
      .hexesOf(labels)
      .map((hex) => `<path class="suggests" d="${this.map.path(hex, -3)}"/>`)
      .join("");
    if (this.pointed !== rings) this.pointed = this.layers.point.innerHTML = rings;
  }

  setCursor(hex: MapHex | null): void {
    this.layers.cursor.innerHTML = hex ? `<path class="cursor" d="${this.map.path(hex, 1)}"/>` : "";
  }

  hideUnits(hidden: boolean): void {
    this.wrap.classList.toggle("bare", hidden);
  }

  hideNotes(hidden: boolean): void {
    this.wrap.classList.toggle("no-notes", hidden);
  }

  /** Puts a place into the middle of the screen. */
  centre(x: number, y: number, k = this.transform.k): void {
    const { clientWidth, clientHeight } = this.element;
    this.stage.call(
      this.zoom.transform,
      zoomIdentity
        .translate(clientWidth / 2, clientHeight / 2)
        .scale(k)
        .translate(-x, -y),
    );
  }

  goTo(transform: ZoomTransform): void {
    this.stage.call(this.zoom.transform, transform);
  }

  /** Moves the map sideways, by pixels of the screen. */
  shiftBy(pixels: number): void {
    this.stage.call(this.zoom.translateBy, pixels / this.transform.k, 0);
  }

  /** Moves the map only if a hex is not well inside the screen. */
  reveal(hex: MapHex): void {
    const [x, y] = this.transform.apply([hex.x, hex.y]);
    const margin = Math.min(90, this.element.clientWidth / 5);
    const { clientWidth, clientHeight } = this.element;
    if (x < margin || y < margin || x > clientWidth - margin || y > clientHeight - margin)
      this.centre(hex.x, hex.y);
  }

  /** The whole map. */
  frame(): void {
    const { width, height } = this.map.data;
    const { clientWidth, clientHeight } = this.element;
    this.centre(width / 2, height / 2, Math.min(clientWidth / width, clientHeight / height));
  }

  /** Goes where most of some places lie, close enough to read the counters there. */
  gather(places: readonly MapHex[]): void {
    const { width, height } = this.map.data;
    const { clientWidth, clientHeight } = this.element;
    if (!places.length) {
      // Nothing yet: the map fills the screen.
      this.centre(width / 2, height / 2, Math.max(clientWidth / width, clientHeight / height));
      return;
    }
    const k = Math.max(this.transform.k, clientWidth < 700 ? CLOSE_SMALL : CLOSE);
    const near = (a: MapHex): MapHex[] =>
      places.filter(
        (b) =>
          Math.abs(a.x - b.x) * k < clientWidth / 3 && Math.abs(a.y - b.y) * k < clientHeight / 3,
      );
    const group = places.map(near).reduce((best, g) => (g.length > best.length ? g : best));
    const mean = (of: (hex: MapHex) => number): number =>
      group.reduce((sum, hex) => sum + of(hex), 0) / group.length;
    this.centre(
      mean((h) => h.x),
      mean((h) => h.y),
      k,
    );
  }

  isVisible(hex: MapHex): boolean {
    const [x, y] = this.transform.apply([hex.x, hex.y]);
    const { clientWidth, clientHeight } = this.element;
    return x > 0 && y > 0 && x < clientWidth && y < clientHeight;
  }

  zoomBy(factor: number): void {
    this.stage.call(this.zoom.scaleBy, factor);
  }

  /** From map to screen. */
  onScreen(hex: MapHex): { x: number; y: number } {
    const box = this.element.getBoundingClientRect();
    const [x, y] = this.transform.apply([hex.x, hex.y]);
    return { x: box.left + x, y: box.top + y };
  }

  openFan(label: string): void {
    const hex = this.map.get(label);
    const stack = this.stacks.get(label);
    if (!hex || !stack || stack.length < 2 || this.fan === label) return;
    this.closeFan();
    this.fan = label;
    this.fannedAt = performance.now();
    const box = fanBox(hex, stack.length, this.scale);
    // The last drawn lies on top: the backdrop over all other counters, the stack over that.
    this.layers.counters.insertAdjacentHTML(
      "beforeend",
      `<g class="fan"><rect x="${box.x}" y="${box.y}" width="${box.w}" height="${box.h}" rx="8"/>` +
        `<text x="${hex.x}" y="${box.y + 12 * this.scale}" font-size="${11 * this.scale}">All ${stack.length}</text></g>`,
    );
    stack.forEach((unit, i) => {
      const node = this.counters.get(unit.id)!.node;
      place(node, fanned(hex, i, stack.length, this.scale), this.scale);
      node.classList.add("fanned");
      this.layers.counters.append(node);
    });
  }

  closeFan(): void {
    clearTimeout(this.fanTimer);
    if (!this.fan) return;
    const hex = this.map.get(this.fan)!;
    const stack = this.stacks.get(this.fan) ?? [];
    this.fan = null;
    this.layers.counters.querySelector(".fan")?.remove();
    stack.forEach((unit, i) => {
      const node = this.counters.get(unit.id)?.node;
      if (!node) return;
      node.classList.remove("fanned");
      place(node, stacked(hex, i, stack.length, this.scale), this.scale);
    });
  }

  private drawCounters(lit: ReadonlySet<string>, inHand: ReadonlySet<string>): void {
    const seen = new Set<string>();
    let before: SVGGElement | null = null;
    for (const [label, stack] of this.stacks) {
      const hex = this.map.get(label);
      if (!hex) continue;
      stack.forEach((unit, i) => {
        seen.add(unit.id);
        const top = i === stack.length - 1;
        const node = this.counter(unit, top && stack.length > 1 ? stack.length : 0);
        place(node, stacked(hex, i, stack.length, this.scale), this.scale);
        node.classList.toggle("lit", lit.has(unit.id));
        node.classList.toggle("in-hand", inHand.has(unit.id));
        node.classList.toggle("under", !top);
        const expected: Element | null = before
          ? before.nextElementSibling
          : this.layers.counters.firstElementChild;
        if (expected !== node) this.layers.counters.insertBefore(node, expected);
        before = node;
      });
    }
    for (const [id, { node }] of this.counters)
      if (!seen.has(id)) {
        node.remove();
        this.counters.delete(id);
      }
  }

  /** The element of a unit, drawn anew only if it looks different. */
  private counter(unit: UnitView, count: number): SVGGElement {
    const look = JSON.stringify([
      unit.side,
      unit.symbol,
      unit.size,
      unit.designation,
      unit.values,
      unit.states,
      unit.band,
      count,
    ]);
    let entry = this.counters.get(unit.id);
    if (!entry) {
      const node = document.createElementNS("http://www.w3.org/2000/svg", "g");
      node.dataset.unit = unit.id;
      entry = { node, look: "" };
      this.counters.set(unit.id, entry);
    }
    if (entry.look !== look) {
      entry.look = look;
      entry.node.setAttribute("class", ["counter", ...stateClasses(unit)].join(" "));
      entry.node.innerHTML =
        `<rect class="glow" x="-3.5" y="-3.5" width="${SIZE + 7}" height="${SIZE + 7}" rx="8"/>` +
        face(unit, this.looks) +
        (count
          ? `<g class="count" transform="translate(${SIZE - 1} 2)"><circle r="6.8"/><text y="3.4">${count}</text></g>`
          : "");
    }
    return entry.node;
  }

  private moved(transform: ZoomTransform): void {
    this.transform = transform;
    const { x, y, k } = transform;
    // The third dimension makes each a layer of its own.
    const css = `translate3d(${x}px,${y}px,0) scale(${k})`;
    this.base.element.style.transform = this.over.style.transform = css;
    this.base.moved(k);
    this.over.style.willChange = "transform";
    clearTimeout(this.settleTimer);
    this.settleTimer = window.setTimeout(() => (this.over.style.willChange = "auto"), SETTLE_MS);
    this.wrap.classList.toggle("far", k * SIZE * this.scale < FAR_BELOW);
    this.listener.view(transform);
  }

  private point(event: MouseEvent): [number, number] {
    const box = this.element.getBoundingClientRect();
    return this.transform.invert([event.clientX - box.left, event.clientY - box.top]);
  }

  private hit(event: MouseEvent, touch: boolean): Hit | null {
    const [x, y] = this.point(event);
    const place = { touch, all: event.shiftKey, x: event.clientX, y: event.clientY };
    if (this.fan && this.inFan(x, y)) {
      const hex = this.map.get(this.fan)!;
      const stack = this.stacks.get(this.fan)!;
      const size = SIZE * this.scale;
      const noticed = event.timeStamp > this.fannedAt + FAN_SEEN_MS;
      const unit = stack.find((_, i) => {
        const spot = fanned(hex, i, stack.length, this.scale);
        return x >= spot.x && y >= spot.y && x <= spot.x + size && y <= spot.y + size;
      });
      return { hex, unit: (noticed && unit) || null, ...place };
    }
    const hex = this.map.at(x, y);
    return hex ? { hex, unit: null, ...place } : null;
  }

  hexAt(event: MouseEvent): MapHex | null {
    return this.map.at(...this.point(event)) ?? null;
  }

  /** What a drag that begins now takes along instead of the map; from far away counters are too small
   *  to be meant. */
  grabbed(event: Event): Hit | null {
    const fingers = (event as TouchEvent).touches;
    const at = (fingers?.length === 1 ? fingers[0] : event) as MouseEvent;
    if (event.type === "wheel" || fingers?.length > 1) return null;
    if (this.wrap.classList.contains("far")) return null;
    const hit = this.hit(at, !!fingers);
    return hit && this.listener.grabs(hit) ? hit : null;
  }

  private inFan(x: number, y: number): boolean {
    const hex = this.fan ? this.map.get(this.fan) : undefined;
    if (!hex) return false;
    const box = fanBox(hex, this.unitsAt(hex.label).length, this.scale);
    return x >= box.x && y >= box.y && x <= box.x + box.w && y <= box.y + box.h;
  }

  private listen(): void {
    let touch = false;
    let press = 0;
    let pressed = false;
    let down = { clientX: 0, clientY: 0 };
    this.element.addEventListener("pointerdown", (event) => {
      touch = event.pointerType !== "mouse";
      pressed = false;
      down = event;
      clearTimeout(press);
      if (touch)
        press = window.setTimeout(() => {
          const hit = this.hit(event, true);
          if (!hit) return;
          pressed = true;
          this.openFan(hit.hex.label);
          this.listener.inspect(hit);
        }, LONG_PRESS_MS);
    });
    for (const end of ["pointerup", "pointercancel"])
      this.element.addEventListener(end, () => clearTimeout(press));
    // A finger that moves the map does not press.
    this.zoom.on("zoom.press", () => clearTimeout(press));
    // Nor does one that drags a unit.
    this.element.addEventListener("pointermove", ({ clientX, clientY }) => {
      if (Math.hypot(clientX - down.clientX, clientY - down.clientY) > CLICK_DISTANCE)
        clearTimeout(press);
    });

    this.element.addEventListener("click", (event) => {
      // A long press has had its effect.
      if (pressed) return;
      const hit = this.hit(event, touch);
      if (this.fan && hit?.hex.label !== this.fan) this.closeFan();
      if (hit) this.listener.click(hit);
    });
    this.element.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      const hit = this.hit(event, false);
      if (hit && !touch) this.listener.inspect(hit);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "mouse" || event.buttons) return;
      const [x, y] = this.point(event);
      if (this.fan && !this.inFan(x, y)) this.closeFan();
      const hex = this.fan ? this.map.get(this.fan)! : (this.map.at(x, y) ?? null);
      if (hex === this.hovered) return;
      this.hovered = hex;
      clearTimeout(this.fanTimer);
      if (hex && this.unitsAt(hex.label).length > 1)
        this.fanTimer = window.setTimeout(() => this.openFan(hex.label), FAN_AFTER_MS);
      this.listener.hover(hex);
    });
    this.element.addEventListener("pointerleave", (event) => {
      // A finger that is lifted leaves too, but what it has opened stays.
      if (event.pointerType !== "mouse") return;
      this.hovered = null;
      this.closeFan();
      this.listener.hover(null);
    });
  }
}

const placing = (spot: { x: number; y: number }, scale: number): string =>
  `translate(${spot.x.toFixed(1)}px,${spot.y.toFixed(1)}px) scale(${scale})`;

function place(node: SVGGElement, spot: { x: number; y: number }, scale: number): void {
  node.style.transform = placing(spot, scale);
}
