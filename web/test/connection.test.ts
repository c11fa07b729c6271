import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Connection, type Status } from "../src/connection";

class Line {
  static readonly OPEN = 1;
  static last: Line;
  readyState = 0;
  onopen = (): void => undefined;
  onclose = (): void => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;

  constructor() {
    Line.last = this;
  }

  /** A line that is opened and brings a state. */
  works(): void {
    this.readyState = Line.OPEN;
    this.onopen();
    this.onmessage({
      data: JSON.stringify({ type: "state", state: { version: 1, log_from: 0, log: [] } }),
    });
  }

  breaks(): void {
    this.readyState = 3;
    this.onclose();
  }

  send(): void {}
  close(): void {}
}

let answer: () => Promise<Response>;
let told: string[];
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("fetch", () => answer());
  told = [];
  connection = new Connection("secret", {
    state: () => undefined,
    refused: ({ reason }) => told.push(`refused: ${reason}`),
    status: (status: Status) => told.push(status),
    unplayable: (reason) => told.push(`unplayable: ${reason}`),
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
  [409, "other data", "unplayable: other data"],
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
