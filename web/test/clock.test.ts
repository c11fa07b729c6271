import { nothing } from "lit";
import { describe, expect, it } from "vitest";
import { clockFor } from "../src/bring";
import type { ClockView, ContactView, SeatState } from "../src/generated";
import { clocksStand } from "../src/notices";
import { leftWords, secondsLeft, timeIsUp } from "../src/panels/clock";

const NOW = Date.parse("2026-08-10T12:00:00Z");
const clock = (more: Partial<ClockView> = {}): ClockView => ({
  days: 3,
  runs: "Red",
  until: "2026-08-12T16:00:00Z",
  left: { Red: 200_000, Blue: 86_400 },
  away: "",
  claimant: "",
  grace: "",
  lost: "",
  ...more,
});

it("tells how long there is to what is worth knowing", () => {
  expect(leftWords(2 * 86_400 + 4 * 3600 + 59)).toBe("2 days 4 h");
  expect(leftWords(86_400 + 60)).toBe("1 day");
  expect(leftWords(86_399)).toBe("23 h 59 min");
  expect(leftWords(3600)).toBe("1 h");
  expect(leftWords(125)).toBe("2 min");
  expect(leftWords(5)).toBe("less than a minute");
  expect(leftWords(0)).toBe("time is up");
});

it("lets one clock run, and none of somebody who is away", () => {
  expect(secondsLeft(clock(), "Red", NOW)).toBe(2 * 86_400 + 4 * 3600);
  expect(secondsLeft(clock(), "Blue", NOW)).toBe(86_400);
  const away = clock({ away: "2026-08-11T16:00:00Z" });
  expect(secondsLeft(away, "Red", NOW)).toBe(86_400);
  expect(secondsLeft(away, "Red", NOW + 7_200_000)).toBe(86_400);
  expect(secondsLeft(away, "Red", NOW + 2 * 86_400_000)).toBe(4 * 3600);
});

describe("what is said once time is up", () => {
  const shown = (sides: string[], more: Partial<ClockView>, later = 3 * 86_400_000): string => {
    const state = { clock: clock(more), sides } as unknown as SeatState;
    const found = timeIsUp(state, NOW + later, () => {});
    return found === nothing ? "" : JSON.stringify(found);
  };
  const claimed = { claimant: "Blue", grace: "2026-08-14T12:00:00Z" };

  it("is nothing before", () => {
    expect(shown(["Blue"], {}, 0)).toBe("");
    expect(shown(["Blue"], { runs: "", until: "" })).toBe("");
  });

  it("is a claim for the other side alone", () => {
    expect(shown(["Blue"], {})).toContain("Claim the win");
    expect(shown(["Red"], {})).not.toContain("Claim the win");
    expect(shown([], {})).not.toContain("Claim the win");
  });

  it("is more time during the grace, and the win after it", () => {
    expect(shown(["Blue"], claimed)).toContain("Give more time");
    expect(shown(["Blue"], claimed)).not.toContain("Take the win");
    expect(shown(["Blue"], claimed, 5 * 86_400_000)).toContain("Take the win");
    expect(shown(["Red"], claimed)).toContain("Blue claims the win. Choose until");
  });
});

it("is for people who play each other, each at a screen of his own", () => {
  const two = { Red: "person", Blue: "person" };
  expect(clockFor(3, two, false)).toBe(3);
  expect(clockFor(3, two, true)).toBeNull();
  expect(clockFor(3, { Red: "person", Blue: "cadet" }, false)).toBeNull();
  expect(clockFor(null, two, false)).toBeNull();
});

it("tells whoever is away for how long clocks stand", () => {
  const words = (away: string, stands: string): string =>
    clocksStand({ quiet: { away }, days_left: 4, stands } as unknown as ContactView);
  expect(words("", "")).toContain("4 are left");
  expect(words("2999-01-31", "")).toContain("used up");
  expect(words("2999-01-31", "2999-01-12T00:00:00Z")).toContain("from then on they run");
});
