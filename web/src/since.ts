// What happened while others played: the stretch of the game since the end of a side's own turn,
// offered until it has been looked at or put aside. For who plays the server knows how far that is;
// for who looks on, this browser.

import type { LogLine, SeatState } from "./generated";
import { recallJson, rememberJson } from "./memory";

export interface Stretch {
  from: number;
  to: number;
}

interface Memory {
  // How many moves the seat has been shown.
  seen: number;
  // What is offered, and up to which move everything has been looked at or put aside.
  offer: Stretch | null;
  done: number;
}

export const NOTHING: Memory = { seen: 0, offer: null, done: 0 };

const KEY = "since";
const MOST = 40;
// An answer to one's own attack is no news: a stretch has to tell at least so much.
const NEWS = 3;

export const linesOf = (lines: readonly LogLine[], { from, to }: Stretch): LogLine[] =>
  lines.filter((line) => line.move > from && line.move <= to);

/** The stretch to offer after a state has come, given what was offered before it. */
export function offerFor(state: SeatState, { seen, offer, done }: Memory): Stretch | null {
  // Moves of others are never taken back by this seat; still, what is no longer there is not offered.
  // What was put aside, on whatever screen, is not either.
  const told = state.presentation.side ? state.seen : done;
  const standing = offer && offer.to <= state.moves && offer.to > told ? offer : null;
  const { decision, outcome } = state.presentation;
  // Who looks on has no last choice: what counts is when the page was last open.
  // Who has looked at a part of it, between two questions in another's turn, has seen that part.
  const from = state.presentation.side ? Math.max(state.since, told) : seen;
  if (state.presentation.side && !decision && !outcome) return standing;
  const found = { from, to: state.moves };
  return found.to > told && linesOf(state.log, found).length >= NEWS ? found : standing;
}

const all = (): Record<string, Memory> => recallJson(KEY, {});

/** The memory of a seat; at a shared screen each side has its own. */
export class Since {
  constructor(private readonly secret: string) {}

  recall(side: string): Memory | null {
    return all()[this.key(side)] ?? null;
  }

  keep(side: string, memory: Memory): void {
    const { [this.key(side)]: _, ...others } = all();
    const kept = Object.entries(others).slice(-MOST + 1);
    rememberJson(KEY, Object.fromEntries([...kept, [this.key(side), memory]]));
  }

  private key(side: string): string {
    // It begins with its table, which a board to try things on shares with its game.
    return `${this.secret.slice(-16)} ${side}`;
  }
}
