// What is kept of people, where and for how long, in plain words; then what whoever runs the server
// has to say himself. Whoever stores something new of people adds it here.

import { html, LitElement, nothing, type TemplateResult } from "lit";
import { getPrivacy } from "./account";
import { wordsOf } from "./api";
import type { PrivacyView } from "./generated";

export interface Section {
  heading: string;
  paragraphs: readonly string[];
}

const tablesGo = (days: number | null): string =>
  days
    ? `A table that nobody has used for ${inDays(days)} is deleted with everything in it.`
    : "Tables stay until whoever runs this server deletes them.";

const accountsGo = (days: number | null): string =>
  days
    ? `An account stays until you delete it, or until it has no table any more and none of its devices was used for ${inDays(days)}.`
    : "An account stays until you delete it.";

const inDays = (days: number): string => (days === 1 ? "a day" : `${days} days`);

/** What this program keeps, by how the server was started. */
export const sections = ({ forget_after: days }: Pick<PrivacyView, "forget_after">): Section[] => [
  {
    heading: "In short",
    paragraphs: [
      "Nobody needs an account, an e-mail address or a true name to play. There are no cookies and no advertisements; nothing is loaded from other sites, and nobody elsewhere is told that you are here, unless you ask to be told of your turns.",
    ],
  },
  {
    heading: "In your browser",
    paragraphs: [
      "The keys to your seats and to your account, the links that you made, your name, your notes on rules and your settings are kept by your browser. They stay there until you delete the data of this site in it.",
    ],
  },
  {
    heading: "At a table",
    paragraphs: [
      "The server stores the game: every choice with its time, at a table with a clock how much time each side has used, what is said and noted, the name that you gave when you sat down and since when you sit there, and a fingerprint of a random number by which your browser is told from others.",
      "Others at the table see your name, since when you sit there, whether you are looking and from how many browsers, and what you say. Notes to yourself are shown to you alone.",
      tablesGo(days),
    ],
  },
  {
    heading: "With an account",
    paragraphs: [
      'The server stores your name, your settings, which seats are yours, and for each of your devices what it is called ("Firefox on Linux"), since when it is yours and the day on which it was last used. Of the keys of seats and devices, and of codes, it stores fingerprints that open nothing. A code is good for ten minutes.',
      "Of each passkey that you add, the server stores what it is called, its number, its public half, how often it has signed, since when it is yours and the day on which it was last used. That opens nothing: the half that does stays with whatever keeps the passkey, and so do your fingerprint and your face.",
      "When a game of yours ends, its result is stored with your account, and so is a rating for each title. Everybody can look them up, with your name. Whom you have muted or blocked is stored too, and told nobody but you.",
      'In the lobby, under "You", all of it can be downloaded and deleted. Your name then goes from your seats and from what the server told of them, and so do your notes; what you said aloud at a table and the games themselves stay, for they are the others\' too.',
      "If you want to be told elsewhere that it is your turn, the server stores the address for that and your quiet hours, and sends to that address the name of the game and a link, nothing else. Each mail has a link that ends the mails.",
      "For a device that is to show notices that address is one at the push service of its browser's maker, stored with since when, and with two keys: what is sent only your browser can read. The service learns that this server has told you something, and when. It goes when you take the device off, or delete your account.",
      "When you say that you are away, the server stores from when until when, for about two years: it stops the clocks of your games, and everybody at such a table sees until when.",
      accountsGo(days),
    ],
  },
  {
    heading: "Your network address",
    paragraphs: [
      "The server counts how much comes from each address, so that nobody floods it: in its memory, and where several servers share the work, as a fingerprint that goes after a day. Whoever runs it can shut out addresses, and notes which. Requests are not logged; its log has warnings and errors, and keys are taken out of them. A proxy in front of it may write a log of its own.",
    ],
  },
];

export class StavkaPrivacy extends LitElement {
  static override properties = { view: { state: true }, problem: { state: true } };
  declare private view: PrivacyView | null;
  declare private problem: string;

  constructor() {
    super();
    this.view = null;
    this.problem = "";
    document.title = "What is kept of you · Stavka";
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  private async load(): Promise<void> {
    try {
      this.view = await getPrivacy();
    } catch (error) {
      this.problem = wordsOf(error);
    }
  }

  override render(): TemplateResult {
    return html`<div class="lobby privacy">
      <header class="masthead">
        <div>
          <h1>What is kept of you</h1>
          <p>and where, and for how long</p>
          <a href="#">To the lobby</a>
        </div>
      </header>
      <main>
        ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
        ${this.view ? this.contents(this.view) : nothing}
      </main>
    </div>`;
  }

  private contents(view: PrivacyView): TemplateResult {
    const where = {
      heading: "Where",
      paragraphs: [
        `All of this is in one database of the server ${location.host}, and in the copies that whoever runs it makes: what you delete is in older copies until they go. Whoever runs the server can read what is stored there, notes and hidden units too.`,
      ],
    };
    const host = { heading: "From whoever runs this server", paragraphs: view.words };
    return html`${(view.words.length ? [host] : []).map(section)}${[...sections(view), where].map(section)}`;
  }
}

/** Texts stay texts, whatever stands in them. */
const section = ({ heading, paragraphs }: Section): TemplateResult =>
  html`<section><h2>${heading}</h2>${paragraphs.map((text) => html`<p>${text}</p>`)}</section>`;

customElements.define("stavka-privacy", StavkaPrivacy);
