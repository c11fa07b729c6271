// Where somebody says what others are to call him.

import { html, type TemplateResult } from "lit";
import { callMe, LONGEST_NAME, ownName } from "../person";

export function nameField(): TemplateResult {
  return html`<label class="own-name">
    What others call you
    <input
      name="own-name"
      maxlength=${LONGEST_NAME}
      autocomplete="nickname"
      placeholder="if you like"
      .value=${ownName()}
      @input=${(event: Event) => callMe((event.currentTarget as HTMLInputElement).value)}
    />
  </label>`;
}
