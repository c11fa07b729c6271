// How much time there is to choose: beside the names of those who play, and what can be done once it
// is up. The server says when that is; what is left is told by the clock of this machine.

import { html, nothing, type TemplateResult } from "lit";
import type { ClockView, SeatState } from "../generated";

export type Step = "claim" | "withdraw" | "complete";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** So many days for each turn. */
export const daysWords = (days: number): string => (days === 1 ? "1 day" : `${days} days`);

/** How long there still is, to what is worth knowing: 2 days 4 h, 4 h 20 min, 3 min. */
export function leftWords(seconds: number): string {
  if (seconds <= 0) return "time is up";
  const days = Math.floor(seconds / DAY);
  const hours = Math.floor((seconds % DAY) / HOUR);
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  if (days) return hours ? `${daysWords(days)} ${hours} h` : daysWords(days);
  if (hours) return minutes ? `${hours} h ${minutes} min` : `${hours} h`;
  return minutes ? `${minutes} min` : "less than a minute";
}

const secondsTo = (time: string, now: number): number => (Date.parse(time) - now) / 1000;

/** Whether a clock stands because whoever plays is away. */
const stands = ({ away }: ClockView, now: number): boolean => !!away && secondsTo(away, now) > 0;

/** How many seconds a side has left in this turn. */
export function secondsLeft(clock: ClockView, side: string, now: number): number {
  if (clock.runs !== side) return clock.left[side] ?? clock.days * DAY;
  return secondsTo(clock.until, stands(clock, now) ? Date.parse(clock.away) : now);
}

/** A day and a time as people write them where they are. */
const momentWords = (time: string): string =>
  new Date(time).toLocaleString([], {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  });

/** What a side has left; in another colour with less than a day. */
export function sideClock(clock: ClockView, side: string, now: number): TemplateResult {
  const runs = clock.runs === side;
  const seconds = secondsLeft(clock, side, now);
  const standing = runs && stands(clock, now);
  const words = `${leftWords(seconds)}${seconds > 0 ? " left" : ""}`;
  const title = `${side} has ${daysWords(clock.days)} for each turn${runs ? `; this one until ${momentWords(clock.until)}` : ""}`;
  return html`<span class="clock ${runs ? "running" : ""} ${runs && seconds < DAY ? "soon" : ""}" title=${title}
    >${words}${
      standing
        ? html` <small>(away until ${momentWords(clock.away)}, the clock stands)</small>`
        : nothing
    }</span
  >`;
}

/** In the bar: the time of whoever has to choose. */
export function barClock(clock: ClockView | null, now: number): TemplateResult | typeof nothing {
  return clock?.runs ? sideClock(clock, clock.runs, now) : nothing;
}

/** What concerns all once somebody's time is up. */
export function timeIsUp(
  state: SeatState,
  now: number,
  send: (step: Step) => void,
): TemplateResult | typeof nothing {
  const { clock, sides } = state;
  if (!clock?.runs || secondsLeft(clock, clock.runs, now) > 0) return nothing;
  const own = sides.includes(clock.runs);
  const words = clock.claimant ? claimedWords(clock, own, now) : upWords(clock, own);
  return html`<section class="time-is-up ${own ? "own" : ""}" role="status">
    <h2>${own ? "Your time is up" : `The time of ${clock.runs} is up`}</h2>
    <p>${words}</p>
    ${own || !sides.length ? nothing : html`<div class="answers">${buttons(clock, now, send)}</div>`}
  </section>`;
}

function upWords({ runs }: ClockView, own: boolean): string {
  if (own)
    return "Your opponent may claim the win. As long as he has not, and for a day after it, you can choose, and the game goes on.";
  return `The win can be claimed. ${runs} then has another day: a choice in it keeps the game going.`;
}

function claimedWords({ runs, claimant, grace }: ClockView, own: boolean, now: number): string {
  const left = secondsTo(grace, now);
  if (left <= 0) return `${claimant} has claimed the win, and the day of grace is over.`;
  const until = `until ${momentWords(grace)} (${leftWords(left)} left)`;
  if (own) return `${claimant} claims the win. Choose ${until}, and the game goes on.`;
  return `${claimant} claims the win. ${runs} can still choose ${until}; if so, the game goes on.`;
}

function buttons(clock: ClockView, now: number, send: (step: Step) => void): TemplateResult {
  if (!clock.claimant)
    return html`<button class="primary" @click=${() => send("claim")}>Claim the win</button>`;
  if (secondsTo(clock.grace, now) <= 0)
    return html`<button class="primary" @click=${() => send("complete")}>Take the win</button>`;
  return html`<button title="Another day for ${clock.runs}" @click=${() => send("withdraw")}>Give more time</button>`;
}
