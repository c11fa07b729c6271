// One's own notes on rules, kept in this browser: they are about a title, not about a game.

const KEY = "stavka.notes";

function all(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

export const noteOn = (slug: string, ruleCase: string): string =>
  all()[`${slug} ${ruleCase}`] ?? "";

/** Keeps a note; an empty one is forgotten. */
export function keepNote(slug: string, ruleCase: string, text: string): void {
  const { [`${slug} ${ruleCase}`]: _, ...others } = all();
  const kept = text.trim() ? { ...others, [`${slug} ${ruleCase}`]: text } : others;
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A full or forbidden storage costs no more than the note.
  }
}
