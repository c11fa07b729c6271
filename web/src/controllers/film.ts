// The enemy's turn on the map: whatever others do is shown step by step, and nothing of it keeps
// anybody from choosing. What is chosen, on the map or beside it, ends the film.

import { nothing, type TemplateResult } from "lit";
import { Film, newsAfter, PACES, type Pace, type Step, waysOf } from "../film";
import type { Presentation, SeatState, TitleInfo } from "../generated";
import { onButton } from "../keys";
import { calm } from "../media";
import { recall, remember } from "../memory";
import { filmBar } from "../panels/film";
import { Controller } from "./controller";

const KEY = "film";
// How much of a step units are on their way.
const MOVING = 0.6;

export class EnemyTurn extends Controller {
  private film: Film | null = null;
  // How fast the turns of others are shown.
  pace = PACES.find((pace) => pace === recall(KEY, "normal")) ?? "normal";
  // Who moves the map himself has it stay where it is.
  private follows = true;

  hostDisconnected(): void {
    this.film?.close();
  }

  get running(): boolean {
    return this.film !== null;
  }

  /** What the map shows instead of the present. */
  get shown(): Presentation | null {
    return this.film?.shown ?? null;
  }

  /** The move after which the map stands; null in the present. */
  get at(): number | null {
    return this.film?.here ?? null;
  }

  receive(state: SeatState, before: SeatState | null): void {
    if (!before || state.kind !== "game") return;
    const taken = state.version - before.version !== state.moves - before.moves;
    if (taken || before.presentation.side !== state.presentation.side) {
      this.drop();
      return;
    }
    if (this.film) {
      this.film.update(state);
      return;
    }
    const from = newsAfter(state, before);
    if (from === null || this.pace === "at once" || this.host.back.replaying || document.hidden)
      return;
    this.begin(state, from, before.presentation);
  }

  private begin(state: SeatState, from: number, before: Presentation): void {
    const { connection } = this.host;
    if (!connection) return;
    this.follows = true;
    const listener = {
      fetch: (first: number) =>
        connection.ask({ kind: "replay", verb: "", argument: String(first) }),
      step: (step: Step) => this.step(step),
      changed: () => this.changed(),
      ended: () => this.end(),
    };
    this.film = new Film(listener, state, from, before, this.pace);
    this.film.update(state);
  }

  private step(step: Step): void {
    const { battles, board, scene } = this.host;
    scene.draw();
    const hexes = step.lines.flatMap((line) => line.hexes);
    board?.setLight(hexes);
    if (!calm.matches) board?.slide(waysOf(step), step.ms * MOVING);
    const hex = board?.map.get(hexes.at(-1) ?? "");
    if (hex && this.follows) board!.reveal(hex);
    const battle = step.lines.find((line) => line.battle);
    if (battle) void battles.show(battle.move, "film");
    else battles.leave("film");
    this.changed();
  }

  /** Everything has been seen. */
  private end(): void {
    const { news } = this.host;
    this.stop();
    news.putAside();
  }

  /** Back to the present, at once. */
  stop(): void {
    if (!this.film) return;
    this.drop();
    const { battles, board, scene } = this.host;
    battles.endFilm();
    board?.setLight([]);
    scene.draw();
    // What is asked comes onto the map now.
    this.host.decisionChanged();
    this.changed();
  }

  private drop(): void {
    this.film?.close();
    this.film = null;
  }

  /** The map is being moved by hand. */
  moved(): void {
    this.follows = false;
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    remember(KEY, pace);
    if (this.film) this.film.pace = pace;
    if (pace === "at once") this.stop();
    this.changed();
  }

  /** Whether a key was meant for it. */
  key(letter: string, event: KeyboardEvent): boolean {
    if (!this.film) return false;
    if (letter === "Escape") this.stop();
    else if (letter === " " && !onButton(event)) this.film.pause();
    else return false;
    event.preventDefault();
    return true;
  }

  bar(title: TitleInfo): TemplateResult | typeof nothing {
    const { film } = this;
    if (!film) return nothing;
    const setPace = (pace: Pace): void => this.setPace(pace);
    return filmBar({ film, liveries: title.liveries, setPace, skip: () => this.stop() });
  }
}
