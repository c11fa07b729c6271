// What the server tells by its difference from what was before, put together again.

import type { Changes, News, Presentation, SeatState } from "./generated";

/** A list as it is now. */
export function changed<T>(before: readonly T[], { gone, new: arrived, places }: Changes): T[] {
  const away = new Set(gone);
  const now = before.filter((_, place) => !away.has(place));
  // From the first place to the last: whatever stands before a place is there already.
  for (const [i, place] of places.entries()) now.splice(place, 0, arrived[i] as T);
  return now;
}

/** A state with its whole log, from the one before and what is different. */
export function updated(before: SeatState, news: News): SeatState {
  const shown = before.presentation;
  const lists = Object.entries(news.lists).map(([name, changes]) => [
    name,
    changed(shown[name as keyof Presentation] as unknown[], changes),
  ]);
  return {
    ...before,
    ...news.state,
    presentation: { ...shown, ...news.presentation, ...Object.fromEntries(lists) },
    log: [...before.log.slice(0, news.log_from), ...news.log],
    talk: [...before.talk.slice(0, news.talk_from), ...news.talk],
  };
}
