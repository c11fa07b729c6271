// The name of a side in its colours.

import { html, type TemplateResult } from "lit";
import { type Liveries, liveryOf } from "../looks";

export function chip(liveries: Liveries, side: string): TemplateResult {
  const livery = liveryOf(liveries, side);
  return html`<span class="chip mark-${livery.mark}" style="background:${livery.face};color:${livery.ink}">${side}</span>`;
}
