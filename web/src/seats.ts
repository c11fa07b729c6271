// Taking a seat with an invitation: this browser draws what it adds to the dice, keeps it with the
// secret that it gets, and remembers which seat an invitation became.

import { askForSeat, claimSeat, getInvitation, getOffer, tableOf, takeOffer } from "./api";
import type { InvitationView } from "./generated";
import { dropInvitation } from "./links";
import { drawMarks, keepMarks } from "./marks";
import { recallJson, rememberJson } from "./memory";
import { ownName } from "./person";

const KEY = "taken";
const MOST = 40;

interface Taken {
  invitation: string;
  seat: string;
}

const all = (): Taken[] => recallJson(KEY, []);

/** What an invitation was taken with in this browser. */
export const takenWith = (invitation: string): Taken | null =>
  all().find((one) => one.invitation === invitation) ?? null;

function remember(taken: Taken): void {
  const others = all().filter((one) => one.invitation !== taken.invitation);
  rememberJson(KEY, [taken, ...others].slice(0, MOST));
  dropInvitation(tableOf(taken.invitation), taken.invitation);
}

/** An offer to everybody is known by its table alone. */
export const isOffer = (invitation: string): boolean => !invitation.includes(".");

/** What one is invited to, or what is offered, if it still is. */
export const lookAt = (invitation: string): Promise<InvitationView | null> =>
  isOffer(invitation) ? getOffer(invitation) : getInvitation(invitation);

/** Takes the seat of an invitation that has been looked at; answers the secret of the seat. */
export async function takeSeat(invitation: string, view: InvitationView): Promise<string> {
  const marks = drawMarks(tableOf(invitation), view.sides, view.commitment);
  // Where others play, a share is opened only when the hashes of theirs have been seen.
  const alone = view.last && view.seats.length === 1;
  const claim = { commitment: marks.own, share: alone ? marks.share : null, name: ownName() };
  const { secret } = isOffer(invitation)
    ? await takeOffer(invitation, { sides: view.sides, ...claim })
    : await claimSeat(invitation, claim);
  keepMarks(secret, alone ? { ...marks, step: "opened" } : marks);
  // What a table offers may be another seat the next time.
  if (!isOffer(invitation)) remember({ invitation, seat: secret });
  return secret;
}

/** Takes a seat without a question. */
export const sitDown = async (invitation: string): Promise<string> =>
  takeSeat(invitation, await getInvitation(invitation));

/** Asks for a seat that was taken with an invitation; its secret is good once the others agree. */
export async function askAgain(invitation: string): Promise<string> {
  const { secret } = await askForSeat(invitation, { name: ownName() });
  remember({ invitation, seat: secret });
  return secret;
}
