// What can be done now: the prompt's options as buttons and as a key to what is lit.

import { html, nothing, type TemplateResult } from "lit";
import type { Pick } from "../choices";
import type { DecisionView, OptionView } from "../generated";
import { caseLink } from "../help";

export interface OrdersActions {
  choose(pick: Pick): void;
  preview(pick: Pick | null): void;
}

export function orders(decision: DecisionView, actions: OrdersActions): TemplateResult {
  const onMap = decision.options.filter((o) => o.kind === "hex" || o.kind === "unit");
  let hexTone = 0;
  return html`<section class="orders" aria-labelledby="orders-title">
    <h2 id="orders-title">Your orders</h2>
    ${
      onMap.length
        ? html`<ul class="on-map">
          ${onMap.map((option) => {
            const tone = option.kind === "hex" ? `tone-${hexTone++ % 3}` : "unit";
            const many = option.values.length;
            const things =
              option.kind === "hex" ? (many > 1 ? "hexes" : "hex") : many > 1 ? "units" : "unit";
            return html`<li>
              <span class="swatch ${tone}" aria-hidden="true"></span>
              <span>${option.label} <small>${many} ${things} lit</small></span>
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
            <span class="of">${option.label} ${caseLink(option.case)}</span>
            ${words(option, actions)}
          </div>`,
      )}
    <div class="buttons">
      ${decision.options
        .filter((o) => o.kind === "none")
        .map(
          (option) =>
            html`<span class="order"
              >${orderButton({ option, argument: "" }, option.label, actions)} ${caseLink(option.case)}</span
            >`,
        )}
    </div>
  </section>`;
}

/** A button for each word; where one is what people want, the others are folded away. */
function words(option: OptionView, actions: OrdersActions): TemplateResult {
  const [best, ...others] = option.values.map((argument) =>
    orderButton({ option, argument }, argument, actions),
  );
  if (!option.ranked || !others.length) return html`${best}${others}`;
  return html`<span class="best">${best}</span>
    <details><summary>Less than that</summary>${others}</details>`;
}

function orderButton(pick: Pick, text: string, actions: OrdersActions): TemplateResult {
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
    ${text === pickLabel(pick) ? nothing : html`<span class="visually-hidden">${option.label} </span>`}${text}
    ${option.key ? html`<kbd aria-hidden="true">${keyName(option.key)}</kbd>` : nothing}
  </button>`;
}

const keyName = (key: string): string => (key === "Escape" ? "Esc" : key.toUpperCase());

/** What a button says; for a word the label and the word, unless the label has it already. */
export function pickLabel({ option, argument }: Pick): string {
  if (option.kind !== "word" || option.label.includes(argument)) return option.label;
  return `${option.label} ${argument}`;
}
