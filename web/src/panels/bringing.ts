// Whether the seats that a browser has come along when it becomes somebody's device.

import { html, nothing, type TemplateResult } from "lit";

export function bringing(seats: number): TemplateResult | typeof nothing {
  if (!seats) return nothing;
  const words =
    seats === 1 ? "the seat that this browser has" : `the ${seats} seats that this browser has`;
  return html`<label class="bring"><input type="checkbox" name="bring" /> <span>Bring along ${words}, to play from all of your devices</span></label>`;
}

/** Whether it is wanted. */
export const isBringing = (form: ParentNode): boolean =>
  form.querySelector<HTMLInputElement>("input[name=bring]")?.checked ?? false;
