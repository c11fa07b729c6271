// Notices that this browser shows by itself, when no page is open: what it has to be asked for.

import type { NewPush } from "./generated";

// Runs for all pages of this site. It is not built, for its address must not change.
const WORKER = "/push.js";

/** Why a browser does not do what it is asked for, in words for whoever asked. */
export class Unable extends Error {}

/** Whether this browser can, and this page may ask it. */
export const canPush = (): boolean =>
  isSecureContext &&
  "serviceWorker" in navigator &&
  "PushManager" in globalThis &&
  "Notification" in globalThis;

/** Whether whoever uses this browser has forbidden it. */
export const isForbidden = (): boolean => canPush() && Notification.permission === "denied";

async function subscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const known = await navigator.serviceWorker.getRegistration();
  return (await known?.pushManager.getSubscription()) ?? null;
}

/** Whether this browser takes notices, whosever they are. */
export const isSubscribed = async (): Promise<boolean> => (await subscription()) !== null;

/** This browser shows nothing more, whatever is sent. */
export async function unsubscribe(): Promise<void> {
  await (await subscription())?.unsubscribe();
}

/** Asks the browser to take notices from the server with this key; what it wants to be told is for
 * the server. */
export async function subscribe(key: string): Promise<NewPush> {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Unable("The browser does not allow it; its own settings for this page do.");
  try {
    // An older one may be for another account, or another key.
    await unsubscribe();
    await navigator.serviceWorker.register(WORKER);
    const { pushManager } = await navigator.serviceWorker.ready;
    return toldOf(
      await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }),
    );
  } catch {
    throw new Unable("The browser cannot reach its push service, or has none.");
  }
}

export function toldOf(found: Pick<PushSubscription, "endpoint" | "getKey">): NewPush {
  return {
    endpoint: found.endpoint,
    p256dh: base64(found.getKey("p256dh")),
    auth: base64(found.getKey("auth")),
  };
}

/** As keys are written: letters that addresses may have, and nothing behind them. */
function base64(bytes: ArrayBuffer | null): string {
  const letters = [...new Uint8Array(bytes ?? [])].map((one) => String.fromCharCode(one));
  return btoa(letters.join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
