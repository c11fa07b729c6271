// One's own notes on rules, kept in this browser: they are about a title, not about a game.

import { recallJson, rememberJson } from "./memory";

const KEY = "notes";

const all = (): Record<string, string> => recallJson(KEY, {});

export const noteOn = (slug: string, ruleCase: string): string =>
  all()[`${slug} ${ruleCase}`] ?? "";

/** Keeps a note; an empty one is forgotten. */
export function keepNote(slug: string, ruleCase: string, text: string): void {
  const { [`${slug} ${ruleCase}`]: _, ...others } = all();
  rememberJson(KEY, text.trim() ? { ...others, [`${slug} ${ruleCase}`]: text } : others);
}
