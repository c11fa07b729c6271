// The tables of this browser, kept in its own storage: secrets are told once.

import type { SeatState, TableLinks } from "./generated";
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

export function forgetTable(secret: string): void {
  rememberJson(
    KEY,
    savedTables().filter((t) => t.secret !== secret),
  );
}

export function rememberTable(secret: string, name: string, state: SeatState): void {
  const { turn, turns, phase } = state.presentation;
  saveTable({
    secret,
    name,
    seat: state.sides.length ? state.sides.join(" and ") : "spectator",
    detail: `turn ${turn} of ${turns}, ${phase}`,
    seen: Date.now(),
  });
}

/** Where the person who set up a table goes: to the shared seat, their own, or to watch. */
export function ownSeat(links: TableLinks): string {
  return links.hot_seat || Object.values(links.seats)[0] || links.spectator;
}

/** A board to try things on, from a seat to which one goes back. */
export const whatIfAddress = (home: string, secret: string): string =>
  `#seat/${home}/what-if/${secret}`;
export const seatAddress = (secret: string): string => `#seat/${secret}`;
