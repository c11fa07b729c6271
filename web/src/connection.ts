// The line to the server: a WebSocket that comes back by itself, or long polling where WebSockets
// are blocked.

import { getSeat, type Had, HttpError, post, tableOf, waitSeat } from "./api";
import { updated } from "./changes";
import type {
  Answer,
  ClientMessage,
  Enter,
  News,
  Query,
  Refused,
  SeatState,
  ServerMessage,
} from "./generated";
import { browserMark, toldSecret } from "./person";

export type Status = "connecting" | "live" | "polling" | "lost" | "gone";

export interface Listener {
  state(state: SeatState): void;
  refused(refused: Refused): void;
  status(status: Status): void;
  // The table cannot be shown from this seat, and why; the status is that of a request.
  unplayable(reason: string, status: number): void;
}

const RETRY_MS = [300, 1000, 2000, 5000];
// After so many attempts without a single message the socket counts as blocked.
const BLOCKED_AFTER = 2;
// A line is ended with the status that a request would get, and so much more.
const CLOSED_WITH = 4000;
// There is no way back: not yours yet or shut out, no such seat, other data or rules, given away.
const ENDS = new Set([403, 404, 409, 410]);

export class Connection {
  private socket: WebSocket | null = null;
  private attempts = 0;
  private worked = false;
  private closed = false;
  private version = -1;
  private log: SeatState["log"] = [];
  // The state as the present socket has told it, and after how many pieces of news.
  private told: { state: SeatState; number: number } | null = null;
  private nextId = 1;
  private readonly waiting = new Map<number, (answer: Answer | null) => void>();

  constructor(
    private readonly secret: string,
    private readonly listener: Listener,
  ) {}

  open(): void {
    this.listener.status("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${tableOf(this.secret)}`);
    this.socket = socket;
    this.told = null;
    socket.onmessage = (event) => {
      this.attempts = 0;
      this.worked = true;
      const message = JSON.parse(String(event.data)) as ServerMessage;
      if (message.type === "state") this.told = { state: message.state, number: 0 };
      this.receive(message);
    };
    socket.onopen = () => {
      const enter: Enter = {
        type: "enter",
        secret: toldSecret(this.secret),
        browser: browserMark(),
      };
      socket.send(JSON.stringify(enter));
      this.listener.status("live");
    };
    socket.onclose = ({ code }) => {
      this.dropWaiting();
      if (this.closed || this.socket !== socket) return;
      this.socket = null;
      this.attempts += 1;
      const refused = ENDS.has(code - CLOSED_WITH);
      if (!this.worked && !refused && this.attempts >= BLOCKED_AFTER) void this.poll();
      else void this.comeBack(refused);
    };
  }

  private async comeBack(refused: boolean): Promise<void> {
    this.listener.status("lost");
    const longest = RETRY_MS[Math.min(this.attempts, RETRY_MS.length) - 1] ?? 0;
    // Not all at once: where a server ends, everybody who was there comes back.
    const pause = longest * (0.5 + Math.random() / 2);
    await new Promise((resolve) => setTimeout(resolve, pause));
    // A socket that is refused says why in a few words, or not at all: the seat may be gone.
    if ((refused || this.attempts >= BLOCKED_AFTER) && !this.closed) {
      const error = await getSeat(this.secret).then(
        () => null,
        (reason: unknown) => reason,
      );
      if (this.ended(error)) return;
    }
    if (!this.closed) this.open();
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
    this.dropWaiting();
  }

  send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(message));
      return;
    }
    post(this.secret, message, this.had).then(
      (answer) => this.receive(answer),
      (error: unknown) => {
        if (message.type === "query") this.settle(message.id, null);
        else this.listener.refused({ type: "refused", reason: String(error), case: "", id: null });
      },
    );
  }

  /** Asks without side effects; answers nothing if refused or if the line is lost. */
  ask(query: Omit<Query, "id" | "type">): Promise<Answer | null> {
    if (this.closed) return Promise.resolve(null);
    const id = this.nextId++;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.send({ type: "query", id, ...query });
    });
  }

  private async poll(): Promise<void> {
    while (!this.closed) {
      try {
        const state = await (this.version < 0
          ? getSeat(this.secret)
          : waitSeat(this.secret, this.had));
        this.listener.status("polling");
        this.accept(state);
      } catch (error) {
        if (this.ended(error)) return;
        this.listener.status("lost");
        await new Promise((resolve) => setTimeout(resolve, 2000));
      }
    }
  }

  /** Whether there is no way back to the seat, and says so. */
  private ended(error: unknown): boolean {
    if (!(error instanceof HttpError)) return false;
    if (error.status === 404) this.listener.status("gone");
    else if (ENDS.has(error.status)) this.listener.unplayable(error.message, error.status);
    return ENDS.has(error.status);
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case "state":
        this.accept(message.state);
        break;
      case "news":
        this.update(message);
        break;
      case "answer":
        this.settle(message.id, message);
        break;
      case "refused":
        if (message.id !== null) this.settle(message.id, null);
        else this.listener.refused(message);
    }
  }

  /** What does not fit to what has been told is of no use: a new line begins with everything. */
  private update(news: News): void {
    if (this.told?.number !== news.number - 1) {
      this.socket?.close();
      return;
    }
    this.told = { state: updated(this.told.state, news), number: news.number };
    this.accept(this.told.state);
  }

  private get had(): Had {
    return { version: this.version, lines: this.log.length };
  }

  /** An older state than the one shown (two ways of delivery may overtake each other) is dropped. */
  private accept(state: SeatState): void {
    if (state.version < this.version) return;
    this.version = state.version;
    this.log = [...this.log.slice(0, state.log_from), ...state.log];
    this.listener.state({ ...state, log_from: 0, log: this.log });
  }

  private settle(id: number, answer: Answer | null): void {
    this.waiting.get(id)?.(answer);
    this.waiting.delete(id);
  }

  private dropWaiting(): void {
    for (const resolve of this.waiting.values()) resolve(null);
    this.waiting.clear();
  }
}
