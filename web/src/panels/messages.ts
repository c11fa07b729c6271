// Words over the table: a question before a choice, a notice beside what it is about, the list of keys.

import { html, type TemplateResult } from "lit";
import type { Pick } from "../choices";
import type { Notice } from "../controllers/notices";
import { caseLink } from "../help";
import { KEY_HELP } from "../keys";
import { pickLabel } from "./orders";

export function question(
  pick: Pick,
  { yes, no }: { yes: () => void; no: () => void },
): TemplateResult {
  return html`<div class="question-veil">
    <div
      class="question"
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="question-text"
      @keydown=${(event: KeyboardEvent) => event.key === "Escape" && no()}
    >
      <p id="question-text">${pick.option.confirm} ${caseLink(pick.option.case)}</p>
      <div class="answers">
        <button @click=${no}>No, wait</button>
        <button class="primary" data-confirm @click=${yes}>${pickLabel(pick)}</button>
      </div>
    </div>
  </div>`;
}

export function noticeBox(notice: Notice): TemplateResult {
  const left = Math.max(12, Math.min(notice.x - 20, innerWidth - 312));
  const top = Math.max(60, Math.min(notice.y + 16, innerHeight - 120));
  return html`<aside class="notice" aria-label="Message" style="left:${left}px;top:${top}px">
    ${notice.text} ${caseLink(notice.case)}
  </aside>`;
}

export function keyList(close: () => void): TemplateResult {
  return html`<div class="key-help" role="dialog" aria-label="Keys">
    <h2>Keys</h2>
    <dl>${KEY_HELP.map(([key, text]) => html`<div><dt>${key}</dt><dd>${text}</dd></div>`)}</dl>
    <button @click=${close}>Close</button>
  </div>`;
}
