// The links that this browser can hand out: invitations and places for spectators that were made
// here. The server tells each once and keeps only its hash, so that they can be shown again here alone.

import type { Invitation, SeatInfo, TableLinks } from "./generated";
import { marksOf, whoOf } from "./marks";
import { recallJson, rememberJson } from "./memory";
import { isOwnSeat } from "./person";
import { joinAddress, otherDeviceAddress, seatAddress } from "./tables";

const KEY = "links";
const MOST = 40;

// Tables of older versions of the program have no invitations.
const all = (): TableLinks[] =>
  recallJson<TableLinks[]>(KEY, []).map((one) => ({ ...one, invitations: one.invitations ?? [] }));

export function keepLinks(links: TableLinks): void {
  const others = all().filter((one) => one.table !== links.table);
  rememberJson(KEY, [links, ...others].slice(0, MOST));
}

export function linksOf(table: string): TableLinks | null {
  return all().find((one) => one.table === table) ?? null;
}

/** Adds to what is kept of a table. */
export function addLinks(
  { table, title }: Pick<TableLinks, "table" | "title">,
  more: { invitation?: Invitation; spectator?: string },
): void {
  const known = linksOf(table) ?? { table, title, invitations: [], spectator: "" };
  keepLinks({
    ...known,
    invitations: [...known.invitations, ...(more.invitation ? [more.invitation] : [])],
    spectator: more.spectator ?? known.spectator,
  });
}

/** An invitation that has been used, or is void. */
export function dropInvitation(table: string, secret: string): void {
  const known = linksOf(table);
  if (!known) return;
  keepLinks({ ...known, invitations: known.invitations.filter((one) => one.secret !== secret) });
}

// The table that has just been laid here: its links are shown without being asked for.
let laid = "";

export const hasBeenLaid = (table: string): void => {
  laid = table;
};

/** Whether a table has just been laid; true once. */
export function isFresh(table: string): boolean {
  const fresh = !!table && laid === table;
  if (fresh) laid = "";
  return fresh;
}

export interface Link {
  // Whom it is for, and what the link opens.
  name: string;
  about: string;
  // What stands behind the address of the server.
  address: string;
}

export interface Own {
  secret: string;
  sides: readonly string[];
  seats: readonly SeatInfo[];
  // Whether the dice wait for what this browser has drawn.
  waiting: boolean;
}

const isFor = (sides: readonly string[], other: readonly string[]): boolean =>
  whoOf(sides) === whoOf(other);

/** Whether a seat can be handed out: nobody has it, or it is one's own. */
const isOpen = ({ sides, seats }: Own, invited: readonly string[]): boolean =>
  isFor(sides, invited) || seats.some((seat) => !seat.since && isFor(seat.sides, invited));

/** The seats that nobody has and that no link is known of. */
export const uninvited = (links: TableLinks | null, { seats }: Pick<Own, "seats">): SeatInfo[] =>
  seats.filter(
    ({ sides, since }) =>
      !since && !links?.invitations.some((invitation) => isFor(invitation.sides, sides)),
  );

/** Everything that can be handed out from a seat at a table. */
export function linksFrom(links: TableLinks | null, own: Own): Link[] {
  const found: Link[] = [];
  for (const { sides, secret } of links?.invitations ?? [])
    if (isOpen(own, sides)) found.push(invitationTo(sides, secret, own));
  const watches = own.sides.length ? links?.spectator : own.secret;
  if (watches)
    found.push({
      name: "Spectators",
      about: "see what all may know",
      address: seatAddress(watches),
    });
  // Other devices of an account find its seats in their lobby.
  if (own.sides.length && !isOwnSeat(own.secret)) found.push(ownLink(own));
  return found;
}

function invitationTo(sides: readonly string[], secret: string, own: Own): Link {
  const address = joinAddress(secret);
  return isFor(sides, own.sides)
    ? { name: "Hand over", about: "whoever opens it takes your seat, and you leave it", address }
    : { name: whoOf(sides), about: "whoever opens it first takes the seat", address };
}

function ownLink({ secret, waiting }: Own): Link {
  const marks = waiting ? marksOf(secret) : null;
  return {
    name: "Yourself",
    about: "your own seat, for another device: keep it to yourself",
    address: marks ? otherDeviceAddress(secret, marks) : seatAddress(secret),
  };
}

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** Whether the page was opened under an address that means something else on every machine. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/** A link as it is sent; `origin` is where others find the server. */
export const fullAddress = (origin: string, address: string): string => `${origin}/${address}`;
