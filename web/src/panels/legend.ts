// Which overlay is which.

import { html, type TemplateResult } from "lit";
import type { OverlayArea } from "../generated";
import { nthOfStyle } from "../overlay";

export function legend(areas: readonly OverlayArea[]): TemplateResult {
  const nth = nthOfStyle(areas);
  return html`<ul class="legend" aria-label="Overlays">
    ${areas.map(
      (area, i) =>
        html`<li>
          <svg width="26" height="18" aria-hidden="true">
            <rect class="area ${area.style} nth-${nth[i]}" x="2" y="2" width="22" height="14" />
          </svg>
          ${area.name}${area.hexes.length ? "" : ": none"}
        </li>`,
    )}
  </ul>`;
}
