// The first game of each title in this browser: whoever has none yet, or is still at it, is new to it.

import { recallJson, rememberJson } from "./memory";

const KEY = "first-games";

const all = (): Record<string, string> => recallJson(KEY, {});

export const isNewTo = (slug: string): boolean => !all()[slug];

/** Whether a table is the first one of its title; it is, if there was none before. */
export function isFirstGame(slug: string, table: string): boolean {
  const known = all()[slug];
  if (known) return known === table;
  // Without a storage every game is a first one.
  rememberJson(KEY, { ...all(), [slug]: table });
  return true;
}
