// Replay: moments of the past, fetched in stretches ahead of being wanted, and the player's controls
// over which of them is shown. Knows nothing of the page.

import type { LogLine, Presentation, SeatState } from "./generated";
import { asPast, Moments, type MomentsListener } from "./moments";

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
  private readonly moments: Moments;
  private readonly moves: number;
  private timer = 0;

  constructor(
    private readonly listener: MomentsListener,
    state: SeatState,
    // The stretch that is looked at; the whole game if it is all of it.
    public from = 0,
    public to = state.moves,
  ) {
    this.at = from || to;
    this.moves = state.moves;
    this.side = state.presentation.side;
    this.turns = marks(state.log, "turn");
    this.phases = marks(state.log, "phase");
    this.last = asPast(state.presentation);
    this.moments = new Moments(listener, this, state);
    void this.moments.fetch();
  }

  /** What is to be shown: the moment wanted, or the last one that was there. */
  get shown(): Presentation {
    this.last = this.moments.get(this.at) ?? this.last;
    return this.last;
  }

  get loading(): boolean {
    return !this.moments.has(this.at);
  }

  get whole(): boolean {
    return this.from === 0 && this.to === this.moves;
  }

  /** News of the game: it does not disturb, unless moves have been taken back. */
  update(state: SeatState): void {
    this.more = state.moves - this.moves;
    this.moments.update(state);
    if (this.to > state.moves) this.to = state.moves;
    if (this.at > this.to) this.at = this.to;
    void this.moments.fetch();
  }

  widen(): void {
    this.from = 0;
    this.to = this.moves;
    this.go(this.at);
  }

  go(move: number): void {
    this.at = Math.max(this.from, Math.min(move, this.to));
    if (this.at === this.to) this.pause();
    void this.moments.fetch();
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
    this.moments.close();
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
}
