// Being known again: what a browser calls itself and its seats, and which tables are its own.

import { beforeEach, describe, expect, it, vi } from "vitest";
import { deleteAccount, deviceName, forgetAccount, joinAccount, spelt } from "../src/account";
import { getSeat } from "../src/api";
import type { AccountSeat, AccountView } from "../src/generated";
import { linksFrom } from "../src/links";
import { myTables } from "../src/my-tables";
import { initials } from "../src/panels/avatar";
import { accountSecret, isOwnSeat, keepAccount, ownSeat, toldSecret } from "../src/person";
import { sections } from "../src/privacy";
import tokens from "../src/styles/tokens.css?raw";
import { type SavedTable, savedTables, saveTable, whereTo } from "../src/tables";
import { memory } from "./samples";

const TABLE = "0123456789abcdef";
const SECRET = `${TABLE}.secret`;
// The beginning of its SHA-256.
const MARK = "ece8036d";

const seat = (more: Partial<AccountSeat> = {}): AccountSeat => ({
  table: TABLE,
  mark: MARK,
  title: "x",
  name: "A Game",
  scenario: "Short",
  sides: ["Red"],
  since: "2026-01-02T00:00:00Z",
  over: false,
  ...more,
});
const saved = (secret: string, seen = 1): SavedTable => ({
  secret,
  name: "A Game",
  seat: "Red",
  detail: "turn 1",
  seen,
});

interface Asked {
  path: string;
  method: string;
  headers: Record<string, string>;
}

/** A server that answers with these one after the other, and what it is asked. */
function server(...answers: [number, unknown][]): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (path: string, { method, headers }: RequestInit) => {
    asked.push({ path, method: method ?? "", headers: headers as Record<string, string> });
    const [status, body] = answers.shift() ?? [204, null];
    return new Response(body === null ? null : JSON.stringify(body), { status });
  });
  return asked;
}

beforeEach(() => {
  vi.stubGlobal("localStorage", memory());
  vi.stubGlobal("dispatchEvent", () => true);
  vi.stubGlobal("navigator", { userAgent: "" });
});

describe("initials", () => {
  it.each([
    ["Anna", "A"],
    ["anna maria berg", "AB"],
    ["  Änne  ", "Ä"],
    ["jean-luc", "JL"],
    ["李 小龙", "李小"],
    ["👩‍🚀 Kim", "👩‍🚀K"],
    ["", ""],
  ])("of %s are %s", (name, letters) => {
    expect(initials(name)).toBe(letters);
  });

  it("stand on twelve colours on which they can be read", () => {
    const hues = [...tokens.matchAll(/--avatar-\d+: #(\w{6});/g)].map(([, hex]) => hex ?? "");
    expect(hues).toHaveLength(12);
    const dark = hues.map((hex) =>
      [0, 2, 4]
        .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
        .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i]!, 0),
    );
    // White on them.
    expect(Math.min(...dark.map((luminance) => 1.05 / (luminance + 0.05)))).toBeGreaterThan(4.5);
  });
});

describe("a device", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox on Linux"],
    [
      "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36",
      "Chrome on Android",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605 Version/17.5 Safari/604",
      "Safari on iPhone",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0",
      "Edge on Windows",
    ],
    ["curl/8", ""],
  ])("is called by what it is: %s", (agent, name) => {
    expect(deviceName(agent)).toBe(name);
  });

  it("comes by a code that can be read out, or by a link", () => {
    expect(spelt("ABCDEFGHJK")).toBe("ABCDE-FGHJK");
    expect(whereTo("#device/ABCDE-FGHJK")).toEqual({ device: "ABCDE-FGHJK" });
    expect(whereTo("#privacy")).toEqual({ privacy: "privacy" });
  });

  it("brings the seats that it has if that is wanted, whatever the server says of some", async () => {
    for (const secret of ["b.gone", "a.mine"]) saveTable(saved(secret));
    saveTable({ ...saved("c.eyes"), seat: "spectator" });
    const asked = server([201, { id: "x", name: "Anna", secret: "device" }], [404, { error: "" }]);
    await joinAccount("ABCDE-FGHJK", true);
    expect(accountSecret()).toBe("device");
    expect(asked.slice(1).map(({ headers }) => headers.authorization)).toEqual([
      "Bearer a.mine",
      "Bearer b.gone",
    ]);
    expect(asked[1]!.headers["stavka-account"]).toBe("device");
    const alone = server([201, { id: "x", name: "Anna", secret: "device" }]);
    await joinAccount("ABCDE-FGHJK", false);
    expect(alone).toHaveLength(1);
  });
});

describe("a seat of the account", () => {
  it("is named without the secret, which only the server is told", async () => {
    keepAccount("device");
    const own = ownSeat(TABLE, MARK);
    expect(own).not.toContain("device");
    expect([isOwnSeat(own), isOwnSeat(SECRET)]).toEqual([true, false]);
    expect([toldSecret(own), toldSecret(SECRET)]).toEqual([`${TABLE}.device.${MARK}`, SECRET]);
    const asked = server([200, {}]);
    await getSeat(own);
    expect(asked[0]!.path).toBe(`/api/tables/${TABLE}`);
    expect(asked[0]!.headers.authorization).toBe(`Bearer ${TABLE}.device.${MARK}`);
  });

  it("has no link that others could open", () => {
    const own = { secret: ownSeat(TABLE, MARK), sides: ["Red"], seats: [], waiting: false };
    expect(linksFrom(null, own)).toEqual([]);
  });
});

describe("one's tables", () => {
  it("are those of this browser, and those of the account", () => {
    const other = seat({ table: "f".repeat(16), mark: "00000000", since: "2026-03-01T00:00:00Z" });
    const found = myTables([saved(SECRET, Date.parse("2026-02-01"))], [seat(), other]);
    expect(found.map(({ secret, kept, detail }) => ({ secret, kept, detail }))).toEqual([
      { secret: ownSeat(other.table, other.mark), kept: true, detail: "Short" },
      { secret: SECRET, kept: true, detail: "turn 1" },
    ]);
  });

  it("say when a game is over", () => {
    const over = seat({ over: true });
    expect(myTables([], [over])[0]!.detail).toBe("the game is over");
    expect(myTables([saved(SECRET)], [over])[0]!.detail).toBe("the game is over");
  });

  it("know a seat from before secrets named their tables", () => {
    const older = seat({ mark: "2bb80d53" });
    expect(myTables([saved(SECRET)], [older])).toHaveLength(1);
  });

  it("of the account go when it has them no more, not before that is known", () => {
    const tables = [saved(ownSeat(TABLE, MARK)), saved("b.mine")];
    expect(myTables(tables, null)).toHaveLength(2);
    expect(myTables(tables, []).map(({ secret }) => secret)).toEqual(["b.mine"]);
    expect(myTables(tables, [])[0]!.kept).toBe(false);
  });
});

describe("deleting one's data", () => {
  const account = { seats: [seat()] } as unknown as AccountView;

  it("gives the seats back first, if that is wanted", async () => {
    keepAccount("device");
    for (const secret of [SECRET, "b.other"]) saveTable(saved(secret));
    const other = seat({ table: "f".repeat(16) });
    const asked = server([204, null], [409, { error: "the dice are being settled" }]);
    await deleteAccount({ ...account, seats: [seat(), other] }, true);
    expect(asked.map(({ path, method }) => `${method} ${path}`)).toEqual([
      `POST /api/tables/${other.table}/give-back`,
      `POST /api/tables/${TABLE}/give-back`,
      "DELETE /api/account",
    ]);
    expect(accountSecret()).toBe("");
    // The one that was refused is still this browser's.
    expect(savedTables().map(({ secret }) => secret)).toEqual(["b.other", SECRET]);
  });

  it("leaves the seats that this browser has taken itself", async () => {
    keepAccount("device");
    for (const secret of [SECRET, ownSeat(TABLE, "x")]) saveTable(saved(secret));
    const asked = server();
    await deleteAccount(account, false);
    expect(asked).toHaveLength(1);
    expect(savedTables().map(({ secret }) => secret)).toEqual([SECRET]);
  });

  it("deletes nothing here that the server has not deleted", async () => {
    keepAccount("device");
    server([503, { error: "no" }]);
    await expect(deleteAccount(account, false)).rejects.toThrow("no");
    expect(accountSecret()).toBe("device");
    forgetAccount();
    expect(accountSecret()).toBe("");
  });
});

describe("what is kept of people", () => {
  const words = (days: number | null): string => JSON.stringify(sections({ forget_after: days }));

  it("is told as the server was started", () => {
    expect(words(null)).toContain("Tables stay until whoever runs this server deletes them.");
    expect(words(90)).toContain("nobody has used for 90 days is deleted");
    expect(words(1)).toContain("nobody has used for a day is deleted");
  });
});
