// A guided first game: which step it is at, and what on the screen it points at.

import type { LessonPage, SeatState } from "../generated";
import { pointAt, settle } from "../panels/guide";
import { Controller } from "./controller";

export class Guidance extends Controller {
  lesson: LessonPage | null = null;
  step = 0;
  // What was last brought into sight, and beside which forecast: one that comes moves the rest.
  private brought: { part: Element | null; beside: object | null } = { part: null, beside: null };

  /** The step that is shown; none beside a lesson, or after its end. */
  get at(): LessonPage["steps"][number] | undefined {
    return this.lesson?.steps[this.step];
  }

  hostUpdated(): void {
    const { host, lesson, step } = this;
    const { board, presentation } = host;
    if (!lesson || !board || !presentation) return;
    const names = pointAt(host, lesson.steps[step]);
    const labels = names.map((name) => presentation.units.find((u) => u.id === name)?.hex ?? name);
    const card = host.querySelector(".guide")?.getBoundingClientRect();
    board.pointAt(labels, card?.bottom ?? 0);
    this.bring();
  }

  /** What is pointed at in the panel may be below its fold, or above it. */
  private bring(): void {
    const part = this.host.querySelector(".panel .pointed");
    const { shown: beside } = this.host.previews;
    if (part === this.brought.part && beside === this.brought.beside) return;
    this.brought = { part, beside };
    const panel = part?.closest(".panel");
    const tall = part && panel && part.clientHeight > panel.clientHeight;
    part?.scrollIntoView({ block: tall ? "start" : "nearest" });
  }

  begin(lesson: LessonPage): void {
    this.lesson = lesson;
    if (this.host.state) this.receive(this.host.state);
    this.changed();
  }

  receive({ moves }: SeatState): void {
    if (this.lesson) this.step = settle(this.lesson.steps, this.step, moves);
  }

  next(): void {
    this.step += 1;
    this.changed();
  }

  leave(): void {
    location.hash = "";
  }
}
