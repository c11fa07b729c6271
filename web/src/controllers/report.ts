// The after-action report: written on the server while a bar tells how far it is, then read in a tab
// of its own or saved as one file.

import { html, nothing, type TemplateResult } from "lit";
import { getFile, HttpError, reportProgress, startReport, wordsOf } from "../api";
import type { ReportState, SeatState, TitleInfo } from "../generated";
import { fileName } from "../panels/foot";
import { Controller } from "./controller";

const ASK_AGAIN_MS = 300;
const TEXT = "A readable account with a map of every turn, as one file";

export class Report extends Controller {
  private state: ReportState | null = null;
  // The address of the page in this browser: that on the server cannot be opened without the secret.
  private address = "";
  // How many moves it tells of.
  private moves = -1;

  hostDisconnected(): void {
    this.forget();
  }

  private forget(): void {
    if (this.address) URL.revokeObjectURL(this.address);
    this.address = "";
    this.state = null;
  }

  private async write(): Promise<void> {
    const { secret, notices } = this.host;
    this.forget();
    this.moves = this.host.state?.moves ?? 0;
    try {
      await this.follow(await startReport(secret));
      this.address = URL.createObjectURL(await getFile(secret, "report/page"));
    } catch (error) {
      notices.tell(wordsOf(error));
    }
    this.state = null;
    this.changed();
    if (!this.address) return;
    notices.announce("The report is ready.");
    await this.host.updateComplete;
    // At the end of a game it stands on the page over the table too.
    [...this.host.querySelectorAll<HTMLElement>(".report-ready")].at(-1)?.focus();
  }

  private async follow(first: ReportState): Promise<void> {
    const { secret } = this.host;
    for (let state = first; ; state = await reportProgress(secret)) {
      this.state = state;
      this.changed();
      if (state.problem) throw new HttpError(500, state.problem);
      if (state.ready || !this.host.isConnected) return;
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    }
  }

  /** A button, then how far it is, then the report. */
  offer(now: SeatState, title: TitleInfo): TemplateResult {
    const { state, address } = this;
    if (state)
      return html`<label class="report-progress">Writing the report
        <progress max="100" value=${state.done}></progress></label>`;
    const again = !address || this.moves !== now.moves;
    return html`${
      address
        ? html`<a class="report-ready" href=${address} target="_blank">Read the report</a>
          <a href=${address} download="${fileName(now, title)}-report.html">Save the report</a>`
        : nothing
    }
    ${again ? html`<button class="report" title=${TEXT} @click=${() => void this.write()}>After-action report</button>` : nothing}`;
  }
}
