// Bringing a game: a record or a position file, chosen or dropped anywhere on the page. A file that
// is no game changes nothing.

import { html, LitElement, nothing, type TemplateResult } from "lit";
import { importTable } from "./api";
import type { TableLinks, TitleInfo } from "./generated";

// The server takes no larger ones.
const MOST_BYTES = 4_000_000;

/** The title that a file says it is of: in the header of a record, or in a line of a position. */
export function titleOf(text: string): string {
  const record = /^\s*\{[^\n]*"title":\s*"([^"]+)"/.exec(text);
  return record?.[1] ?? /^title:\s*(\S+)/m.exec(text)?.[1] ?? "";
}

/** Who goes on with it: those chosen on the page, or for another title one person and computers. */
export function playersFor(
  text: string,
  titles: readonly TitleInfo[],
  chosen: { slug: string; players: Record<string, string> },
): Record<string, string> {
  const slug = titleOf(text);
  const title = titles.find((t) => t.slug === slug);
  if (!title || slug === chosen.slug) return chosen.players;
  const computer = title.players.find((p) => p === "cadet") ?? title.players.at(-1) ?? "person";
  return Object.fromEntries(title.sides.map((side, i) => [side, i ? computer : "person"]));
}

/** The clock of a new table: only people who play each other, each at a screen of his own, have one. */
export const clockFor = (
  days: number | null,
  players: Record<string, string>,
  hotSeat: boolean,
): number | null =>
  !hotSeat && Object.values(players).filter((p) => p === "person").length > 1 ? days : null;

export class BringGame extends LitElement {
  static override properties = {
    titles: {},
    slug: {},
    players: {},
    hotSeat: { attribute: false },
    clock: { attribute: false },
    problem: { state: true },
    busy: { state: true },
    over: { state: true },
  };
  declare titles: TitleInfo[];
  declare slug: string;
  declare players: Record<string, string>;
  // Whether all people sit at this screen.
  declare hotSeat: boolean;
  // How many days each side is to have for each turn; none without a clock.
  declare clock: number | null;
  declare private problem: string;
  declare private busy: boolean;
  // A file is held over the page.
  declare private over: boolean;

  private readonly onDrag = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    // Else the browser would leave the page for the file.
    event.preventDefault();
    this.over = event.type === "dragover";
    if (event.type === "drop") void this.take(event.dataTransfer.files[0]);
  };

  constructor() {
    super();
    this.titles = [];
    this.slug = this.problem = "";
    this.players = {};
    this.clock = null;
    this.hotSeat = this.busy = this.over = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    for (const type of ["dragover", "dragleave", "drop"] as const)
      addEventListener(type, this.onDrag);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const type of ["dragover", "dragleave", "drop"] as const)
      removeEventListener(type, this.onDrag);
  }

  private async take(file: File | undefined): Promise<void> {
    if (!file || this.busy) return;
    this.problem = "";
    this.busy = true;
    try {
      if (file.size > MOST_BYTES) throw new Error("it is larger than any game");
      const text = await file.text();
      const players = playersFor(text, this.titles, { slug: this.slug, players: this.players });
      const links = await importTable({
        text,
        players,
        hot_seat: this.hotSeat,
        clock: clockFor(this.clock, players, this.hotSeat),
      });
      this.dispatchEvent(new CustomEvent<TableLinks>("brought", { detail: links }));
    } catch (error) {
      this.problem = `${file.name} cannot be played: ${error instanceof Error ? error.message : String(error)}`;
    } finally {
      this.busy = false;
    }
  }

  override render(): TemplateResult {
    return html`<section class="import ${this.over ? "is-over" : ""}">
      <h2>Bring a game</h2>
      <p>A record (.stavka) or a position file goes on with the players chosen for the new game. Choose it, or drop it here.</p>
      <label class="button file"
        >${this.busy ? "Reading …" : "Choose a file"}
        <input
          type="file"
          accept=".stavka,.txt,.jsonl,text/plain"
          ?disabled=${this.busy}
          @change=${(event: Event) => {
            const field = event.currentTarget as HTMLInputElement;
            const file = field.files?.[0];
            void this.take(file).then(() => (field.value = ""));
          }}
        />
      </label>
      ${this.problem ? html`<p class="problem" role="alert">${this.problem}. Nothing has changed.</p>` : nothing}
    </section>`;
  }
}

customElements.define("bring-game", BringGame);
