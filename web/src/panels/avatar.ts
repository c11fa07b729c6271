// Who somebody is, at a glance: the first letters of a name in one of twelve colours, which the
// server chooses so that it is the same on all screens.

import { html, nothing, type TemplateResult } from "lit";

/** One letter or two, of the first word and the last.
 * "Anna Maria Berg" is AB. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/u).filter(Boolean);
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return ends.map((word) => firstLetter(word)).join("");
}

// What looks like one letter may be written with several.
function firstLetter(word: string): string {
  const [first] = new Intl.Segmenter().segment(word);
  return (first?.segment ?? "").toLocaleUpperCase();
}

/** The name is told beside it, so that nobody hears it twice. */
export const avatar = (name: string, hue: number): TemplateResult | typeof nothing =>
  name
    ? html`<span class="avatar" data-hue=${hue} aria-hidden="true">${initials(name)}</span>`
    : nothing;
