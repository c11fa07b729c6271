// Passkeys: bytes as texts, where they are offered, and what is said when a browser uses none.

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { NoPasskey } from "../src/passkeys";
import { memory } from "./samples";

const CHALLENGE = { challenge: "-_8", party: "localhost", seconds: 300 };

/** A page at an address, in a browser that knows passkeys and a server that offers them; fresh, for
 * what the server offers is asked once. */
async function page(origin: string, offered = "https://games.example.org") {
  vi.resetModules();
  vi.stubGlobal("location", { origin });
  const fetch = vi.fn(
    async (path: string) =>
      new Response(JSON.stringify(path === "/api/passkeys" ? { origin: offered } : CHALLENGE)),
  );
  vi.stubGlobal("fetch", fetch);
  return { fetch, ...(await import("../src/passkeys")) };
}

beforeEach(() => {
  vi.unstubAllGlobals();
  vi.stubGlobal("localStorage", memory());
  vi.stubGlobal("PublicKeyCredential", class {});
});

describe("bytes", () => {
  it("are texts without what an address could not hold, and come back", async () => {
    const { bytesOf, textOf } = await page("");
    const bytes = Uint8Array.from({ length: 256 }, (_, number) => number);
    expect(bytesOf(textOf(bytes.buffer))).toEqual(bytes);
    expect(textOf(new Uint8Array([251, 255]).buffer)).toBe("-_8");
  });
});

describe("passkeys are offered", () => {
  it.each([
    ["https://games.example.org", true],
    ["http://games.example.org", false],
    ["https://games.example.org:8443", false],
    ["http://127.0.0.1:8421", false],
  ])("at their own address alone (%s)", async (origin, here) => {
    expect(await (await page(origin)).passkeysHere()).toBe(here);
  });

  it("to browsers that know them, and no other is asked about", async () => {
    vi.unstubAllGlobals();
    const { fetch, passkeysHere } = await page("https://games.example.org");
    expect(await passkeysHere()).toBe(false);
    expect(fetch).not.toHaveBeenCalled();
  });

  it("not where the server does not answer, until it does", async () => {
    const { fetch, passkeysHere } = await page("https://games.example.org");
    fetch.mockRejectedValueOnce(new TypeError());
    expect(await passkeysHere()).toBe(false);
    expect(await passkeysHere()).toBe(true);
  });
});

describe("what a browser refuses", () => {
  it.each([
    ["NotAllowedError", "cancelled"],
    ["AbortError", "cancelled"],
    ["SecurityError", "at this address"],
    ["NotSupportedError", "cannot keep a passkey"],
    ["OtherError", "could not use"],
  ])("is said in a sentence (%s)", async (name, words) => {
    const { signIn } = await page("");
    const get = vi.fn(async () => {
      throw new DOMException("", name);
    });
    vi.stubGlobal("navigator", { credentials: { get } });
    const problem = await signIn(false).catch((error: NoPasskey) => error);
    expect((problem as NoPasskey).message).toMatch(new RegExp(`^[A-Z].*${words}.*\\.$`));
    // What is to be signed, by somebody who has shown who he is.
    expect(get).toHaveBeenCalledWith({
      publicKey: {
        challenge: new Uint8Array([251, 255]),
        rpId: "localhost",
        timeout: 300_000,
        userVerification: "required",
      },
    });
  });
});
