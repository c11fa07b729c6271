// What a person has chosen for all tables in this browser.

import { recall, remember } from "./memory";

export const THEMES = ["system", "light", "dark", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

const THEME = "theme";
const CALL = "call";

export function theme(): Theme {
  const kept = recall(THEME, "");
  return THEMES.find((one) => one === kept) ?? "system";
}

/** Kept, and put on the page at once. */
export function chooseTheme(chosen: Theme): void {
  remember(THEME, chosen);
  wearTheme();
}

const DARK = "(prefers-color-scheme: dark)";
const CONTRAST = "(prefers-contrast: more)";

/** The theme that is chosen, or the one that the system asks for. */
function worn(): Exclude<Theme, "system"> {
  const chosen = theme();
  if (chosen !== "system") return chosen;
  if (matchMedia(CONTRAST).matches) return "contrast";
  return matchMedia(DARK).matches ? "dark" : "light";
}

/** Puts the theme on the page; the browser's own bar takes the colour of ours. */
export function wearTheme(): void {
  document.documentElement.dataset.theme = worn();
  const bar = getComputedStyle(document.documentElement).getPropertyValue("--dark");
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", bar);
}

/** From now on, also when the system changes its mind. */
export function followTheme(): void {
  wearTheme();
  for (const query of [DARK, CONTRAST]) matchMedia(query).addEventListener("change", wearTheme);
}

/** Whether to be called when it is one's turn and the table is out of sight. */
export const wantsCall = (): boolean =>
  recall(CALL, "no") === "yes" && canCall() && Notification.permission === "granted";

/** Browsers call nobody from a page that came over plain http, save from the same machine. */
export const canCall = (): boolean => "Notification" in window && isSecureContext;

/** Asks the browser the first time; answers whether it will be so. */
export async function wantCall(on: boolean): Promise<boolean> {
  const granted = on && (await Notification.requestPermission()) === "granted";
  remember(CALL, granted ? "yes" : "no");
  return granted;
}
