import { describe, expect, it } from "vitest";
import { invitations, isLoopback } from "../src/links";
import { qrCode } from "../src/qr";

const links = {
  table: "t",
  title: "x",
  seats: { Red: "r", Blue: "b" },
  hot_seat: "h",
  spectator: "s",
};
const handedOut = (...args: Parameters<typeof invitations>): string[] =>
  invitations(...args).map(({ name, secret }) => `${name}: ${secret}`);

describe("invitations", () => {
  it("are for all others, for spectators, and for one's own other devices", () => {
    expect(handedOut(links, { secret: "r", sides: ["Red"] })).toEqual([
      "Blue: b",
      "Spectators: s",
      "Yourself: r",
    ]);
  });

  it("are those of all seats where the table was set up", () => {
    expect(handedOut(links, { secret: "", sides: [] })).toEqual([
      "Red: r",
      "Blue: b",
      "Spectators: s",
    ]);
  });

  it("are one's own link alone where the others are not known", () => {
    expect(handedOut(null, { secret: "r", sides: ["Red"] })).toEqual(["Yourself: r"]);
    expect(handedOut(null, { secret: "s", sides: [] })).toEqual(["Spectators: s"]);
  });
});

describe("links", () => {
  it("of this machine alone are known by their name", () => {
    expect(["localhost", "127.0.0.1", "[::1]"].every(isLoopback)).toBe(true);
    expect(["192.168.1.5", "127.example.org", "games.local"].some(isLoopback)).toBe(false);
  });

  it("fit into a QR code that a telephone reads at arm's length", () => {
    const { size, path } = qrCode(`http://192.168.100.100:8421/#seat/${"a".repeat(43)}`);
    expect(size).toBeLessThan(60);
    expect(path.startsWith("M4 4h1v1h-1z")).toBe(true);
  });
});
