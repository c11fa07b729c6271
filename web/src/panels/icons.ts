// Small drawings on buttons: one size, one weight, in the colour of the words beside them.

import { html, type TemplateResult } from "lit";

const DRAWINGS = {
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  whole: "M9.5 3H13v3.5M6.5 13H3V9.5M13 3 9 7M3 13l4-4",
  help: "M5.2 6a2.8 2.8 0 1 1 4.3 2.4C8.5 9 8 9.5 8 10.400M8 12.900v.1",
  settings: "M2.5 5h5M11.5 5h2M2.5 11h2M8.5 11h5M9.5 3.200v3.600M6.5 9.200v3.6",
};

export function icon(name: keyof typeof DRAWINGS): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d=${DRAWINGS[name]} /></svg>`;
}
