// What the controllers of the table decide; that they do it on a page is tested in a browser.

import { describe, expect, it } from "vitest";
import { hexPick, whyQuestion } from "../src/choices";
import { hexCalled, placesToChoose, describe as told } from "../src/controllers/cursor";
import { isShared } from "../src/controllers/hand-over";
import { toAskFor } from "../src/controllers/overlays";
import { tells } from "../src/controllers/previews";
import type { MapHex, Presentation, SeatState } from "../src/generated";
import { waitingText, whyNoEnd, whyNothingLit } from "../src/waiting";
import { decision, option, unit } from "./samples";

const hex = (label: string, ...places: string[]): MapHex => ({
  label,
  x: 0,
  y: 0,
  terrain: "rough",
  in_play: true,
  places,
});
const shown = (more: Partial<Presentation>): Presentation => ({
  title: "t",
  scenario: "s",
  options: [],
  side: "Red",
  turn: 1,
  turns: 9,
  phase: "Movement",
  to_choose: "Red",
  decision: null,
  units: [],
  markers: [],
  tracks: [],
  boxes: [],
  facts: [],
  overlays: [],
  outcome: null,
  ...more,
});
const seat = (more: Partial<SeatState>): SeatState =>
  ({
    kind: "game",
    sides: ["Red"],
    players: { Red: "person", White: "cadet" },
    secrets: false,
    thinking: false,
    leaders: {},
    presentation: shown({}),
    ...more,
  }) as SeatState;

describe("the cursor", () => {
  it("says what lies in a hex and what Enter does", () => {
    const pick = { option: option("move", "hex", ["0101"]), argument: "0101" };
    expect(
      told(hex("0101", "Chita"), [unit("1", "0101", { states: ["moved"] })], [pick, pick]),
    ).toBe("Hex 0101, Chita, rough, Division 1 4-6 moved. Enter: MOVE.");
    expect(told(hex("0102"), [], [])).toBe("Hex 0102, rough, empty.");
  });

  it("goes to units that can be chosen, each place once, and to hexes only without them", () => {
    const units = [unit("a", "0101"), unit("b", "0101"), unit("c", "0203"), unit("d", "")];
    const both = decision(option("select", "unit", ["a", "b", "d"]), option("place", "hex", ["9"]));
    expect(placesToChoose(shown({ units, decision: both }))).toEqual(["0101"]);
    const hexes = decision(option("place", "hex", ["0909", "0808"]));
    expect(placesToChoose(shown({ units, decision: hexes }))).toEqual(["0909", "0808"]);
    expect(placesToChoose(shown({ units }))).toEqual([]);
  });

  it("finds a hex by its number before a place that begins like it", () => {
    const hexes = [hex("0101", "Chita"), hex("chi"), hex("0203", "Lake Baikal", "Irkutsk")];
    expect(hexCalled(" CHI ", hexes)?.label).toBe("chi");
    expect(hexCalled("chit", hexes)?.label).toBe("0101");
    expect(hexCalled("irk", hexes)?.label).toBe("0203");
    expect(hexCalled("baikal", hexes)).toBeUndefined();
  });
});

describe("overlays", () => {
  const overlays = ["reach", "zoc", "supply"];
  const on = new Set(["reach", "zoc"]);

  it("are asked for as far as they are switched on", () => {
    const moving = decision(option("move", "hex", ["0101"]));
    expect(toAskFor(shown({ overlays, decision: moving }), on)).toEqual(["reach", "zoc"]);
  });

  it("leave out reach where notes on the hexes say it, and where no hex can be chosen", () => {
    const noted = decision(option("move", "hex", ["0101"], { notes: ["3"] }));
    expect(toAskFor(shown({ overlays, decision: noted }), on)).toEqual(["zoc"]);
    expect(toAskFor(shown({ overlays }), on)).toEqual(["zoc"]);
  });
});

it("asks why the unit on top cannot be chosen, else why the hex cannot", () => {
  const both = decision(option("move", "hex"), option("select", "unit"));
  expect(whyQuestion(both, "0101", "a")).toEqual({ verb: "select", argument: "a" });
  expect(whyQuestion(both, "0101", "")).toEqual({ verb: "move", argument: "0101" });
  expect(whyQuestion(decision(option("end", "none")), "0101", "a")).toBeNull();
  expect(whyQuestion(null, "0101", "a")).toBeNull();
});

it("previews the first option that a hex is in", () => {
  const options = decision(
    option("a", "unit", ["1"]),
    option("b", "hex", ["1"]),
    option("c", "hex", ["1"]),
  );
  expect(hexPick(options, "1")?.option.verb).toBe("b");
  expect(hexPick(options, "2")).toBeNull();
});

it("shows a preview that tells something, not a mere way", () => {
  const way = {
    path: ["0101", "0102"],
    lines: [],
    result: "",
    chances: [],
    columns: [],
    uncertain: [],
    faces: [],
  };
  expect(tells(way)).toBe(false);
  expect(tells({ ...way, result: "3-1" })).toBe(true);
  const doubt = { text: "markers", case: "7.1", result: "", chances: [] };
  expect(tells({ ...way, uncertain: [doubt] })).toBe(true);
});

it("hides a shared screen with secrets until it is handed over", () => {
  const shared = seat({ secrets: true, sides: ["Red", "White"] });
  expect(isShared(shared)).toBe(true);
  expect(isShared({ ...shared, secrets: false })).toBe(false);
  expect(isShared({ ...shared, sides: ["Red"] })).toBe(false);
  expect(isShared({ ...shared, kind: "what-if" })).toBe(false);
  const outcome = { winner: "Red", level: "", reason: "", case: "", headline: "", detail: "" };
  expect(isShared({ ...shared, presentation: shown({ outcome }) })).toBe(false);
});

it("says whom the table waits for, and why nothing can be ended", () => {
  const state = seat({});
  expect(waitingText(shown({ to_choose: "Red" }), state)).toBe("Waiting for Red.");
  const white = shown({ to_choose: "White" });
  expect(waitingText(white, seat({ thinking: true }))).toBe("White (cadet) is thinking …");
  expect(whyNoEnd(null, white, state)).toBe("Waiting for White (cadet).");
  const moving = shown({ decision: decision(option("move", "hex", ["1"])) });
  expect(whyNoEnd(null, moving, state)).toBe("Not yet: Move units");
  expect(whyNoEnd({ option: option("end", "none"), argument: "" }, moving, state)).toBe("");
  expect(whyNothingLit(moving, state)).toBe("Nothing on the map can be chosen now.");
});
