// The line to the server: a WebSocket that comes back by itself, or long polling where WebSockets
// are blocked.

import { getSeat, HttpError, post, waitSeat } from "./api";
import type { Answer, ClientMessage, Query, Refused, SeatState, ServerMessage } from "./generated";

export type Status = "connecting" | "live" | "polling" | "lost" | "gone";

export interface Listener {
  state(state: SeatState): void;
  refused(refused: Refused): void;
  status(status: Status): void;
  // This server cannot show the table, and why.
  unplayable(reason: string): void;
}

const RETRY_MS = [300, 1000, 2000, 5000];
// After so many attempts without a single message the socket counts as blocked.
const BLOCKED_AFTER = 2;

export class Connection {
  private socket: WebSocket | null = null;
  private attempts = 0;
  private worked = false;
  private closed = false;
  private version = -1;
  private log: SeatState["log"] = [];
  private nextId = 1;
  private readonly waiting = new Map<number, (answer: Answer | null) => void>();

  constructor(
    private readonly secret: string,
    private readonly listener: Listener,
  ) {}

  open(): void {
    this.listener.status("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.secret}`);
    this.socket = socket;
    socket.onmessage = (event) => {
      this.attempts = 0;
      this.worked = true;
      this.receive(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onopen = () => this.listener.status("live");
    socket.onclose = () => {
      this.dropWaiting();
      if (this.closed || this.socket !== socket) return;
      this.socket = null;
      this.attempts += 1;
      if (!this.worked && this.attempts >= BLOCKED_AFTER) void this.poll();
      else void this.comeBack();
    };
  }

  private async comeBack(): Promise<void> {
    this.listener.status("lost");
    const pause = RETRY_MS[Math.min(this.attempts, RETRY_MS.length) - 1];
    await new Promise((resolve) => setTimeout(resolve, pause));
    // A socket that is refused does not say why: the seat may be gone.
    if (this.attempts >= BLOCKED_AFTER && !this.closed) {
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
    post(this.secret, message).then(
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
          : waitSeat(this.secret, this.version));
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
    else if (error.status === 409) this.listener.unplayable(error.message);
    return error.status === 404 || error.status === 409;
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case "state":
        this.accept(message.state);
        break;
      case "answer":
        this.settle(message.id, message);
        break;
      case "refused":
        if (message.id !== null) this.settle(message.id, null);
        else this.listener.refused(message);
    }
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
