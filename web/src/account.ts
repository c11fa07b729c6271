// Being known again: what this browser asks the server for its account. Nobody needs one to play.

import { giveBack, HttpError, request, send } from "./api";
import type { AccountView, DeviceCode, OwnAccount, PrivacyView } from "./generated";
import { myTables } from "./my-tables";
import { accountSecret, callMe, isOwnSeat, keepAccount } from "./person";
import { forgetTable, savedTables } from "./tables";

export const getPrivacy = (): Promise<PrivacyView> => request("/api/privacy");

/** What is told of the account of this browser; nothing if it has none. */
export async function getAccount(): Promise<AccountView | null> {
  if (!accountSecret()) return null;
  const found = await request<AccountView>("/api/account");
  callMe(found.name);
  return found;
}

/** Makes an account for this browser, which brings the seats that it has. */
export async function makeAccount(name: string): Promise<void> {
  await become("/api/people", { name });
  await bringSeats();
}

/** Joins the account from which a code was shown. The seats of this browser come along only if that
 * is wanted: whoever has sent the code plays from them then. */
export async function joinAccount(code: string, bring: boolean): Promise<void> {
  await become("/api/people/join", { code });
  if (bring) await bringSeats();
}

/** Makes this browser a device of an account, in the way that a path stands for. */
export async function become(path: string, body: Record<string, string>): Promise<void> {
  const device = deviceName(navigator.userAgent);
  const { secret, name } = await request<OwnAccount>(path, { body: { ...body, device } });
  keepAccount(secret);
  callMe(name);
}

/** The seats that this browser has taken itself. */
export const seatsHere = (): string[] =>
  savedTables()
    .filter(({ secret, seat }) => seat !== "spectator" && !isOwnSeat(secret))
    .map(({ secret }) => secret);

export async function bringSeats(): Promise<void> {
  for (const secret of seatsHere()) {
    try {
      await request("/api/account/seats", { secret, method: "POST" });
    } catch (error) {
      // A seat that is gone, or another account's, stays what it is.
      if (!(error instanceof HttpError)) throw error;
    }
  }
}

export async function renameAccount(name: string): Promise<AccountView> {
  const body = { name, settings: null };
  const changed = await request<AccountView>("/api/account", { body });
  callMe(changed.name);
  return changed;
}

export const newCode = (): Promise<DeviceCode> => request("/api/account/code", { method: "POST" });

export const shutOut = (device: string): Promise<null> =>
  request(`/api/account/devices/${device}`, { method: "DELETE" });

export const accountData = async (): Promise<Blob> => (await send("/api/account/data", {})).blob();

/** Deletes the account; `leave` gives its seats back first, so that others can be invited. */
export async function deleteAccount({ seats }: AccountView, leave: boolean): Promise<void> {
  const mine = leave ? myTables(savedTables(), seats) : [];
  for (const { secret, kept } of mine) if (kept) await giveUp(secret);
  await request("/api/account", { method: "DELETE" });
  forgetAccount();
}

async function giveUp(secret: string): Promise<void> {
  try {
    await giveBack(secret);
    forgetTable(secret);
  } catch (error) {
    // Where the dice are being settled, seats do not change hands: it stays, without a name.
    if (!(error instanceof HttpError)) throw error;
  }
}

/** This browser is nobody's again; the seats that it has taken itself stay. */
export function forgetAccount(): void {
  keepAccount("");
  for (const { secret } of savedTables()) if (isOwnSeat(secret)) forgetTable(secret);
}

const BROWSERS: [RegExp, string][] = [
  [/Edg/, "Edge"],
  [/OPR/, "Opera"],
  [/Firefox|FxiOS/, "Firefox"],
  [/Chrom|CriOS/, "Chrome"],
  [/Safari/, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/Android/, "Android"],
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/CrOS/, "Chromebook"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "Mac"],
  [/Linux/, "Linux"],
];

/** What a device is called in the list of devices, for whoever has several. */
export function deviceName(agent: string): string {
  const [browser, system] = [BROWSERS, SYSTEMS].map(
    (known) => known.find(([sign]) => sign.test(agent))?.[1],
  );
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? "");
}

/** A code as people read it out. */
export const spelt = (code: string): string => code.replace(/(.{5})(?=.)/g, "$1-");
