import { expect, it } from "vitest";
import type { RuleChapter } from "../src/generated";
import { chapterOf, found } from "../src/rule-book";

const page = (number: string, title: string, text: string) => ({ case: number, title, text });
const book: RuleChapter[] = [
  {
    number: "5",
    name: "Movement",
    pages: [page("5.1", "How units move", "A retreat is no movement."), page("5.2", "Rail", "")],
  },
  {
    number: "10",
    name: "Results",
    pages: [page("10.2", "Retreat", "One hex back."), page("10.21", "Who leads it", "")],
  },
];
const cases = (asked: string): string[] => found(book, asked).map((one) => one.case);

it("finds rules by number, heading and text, headings first", () => {
  expect(cases("retreat")).toEqual(["10.2", "5.1"]);
  expect(cases("RETREAT hex")).toEqual(["10.2"]);
  expect(cases("10.2")).toEqual(["10.2", "10.21"]);
  expect(cases("submarine")).toEqual([]);
  expect(cases("  ")).toEqual([]);
});

it("knows the chapter of a case", () => {
  expect(chapterOf(book, "10.21")).toBe("10");
  expect(chapterOf(book, "99.1")).toBe("");
});
