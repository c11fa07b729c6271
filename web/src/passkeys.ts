// Coming back by a passkey: what this browser tells the server of one, and what it is told. They are
// to be had only at the address that the server names, and in a browser that knows them.

import { become, bringSeats, deviceName } from "./account";
import { request } from "./api";
import type {
  NewPasskey,
  PasskeyAsked,
  PasskeyInfo,
  PasskeysOffered,
  PasskeyWanted,
  SignIn,
} from "./generated";

/** Why a browser has not used a passkey, for whoever wanted it to. */
export class NoPasskey extends Error {}

let asked: Promise<boolean> | null = null;

/** Whether passkeys can be used on this page. */
export function passkeysHere(): Promise<boolean> {
  asked ??= areOffered().catch(() => {
    asked = null;
    return false;
  });
  return asked;
}

async function areOffered(): Promise<boolean> {
  if (!("PublicKeyCredential" in globalThis)) return false;
  const { origin } = await request<PasskeysOffered>("/api/passkeys");
  return origin === location.origin;
}

export const getPasskeys = (): Promise<PasskeyInfo[]> => request("/api/account/passkeys");

export const removePasskey = (id: string): Promise<PasskeyInfo[]> =>
  request(`/api/account/passkeys/${id}`, { method: "DELETE" });

/** Has a passkey made for the account of this browser; the passkeys that it has then. */
export async function addPasskey(): Promise<PasskeyInfo[]> {
  const there = "/api/account/passkeys";
  const wanted = await request<PasskeyWanted>(`${there}/challenge`, { method: "POST" });
  const { rawId, response } = await used(() =>
    navigator.credentials.create({ publicKey: toMake(wanted) }),
  );
  const { clientDataJSON, attestationObject } = response as AuthenticatorAttestationResponse;
  const body: NewPasskey = {
    credential: textOf(rawId),
    client: textOf(clientDataJSON),
    attestation: textOf(attestationObject),
    name: deviceName(navigator.userAgent),
  };
  return request(there, { body });
}

/** Makes this browser a device of the account that one of its passkeys is for. The seats that it has
 * come along only if that is wanted. */
export async function signIn(bring: boolean): Promise<void> {
  const wanted = await request<PasskeyAsked>("/api/people/challenge", { method: "POST" });
  const { rawId, response } = await used(() =>
    navigator.credentials.get({ publicKey: toSign(wanted) }),
  );
  const answer = response as AuthenticatorAssertionResponse;
  const body: Omit<SignIn, "device"> = {
    credential: textOf(rawId),
    client: textOf(answer.clientDataJSON),
    authenticator: textOf(answer.authenticatorData),
    signature: textOf(answer.signature),
    user: answer.userHandle ? textOf(answer.userHandle) : "",
  };
  await become("/api/people/sign-in", body);
  if (bring) await bringSeats();
}

const toSign = ({
  challenge,
  party,
  seconds,
}: PasskeyAsked): PublicKeyCredentialRequestOptions => ({
  challenge: bytesOf(challenge),
  rpId: party,
  timeout: seconds * 1000,
  // Nothing else is asked of whoever comes.
  userVerification: "required",
});

const toMake = (wanted: PasskeyWanted): PublicKeyCredentialCreationOptions => ({
  challenge: bytesOf(wanted.challenge),
  rp: { id: wanted.party, name: "Stavka" },
  user: { id: bytesOf(wanted.user), name: wanted.name, displayName: wanted.name },
  pubKeyCredParams: wanted.algorithms.map((alg) => ({ type: "public-key", alg })),
  excludeCredentials: wanted.known.map((id) => ({ type: "public-key", id: bytesOf(id) })),
  timeout: wanted.seconds * 1000,
  attestation: "none",
  // One that can be found by whoever has forgotten everything.
  authenticatorSelection: {
    residentKey: "required",
    requireResidentKey: true,
    userVerification: "required",
  },
});

async function used(use: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const found = await use();
    if (found) return found as PublicKeyCredential;
  } catch (error) {
    throw new NoPasskey(whyNot(error instanceof Error ? error.name : ""));
  }
  throw new NoPasskey(whyNot(""));
}

/** What browsers mean by the names of their refusals. They do not tell somebody who has no passkey
 * from somebody who does not want to use it. */
export function whyNot(name: string): string {
  switch (name) {
    case "NotAllowedError":
    case "AbortError":
      return "Nothing was done: it was cancelled, it took too long, or there is no passkey for it here.";
    case "InvalidStateError":
      return "There is a passkey of your account on this device already.";
    case "NotSupportedError":
    case "ConstraintError":
      return "This device cannot keep a passkey that asks who you are: use another one, or set a screen lock or a PIN.";
    case "SecurityError":
      return "The browser uses no passkeys at this address.";
    default:
      return "The browser could not use a passkey.";
  }
}

/** Bytes in URL-safe text, as the server writes them, and back. */
export const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );
