import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  addLinks,
  dropInvitation,
  hasBeenLaid,
  isFresh,
  isLoopback,
  keepLinks,
  linksFrom,
  linksOf,
  uninvited,
} from "../src/links";
import { keepMarks } from "../src/marks";
import { qrCode } from "../src/qr";
import { joinAddress, otherDeviceAddress, whereTo } from "../src/tables";
import { memory, seatInfo } from "./samples";

const links = {
  table: "t",
  title: "x",
  invitations: [{ sides: ["Blue"], secret: "t.b" }],
  spectator: "t.s",
};
const free = [seatInfo(["Red"], "since"), seatInfo(["Blue"])];
const taken = [seatInfo(["Red"], "since"), seatInfo(["Blue"], "since")];
const red = { secret: "t.r", sides: ["Red"], seats: free, waiting: false };
const handedOut = (...args: Parameters<typeof linksFrom>): string[] =>
  linksFrom(...args).map(({ name, address }) => `${name}: ${address}`);

beforeEach(() => vi.stubGlobal("localStorage", memory()));

describe("links", () => {
  it("are for seats that nobody has, for spectators, and for one's own other devices", () => {
    expect(handedOut(links, red)).toEqual([
      "Blue: #join/t.b",
      "Spectators: #seat/t.s",
      "Yourself: #seat/t.r",
    ]);
    expect(handedOut(links, { ...red, seats: taken })).toEqual([
      "Spectators: #seat/t.s",
      "Yourself: #seat/t.r",
    ]);
  });

  it("hand one's own seat over, which somebody has", () => {
    const invitations = [{ sides: ["Red"], secret: "t.h" }];
    expect(handedOut({ ...links, invitations }, { ...red, seats: taken })[0]).toBe(
      "Hand over: #join/t.h",
    );
  });

  it("are one's own alone where no others are known", () => {
    expect(handedOut(null, red)).toEqual(["Yourself: #seat/t.r"]);
    const spectator = { ...red, secret: "t.s", sides: [] };
    expect(handedOut(null, spectator)).toEqual(["Spectators: #seat/t.s"]);
  });

  it("take along what was drawn for the dice, as long as they wait for it", () => {
    const marks = { commitment: "ab".repeat(32), share: "ff".repeat(32) };
    keepMarks("t.r", { ...marks, own: "", step: "kept", seen: {}, sent: 0 });
    const own = linksFrom(null, { ...red, waiting: true })[0]!.address;
    expect(own).toBe(otherDeviceAddress("t.r", marks));
    expect(whereTo(own)).toEqual({ seat: "t.r", kept: marks });
    expect(linksFrom(null, red)[0]!.address).toBe("#seat/t.r");
  });

  it("are kept, added to and dropped", () => {
    addLinks(links, { spectator: "t.s" });
    addLinks(links, { invitation: links.invitations[0]! });
    expect(linksOf("t")).toEqual(links);
    expect(uninvited(linksOf("t"), { seats: free })).toEqual([]);
    dropInvitation("t", "t.b");
    expect(linksOf("t")!.invitations).toEqual([]);
    expect(uninvited(linksOf("t"), { seats: free })).toEqual([free[1]]);
    expect(uninvited(null, { seats: taken })).toEqual([]);
  });

  it("of older versions of the program do no harm", () => {
    keepLinks({ table: "old", title: "x", seats: { Red: "r" }, spectator: "s" } as never);
    expect(linksOf("old")!.invitations).toEqual([]);
  });

  it("are shown by themselves once, where the table was laid", () => {
    hasBeenLaid("t");
    expect([isFresh("u"), isFresh("t"), isFresh("t")]).toEqual([false, true, false]);
  });

  it("of this machine alone are known by their name", () => {
    expect(["localhost", "127.0.0.1", "[::1]"].every(isLoopback)).toBe(true);
    expect(["192.168.1.5", "127.example.org", "games.local"].some(isLoopback)).toBe(false);
  });

  it("fit into a QR code that a telephone reads at arm's length", () => {
    const secret = `${"0".repeat(16)}.${"a".repeat(43)}`;
    const code = (address: string) => qrCode(`http://192.168.100.100:8421/${address}`);
    const { size, path } = code(joinAddress(secret));
    expect(size).toBeLessThan(60);
    expect(path.startsWith("M4 4h1v1h-1z")).toBe(true);
    // What goes along for the dice makes it no more than a little finer.
    const marks = { commitment: "ab".repeat(32), share: "ff".repeat(32) };
    expect(code(otherDeviceAddress(secret, marks)).size).toBeLessThan(66);
  });
});

describe("what stands behind the #", () => {
  it.each([
    ["", {}],
    ["#rule-5.1", {}],
    ["#join/0a.b-_c", { join: "0a.b-_c" }],
    ["#seat/0a.b", { seat: "0a.b" }],
    ["#seat/old", { seat: "old" }],
    ["#table/0123abcd", { table: "0123abcd" }],
    ["#table/0a.b", {}],
    ["#stop/a-_b", { stop: "a-_b" }],
    ["#seat/0a.b/what-if/0a.c", { seat: "0a.b", board: "0a.c" }],
    ["#seat/0a.b/dice/short/share", {}],
  ])("leads where it says: %s", (hash, where) => {
    expect(whereTo(hash)).toEqual(where);
  });
});
