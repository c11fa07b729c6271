// Everything about looking back at a table: the replay, what happened since one's last turn, dice
// and luck. The table asks it what to show, and gives it news, keys and places on the page.

import { html, nothing, type TemplateResult } from "lit";
import type { Luck, Presentation, SeatState, TitleInfo } from "../generated";
import type { LogView } from "../panels/log";
import { luckPanel } from "../panels/luck";
import { replayBar } from "../panels/replay";
import { sincePanel } from "../panels/since";
import { Replay } from "../replay";
import { linesOf, NOTHING, offerFor, Since, type Stretch } from "../since";
import { Controller } from "./controller";

const REST_MS = 150;

export class LookingBack extends Controller {
  private replay: Replay | null = null;
  private offer: Stretch | null = null;
  private side: string | null = null;
  private luck: Luck | "asked" | null = null;
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

  // News

  receive(state: SeatState, before: SeatState | null): void {
    const side = state.presentation.side;
    const since = new Since(this.host.secret);
    const known = since.recall(side);
    // A spectator who stays sees everything; who comes back has missed what happened meanwhile.
    const fresh = !before || this.side !== side;
    const memory = known ?? NOTHING;
    if (fresh || side) this.offer = offerFor(state, memory);
    if (!known && fresh && !side) this.offer = null;
    since.keep(side, { ...memory, seen: state.moves, offer: this.offer });
    if (this.side !== side) {
      // Other eyes: what the former ones saw is none of theirs.
      if (this.replay) this.leave();
      this.luck = null;
      this.side = side;
    }
    this.replay?.update(state);
  }

  // Replay

  enter(stretch?: Stretch): void {
    const { state, connection } = this.host;
    if (!state || !connection) return;
    this.opener = document.activeElement as HTMLElement | null;
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

  leave(): void {
    this.replay?.close();
    this.replay = null;
    clearTimeout(this.rest);
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
    this.frame = requestAnimationFrame(() => this.show());
  }

  private show(): void {
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

  // Offers

  private watch(): void {
    const stretch = this.offer;
    if (!stretch) return;
    this.putAside();
    this.enter(stretch);
  }

  private putAside(): void {
    this.offer = null;
    const { state, secret } = this.host;
    if (state)
      new Since(secret).keep(state.presentation.side, {
        seen: state.moves,
        offer: null,
        done: state.moves,
      });
    this.changed();
  }

  // Dice and luck

  private async openLuck(): Promise<void> {
    if (this.luck) return this.closeLuck();
    this.opener = document.activeElement as HTMLElement | null;
    this.luck = "asked";
    const answer = await this.host.connection?.ask({ kind: "luck", verb: "", argument: "" });
    // Closed meanwhile, or the seat is another's.
    if (this.luck !== "asked") return;
    this.luck = answer?.luck ?? null;
    this.changed();
    await this.host.updateComplete;
    this.host.querySelector<HTMLElement>(".luck")?.focus();
  }

  private closeLuck(): void {
    this.luck = null;
    this.changed();
    if (this.opener?.isConnected) this.opener.focus();
  }

  // Keys

  /** Whether a key was meant for looking back. */
  key(letter: string, event: KeyboardEvent): boolean {
    const { replay } = this;
    const onButton =
      event.target instanceof HTMLElement &&
      !!event.target.closest("button, a, summary, [role=button]");
    if (letter === "L") {
      void this.openLuck();
      return true;
    }
    if (letter === "Escape" && this.luck) {
      this.closeLuck();
      return true;
    }
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
        if (onButton) return false;
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

  /** Buttons for the map's tools. */
  tools(): TemplateResult {
    return html`<button class="open-replay" aria-pressed=${this.replaying} @click=${() => (this.replaying ? this.leave() : this.enter())}>
        <span>Replay</span> <kbd aria-hidden="true">P</kbd>
      </button>
      <button class="open-luck" aria-expanded=${!!this.luck} @click=${() => void this.openLuck()}>
        <span>Dice, luck</span> <kbd aria-hidden="true">L</kbd>
      </button>`;
  }

  /** Over the map: the scrubber, dice and luck. */
  over(title: TitleInfo): TemplateResult {
    const { replay, luck } = this;
    const { state } = this.host;
    return html`${replay && state ? replayBar({ replay, title, lines: state.log, leave: () => this.leave() }) : nothing}
    ${luck && luck !== "asked" ? luckPanel({ luck, liveries: title.liveries, close: () => this.closeLuck(), show: (move) => this.showRoll(move) }) : nothing}`;
  }

  private showRoll(move: number): void {
    this.luck = null;
    if (!this.replay?.whole) this.enter();
    this.replay!.go(move);
  }

  /** Above the orders: what has happened since. */
  news(): TemplateResult | typeof nothing {
    const { state } = this.host;
    if (!this.offer || !state || this.replay) return nothing;
    return sincePanel({
      lines: linesOf(state.log, this.offer),
      spectator: !state.presentation.side,
      watch: () => this.watch(),
      putAside: () => this.putAside(),
      light: (labels) => this.host.board?.setLight(labels),
    });
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
