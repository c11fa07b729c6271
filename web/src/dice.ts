// What this browser adds to the dice of a table: numbers drawn by chance, and their hashes, as
// engine/shares.py reckons them. The browser's own hashes are not to be had over plain http.

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { DiceState } from "./generated";

const SHARE_BYTES = 32;

/** So many random bytes, in hexadecimal digits. */
export const randomHex = (bytes = SHARE_BYTES): string =>
  bytesToHex(crypto.getRandomValues(new Uint8Array(bytes)));

const hash = (...lines: string[]): string => bytesToHex(sha256(utf8ToBytes(lines.join("\n"))));

/** What a player publishes of his share; `who` names the sides that he plays. */
export const committed = (table: string, who: string, share: string): string =>
  hash("stavka share", table, who, share);

/** Whether a secret of the server is the one that it has published the hash of, together with what
 * is fixed by it: who adds to the dice, how many came from a file, and how the game began. */
export const keepsPledge = (
  table: string,
  { seats, file, begun }: Pick<DiceState, "seats" | "file" | "begun">,
  seed: string,
  published: string,
): boolean =>
  hash("stavka dice 2", table, [...seats].sort().join(", "), `${file}`, begun, seed) ===
    published || oldPledge(seed) === published;

/** What was published at tables from before players added to the dice. */
const oldPledge = (seed: string): string =>
  bytesToHex(sha256(concatBytes(utf8ToBytes("stavka seed commitment 1"), hexToBytes(seed))));
