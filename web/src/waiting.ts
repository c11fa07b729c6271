// What to say of a question, and where something cannot be chosen now, and why.

import type { Pick } from "./choices";
import type { DecisionView, Presentation, SeatState } from "./generated";

export const NO_UNDO =
  "Nothing can be taken back: a die has been rolled since, or the last move was not yours.";
export const NO_REDO = "Nothing has been taken back.";

/** A question for those who hear it, with what led to it. */
export function questionText({ cause, prompt }: DecisionView): string {
  return `${cause ? `Because: ${cause.text}. ` : ""}${prompt}.`;
}

/** Whom everybody waits for. */
export function waitingText(p: Presentation, state: SeatState): string {
  if (p.outcome) return "The game is over.";
  if (state.closed) return "This table is closed.";
  // Nobody has to choose before there is anything on the map.
  if (!p.to_choose && state.dice.wait_for.length) return "Waiting for the dice.";
  const who = state.leaders[p.to_choose]?.person ?? state.players[p.to_choose];
  const name = who && who !== "person" ? `${p.to_choose} (${who})` : p.to_choose;
  return state.thinking ? `${name} is thinking …` : `Waiting for ${name}.`;
}

/** Why nothing can be ended; empty if something can. */
export function whyNoEnd(end: Pick | null, p: Presentation, state: SeatState): string {
  if (end) return "";
  return p.decision ? `Not yet: ${p.decision.prompt}` : waitingText(p, state);
}

export function whyNothingLit(p: Presentation, state: SeatState): string {
  return p.decision ? "Nothing on the map can be chosen now." : waitingText(p, state);
}
