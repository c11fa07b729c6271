"""Passkeys over HTTP: their owner adds and removes them, and comes in by one from a new browser.

Each takes two steps: what is to be signed is asked for, and what was signed is sent. Where passkeys
are not offered any more those that were made are still listed, and can be removed.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from litestar import Request, delete, get, post
from litestar.datastructures import State as Shared
from litestar.params import FromPath, JSONBody

from .accounts import Account
from .door import ACCOUNT_SHUT_OUT
from .limits import DEVICES_PER_ACCOUNT, MESSAGE_BYTES, PASSKEYS_PER_ACCOUNT
from .members import device_name
from .messages import (
    NewPasskey,
    OwnAccount,
    PasskeyAsked,
    PasskeyInfo,
    PasskeysOffered,
    PasskeyWanted,
    SignIn,
)
from .passkeys import CHALLENGE_SECONDS, Passkey
from .people import own_account
from .problems import Forbidden, NotFound, Refusal
from .relying import RelyingParty
from .spending import spend
from .tables import Tables

if TYPE_CHECKING:
    from .ceremonies import Ceremonies

log = logging.getLogger(__name__)

NOT_OFFERED = "this server has no passkeys"
LATE = "this took too long, or was sent before: begin again"
UNKNOWN = (
    "this server does not know the passkey: it was removed here, or its account was deleted; your"
    " device may still list it"
)
WENT_BACK = (
    "this passkey has signed more often before, so that there may be a copy of it: come in with"
    " another one or with a code, and remove it"
)


@get("/api/passkeys", sync_to_thread=False)
def offered(state: Shared) -> PasskeysOffered:
    """Where passkeys can be used, if they can."""
    ceremonies: Ceremonies | None = state.ceremonies
    return PasskeysOffered(ceremonies.party.origin if ceremonies else "")


@post("/api/people/challenge")
async def ask_anybody(state: Shared, request: Request[Any, Any, Any]) -> PasskeyAsked:
    """Asks somebody for any passkey of this server that he has."""
    ceremonies, tables = _ceremonies(state), _tables(state)
    await spend(state.signing, state, request)
    challenge = await tables.stored(tables.passkeys.challenge)
    return PasskeyAsked(challenge, ceremonies.party.id, CHALLENGE_SECONDS)


@post("/api/people/sign-in", request_max_body_size=MESSAGE_BYTES)
async def sign_in(
    state: Shared, request: Request[Any, Any, Any], data: JSONBody[SignIn]
) -> OwnAccount:
    """Makes a browser a device of the account that its passkey is for."""
    tables = _tables(state)
    _ceremonies(state)
    await spend(state.signing, state, request)
    account = await _proven(state, data)
    secret = await tables.stored(tables.accounts.let_in, account.id, device_name(data.device))
    if secret is None:
        raise Refusal(
            f"your account has {DEVICES_PER_ACCOUNT} devices, as many as it may: remove one of them"
            " on another one first"
        )
    return OwnAccount(account.id, account.name, secret)


async def _proven(state: Shared, sent: SignIn) -> Account:
    """The account whose passkey has signed what it was to sign."""
    tables, ceremonies = _tables(state), _ceremonies(state)
    challenge = await _met(state, sent.client)
    passkey = await tables.stored(tables.passkeys.find, sent.credential)
    if passkey is None:
        raise NotFound(UNKNOWN)
    account = await tables.stored(tables.accounts.account, passkey.account)
    if account is None:
        raise NotFound(UNKNOWN)
    signed = ceremonies.signed(sent, challenge, account.id, passkey.public_key)
    if account.banned:
        raise Forbidden(ACCOUNT_SHUT_OUT.format(account.banned))
    if not await tables.stored(tables.passkeys.use, passkey, signed):
        counts = (signed, passkey.signed)
        log.warning("account %s: a passkey has signed %d times, after %d", account.id, *counts)
        raise Forbidden(WENT_BACK)
    return account


@get("/api/account/passkeys")
async def passkeys(state: Shared, request: Request[Any, Any, Any]) -> list[PasskeyInfo]:
    """The passkeys of an account."""
    return await _listed(_tables(state), await own_account(state, request))


@post("/api/account/passkeys/challenge")
async def ask_owner(state: Shared, request: Request[Any, Any, Any]) -> PasskeyWanted:
    """Asks the owner of an account to have a passkey made for it."""
    ceremonies, tables = _ceremonies(state), _tables(state)
    account = await own_account(state, request)
    await spend(state.signing, state, request)
    known = await _with_room(tables, account)
    challenge = await tables.stored(tables.passkeys.challenge, account.id)
    return PasskeyWanted(
        challenge=challenge,
        party=ceremonies.party.id,
        seconds=CHALLENGE_SECONDS,
        user=ceremonies.user_handle(account.id),
        name=account.name,
        algorithms=ceremonies.algorithms,
        known=tuple(passkey.credential for passkey in known),
    )


@post("/api/account/passkeys", request_max_body_size=MESSAGE_BYTES)
async def new_passkey(
    state: Shared, request: Request[Any, Any, Any], data: JSONBody[NewPasskey]
) -> list[PasskeyInfo]:
    """Adds the passkey that was made."""
    ceremonies, tables = _ceremonies(state), _tables(state)
    account = await own_account(state, request)
    await spend(state.signing, state, request)
    await _with_room(tables, account)
    challenge = await _met(state, data.client, account.id)
    made = ceremonies.made(data, challenge)
    passkey = Passkey(account.id, *made, device_name(data.name))
    if not await tables.stored(tables.passkeys.add, passkey):
        raise Refusal("this passkey was added before")
    return await _listed(tables, account)


@delete("/api/account/passkeys/{passkey:str}", status_code=200)
async def remove_passkey(
    state: Shared, request: Request[Any, Any, Any], passkey: FromPath[str]
) -> list[PasskeyInfo]:
    """Nobody comes in by this one any more."""
    tables, account = _tables(state), await own_account(state, request)
    if not await tables.stored(tables.passkeys.remove, account.id, passkey):
        raise NotFound(f"this account has no passkey {passkey!r}")
    return await _listed(tables, account)


async def _met(state: Shared, client: str, account: str = "") -> str:
    """What was to be signed, if it was: whatever comes of it, it is used up."""
    tables, challenge = _tables(state), _ceremonies(state).challenge_of(client)
    if not await tables.stored(tables.passkeys.meet, challenge, account):
        raise Refusal(LATE)
    return challenge


async def _with_room(tables: Tables, account: Account) -> list[Passkey]:
    """The passkeys of an account to which another one can be added."""
    found = await tables.stored(tables.passkeys.of, account.id)
    if len(found) >= PASSKEYS_PER_ACCOUNT:
        raise Refusal(f"an account has at most {PASSKEYS_PER_ACCOUNT} passkeys: remove one first")
    return found


async def _listed(tables: Tables, account: Account) -> list[PasskeyInfo]:
    found = await tables.stored(tables.passkeys.of, account.id)
    return [PasskeyInfo(one.id, one.name, one.made, one.used) for one in found]


def _ceremonies(state: Shared) -> Ceremonies:
    found: Ceremonies | None = state.ceremonies
    if found is None:
        raise NotFound(NOT_OFFERED)
    return found


def _tables(state: Shared) -> Tables:
    found: Tables = state.tables
    return found


def ceremonies_of(party: RelyingParty | None) -> Ceremonies | None:
    """How passkeys are checked, for whoever has the extra `accounts`."""
    if party is None:
        return None
    from .ceremonies import Ceremonies

    return Ceremonies(party)


ROUTES = (
    offered,
    ask_anybody,
    sign_in,
    passkeys,
    ask_owner,
    new_passkey,
    remove_passkey,
)
