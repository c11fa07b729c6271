// The seat: the line to the server, how it is, and what has last come over it.

import { Connection, type Status } from "../connection";
import type { SeatState } from "../generated";
import { Controller } from "./controller";
import type { TableHost } from "./host";

export class Seat extends Controller {
  connection: Connection | null = null;
  status: Status = "connecting";
  // Why the table cannot be shown at all, and the status that says so.
  problem = "";
  problemStatus = 0;
  private held: SeatState | null = null;

  constructor(
    host: TableHost,
    private readonly receive: (state: SeatState) => Promise<void>,
  ) {
    super(host);
  }

  override hostConnected(): void {
    this.connection = new Connection(this.host.secret, {
      state: (state) => void this.receive(state),
      refused: (refused) => {
        this.host.carrying.letGo();
        this.host.notices.tell(refused.reason, refused.case);
      },
      status: (status) => {
        this.status = status;
        this.changed();
      },
      unplayable: (reason, status) => this.fail(reason, status),
    });
    this.connection.open();
  }

  hostDisconnected(): void {
    this.connection?.close();
  }

  get state(): SeatState | null {
    return this.held;
  }

  hold(state: SeatState): void {
    this.held = state;
    this.changed();
  }

  fail(reason: string, status = 0): void {
    this.problem = reason;
    this.problemStatus = status;
    this.changed();
  }

  undo(to: number | null = null): void {
    this.connection?.send({ type: "undo", to });
  }

  redo(): void {
    this.connection?.send({ type: "redo" });
  }
}
