// Hexes in the pixels of the base map: which hex a point is in, corners, neighbours, outlines.

import type { MapData, MapHex } from "./generated";

export interface Point {
  x: number;
  y: number;
}

// Angles of the corners, clockwise; side d runs from corner d to corner d + 1.
const FIRST_CORNER = { flat: -120, pointy: -90 };

export class HexMap {
  readonly hexes = new Map<string, MapHex>();
  readonly side: number;
  private readonly buckets = new Map<string, MapHex[]>();
  private readonly corner: Point[];
  // From the centre of a hex to those of its neighbours, across side d.
  private readonly step: Point[];

  constructor(readonly data: MapData) {
    this.side = data.side;
    const first = FIRST_CORNER[data.orientation];
    this.corner = turns(first, this.side);
    this.step = turns(first + 30, this.side * Math.sqrt(3));
    for (const hex of data.hexes) {
      this.hexes.set(hex.label, hex);
      const key = this.bucket(hex.x, hex.y);
      const bucket = this.buckets.get(key);
      if (bucket) bucket.push(hex);
      else this.buckets.set(key, [hex]);
    }
  }

  /** The hex under a point, or nothing beside the map. */
  at(x: number, y: number): MapHex | undefined {
    let best: MapHex | undefined;
    // A hex is the set of points that are nearest to its centre.
    let least = this.side * this.side;
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++) {
        const key = this.bucket(x + dx * this.side * 2, y + dy * this.side * 2);
        for (const hex of this.buckets.get(key) ?? []) {
          const distance = (hex.x - x) ** 2 + (hex.y - y) ** 2;
          if (distance < least) {
            least = distance;
            best = hex;
          }
        }
      }
    return best;
  }

  get(label: string): MapHex | undefined {
    return this.hexes.get(label);
  }

  /** Those of some labels that are on the map. */
  hexesOf(labels: Iterable<string>): MapHex[] {
    return [...labels].map((label) => this.hexes.get(label)).filter((hex) => !!hex);
  }

  /** The neighbour in the direction that fits best; `lane` is the line a long walk keeps to. */
  towards(from: MapHex, dx: number, dy: number, lane: number): MapHex | undefined {
    let best: MapHex | undefined;
    let least = Infinity;
    for (const step of this.step) {
      if (step.x * dx + step.y * dy < this.side * 0.5) continue;
      const hex = this.at(from.x + step.x, from.y + step.y);
      if (!hex) continue;
      const off = Math.abs((dx ? hex.y : hex.x) - lane);
      if (off < least) {
        least = off;
        best = hex;
      }
    }
    return best;
  }

  /** One closed path around a hex, a little inside it if wanted. */
  path(hex: MapHex, inset = 0): string {
    const scale = (this.side - inset) / this.side;
    return `M${this.corner.map((c) => `${r(hex.x + c.x * scale)} ${r(hex.y + c.y * scale)}`).join("L")}Z`;
  }

  /** The merged outline of many hexes. */
  outline(labels: Iterable<string>): string {
    const next = this.edges(new Set(this.hexesOf(labels)));
    let path = "";
    for (const [start, ends] of next)
      for (let end = ends.pop(); end; end = ends.pop()) {
        const loop = this.loop(start, end, next);
        path += `M${loop.map((p) => `${r(p.x)} ${r(p.y)}`).join("L")}Z`;
      }
    return path;
  }

  /** The hexsides between some hexes and all others: where those lead that begin at a corner. */
  private edges(inside: ReadonlySet<MapHex>): Map<string, Point[]> {
    const next = new Map<string, Point[]>();
    for (const hex of inside)
      for (let d = 0; d < 6; d++) {
        const step = this.step[d]!;
        const beyond = this.at(hex.x + step.x, hex.y + step.y);
        if (beyond && inside.has(beyond)) continue;
        const a = this.cornerOf(hex, d);
        const b = this.cornerOf(hex, (d + 1) % 6);
        const ends = next.get(this.key(a));
        if (ends) ends.push(b);
        else next.set(this.key(a), [b]);
      }
    return next;
  }

  /** Follows hexsides, which are used up, from one corner until they come back to the first. */
  private loop(start: string, first: Point, next: ReadonlyMap<string, Point[]>): Point[] {
    const found: Point[] = [];
    let at: Point | undefined = first;
    while (at) {
      found.push(at);
      at = this.key(at) === start ? undefined : next.get(this.key(at))?.pop();
    }
    return found;
  }

  /** The two ends of the side between two hexes. */
  sideBetween(one: MapHex, other: MapHex): [Point, Point] {
    const mx = (one.x + other.x) / 2;
    const my = (one.y + other.y) / 2;
    const length = Math.hypot(other.x - one.x, other.y - one.y) || 1;
    const ux = (-(other.y - one.y) / length) * (this.side / 2);
    const uy = ((other.x - one.x) / length) * (this.side / 2);
    return [
      { x: mx - ux, y: my - uy },
      { x: mx + ux, y: my + uy },
    ];
  }

  private cornerOf(hex: MapHex, d: number): Point {
    const c = this.corner[d]!;
    return { x: hex.x + c.x, y: hex.y + c.y };
  }

  /** A name for a corner that is the same from all hexes around it: its place on the lattice of
   * half hexsides and half heights, on which all corners lie. */
  private key(p: Point): string {
    const origin = this.data.hexes[0]!;
    const [half, across] = [this.side / 2, (this.side * Math.sqrt(3)) / 2];
    const [ux, uy] = this.data.orientation === "flat" ? [half, across] : [across, half];
    return `${Math.round((p.x - origin.x) / ux)},${Math.round((p.y - origin.y) / uy)}`;
  }

  private bucket(x: number, y: number): string {
    const size = this.side * 2;
    return `${Math.floor(x / size)},${Math.floor(y / size)}`;
  }
}

function turns(first: number, length: number): Point[] {
  return [0, 1, 2, 3, 4, 5].map((i) => {
    const angle = ((first + 60 * i) * Math.PI) / 180;
    return { x: Math.cos(angle) * length, y: Math.sin(angle) * length };
  });
}

const r = (n: number): string => n.toFixed(1).replace(/\.0$/, "");
