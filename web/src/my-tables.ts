// One's tables: those of this browser, and with an account those of all its devices.

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { AccountSeat } from "./generated";
import { whoOf } from "./marks";
import { isOwnSeat, ownSeat } from "./person";
import type { SavedTable } from "./tables";

export interface MyTable extends SavedTable {
  // Whether the account has it: then this browser cannot forget it for itself.
  kept: boolean;
}

/** Those of the browser as it has them, the newest first, and the others among them; `seats` are those
 * of the account, nothing as long as they are not known. */
export function myTables(
  saved: readonly SavedTable[],
  seats: readonly AccountSeat[] | null,
): MyTable[] {
  const found = saved.flatMap((table) => {
    const seat = seats?.find((one) => isOf(table.secret, one));
    // A seat of the account that it has no more leads nowhere.
    if (!seat && seats && isOwnSeat(table.secret)) return [];
    return [{ ...table, kept: !!seat, ...(seat?.over && { detail: OVER }) }];
  });
  const others = (seats ?? []).filter((seat) => !saved.some(({ secret }) => isOf(secret, seat)));
  return others.map(fromAccount).reduce(amongThem, found);
}

function amongThem(tables: MyTable[], table: MyTable): MyTable[] {
  const next = tables.findIndex(({ seen }) => seen < table.seen);
  return tables.toSpliced(next < 0 ? tables.length : next, 0, table);
}

const OVER = "the game is over";

// A seat is told from the others of its table by the beginning of its hash, which the server keeps;
// secrets from before they named their tables were hashed without them.
const markOf = (secret: string, letters: number): string =>
  bytesToHex(sha256(utf8ToBytes(secret))).slice(0, letters);

function isOf(secret: string, { table, mark }: AccountSeat): boolean {
  const [there, rest = "", known] = secret.split(".");
  if (there !== table) return false;
  if (isOwnSeat(secret)) return known === mark;
  return [secret, rest].some((hashed) => markOf(hashed, mark.length) === mark);
}

const fromAccount = ({
  table,
  mark,
  name,
  sides,
  scenario,
  since,
  over,
}: AccountSeat): MyTable => ({
  secret: ownSeat(table, mark),
  name,
  seat: whoOf(sides),
  detail: over ? OVER : scenario,
  seen: Date.parse(since),
  kept: true,
});
