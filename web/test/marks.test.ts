import { beforeEach, describe, expect, it, vi } from "vitest";
import { committed, keepsPledge, randomHex } from "../src/dice";
import type { DiceState } from "../src/generated";
import {
  broughtMarks,
  drawMarks,
  drawnAnew,
  judge,
  keepAgreement,
  keepMarks,
  marksOf,
  saidToAgree,
  verdict,
} from "../src/marks";
import { browserMark, callMe, ownName } from "../src/person";
import { memory } from "./samples";

const TABLE = "0123456789abcdef";
const SEED = "22".repeat(32);
// As tests/server/test_shared_dice.py has it.
const PLEDGE = "f8850918efced7290d82922d2d517381e944f5e2696f4aeeb9489b31b7ba48c9";
const FIXED = { seats: ["Soviet", "Chinese"], file: 3, begun: "ab".repeat(32) };

beforeEach(() => vi.stubGlobal("localStorage", memory()));

describe("hashes", () => {
  it("are those of the server", () => {
    expect(committed(TABLE, "Soviet", "11".repeat(32))).toBe(
      "d952f236cebc65907d1b3bb96872594eebecb4dd5e1a399a87c54098b3e0f151",
    );
    expect(keepsPledge(TABLE, FIXED, SEED, PLEDGE)).toBe(true);
    expect(keepsPledge(TABLE, FIXED, "23".repeat(32), PLEDGE)).toBe(false);
    expect(keepsPledge(TABLE, { ...FIXED, seats: ["Soviet"] }, SEED, PLEDGE)).toBe(false);
  });

  it("of tables from before there were shares are known too", () => {
    const old = "0ec19f40a8293c6d0e03b558fe6be400d7556dd27b1ac49a9713029e656e42ad";
    expect(keepsPledge(TABLE, FIXED, SEED, old)).toBe(true);
  });

  it("are of numbers that nobody knows", () => {
    expect(randomHex()).toMatch(/^[0-9a-f]{64}$/);
    expect(randomHex()).not.toBe(randomHex());
  });
});

const dice = (more: Partial<DiceState> = {}): DiceState => ({
  commitment: PLEDGE,
  shares: {},
  wait_for: [],
  wanted: false,
  anew: false,
  alone: false,
  ...FIXED,
  seed: "",
  opened: {},
  ...more,
});
const sides = ["Red"];
const drawn = () => drawMarks(TABLE, sides, PLEDGE);
const blue = committed(TABLE, "Blue", "33".repeat(32));

describe("a share", () => {
  it("is kept until everybody has come, and then opened", () => {
    const marks = drawn();
    const waits = dice({ shares: { Red: marks.own }, wait_for: ["Red", "Blue"] });
    const first = judge(marks, TABLE, { dice: waits, sides });
    expect(first).toEqual({ marks: { ...marks, step: "kept" }, open: false, warning: "" });
    const wanted = { ...waits, shares: { Red: marks.own, Blue: blue }, wanted: true };
    const second = judge(first.marks, TABLE, { dice: wanted, sides });
    expect(second.open).toBe(true);
    expect(second.marks).toEqual({ ...marks, step: "opened", seen: wanted.shares });
    const there = { ...wanted, wait_for: [], wanted: false };
    expect(judge(second.marks, TABLE, { dice: there, sides }).warning).toBe("");
  });

  it.each([
    ["another secret", { commitment: "other" }],
    ["another share", { shares: { Red: "other", Blue: blue } }],
    ["no share", { shares: { Blue: blue } }],
  ])("stays shut if the marks differ: %s", (_, more) => {
    const marks = { ...drawn(), step: "kept" as const };
    const shares = { Red: marks.own, Blue: blue };
    const told = dice({ shares, wait_for: ["Red"], wanted: true, ...more });
    const { open, warning } = judge(marks, TABLE, { dice: told, sides });
    expect(open).toBe(false);
    expect(warning).toContain("may have chosen the dice");
  });

  it("that was opened holds the others to theirs", () => {
    const own = drawn();
    const marks = { ...own, step: "opened" as const, seen: { Red: own.own, Blue: blue } };
    const told = dice({ shares: { Red: marks.own, Blue: "other" } });
    expect(judge(marks, TABLE, { dice: told, sides }).warning).toContain("What Blue adds");
    const more = dice({ shares: { Red: marks.own, Blue: blue, Umpire: "new" } });
    expect(judge(marks, TABLE, { dice: more, sides }).warning).toContain("What Umpire adds");
    // Unless all have agreed to do without.
    const alone = dice({ alone: true });
    expect(judge(marks, TABLE, { dice: alone, sides }).warning).toBe("");
  });

  it("may come too late, if the dice were there before", () => {
    const late = judge(drawn(), TABLE, { dice: dice({ shares: { Red: "of another" } }), sides });
    expect([late.marks.step, late.open, late.warning]).toEqual(["late", false, ""]);
    // But not later: what waited cannot be settled without it.
    const kept = { ...drawn(), step: "kept" as const };
    expect(judge(kept, TABLE, { dice: dice({ shares: { Red: "x" } }), sides }).warning).not.toBe(
      "",
    );
  });

  it("is not left out without a word, unless that was agreed to from here", () => {
    const alone = dice({ alone: true });
    keepMarks("seat", drawn());
    expect(saidToAgree(marksOf("seat"), alone)).toBe(true);
    keepAgreement("seat", true);
    expect(saidToAgree(marksOf("seat"), alone)).toBe(false);
    keepAgreement("seat", false);
    expect(saidToAgree(marksOf("seat"), alone)).toBe(true);
    expect([saidToAgree(null, alone), saidToAgree(drawn(), dice())]).toEqual([false, false]);
  });

  it("comes along to another device", () => {
    const { share, own, commitment } = drawn();
    const wanted = dice({ shares: { Red: own, Blue: blue }, wait_for: ["Red"], wanted: true });
    const there = judge(broughtMarks(commitment, share), TABLE, { dice: wanted, sides });
    expect([there.open, there.marks.own, there.warning]).toEqual([true, own, ""]);
    const opened = { ...wanted, wait_for: [], wanted: false };
    const after = judge(broughtMarks(commitment, share), TABLE, { dice: opened, sides });
    expect([after.marks.step, after.warning]).toEqual(["opened", ""]);
  });

  it("of a seat whose sides were not known when it was asked for is not opened", () => {
    const marks = { ...drawMarks(TABLE, [], ""), step: "kept" as const };
    const wanted = dice({ shares: { Red: marks.own }, wait_for: ["Red"], wanted: true });
    const { open, warning } = judge(marks, TABLE, { dice: wanted, sides });
    expect([open, warning]).toEqual([false, ""]);
  });
});

describe("a share that is not the first", () => {
  it("that was opened is drawn again if all were thrown away, and that is said", () => {
    const told = { dice: dice({ anew: true, wait_for: ["Red"] }), sides };
    const first = drawnAnew(null, TABLE, told);
    expect(first.redrawn).toBeUndefined();
    // Nobody has seen it: it is not drawn a second time.
    expect(drawnAnew(first, TABLE, told)).toBe(first);
    const again = drawnAnew({ ...first, step: "opened" }, TABLE, told);
    expect(again.share).not.toBe(first.share);
    expect(again).toMatchObject({ redrawn: true, step: "new", commitment: PLEDGE });
    expect(judge(again, TABLE, told)).toMatchObject({ open: false, warning: "" });
  });

  it("is remembered with its seat", () => {
    const marks = drawn();
    keepMarks("seat", marks);
    expect([marksOf("seat"), marksOf("other")]).toEqual([marks, null]);
  });
});

describe("at the end", () => {
  const share = "33".repeat(32);
  const told = dice({ shares: { Blue: blue }, opened: { Blue: share }, seed: SEED });
  const marks = { ...drawn(), step: "late" as const };

  it("nothing is said before everything is told", () => {
    expect(verdict(TABLE, dice(), null)).toBe(null);
  });

  it("what was told is what was committed to", () => {
    expect(verdict(TABLE, told, null)?.sound).toBe(true);
    expect(verdict(TABLE, told, marks)?.text).toContain("this browser has kept agrees");
  });

  it.each([
    ["the server's secret", { ...told, seed: "23".repeat(32) }],
    ["the share of Blue", { ...told, opened: { Blue: "34".repeat(32) } }],
    ["the share of Blue", { ...told, opened: {} }],
  ])("or it is not: %s", (what, wrong) => {
    const found = verdict(TABLE, wrong, marks)!;
    expect(found.sound).toBe(false);
    expect(found.text).toContain(what);
  });

  it("or it is not what this browser was told", () => {
    expect(verdict(TABLE, told, { ...marks, commitment: "other" })?.sound).toBe(false);
  });
});

describe("whoever sits there", () => {
  it("has a mark that is drawn once, and a name", () => {
    expect(browserMark()).toMatch(/^[0-9a-f]{32}$/);
    expect(browserMark()).toBe(browserMark());
    callMe(`  Anna ${"x".repeat(60)}`);
    expect(ownName()).toHaveLength(40);
    expect(ownName().startsWith("Anna x")).toBe(true);
  });
});
