// The first game of each title in this browser: whoever has none yet, or is still at it, is new to it.

const KEY = "stavka.first-games";

function all(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

export const isNewTo = (slug: string): boolean => !all()[slug];

/** Whether a table is the first one of its title; it is, if there was none before. */
export function isFirstGame(slug: string, table: string): boolean {
  const known = all()[slug];
  if (known) return known === table;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [slug]: table }));
  } catch {
    // Without a storage every game is a first one.
  }
  return true;
}
