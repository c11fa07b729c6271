// What the dice follow from, in words for somebody who asks for the first time; whom they wait for;
// and what is wrong with them.

import { html, nothing, type TemplateResult } from "lit";
import type { ProposalView, SeatState } from "../generated";
import { type Verdict, whoOf } from "../marks";

/** Names as they are listed in a sentence. */
const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** A seat with the name of whoever has it: Anna (Chinese). */
function called(who: string, { seats }: SeatState): string {
  const name = seats.find(({ sides }) => whoOf(sides) === who)?.name;
  return name ? `${name} (${who})` : who;
}

/** Whom the dice wait for; nothing if they can be rolled, or at once. `kept` tells whether this
 *  browser has what it drew for them. */
export function waitWords(state: SeatState, kept: boolean): string {
  const { dice, seats, sides } = state;
  if (!dice.wait_for.length) return "";
  const absent = seats.filter(({ since }) => !since).map((seat) => whoOf(seat.sides));
  if (absent.length)
    return `The dice wait for ${listed(absent)}: they are rolled once everybody has come.`;
  const own = whoOf(sides);
  const others = dice.wait_for.filter((who) => who !== own).map((who) => called(who, state));
  if (others.length)
    return `The dice wait for ${listed(others)}: they are rolled after the next visit there.`;
  if (kept) return "";
  return "The dice wait for you: what was drawn for them is in the browser in which you took your seat. Open the table there once.";
}

/** Whether everybody has come, and the dice could be rolled without what is missing. */
export const canPropose = ({ dice, seats, sides, proposals }: SeatState): boolean =>
  sides.length > 0 &&
  dice.wait_for.length > 0 &&
  seats.every(({ since }) => since) &&
  !proposals.some(({ kind }) => kind === "dice");

export function diceWait(words: string, propose: (() => void) | null): TemplateResult {
  return html`<section class="dice-wait" role="status">
    <p>${words}</p>
    ${propose ? html`<button class="propose" title="The others have to agree" @click=${propose}>Roll the server's dice alone</button>` : nothing}
  </section>`;
}

/** Something about the dice that is worth knowing. */
export const diceNotice = (text: string): TemplateResult =>
  html`<section class="dice-wait dice-notice" role="status"><p>${text}</p></section>`;

export function diceWarning(text: string): TemplateResult {
  return html`<section class="dice-warning" role="alert"><h2>The dice cannot be trusted</h2><p>${text} From here on this browser adds nothing to them. Ask whoever runs the server, and keep a picture of this page.</p></section>`;
}

export function proposal(
  { text, agreed, wait_for, asked, may_refuse }: ProposalView,
  answer: (yes: boolean) => void,
): TemplateResult {
  return html`<section class="proposal" aria-label="Proposal">
    <p>${text}</p>
    <p><small>${agreed.length ? `Agreed: ${listed(agreed)}. ` : ""}${wait_for.length ? `Still asked: ${listed(wait_for)}.` : "All who are asked have agreed."}</small></p>
    ${
      asked || may_refuse
        ? html`<div class="answers">
            ${asked ? html`<button class="primary" @click=${() => answer(true)}>Agree</button>` : nothing}
            ${may_refuse ? html`<button @click=${() => answer(false)}>Refuse</button>` : nothing}
          </div>`
        : nothing
    }
  </section>`;
}

/** What the dice of this table follow from. */
export function sourceWords({ dice, seats }: SeatState): string {
  const shares = Object.keys(dice.shares);
  if (dice.alone)
    return "The dice follow from a secret number of the server alone, which was fixed before the first roll. Whoever runs the server could have chosen it, and could look ahead.";
  const who = dice.wait_for.length ? seats.map(({ sides }) => whoOf(sides)) : shares;
  return `The dice follow from a secret number of the server and from one that the browser of each player draws by chance (${listed(who)}), all of them fixed before any was told. So nobody could choose a roll, as long as one of those named drew by chance; whoever runs the server could look ahead.`;
}

export function diceNote(state: SeatState, checked: Verdict | null, late: boolean): TemplateResult {
  const { commitment, shares, file } = state.dice;
  return html`<details class="dice-note">
    <summary>Dice ${commitment.slice(0, 10)}…</summary>
    <p>${sourceWords(state)}${late && !state.dice.alone ? " That was before you came: nothing of yours is in them." : ""}</p>
    ${file ? html`<p>The first ${file === 1 ? "die" : `${file} dice`} came from a file.</p>` : nothing}
    <dl>
      <div><dt>The server's secret is bound to</dt><dd>${commitment}</dd></div>
      ${Object.entries(shares).map(([who, hash]) => html`<div><dt>What ${who} adds is bound to</dt><dd>${hash}</dd></div>`)}
    </dl>
    ${checked ? verdictLine(checked) : html`<p>When the game is over everything is told, and checked here.</p>`}
  </details>`;
}

export const verdictLine = ({ sound, text }: Verdict): TemplateResult =>
  html`<p class="verdict ${sound ? "sound" : "unsound"}">${text}</p>`;
