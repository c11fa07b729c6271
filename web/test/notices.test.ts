import { describe, expect, it, vi } from "vitest";
import type { ChannelView } from "../src/generated";
import { quietOf, stateOf } from "../src/notices";
import { saveTable, seatAt } from "../src/tables";
import { memory } from "./samples";

const channel = (changed: Partial<ChannelView> = {}): ChannelView => ({
  kind: "mail",
  address: "a@example.org",
  since: "2026-08-09T10:00:00Z",
  failed: "",
  ...changed,
});

describe("notices", () => {
  it("say what is wrong with a channel, and nothing if all is well", () => {
    expect(stateOf(channel())).toBe("");
    expect(stateOf(channel({ since: "" }))).toContain("code");
    expect(stateOf(channel({ failed: "status 404" }))).toContain("status 404");
  });

  it("are not sent in the hours of a form, by the clocks of this place", () => {
    const data = new FormData();
    data.set("start", "22:00");
    data.set("end", "07:00");
    expect(quietOf(data, "Asia/Tokyo")).toEqual({
      start: "22:00",
      end: "07:00",
      zone: "Asia/Tokyo",
      away: "",
    });
  });

  it("name a table, at which this browser looks for its seat", () => {
    vi.stubGlobal("localStorage", memory());
    const saved = { name: "x", detail: "", seen: 0 };
    saveTable({ ...saved, secret: "t.player", seat: "Red" });
    saveTable({ ...saved, secret: "t.looks-on", seat: "spectator" });
    saveTable({ ...saved, secret: "tt.other", seat: "Red" });
    expect(seatAt("t")).toBe("t.player");
    expect(seatAt("u")).toBe("");
  });
});
