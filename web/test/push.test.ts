import { describe, expect, it } from "vitest";
import CODE from "../public/push.js?raw";
import { obstacle } from "../src/notices";
import { toldOf } from "../src/push";

const HOME = "https://games.example.org";

interface Shown {
  title: string;
  body: string;
  tag: string;
  data: string;
}

/** The worker as a browser runs it, with these pages open. */
class Run {
  private readonly heard: Record<string, (event: object) => void> = {};
  readonly shown: Shown[] = [];
  readonly opened: string[] = [];
  readonly focused: string[] = [];

  constructor(pages: string[] = []) {
    const clients = {
      matchAll: async () =>
        pages.map((url) => ({ url, focus: async () => void this.focused.push(url) })),
      openWindow: async (url: string) => void this.opened.push(url),
    };
    const registration = {
      showNotification: async (title: string, looks: Omit<Shown, "title">) =>
        void this.shown.push({ title, ...looks }),
    };
    const self = {
      addEventListener: (name: string, act: (event: object) => void) => {
        this.heard[name] = act;
      },
      location: { href: `${HOME}/push.js` },
      clients,
      registration,
    };
    new Function("self", CODE)(self);
  }

  private async happen(name: string, event: object): Promise<void> {
    let done: Promise<unknown> = Promise.reject(new Error("nobody waits for it"));
    done.catch(() => {});
    const waitUntil = (work: Promise<unknown>): void => {
      done = work;
    };
    this.heard[name]?.({ ...event, waitUntil });
    await done;
  }

  async push(text: string): Promise<Shown> {
    await this.happen("push", { data: { json: () => JSON.parse(text) } });
    return this.shown.at(-1)!;
  }

  async click(data: string): Promise<void> {
    await this.happen("notificationclick", { notification: { data, close: () => {} } });
  }
}

const letter = (path: string): string => JSON.stringify({ title: "Reds!", text: "1918", path });

describe("a notice", () => {
  it("is shown as it was sent, with room behind it", async () => {
    expect(await new Run().push(`${letter("/#table/ab12")}     `)).toMatchObject({
      title: "Reds!",
      body: "1918",
      tag: "/#table/ab12",
      data: `${HOME}/#table/ab12`,
    });
  });

  it.each(["", "what", "[]", "{}", '{"title": 1, "text": "", "path": "/"}', "null"])(
    "that cannot be read (%s) is shown all the same",
    async (text) => {
      expect(await new Run().push(text)).toMatchObject({ title: "Stavka", data: `${HOME}/` });
    },
  );

  it.each([
    "https://elsewhere.example.org/",
    "//elsewhere.example.org",
    "javascript:1",
    "https://",
  ])("leads to no other site (%s)", async (path) => {
    expect((await new Run().push(letter(path))).data).toBe(`${HOME}/`);
  });
});

describe("a click on a notice", () => {
  const table = `${HOME}/#table/ab12`;

  it("opens the table", async () => {
    const run = new Run([`${HOME}/`, `${HOME}/#seat/ab123.secret`, "https://x.org/#table/ab12"]);
    await run.click(table);
    expect(run).toMatchObject({ opened: [table], focused: [] });
  });

  it.each([table, `${HOME}/#seat/ab12.own.0011`, `${HOME}/#seat/ab12.secret`])(
    "goes to the page that shows it already (%s)",
    async (page) => {
      const run = new Run([`${HOME}/`, page]);
      await run.click(table);
      expect(run).toMatchObject({ opened: [], focused: [page] });
    },
  );

  it("of a trial goes to the lobby", async () => {
    const run = new Run([table, `${HOME}/#`]);
    await run.click(`${HOME}/`);
    expect(run).toMatchObject({ opened: [], focused: [`${HOME}/#`] });
  });
});

describe("this browser", () => {
  it("tells the server its keys as they are written in addresses", () => {
    const bytes = (...all: number[]): ArrayBuffer => new Uint8Array(all).buffer;
    const getKey = (name: string): ArrayBuffer =>
      name === "auth" ? bytes(1) : bytes(251, 255, 190);
    expect(toldOf({ endpoint: "https://push.example.org/1", getKey })).toEqual({
      endpoint: "https://push.example.org/1",
      p256dh: "-_--",
      auth: "AQ",
    });
  });

  it("says why it cannot", () => {
    expect(obstacle(false, false)).toContain("https");
    expect(obstacle(true, true)).toContain("settings");
    expect(obstacle(true, false)).toBe("");
  });
});
