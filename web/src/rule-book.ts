// The rules of a title as a book: what is searched for in it.

import type { RuleChapter, RulePage } from "./generated";

const MOST = 40;

/** The pages that speak of all the words, those whose number or heading does first. */
export function found(book: readonly RuleChapter[], asked: string): RulePage[] {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const holds = (text: string): boolean => words.every((word) => text.includes(word));
  const pages = book.flatMap((chapter) => chapter.pages);
  const heads: RulePage[] = [];
  const texts: RulePage[] = [];
  for (const page of pages) {
    const head = `${page.case} ${page.title}`.toLowerCase();
    if (holds(head)) heads.push(page);
    else if (holds(`${head} ${page.text.toLowerCase()}`)) texts.push(page);
  }
  return [...heads, ...texts].slice(0, MOST);
}

/** The chapter that a case belongs to. */
export const chapterOf = (book: readonly RuleChapter[], ruleCase: string): string =>
  book.find((chapter) => chapter.pages.some((page) => page.case === ruleCase))?.number ?? "";
