// Who sits in front of this browser, as far as others at a table are told: a mark that tells it from
// other browsers, drawn once, and a name.

import { randomHex } from "./dice";
import { recall, remember } from "./memory";

const BROWSER = "browser";
const NAME = "name";
export const LONGEST_NAME = 40;

// Where nothing can be kept it lasts as long as the page.
let drawn = "";

export function browserMark(): string {
  drawn ||= recall(BROWSER, "") || randomHex(16);
  remember(BROWSER, drawn);
  return drawn;
}

// The secret of this device, if whoever uses it wants to be known again on this server.
const ACCOUNT = "account";

export const accountSecret = (): string => recall(ACCOUNT, "");
/** Told to the window when another account is used, or none any more. */
export const ACCOUNT_CHANGED = "stavka-account";
export function keepAccount(secret: string): void {
  remember(ACCOUNT, secret);
  dispatchEvent(new Event(ACCOUNT_CHANGED));
}

// What stands for it in addresses and in what is kept of tables: whoever copies an address hands out
// no account.
const OWN = "own";

/** A seat of the account, as the pages of this browser name it. */
export const ownSeat = (table: string, mark: string): string => `${table}.${OWN}.${mark}`;

export const isOwnSeat = (secret: string): boolean => secret.split(".")[1] === OWN;

/** The same as the server is told it. */
export const toldSecret = (secret: string): string =>
  isOwnSeat(secret) ? secret.replace(OWN, accountSecret()) : secret;

export const ownName = (): string => recall(NAME, "");

export const callMe = (name: string): void => remember(NAME, name.trim().slice(0, LONGEST_NAME));
