// What can be done now: the prompt's options as buttons and as a key to what is lit.

import { html, nothing, type TemplateResult } from "lit";
import { unsafeSVG } from "lit/directives/unsafe-svg.js";
import type { Pick } from "../choices";
import { counterSvg } from "../counters";
import type { DecisionView, OptionView } from "../generated";
import { caseLink } from "../help";
import { type CardsView, cards } from "./cards";

export interface OrdersActions extends CardsView {
  // Others of a stack that go where the unit in hand goes, and whether that can be put down.
  rest: readonly string[];
  held: boolean;
  explain(): void;
}

export function orders(decision: DecisionView, actions: OrdersActions): TemplateResult {
  const onMap = litOnMap(decision, actions.units);
  let hexTone = 0;
  return html`<section class="orders" aria-labelledby="orders-title">
    <h2 id="orders-title">
      Your orders
      <button class="quiet explain" aria-pressed=${actions.explains} @click=${actions.explain}>
        ${actions.explains ? "Explain less" : "Explain"}
      </button>
    </h2>
    ${cards(decision, actions)}
    ${actions.held ? inHand(actions.rest) : nothing}
    ${
      onMap.length
        ? html`<ul class="on-map">
          ${onMap.map(({ option, many }) => {
            const tone = option.kind === "hex" ? `tone-${hexTone++ % 3}` : "unit";
            return html`<li>
              <span class="swatch ${tone}" aria-hidden="true"></span>
              <span>${option.label} <small>${howMany(option, many)}</small>${meaning(option, actions)}</span>
              ${caseLink(option.case)}
            </li>`;
          })}
        </ul>`
        : nothing
    }
    ${decision.options
      .filter((o) => o.kind === "word")
      .map(
        (option) =>
          html`<div class="words" role="group" aria-label=${option.label}>
            <span class="of">${option.label} ${caseLink(option.case)} ${meaning(option, actions)}</span>
            ${words(option, actions)}
          </div>`,
      )}
    <div class="buttons">
      ${decision.options
        .filter((o) => o.kind === "none")
        .map(
          (option) =>
            html`<span class="order"
              >${orderButton({ option, argument: "" }, option.label, actions)} ${caseLink(option.case)} ${meaning(option, actions)}</span
            >`,
        )}
    </div>
  </section>`;
}

function meaning(
  { means }: OptionView,
  { explains }: OrdersActions,
): TemplateResult | typeof nothing {
  return explains && means ? html`<span class="means">${means}</span>` : nothing;
}

/** Options whose values lie on the map, and how many of them do. */
function litOnMap(
  decision: DecisionView,
  units: CardsView["units"],
): { option: OptionView; many: number }[] {
  const boxed = new Set(units.filter((u) => u.box).map((u) => u.id));
  return decision.options
    .filter((o) => o.kind === "hex" || o.kind === "unit")
    .map((option) => ({ option, many: option.values.filter((v) => !boxed.has(v)).length }))
    .filter(({ many }) => many);
}

/** How many of an option's values are lit; and how to choose them where a plain click does not. */
function howMany({ kind, click }: OptionView, many: number): string {
  const how = click === "menu" ? ", by right click or long press" : "";
  return `${many} ${many > 1 ? { hex: "hexes", unit: "units" }[kind as "hex" | "unit"] : kind} lit${how}`;
}

function inHand(rest: readonly string[]): TemplateResult {
  const whole = rest.length ? `, with ${rest.length} more of its stack` : "";
  return html`<p class="in-hand-hint">
    <span class="by-mouse">Click where it goes${whole}, or drag it. Esc or a right click puts it down.</span>
    <span class="by-touch">Tap where it goes${whole}. Tap it again to put it down.</span>
  </p>`;
}

/** A button for each word; where one is what people want, the others are folded away. */
function words(option: OptionView, actions: OrdersActions): TemplateResult {
  const [best, ...others] = option.values.map((argument, i) => {
    const face = actions.units.find((unit) => unit.id === option.faces[i]);
    const text = html`${face ? unsafeSVG(counterSvg(face, actions.looks, 38)) : nothing}${[argument, option.notes[i]].filter(Boolean).join(" ")}`;
    return orderButton({ option, argument }, text, actions);
  });
  if (!option.ranked || !others.length) return html`${best}${others}`;
  return html`<span class="best">${best}</span>
    <details><summary>Less than that</summary>${others}</details>`;
}

function orderButton(
  pick: Pick,
  text: string | TemplateResult,
  actions: OrdersActions,
): TemplateResult {
  const { option, argument } = pick;
  const show = (): void => actions.preview(pick);
  const hide = (): void => actions.preview(null);
  // A finger leaves before it clicks: a preview that goes away then would move the button from under it.
  const unlessTouched =
    (react: () => void) =>
    (event: PointerEvent): void => {
      if (event.pointerType !== "touch") react();
    };
  return html`<button
    class="order-button role-${option.role}"
    data-verb=${option.verb}
    data-argument=${argument}
    aria-keyshortcuts=${option.key || nothing}
    @click=${() => actions.choose(pick)}
    @pointerenter=${unlessTouched(show)}
    @pointerleave=${unlessTouched(hide)}
    @focus=${show}
    @blur=${hide}
  >
    ${pickLabel(pick) === option.label ? nothing : html`<span class="visually-hidden">${option.label} </span>`}${text}
    ${option.key ? html`<kbd aria-hidden="true">${keyName(option.key)}</kbd>` : nothing}
  </button>`;
}

const keyName = (key: string): string => (key === "Escape" ? "Esc" : key.toUpperCase());

/** What a button says; for a word the label and the word, unless the label has it already. */
export function pickLabel({ option, argument }: Pick): string {
  if (option.kind !== "word" || option.label.includes(argument)) return option.label;
  return `${option.label} ${argument}`;
}
