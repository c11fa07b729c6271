// What this browser has kept of the dice of a seat since it was taken, and whether the server still
// says the same. As long as it does, nobody can have chosen a roll; if it does not, the share stays
// shut and people are told.

import { committed, keepsPledge, randomHex } from "./dice";
import type { DiceState, SeatState } from "./generated";
import { recallJson, rememberJson } from "./memory";

export interface Marks {
  // The hash of the server's secret as it was told first; empty before anything was.
  commitment: string;
  // What this browser has drawn, and the hash of it that was published; empty before the sides of the
  // seat are known.
  share: string;
  own: string;
  // Just taken; waiting to be opened; opened; or too late: the dice were settled before.
  step: "new" | "kept" | "opened" | "late";
  // What everybody had committed himself to when it was opened.
  seen: Record<string, string>;
  // When it was last sent, from whatever page of this browser.
  sent: number;
  // Whether it was drawn again after an earlier one had been opened.
  redrawn?: boolean;
  // Whether the dice of the server alone were agreed to from here.
  agreed?: boolean;
}

const KEY = "marks";
const MOST = 80;

const all = (): Record<string, Marks> => recallJson(KEY, {});

export const marksOf = (secret: string): Marks | null => all()[secret] ?? null;

export function keepMarks(secret: string, marks: Marks): void {
  const { [secret]: _, ...others } = all();
  const kept = Object.entries(others).slice(-MOST + 1);
  rememberJson(KEY, Object.fromEntries([...kept, [secret, marks]]));
}

/** Notes whether the dice of the server alone were agreed to from here. */
export function keepAgreement(secret: string, agreed: boolean): void {
  const marks = marksOf(secret);
  if (marks) keepMarks(secret, { ...marks, agreed });
}

/** Whether others are said to have agreed to the dice of the server alone, and not from here. */
export const saidToAgree = (marks: Marks | null, dice: DiceState): boolean =>
  !!marks && dice.alone && !marks.agreed;

/** What the server calls a seat. */
export const whoOf = (sides: readonly string[]): string => sides.join(" and ");

/** A new share, for a seat that is about to be taken. */
export function drawMarks(table: string, sides: readonly string[], commitment: string): Marks {
  const share = randomHex();
  const own = committed(table, whoOf(sides), share);
  return { commitment, share, own, step: "new", seen: {}, sent: 0 };
}

/** What a seat is to commit itself to that is asked for a share: one that nobody has seen. */
export function drawnAnew(kept: Marks | null, table: string, { dice, sides }: Told): Marks {
  if (kept?.step === "new" && kept.own === committed(table, whoOf(sides), kept.share)) return kept;
  const marks = drawMarks(table, sides, kept?.commitment || dice.commitment);
  return kept?.step === "opened" || kept?.redrawn ? { ...marks, redrawn: true } : marks;
}

/** The marks of a seat that was taken on another device. */
export const broughtMarks = (commitment: string, share: string): Marks => ({
  commitment,
  share,
  own: "",
  step: "new",
  seen: {},
  sent: 0,
});

export interface Judgement {
  // What is to be kept from now on.
  marks: Marks;
  // Whether the share is to be opened now.
  open: boolean;
  // What is wrong, in plain words.
  warning: string;
}

type Told = Pick<SeatState, "dice" | "sides">;

/** What to make of a state. */
export function judge(kept: Marks, table: string, { dice, sides }: Told): Judgement {
  const who = whoOf(sides);
  const marks = {
    ...kept,
    commitment: kept.commitment || dice.commitment,
    own: kept.own || committed(table, who, kept.share),
  };
  // The server has not heard of it yet.
  if (dice.anew) return { marks, open: false, warning: "" };
  if (marks.step === "new") marks.step = firstStep(marks, who, dice);
  const warning = whatIsWrong(marks, who, dice);
  // Whoever did not know his sides when he asked for the seat has committed himself to nothing.
  const mine = marks.own === committed(table, who, marks.share);
  const open = dice.wanted && !warning && mine;
  if (open && marks.step === "kept") marks.step = "opened";
  if (marks.step === "opened" && !Object.keys(marks.seen).length) marks.seen = dice.shares;
  return { marks, open, warning };
}

function firstStep({ own }: Marks, who: string, { shares, wait_for }: DiceState): Marks["step"] {
  if (wait_for.length) return "kept";
  // Opened on another device, or the dice were there before whoever plays now.
  return shares[who] === own ? "opened" : "late";
}

function whatIsWrong({ commitment, own, step, seen }: Marks, who: string, dice: DiceState): string {
  if (dice.commitment !== commitment)
    return "The server has another secret for the dice than the one that this browser was told of when you took your seat. Whoever runs it may have chosen the dice.";
  // All have agreed to do without shares.
  if (dice.alone || step === "late") return "";
  if (dice.shares[who] !== own)
    return "What the server says that you add to the dice is not what this browser has drawn. Whoever runs it may have chosen the dice.";
  const changed = changedSince(seen, dice);
  if (changed.length)
    return `What ${changed.join(" and ")} adds to the dice was changed after your part had been opened. Whoever knew it may have chosen the dice.`;
  return "";
}

/** Who adds something else to the dice, or comes new or not at all, since a share was opened. */
function changedSince(seen: Record<string, string>, { shares }: DiceState): string[] {
  if (!Object.keys(seen).length) return [];
  return [...new Set([...Object.keys(seen), ...Object.keys(shares)])].filter(
    (one) => shares[one] !== seen[one],
  );
}

export interface Verdict {
  sound: boolean;
  text: string;
}

/** Once everything has been told: whether it is what was committed to. */
export function verdict(table: string, dice: DiceState, marks: Marks | null): Verdict | null {
  if (!dice.seed) return null;
  if (!keepsPledge(table, dice, dice.seed, dice.commitment))
    return wrong("the server's secret is not the one that it had committed itself to");
  const false_ = Object.entries(dice.shares).find(
    ([who, published]) => committed(table, who, dice.opened[who] ?? "") !== published,
  );
  if (false_) return wrong(`the share of ${false_[0]} is not the one that was committed to`);
  if (marks && marks.commitment !== dice.commitment)
    return wrong("this browser was told of another secret when you took your seat");
  if (marks?.step === "opened" && !dice.alone && changedSince(marks.seen, dice).length)
    return wrong(
      "others have added to the dice than this browser knew of when it opened its share",
    );
  const shares = Object.keys(dice.shares).length ? "and every share are" : "is";
  const kept = marks ? ", and what this browser has kept agrees" : "";
  return {
    sound: true,
    text: `Checked here: the server's secret ${shares} what was committed to before the first roll${kept}.`,
  };
}

const wrong = (why: string): Verdict => ({
  sound: false,
  text: `Checked here, and wrong: ${why}.`,
});
