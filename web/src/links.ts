// The links of the tables that were set up in this browser, and those for spectators that were
// asked for here: the server tells them once and keeps only their hashes, so that they can be shown
// again here alone.

import type { TableLinks } from "./generated";
import { recallJson, rememberJson } from "./memory";
import { seatAddress } from "./tables";

const KEY = "links";
const MOST = 40;

const all = (): TableLinks[] => recallJson(KEY, []);

export function keepLinks(links: TableLinks): void {
  const others = all().filter((one) => one.table !== links.table);
  rememberJson(KEY, [links, ...others].slice(0, MOST));
}

export function linksOf(table: string): TableLinks | null {
  return all().find((one) => one.table === table) ?? null;
}

export interface Invitation {
  // Whom it is for, and what the link opens.
  name: string;
  about: string;
  secret: string;
}

/** Everything that can be handed out from a seat at a table; `links` are there where it was set up. */
export function invitations(
  links: TableLinks | null,
  own: { secret: string; sides: readonly string[] },
): Invitation[] {
  const found: Invitation[] = [];
  for (const [side, secret] of Object.entries(links?.seats ?? {}))
    if (secret !== own.secret) found.push({ name: side, about: "the player of this side", secret });
  const watches = own.sides.length ? links?.spectator : own.secret || links?.spectator;
  if (watches) found.push({ name: "Spectators", about: "see what all may know", secret: watches });
  if (own.secret && own.sides.length)
    found.push({
      name: "Yourself",
      about: "your own seat, for another device: keep it to yourself",
      secret: own.secret,
    });
  return found;
}

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** Whether the page was opened under an address that means something else on every machine. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/** A link as it is sent; `origin` is where others find the server. */
export const fullAddress = (origin: string, secret: string): string =>
  `${origin}/${seatAddress(secret)}`;
