// The game as files, to be saved: fetched with the secret beside the path, then handed to whoever
// asked for them.

import { html, type TemplateResult } from "lit";
import { getFile, wordsOf } from "../api";
import type { SeatState, TitleInfo } from "../generated";
import { fileName } from "../panels/foot";
import { saveAs } from "../save";
import { Controller } from "./controller";

const KINDS = { record: "stavka", position: "txt" } as const;

export class Files extends Controller {
  offer(state: SeatState, title: TitleInfo): TemplateResult {
    const save = (kind: keyof typeof KINDS): TemplateResult =>
      html`<button class="save" @click=${() => void this.save(kind, fileName(state, title))}>Save the ${kind}</button>`;
    return html`${save("record")} ${save("position")}`;
  }

  private async save(kind: keyof typeof KINDS, name: string): Promise<void> {
    try {
      saveAs(await getFile(this.host.secret, kind), `${name}.${KINDS[kind]}`);
    } catch (error) {
      this.host.notices.tell(wordsOf(error));
    }
  }
}
