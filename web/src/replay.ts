// Replay: moments of the past, fetched in stretches ahead of being wanted, and the player's controls
// over which of them is shown. Knows nothing of the page.

import type { Answer, Frame, LogLine, Presentation, SeatState } from "./generated";

// Stretches begin at multiples of this; the server sends as many moments at once.
const STRETCH = 40;
// Between two stretches fetched ahead, so that the server's other guests are not kept waiting.
const PAUSE_MS = 40;
const RETRY_MS = 1000;
// How long a moment is shown at the single speed.
const MOMENT_MS = 640;

export const SPEEDS = [1, 2, 4, 8, 16] as const;

export interface Mark {
  move: number;
  text: string;
}

/** The moments at which a turn or a phase began; of several at one moment the last counts. */
export function marks(lines: readonly LogLine[], heading: LogLine["heading"]): Mark[] {
  const found: Mark[] = [];
  for (const line of lines) {
    if (line.heading !== heading) continue;
    if (found.at(-1)?.move === line.move) found.pop();
    found.push({ move: line.move, text: line.text });
  }
  return found;
}

/** Puts the moments of a stretch together again, each from the one before. */
export function unfold(frames: readonly Frame[]): Map<number, Presentation> {
  const found = new Map<number, Presentation>();
  const units = new Map<string, Presentation["units"][number]>();
  let rest: Presentation | null = null;
  for (const frame of frames) {
    for (const id of frame.gone) units.delete(id);
    for (const unit of frame.units) units.set(unit.id, unit);
    rest = frame.rest ?? rest;
    // Overlays are asked of the present: the past has none.
    if (rest) found.set(frame.move, { ...rest, units: [...units.values()], overlays: [] });
  }
  return found;
}

export interface ReplayListener {
  /** The first frame of a stretch of the past. */
  fetch(first: number): Promise<Answer | null>;
  changed(): void;
}

export class Replay {
  at: number;
  playing = false;
  speed = 1;
  // Moves that have been made since the replay was opened.
  more = 0;
  readonly side: string;
  readonly turns: Mark[];
  readonly phases: Mark[];
  // What was shown last: it stays until the moment wanted has come.
  private last: Presentation;
  private frames = new Map<number, Presentation>();
  // Grows when moves have been taken back: what is still under way then is void.
  private generation = 0;
  private version: number;
  private known: number;
  private readonly moves: number;
  private busy = false;
  private closed = false;
  private timer = 0;

  constructor(
    private readonly listener: ReplayListener,
    state: SeatState,
    // The stretch that is looked at; the whole game if it is all of it.
    public from = 0,
    public to = state.moves,
  ) {
    this.at = from || to;
    this.moves = this.known = state.moves;
    this.version = state.version;
    this.side = state.presentation.side;
    this.turns = marks(state.log, "turn");
    this.phases = marks(state.log, "phase");
    // What is on the screen now is the last moment.
    this.last = { ...state.presentation, decision: null, overlays: [] };
    this.frames.set(state.moves, this.last);
    void this.fetch();
  }

  /** What is to be shown: the moment wanted, or the last one that was there. */
  get shown(): Presentation {
    this.last = this.frames.get(this.at) ?? this.last;
    return this.last;
  }

  get loading(): boolean {
    return !this.frames.has(this.at);
  }

  get whole(): boolean {
    return this.from === 0 && this.to === this.moves;
  }

  /** News of the game: it does not disturb, unless moves have been taken back. */
  update(state: SeatState): void {
    this.more = state.moves - this.moves;
    if (state.version - this.version !== state.moves - this.known) {
      this.frames.clear();
      this.generation += 1;
    }
    this.version = state.version;
    this.known = state.moves;
    if (this.to > state.moves) this.to = state.moves;
    if (this.at > this.to) this.at = this.to;
    void this.fetch();
  }

  widen(): void {
    this.from = 0;
    this.to = this.moves;
    this.go(this.at);
  }

  go(move: number): void {
    this.at = Math.max(this.from, Math.min(move, this.to));
    if (this.at === this.to) this.pause();
    void this.fetch();
    this.listener.changed();
  }

  /** To the next or last of some marks; from behind a mark first back to it. */
  jump(to: readonly Mark[], by: 1 | -1): void {
    const moves = to.map((mark) => mark.move);
    const next = by > 0 ? moves.find((m) => m > this.at) : moves.findLast((m) => m < this.at);
    this.go(next ?? (by > 0 ? this.to : this.from));
  }

  play(): void {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.at === this.to) this.at = this.from;
    this.playing = true;
    this.tick();
    this.listener.changed();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  close(): void {
    this.closed = true;
    this.pause();
  }

  private tick(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (!this.playing) return;
      // What has not come yet is waited for.
      if (!this.loading) this.go(this.at + 1);
      if (this.playing) this.tick();
    }, MOMENT_MS / this.speed);
  }

  /** Fetches the stretch that is wanted, then what lies around it, the future first. */
  private async fetch(): Promise<void> {
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
      const waited = this.loading;
      for (const [move, shown] of unfold(frames)) this.frames.set(move, shown);
      if (waited) this.listener.changed();
      await pause(PAUSE_MS);
    }
    this.busy = false;
  }

  /** Where the nearest stretch begins of which a moment is missing; -1 if all are there. */
  private missing(): number {
    const here = Math.floor(this.at / STRETCH);
    const last = Math.floor(this.to / STRETCH);
    for (let far = 0; far <= last; far++)
      for (const stretch of far ? [here + far, here - far] : [here])
        if (stretch >= 0 && stretch <= last && this.isMissing(stretch)) return stretch * STRETCH;
    return -1;
  }

  private isMissing(stretch: number): boolean {
    const first = stretch * STRETCH;
    for (let m = Math.max(first, this.from); m < first + STRETCH && m <= this.to; m++)
      if (!this.frames.has(m)) return true;
    return false;
  }
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
