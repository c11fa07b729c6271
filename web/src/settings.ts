// What a person sets for all tables in this browser: the theme, whether to be called, and a name.

import { html, LitElement, nothing, type TemplateResult } from "lit";
import { icon } from "./panels/icons";
import { nameField } from "./panels/name";
import {
  canCall,
  chooseTheme,
  THEMES,
  type Theme,
  theme,
  wantCall,
  wantsCall,
} from "./preferences";

const THEME_WORDS: Record<Theme, string> = {
  system: "As the system",
  light: "Light",
  dark: "Dark",
  contrast: "High contrast",
};

export class StavkaSettings extends LitElement {
  static override properties = { opened: { state: true }, refused: { state: true } };
  declare private opened: boolean;
  // The browser has said no to calling.
  declare private refused: boolean;

  constructor() {
    super();
    this.opened = this.refused = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private async setCall(event: Event): Promise<void> {
    const box = event.currentTarget as HTMLInputElement;
    const wanted = box.checked;
    box.checked = await wantCall(wanted);
    this.refused = wanted && !box.checked;
  }

  override render(): TemplateResult {
    const toggled = ({ newState }: ToggleEvent): void => {
      this.opened = newState === "open";
    };
    return html`<button type="button" class="open-settings" popovertarget="settings" aria-label="Settings">${icon("settings")}</button>
      <div id="settings" class="settings" popover role="dialog" aria-label="Settings" @beforetoggle=${toggled}>
        ${this.opened ? this.contents() : nothing}
      </div>`;
  }

  private contents(): TemplateResult {
    return html`<h2>Settings</h2>
      <fieldset>
        <legend>Colours</legend>
        ${THEMES.map((one) => this.themeChoice(one))}
      </fieldset>
      <fieldset>
        <legend>Your turn</legend>
        <label>
          <input type="checkbox" name="call" ?disabled=${!canCall()} .checked=${wantsCall()} @change=${(event: Event) => void this.setCall(event)} />
          Call me when it is my turn and I look elsewhere
        </label>
        ${this.callNote()}
      </fieldset>
      <fieldset>
        <legend>Your name</legend>
        ${nameField()}
        <small>Told to a table when you take a seat there.</small>
      </fieldset>
      <p>Kept in this browser, for all tables.</p>
      <button type="button" class="primary" popovertarget="settings" popovertargetaction="hide">Done</button>`;
  }

  private themeChoice(one: Theme): TemplateResult {
    return html`<label>
      <input type="radio" name="theme" value=${one} .checked=${theme() === one} @change=${() => chooseTheme(one)} />
      ${THEME_WORDS[one]}
    </label>`;
  }

  private callNote(): TemplateResult {
    if (!canCall())
      return html`<small>Browsers call only from pages of this computer or over https.</small>`;
    return html`<small role="status"
      >${this.refused ? "The browser does not allow it; its own settings for this page do." : "The browser asks you once whether it may."}</small
    >`;
  }
}

customElements.define("stavka-settings", StavkaSettings);
