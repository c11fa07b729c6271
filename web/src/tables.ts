// The tables of this browser, kept in its own storage: secrets are told once.

import type { SeatState } from "./generated";
import type { Marks } from "./marks";
import { recallJson, rememberJson } from "./memory";

export interface SavedTable {
  secret: string;
  name: string;
  // Which seat it is, in words.
  seat: string;
  detail: string;
  seen: number;
}

const KEY = "tables";
const MOST = 40;

export const savedTables = (): SavedTable[] => recallJson(KEY, []);

export function saveTable(table: SavedTable): void {
  const others = savedTables().filter((t) => t.secret !== table.secret);
  rememberJson(KEY, [table, ...others].slice(0, MOST));
}

/** The secret of the seat that this browser has at a table; nothing if it has none. */
export function seatAt(table: string): string {
  const own = savedTables().filter(({ secret }) => secret.startsWith(`${table}.`));
  return (own.find(({ seat }) => seat !== "spectator") ?? own[0])?.secret ?? "";
}

export function forgetTable(secret: string): void {
  rememberJson(
    KEY,
    savedTables().filter((t) => t.secret !== secret),
  );
}

/** A seat has got another secret: the table is the same. */
export function renameTable(old: string, secret: string): void {
  rememberJson(
    KEY,
    savedTables().map((t) => (t.secret === old ? { ...t, secret } : t)),
  );
}

export function rememberTable(secret: string, name: string, state: SeatState): void {
  const { turn, turns, phase } = state.presentation;
  saveTable({
    secret,
    name,
    seat: state.sides.length ? state.sides.join(" and ") : "spectator",
    detail: turns ? `turn ${turn} of ${turns}, ${phase}` : phase,
    seen: Date.now(),
  });
}

/** A board to try things on, from a seat to which one goes back. */
export const whatIfAddress = (home: string, secret: string): string =>
  `#seat/${home}/what-if/${secret}`;
export const seatAddress = (secret: string): string => `#seat/${secret}`;
/** Where a seat can be taken with an invitation. */
export const RATINGS = "#ratings";
export const personAddress = (account: string): string => `#people/${account}`;
export const joinAddress = (invitation: string): string => `#join/${invitation}`;
/** One's own seat for another device, with what this one has kept for the dice. */
export const otherDeviceAddress = (
  secret: string,
  { commitment, share }: Pick<Marks, "commitment" | "share">,
): string => `#seat/${secret}/dice/${short(commitment)}/${short(share)}`;

/** Where another device joins one's account. */
export const deviceAddress = (code: string): string => `#device/${code}`;
/** What is kept of people. */
export const PRIVACY = "#privacy";
/** Experiments and runs, on one's own server. */
export const LABORATORY = "#lab";

const WHERE =
  /^#(?:(?<lab>lab)|(?<privacy>privacy)|(?<ratings>ratings)|people\/(?<person>\w+)|table\/(?<table>\w+)|stop\/(?<stop>[\w-]+)|device\/(?<device>[\w-]+)|join\/(?<join>[\w.-]+)|seat\/(?<seat>[\w.-]+)(?:\/what-if\/(?<board>[\w.-]+)|\/dice\/(?<commitment>[\w-]{43})\/(?<share>[\w-]{43}))?)$/;

export interface Where {
  // The laboratory; or what is kept of people; or a code for another device; or an invitation; or a seat, and a board made from it, or what another device has kept for the dice.
  lab?: string;
  privacy?: string;
  ratings?: string;
  // The account of somebody.
  person?: string;
  device?: string;
  // A table at which this browser or its account has a seat, as notices name it; or the end of mails.
  table?: string;
  stop?: string;
  join?: string;
  seat?: string;
  board?: string;
  kept?: Pick<Marks, "commitment" | "share">;
}

/** What the part behind the # leads to; nothing but the lobby if it is empty. */
export function whereTo(hash: string): Where {
  const found = WHERE.exec(hash)?.groups ?? {};
  const {
    lab,
    privacy,
    ratings,
    person,
    table,
    stop,
    device,
    join,
    seat,
    board,
    commitment,
    share,
  } = found;
  const kept = commitment && share && { commitment: long(commitment), share: long(share) };
  return {
    ...(lab && { lab }),
    ...(privacy && { privacy }),
    ...(ratings && { ratings }),
    ...(person && { person }),
    ...(table && { table }),
    ...(stop && { stop }),
    ...(device && { device }),
    ...(join && { join }),
    ...(seat && { seat }),
    ...(board && { board }),
    ...(kept && { kept }),
  };
}

/** 64 hexadecimal digits in 43 letters: a QR code is to be read at arm's length. */
const short = (hex: string): string =>
  btoa(hex.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace("=", "");

const long = (letters: string): string =>
  [...atob(letters.replaceAll("-", "+").replaceAll("_", "/"))]
    .map((letter) => letter.charCodeAt(0).toString(16).padStart(2, "0"))
    .join("");
