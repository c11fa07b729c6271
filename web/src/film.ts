// The film of what others do: one telling move after the other, at a pace that can be chosen, while
// the game goes on behind it. Knows nothing of the page.

import type { LogLine, Presentation, SeatState } from "./generated";
import { asPast, Moments, type MomentsListener } from "./moments";

export const PACES = ["slow", "normal", "fast", "at once"] as const;
export type Pace = (typeof PACES)[number];

// How long a step is shown.
const STEP_MS: Record<Pace, number> = { slow: 1800, normal: 900, fast: 300, "at once": 0 };
// Who lags behind so many moves, as when computers play against each other, is shown them faster.
const MANY = 80;
const HURRY = 0.2;
// A battle wants to be read.
const BATTLE = 2.6;

export interface Step {
  before: Presentation;
  now: Presentation;
  lines: readonly LogLine[];
  ms: number;
}

export interface FilmListener extends Pick<MomentsListener, "fetch"> {
  step(step: Step): void;
  changed(): void;
  /** Everything has been shown. */
  ended(): void;
}

/** Whether a line tells of what somebody else did. */
const isOthers = (line: LogLine, sides: readonly string[]): boolean =>
  !line.heading && !!line.side && !sides.includes(line.side);

/** After which move there is something new to be watched; null if there is not. */
export function newsAfter(state: SeatState, before: SeatState): number | null {
  const first = state.log.find((l) => l.move > before.moves && isOthers(l, state.sides));
  return first ? first.move - 1 : null;
}

/** Moves that tell something; all others pass unseen. */
export function tellingMoves(lines: readonly LogLine[], from: number, to: number): number[] {
  const moves = lines.filter((l) => !l.heading && l.move > from && l.move <= to);
  return [...new Set(moves.map((line) => line.move))];
}

export class Film {
  // The move after which the map stands, and that of the moment wanted next.
  here: number;
  at: number;
  to: number;
  paused = false;
  shown: Presentation;
  telling: number[] = [];
  private lines: readonly LogLine[];
  // Whether more is to come.
  private open: boolean;
  private readonly moments: Moments;
  private timer = 0;
  private waiting = true;

  constructor(
    private readonly listener: FilmListener,
    state: SeatState,
    readonly from: number,
    before: Presentation,
    public pace: Pace,
  ) {
    this.here = this.at = from;
    this.to = state.moves;
    this.lines = state.log;
    this.open = state.thinking;
    this.shown = asPast(before);
    this.moments = new Moments(
      { fetch: listener.fetch, changed: () => this.arrived() },
      this,
      state,
    );
  }

  /** How many of the telling moves have been shown. */
  get done(): number {
    return this.telling.filter((move) => move <= this.here).length;
  }

  /** What the moment shown is about. */
  get told(): LogLine | undefined {
    const next = this.telling[this.done] ?? this.to;
    const last = this.lines.findLast((line) => line.move <= this.here && !line.heading);
    return last && last.move > this.from ? last : this.lines.find((line) => line.move === next);
  }

  /** Begins to show what a state brings, or goes on with it. */
  update(state: SeatState): void {
    this.to = state.moves;
    this.lines = state.log;
    this.open = state.thinking;
    this.telling = tellingMoves(state.log, this.from, state.moves);
    this.moments.update(state);
    if (this.waiting) this.next();
  }

  pause(): void {
    this.paused = !this.paused;
    clearTimeout(this.timer);
    if (!this.paused) this.next();
    this.listener.changed();
  }

  /** To the telling move of a number, from 0 for what was before the first. */
  go(number: number): void {
    const move = number ? this.telling[number - 1] : this.from;
    if (move === undefined) return;
    clearTimeout(this.timer);
    this.here = Math.min(move, this.here);
    this.want(move);
  }

  close(): void {
    clearTimeout(this.timer);
    this.moments.close();
  }

  private next(): void {
    const next = this.telling[this.done];
    this.waiting = next === undefined;
    if (next !== undefined) this.want(next);
    else if (!this.open) this.listener.ended();
  }

  private want(move: number): void {
    this.at = move;
    this.waiting = false;
    void this.moments.fetch();
    this.arrived();
  }

  private arrived(): void {
    const now = this.moments.get(this.at);
    if (!now || this.waiting) return;
    const lines = this.lines.filter((line) => line.move > this.here && line.move <= this.at);
    const late = this.telling.length - this.done > MANY;
    const ms =
      STEP_MS[this.pace] * (lines.some((line) => line.battle) ? BATTLE : 1) * (late ? HURRY : 1);
    const before = this.shown;
    this.here = this.at;
    this.shown = now;
    // Until the time of this step is over nothing else that comes is shown.
    this.waiting = false;
    this.listener.step({ before, now, lines, ms });
    clearTimeout(this.timer);
    if (!this.paused) this.timer = window.setTimeout(() => this.next(), ms);
  }
}

/** The ways of those who stand elsewhere than before: as told, or straight. */
export function waysOf({ before, now, lines }: Step): Map<string, string[]> {
  const stood = new Map(before.units.map((unit) => [unit.id, unit.hex]));
  const paths = lines.flatMap((line) => line.traces.map((trace) => trace.path));
  const found = new Map<string, string[]>();
  for (const { id, hex } of now.units) {
    const here = stood.get(id);
    if (!here || !hex || here === hex) continue;
    const told = paths.find((path) => path[0] === here && path.at(-1) === hex);
    found.set(id, told ?? [here, hex]);
  }
  return found;
}
