// Moments of the past, fetched in stretches ahead of being wanted. Knows nothing of the page.

import { changed } from "./changes";
import type { Answer, Frame, Presentation, SeatState } from "./generated";

// Stretches begin at multiples of this; the server sends as many moments at once.
const STRETCH = 40;
// Between two stretches fetched ahead, so that the server's other guests are not kept waiting.
const PAUSE_MS = 40;
const RETRY_MS = 1000;

/** Puts the moments of a stretch together again, each from the one before. */
export function unfold(frames: readonly Frame[]): Map<number, Presentation> {
  const found = new Map<number, Presentation>();
  let units: Presentation["units"] = [];
  let rest: Presentation | null = null;
  for (const frame of frames) {
    units = changed(units, frame.units);
    rest = frame.rest ?? rest;
    // Overlays are asked of the present: the past has none.
    if (rest) found.set(frame.move, { ...rest, units, overlays: [] });
  }
  return found;
}

/** The moments from one move to another, of which one is wanted first. */
export interface Wanted {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

export interface MomentsListener {
  /** The first frame of a stretch of the past. */
  fetch(first: number): Promise<Answer | null>;
  changed(): void;
}

export class Moments {
  private frames = new Map<number, Presentation>();
  // Grows when moves have been taken back: what is still under way then is void.
  private generation = 0;
  private version: number;
  private known: number;
  private busy = false;
  private closed = false;

  constructor(
    private readonly listener: MomentsListener,
    private readonly wanted: Wanted,
    state: SeatState,
  ) {
    this.version = state.version;
    this.known = state.moves;
    // What is on the screen now is the last moment.
    this.frames.set(state.moves, asPast(state.presentation));
  }

  get(move: number): Presentation | undefined {
    return this.frames.get(move);
  }

  has(move: number): boolean {
    return this.frames.has(move);
  }

  /** News of the game: what was fetched stays, unless moves have been taken back. */
  update(state: SeatState): void {
    if (state.version - this.version !== state.moves - this.known) {
      this.frames.clear();
      this.generation += 1;
    }
    this.version = state.version;
    this.known = state.moves;
  }

  close(): void {
    this.closed = true;
  }

  /** Fetches the stretch that is wanted, then what lies around it, the future first. */
  async fetch(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    for (let first = this.missing(); first >= 0 && !this.closed; first = this.missing()) {
      const generation = this.generation;
      const frames = (await this.listener.fetch(first))?.replay;
      if (this.closed) return;
      if (generation !== this.generation) continue;
      if (!frames?.length) {
        await pause(RETRY_MS);
        continue;
      }
      const waited = !this.has(this.wanted.at);
      for (const [move, shown] of unfold(frames)) this.frames.set(move, shown);
      if (waited) this.listener.changed();
      await pause(PAUSE_MS);
    }
    this.busy = false;
  }

  /** Where the nearest stretch begins of which a moment is missing; -1 if all are there. */
  private missing(): number {
    const here = Math.floor(this.wanted.at / STRETCH);
    const last = Math.floor(this.wanted.to / STRETCH);
    for (let far = 0; far <= last; far++)
      for (const stretch of far ? [here + far, here - far] : [here])
        if (stretch >= 0 && stretch <= last && this.isMissing(stretch)) return stretch * STRETCH;
    return -1;
  }

  private isMissing(stretch: number): boolean {
    const { from, to } = this.wanted;
    const first = stretch * STRETCH;
    for (let m = Math.max(first, from); m < first + STRETCH && m <= to; m++)
      if (!this.frames.has(m)) return true;
    return false;
  }
}

/** A position in which there is nothing to choose any more. */
export const asPast = (shown: Presentation): Presentation => ({
  ...shown,
  decision: null,
  overlays: [],
});

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
