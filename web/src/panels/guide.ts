// A guided first game: the step that it is at, and what the step points at.

import { html, nothing, type TemplateResult } from "lit";
import type { LessonPage } from "../generated";
import { caseLink } from "../help";

type Step = LessonPage["steps"][number];

// Parts of the screen that a step can point at by name; any other name is a hex, a unit or an overlay.
const PARTS: Record<string, string> = {
  orders: ".orders",
  preview: ".preview",
  inspector: ".inspector",
  facts: ".facts",
  log: ".log",
  end: ".toolbar .end",
};

/** How many choices come before a step. */
const made = (steps: readonly Step[], at: number): number =>
  steps.slice(0, at).filter((step) => step.choice).length;

/** The step to show after so many choices, if `at` was shown before. */
export function settle(steps: readonly Step[], at: number, moves: number): number {
  let now = at;
  while (now < steps.length && made(steps, now) < moves) now++;
  // Something has been taken back.
  while (now > 0 && made(steps, now) > moves) now--;
  return now;
}

export interface GuideView {
  lesson: LessonPage;
  at: number;
  next(): void;
  leave(): void;
}

export function guide({ lesson, at, next, leave }: GuideView): TemplateResult | typeof nothing {
  const step = lesson.steps[at];
  if (!step) return nothing;
  const last = at === lesson.steps.length - 1;
  return html`<section class="guide" aria-labelledby="guide-title">
    <h2 id="guide-title">
      ${lesson.name} <small>${at + 1} of ${lesson.steps.length}</small>
    </h2>
    <p role="status">${step.text} ${caseLink(step.case)}</p>
    <div class="guide-buttons">
      ${
        step.choice
          ? html`<span class="waits">Your move</span>`
          : html`<button class="primary" data-next @click=${next}>${last ? "Play on" : "Next"}</button>`
      }
      ${
        last
          ? html`<a class="button" href="#">To the lobby</a>`
          : html`<button class="quiet" data-leave @click=${leave}>Leave the lesson</button>`
      }
    </div>
  </section>`;
}

/** Marks the elements that a step points at; answers the names that are none of them. */
export function pointAt(root: HTMLElement, step: Step | undefined): string[] {
  for (const old of root.querySelectorAll(".pointed")) old.classList.remove("pointed");
  if (!step) return [];
  const elsewhere: string[] = [];
  const [verb, argument = ""] = step.choice.split(" ");
  for (const name of step.point) {
    // Among the orders it is one button that is meant.
    const button = `.orders [data-verb="${verb}"][data-argument="${argument}"]`;
    const found =
      (name === "orders" && verb ? root.querySelector(button) : null) ??
      root.querySelector(PARTS[name] ?? `[data-overlay="${name}"]`);
    if (found) found.classList.add("pointed");
    else elsewhere.push(name);
  }
  return elsewhere;
}
