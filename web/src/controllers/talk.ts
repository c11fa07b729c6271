// Talk at the table, and notes to oneself.

import type { SeatState, TitleInfo } from "../generated";
import type { TalkView } from "../panels/talk";
import { Controller } from "./controller";

export class Talk extends Controller {
  private about = -1;
  private private = false;

  receive(state: SeatState, before: SeatState | null): void {
    if (!before || before.presentation.side !== state.presentation.side) {
      this.about = -1;
      return;
    }
    for (const { speaker, text } of state.talk.slice(before.talk.length))
      if (speaker !== state.presentation.side)
        this.host.notices.announce(speaker ? `${speaker}: ${text}` : text);
  }

  /** Nothing where nobody can talk. */
  view(state: SeatState, { liveries }: TitleInfo): TalkView | null {
    if (state.kind !== "game") return null;
    return {
      remarks: state.talk,
      lines: state.log,
      liveries,
      silent: !state.sides.length || this.host.back.replaying,
      about: this.about,
      private: this.private,
      speakAbout: (line) => this.speakAbout(line),
      setPrivate: (on) => {
        this.private = on;
        this.changed();
      },
      say: (text) => this.say(text),
    };
  }

  private speakAbout(line: number): void {
    this.about = line;
    this.changed();
    void this.host.updateComplete.then(() =>
      this.host.querySelector<HTMLElement>(".say input")?.focus(),
    );
  }

  private say(text: string): void {
    const about = this.about < 0 ? null : this.about;
    this.host.connection?.send({ type: "say", text, about, private: this.private });
    this.about = -1;
    this.changed();
  }
}
