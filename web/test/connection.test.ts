import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Connection, type Status } from "../src/connection";
import type { SeatState } from "../src/generated";
import { browserMark } from "../src/person";
import { memory } from "./samples";

class Line {
  static readonly OPEN = 1;
  static last: Line;
  readyState = 0;
  readonly sent: unknown[] = [];
  onopen = (): void => undefined;
  onclose: (event: { code: number }) => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;

  constructor(readonly address: string) {
    Line.last = this;
  }

  /** A line that is opened and brings a state. */
  works(): void {
    this.readyState = Line.OPEN;
    this.onopen();
    this.brings({ type: "state", state });
  }

  brings(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }

  breaks(code = 1006): void {
    this.readyState = 3;
    this.onclose({ code });
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.breaks();
  }
}

const state = {
  version: 1,
  thought: 0,
  presentation: { turn: 1, units: [], facts: [{ text: "old" }] },
  log_from: 0,
  log: [{ text: "one" }, { text: "two" }],
  talk: [],
};
const news = (number: number, version: number, more: object = {}): object => ({
  type: "news",
  number,
  state: { version },
  presentation: {},
  lists: {},
  log_from: 2,
  log: [],
  talk_from: 0,
  talk: [],
  ...more,
});

let answer: () => Promise<Response>;
let told: string[];
let shown: SeatState[];
let asked: string[];
let beside: RequestInit["headers"];
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("localStorage", memory());
  vi.stubGlobal("fetch", (path: string, { headers }: RequestInit) => {
    asked.push(path);
    beside = headers;
    return answer();
  });
  told = [];
  shown = [];
  asked = [];
  connection = new Connection("0a.secret", {
    state: (state) => shown.push(state),
    refused: ({ reason }) => told.push(`refused: ${reason}`),
    status: (status: Status) => told.push(status),
    unplayable: (reason, status) => told.push(`unplayable: ${reason} (${status})`),
  });
  connection.open();
  Line.last.works();
});

afterEach(() => {
  connection.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const problem = (status: number, error: string) => (): Promise<Response> =>
  Promise.resolve(new Response(JSON.stringify({ error }), { status }));

it("a question that nobody answers is answered with nothing", async () => {
  answer = () => Promise.reject(new TypeError("no server"));
  Line.last.breaks();
  const asked = connection.ask({ kind: "luck", verb: "", argument: "" });
  await vi.advanceTimersByTimeAsync(200);
  // Nobody has chosen anything that could be refused.
  expect(await Promise.race([asked, Promise.resolve("waiting")])).toBe(null);
  expect(told.filter((text) => text.startsWith("refused"))).toEqual([]);
});

it.each([
  [404, "there is no such seat", "gone"],
  [409, "other data", "unplayable: other data (409)"],
  [410, "given away", "unplayable: given away (410)"],
])("a seat that is no longer there is not tried for ever: %i", async (status, reason, end) => {
  answer = problem(status, reason);
  for (let n = 0; n < 4; n++) {
    Line.last.breaks();
    await vi.advanceTimersByTimeAsync(6000);
  }
  expect(told.at(-1)).toBe(end);
});

it("a server that comes back is found by a new line", async () => {
  answer = () => Promise.reject(new TypeError("no server"));
  for (let n = 0; n < 4; n++) {
    Line.last.breaks();
    await vi.advanceTimersByTimeAsync(6000);
  }
  expect(told.at(-1)).toBe("connecting");
  Line.last.works();
  expect(told.at(-1)).toBe("live");
});

it("what is different is laid over what was told last", () => {
  const lists = { units: { gone: [], new: [{ id: "a" }], places: [0] } };
  Line.last.brings(news(1, 2, { lists, log_from: 1, log: [{ text: "three" }] }));
  Line.last.brings(news(2, 3, { state: { version: 3, thought: 40 }, presentation: { turn: 2 } }));
  expect(shown.at(-1)).toEqual({
    ...state,
    version: 3,
    thought: 40,
    presentation: { turn: 2, units: [{ id: "a" }], facts: [{ text: "old" }] },
    log: [{ text: "one" }, { text: "three" }],
  });
  // What was shown before is not touched.
  expect(shown[0]).toEqual(state);
});

it("an older piece of news is not shown, and those that follow still fit", async () => {
  answer = () =>
    Promise.resolve(
      new Response(JSON.stringify({ type: "state", state: { ...state, version: 3 } })),
    );
  Line.last.readyState = 0;
  connection.send({ type: "redo" });
  await vi.advanceTimersByTimeAsync(1);
  Line.last.brings(news(1, 2, { log: [{ text: "three" }] }));
  Line.last.brings(news(2, 3, { log_from: 3 }));
  expect(shown.map((s) => s.version)).toEqual([1, 3, 3]);
  expect(shown.at(-1)!.log.map((line) => line.text)).toEqual(["one", "two", "three"]);
});

it("news that does not fit is not laid over anything: a new line brings everything", async () => {
  const first = Line.last;
  first.brings(news(1, 2));
  first.brings(news(3, 4));
  expect(shown.length).toBe(2);
  await vi.advanceTimersByTimeAsync(400);
  expect(Line.last).not.toBe(first);
  // Nothing that came over the old line counts on the new one.
  Line.last.brings(news(2, 5));
  await vi.advanceTimersByTimeAsync(400);
  Line.last.works();
  Line.last.brings(news(1, 6));
  expect(shown.at(-1)!.version).toBe(6);
});

it("whoever has to ask is told what is new of the log", async () => {
  const told = { ...state, version: 2, log_from: 1, log: [{ text: "three" }, { text: "four" }] };
  answer = () => Promise.resolve(new Response(JSON.stringify({ type: "state", state: told })));
  Line.last.readyState = 0;
  connection.send({ type: "redo" });
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual(["/api/tables/0a?after=1&log=2"]);
  expect(shown.at(-1)!.log.map((line) => line.text)).toEqual(["one", "three", "four"]);
  connection.send({ type: "redo" });
  expect(asked.at(-1)).toBe("/api/tables/0a?after=2&log=3");
});

it("the first message says who comes, and the path only to which table", () => {
  expect(Line.last.address).toBe("ws://here/ws/0a");
  expect(Line.last.sent).toEqual([{ type: "enter", secret: "0a.secret", browser: browserMark() }]);
});

it.each([
  [4404, "gone"],
  [4403, "unplayable: why (403)"],
  [4409, "unplayable: why (409)"],
  [4410, "unplayable: why (410)"],
])("a line that is ended for good is not tried again: %i", async (code, end) => {
  const last = Line.last;
  answer = problem(code - 4000, "why");
  last.breaks(code);
  await vi.advanceTimersByTimeAsync(6000);
  expect(told.at(-1)).toBe(end);
  expect(Line.last).toBe(last);
});

it.each([4429, 4503, 1011])("other ends are not for good: %i", async (code) => {
  const last = Line.last;
  last.breaks(code);
  await vi.advanceTimersByTimeAsync(400);
  expect(Line.last).not.toBe(last);
});

it("a request names the table and has the secret beside its path", () => {
  answer = () => Promise.reject(new TypeError("no server"));
  Line.last.breaks();
  connection.send({ type: "redo" });
  expect(asked[0]).toBe("/api/tables/0a?after=1&log=2");
  expect(beside).toEqual({
    "content-type": "application/json",
    authorization: "Bearer 0a.secret",
    "stavka-browser": browserMark(),
  });
});
