// Looking back: the replay. The map shows a moment of the past in which there is nothing to choose.

import { html, nothing, type TemplateResult } from "lit";
import type { Presentation, SeatState, TitleInfo } from "../generated";
import { onButton } from "../keys";
import type { LogView } from "../panels/log";
import { replayBar } from "../panels/replay";
import { Replay } from "../replay";
import type { Stretch } from "../since";
import { Controller } from "./controller";

const REST_MS = 150;

export class LookingBack extends Controller {
  private replay: Replay | null = null;
  private opener: HTMLElement | null = null;
  private frame = 0;
  private rest = 0;

  hostDisconnected(): void {
    this.replay?.close();
  }

  get replaying(): boolean {
    return this.replay !== null;
  }

  /** What the map shows instead of the present. */
  get shown(): Presentation | null {
    return this.replay?.shown ?? null;
  }

  /** The move after which the map stands; null in the present. */
  get at(): number | null {
    return this.replay?.at ?? null;
  }

  receive(state: SeatState, before: SeatState | null): void {
    // Other eyes: what the former ones saw is none of theirs.
    if (this.replay && before?.presentation.side !== state.presentation.side) this.leave();
    this.replay?.update(state);
  }

  enter(stretch?: Stretch): void {
    const { state, connection } = this.host;
    if (!state || !connection) return;
    this.opener = document.activeElement as HTMLElement | null;
    this.host.film.stop();
    // The card of the present would stand over the past.
    this.host.battles.close();
    this.replay?.close();
    this.replay = new Replay(
      {
        fetch: (first) => connection.ask({ kind: "replay", verb: "", argument: String(first) }),
        changed: () => this.moved(),
      },
      state,
      stretch?.from,
      stretch?.to,
    );
    this.moved();
    if (stretch) this.replay.play();
    this.changed();
    void this.host.updateComplete.then(() =>
      this.host.querySelector<HTMLElement>(".replay-bar input")?.focus(),
    );
  }

  /** A moment of the whole game. */
  show(move: number): void {
    if (!this.replay?.whole) this.enter();
    this.replay!.go(move);
  }

  leave(): void {
    this.replay?.close();
    this.replay = null;
    clearTimeout(this.rest);
    this.host.battles.leave("replay");
    this.host.board?.setLight([]);
    this.host.scene.draw();
    this.changed();
    this.host.notices.announce("Back to the game.");
    void this.host.updateComplete.then(() => {
      this.host.querySelector(".log ol")?.scrollTo({ top: 1e9 });
      const opener = this.opener?.isConnected ? this.opener : null;
      (opener ?? this.host.querySelector<HTMLElement>("#stage"))?.focus();
    });
  }

  /** Another moment is to be shown: at most one in each frame of the screen. */
  private moved(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    const { replay, host } = this;
    if (!replay || !host.state) return;
    host.requestUpdate();
    if (replay.loading) return;
    const lines = host.state.log.filter((line) => line.move === replay.at);
    const hexes = lines.flatMap((line) => line.hexes);
    host.scene.draw();
    host.board?.setLight(hexes);
    void host.updateComplete.then(() => this.scrollLog());
    // Who drags the scrubber is somewhere else before the map could follow, and hears enough.
    clearTimeout(this.rest);
    const follow = (): void => {
      const battle = lines.find((line) => line.battle);
      if (battle) void host.battles.show(battle.move, "replay");
      else host.battles.leave("replay");
      const hex = host.board?.map.get(hexes.at(-1) ?? "");
      if (hex) host.board!.reveal(hex);
      if (!replay.playing && lines.length)
        host.notices.announce(lines.map((line) => line.text).join(". "));
    };
    if (replay.playing) follow();
    else this.rest = window.setTimeout(follow, REST_MS);
  }

  private scrollLog(): void {
    const list = this.host.querySelector<HTMLElement>(".log ol");
    const now = list?.querySelector<HTMLElement>(".now");
    if (!list || !now) return;
    const { top } = now.getBoundingClientRect();
    list.scrollTop += top - list.getBoundingClientRect().top - list.clientHeight / 2;
  }

  // Keys

  /** Whether a key was meant for looking back. */
  key(letter: string, event: KeyboardEvent): boolean {
    const { replay } = this;
    if (!replay) {
      if (letter === "P") this.enter();
      return letter === "P";
    }
    switch (letter) {
      case "Escape":
      case "P":
        this.leave();
        break;
      case " ":
        if (onButton(event)) return false;
        replay.play();
        break;
      case ",":
        replay.go(replay.at - 1);
        break;
      case ".":
        replay.go(replay.at + 1);
        break;
      case "[":
        replay.jump(replay.phases, -1);
        break;
      case "]":
        replay.jump(replay.phases, 1);
        break;
      case "{":
        replay.jump(replay.turns, -1);
        break;
      case "}":
        replay.jump(replay.turns, 1);
        break;
      case "U":
      case "R":
      case "E":
        // Nothing is done in the past.
        break;
      default:
        return false;
    }
    event.preventDefault();
    return true;
  }

  // On the page

  button(): TemplateResult {
    return html`<button class="open-replay" aria-pressed=${this.replaying} @click=${() => (this.replaying ? this.leave() : this.enter())}>
      <span>Replay</span> <kbd aria-hidden="true">P</kbd>
    </button>`;
  }

  /** The scrubber, over the map. */
  bar(title: TitleInfo): TemplateResult | typeof nothing {
    const { replay } = this;
    const { state } = this.host;
    if (!replay || !state) return nothing;
    return replayBar({ replay, title, lines: state.log, leave: () => this.leave() });
  }

  /** How the log follows. */
  logView(): Pick<LogView, "at" | "jump"> {
    const { replay } = this;
    return replay
      ? { at: replay.at, jump: (move) => this.jump(move) }
      : { at: null, jump: () => undefined };
  }

  private jump(move: number): void {
    const { replay } = this;
    if (!replay) return;
    replay.pause();
    if (move < replay.from || move > replay.to) replay.widen();
    replay.go(move);
  }
}
