"""How somebody with an account wants to be reached, and when not, over HTTP."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from litestar import Request, delete, get, post
from litestar.datastructures import State as Shared
from litestar.params import FromPath, JSONBody

from . import mail, posting, push, quiet, vacations
from .accounts import Account, device_key
from .channels import KINDS, Channel
from .limits import MESSAGE_BYTES, network
from .messages import (
    ChannelView,
    ContactView,
    NewChannel,
    NewPush,
    QuietTimes,
    Stop,
    ToldDevice,
    TypedCode,
)
from .notices import Message, Sending
from .people import HEADER, own_account
from .problems import BadRequest, CannotSend, NotFound, Refusal
from .pushes import PUSHES_PER_ACCOUNT
from .quiet import Rest
from .spending import Rare, address_of
from .tables import Tables

# Codes and trials that an account, an address, and whoever they are sent to may have in an hour.
LETTERS_PER_HOUR = 10
# Names that are looked up in an hour for an account, and for an address.
LOOKUPS_PER_HOUR = 30


@get("/api/account/contact")
async def contact(state: Shared, request: Request[Any, Any, Any]) -> ContactView:
    """How one is reached, and when not."""
    return await _view(state, request, await own_account(state, request))


@post("/api/account/contact", request_max_body_size=MESSAGE_BYTES, status_code=200)
async def new_channel(
    state: Shared, request: Request[Any, Any, Any], data: JSONBody[NewChannel]
) -> ContactView:
    """One wants to be reached like this. To an address of mail a code is sent first."""
    account = await own_account(state, request)
    address = data.address.strip()
    if data.kind == "mail":
        await _offer_mail(state, request, account, address)
    else:
        await _open_webhook(state, request, account, address)
    return await _view(state, request, account)


async def _open_webhook(
    state: Shared, request: Request[Any, Any, Any], account: Account, address: str
) -> None:
    tables = _tables(state)
    await _look_up(state, request, account, address)
    await tables.stored(tables.channels.open, account.id, "webhook", address)


async def _look_up(
    state: Shared, request: Request[Any, Any, Any], account: Account, address: str
) -> None:
    """BadRequest if nothing is sent to an address. Whoever makes the server ask about a name pays
    before that."""
    notices = _tables(state).notices
    try:
        target = posting.target_of(address, nearby=notices.sending.nearby)
        await _pay(state.lookups, request, account)
        await notices.look_up(target)
    except CannotSend as error:
        raise BadRequest(str(error)) from None


async def _offer_mail(
    state: Shared, request: Request[Any, Any, Any], account: Account, address: str
) -> None:
    tables, sending = _tables(state), _sending(state)
    if sending.mail is None:
        raise BadRequest("this server sends no mails")
    if not mail.is_address(address):
        raise BadRequest("this is no address of mail")
    await _pay(state.letters, request, account, address)
    channel, code = await tables.stored(tables.channels.offer, account.id, "mail", address)
    text = (
        f"The code for notices from {sending.origin} is {code[:5]}-{code[5:]}. If you have not "
        "asked for it, somebody has mistyped an address: do nothing, and no more will come."
    )
    await _send(tables, channel, Message("Your code for Stavka", text))


@post("/api/account/contact/devices", request_max_body_size=MESSAGE_BYTES, status_code=200)
async def new_push(
    state: Shared, request: Request[Any, Any, Any], data: JSONBody[NewPush]
) -> ContactView:
    """The device that asks is to show notices, and no others than those of this account."""
    tables, account = _tables(state), await own_account(state, request)
    sending = _sending(state)
    if not sending.push:
        raise BadRequest("this server sends nothing to devices")
    try:
        found = push.checked(data.endpoint, data.p256dh, data.auth, nearby=sending.nearby)
    except CannotSend as error:
        raise BadRequest(str(error)) from None
    await _look_up(state, request, account, data.endpoint)
    device = device_key(request.headers[HEADER])
    if not await tables.stored(tables.pushes.add, account.id, device, found):
        raise Refusal(f"{PUSHES_PER_ACCOUNT} devices of an account at most show notices")
    return await _view(state, request, account)


@delete("/api/account/contact/devices/{device:str}", status_code=200)
async def drop_push(
    state: Shared, request: Request[Any, Any, Any], device: FromPath[str]
) -> ContactView:
    """A device is to show no notices any more."""
    tables, account = _tables(state), await own_account(state, request)
    pushes = await tables.stored(tables.pushes.of, account.id)
    endpoints = tuple(one.subscription.endpoint for one in pushes if one.id == device)
    if not endpoints:
        raise NotFound(f"no device {device!r} of this account shows notices")
    await tables.stored(tables.pushes.forget, account.id, endpoints)
    return await _view(state, request, account)


@post("/api/account/contact/confirm", request_max_body_size=MESSAGE_BYTES, status_code=200)
async def confirm(
    state: Shared, request: Request[Any, Any, Any], data: JSONBody[TypedCode]
) -> ContactView:
    """The code that was sent to an address has come: it is one's own."""
    tables, account = _tables(state), await own_account(state, request)
    if not await tables.stored(tables.channels.confirm, account.id, data.code):
        raise Refusal("this is not the code that was sent last; it is good for a day")
    return await _view(state, request, account)


@post("/api/account/contact/{kind:str}/test", status_code=200)
async def try_channel(
    state: Shared, request: Request[Any, Any, Any], kind: FromPath[str]
) -> ContactView:
    """Sends something at once, to see whether it arrives."""
    tables, account = _tables(state), await own_account(state, request)
    channel = await _channel(tables, account, kind)
    if not channel.since:
        raise Refusal("the code that was sent to this address has not come back yet")
    await _pay(state.letters, request, account, channel.address or f"devices of {account.id}")
    text = "This is a trial. When it is your turn, you will read so here."
    partly = await _send(tables, channel, Message("A trial from Stavka", text, "/"))
    await tables.stored(tables.channels.note_failure, account.id, channel.kind, partly)
    return await _view(state, request, account)


@delete("/api/account/contact/{kind:str}", status_code=200)
async def close_channel(
    state: Shared, request: Request[Any, Any, Any], kind: FromPath[str]
) -> ContactView:
    """One does not want to be reached like this any more."""
    tables, account = _tables(state), await own_account(state, request)
    channel = await _channel(tables, account, kind)
    await tables.stored(tables.channels.close, account.id, channel.kind)
    return await _view(state, request, account)


@post("/api/account/contact/quiet", request_max_body_size=MESSAGE_BYTES, status_code=200)
async def quiet_times(
    state: Shared, request: Request[Any, Any, Any], data: JSONBody[QuietTimes]
) -> ContactView:
    """When one is not to be told anything: hours of the day, and days away."""
    tables, account = _tables(state), await own_account(state, request)
    said = Rest(data.start, data.end, data.zone, data.away)
    try:
        rest = quiet.checked(said, datetime.now(UTC).date())
    except ValueError as error:
        raise BadRequest(str(error)) from None
    await tables.stored(tables.channels.set_rest, account.id, rest)
    # Clocks may stand, or go on.
    await tables.listen_anew(account.id)
    return await _view(state, request, account)


@post("/api/contact/stop", request_max_body_size=MESSAGE_BYTES, status_code=204)
async def stop(state: Shared, data: JSONBody[Stop]) -> None:
    """Ends the mails to an address, by the word that stands in each of them."""
    tables = _tables(state)
    if not await tables.stored(tables.channels.stop, data.word):
        raise NotFound("no mails are sent by this link: they were ended before, or asked for anew")


def _tables(state: Shared) -> Tables:
    tables: Tables = state.tables
    return tables


def _sending(state: Shared) -> Sending:
    return _tables(state).notices.sending


async def _channel(tables: Tables, account: Account, kind: str) -> Channel:
    known = await tables.stored(tables.channels.of, account.id)
    found = next((one for one in known if one.kind == kind), None)
    if found is None:
        raise NotFound(f"this account has no channel {kind!r}; there can be {', '.join(KINDS)}")
    return found


async def _send(tables: Tables, channel: Channel, message: Message) -> str:
    try:
        return await tables.notices.send(channel, message)
    except CannotSend as error:
        raise Refusal(f"it could not be sent: {error}") from None


async def _pay(rare: Rare, request: Request[Any, Any, Any], account: Account, to: str = "") -> None:
    await rare.pay(f"account {account.id}", "from your account")
    if to:
        await rare.pay(f"to {to.lower()}", "to this address")
    if address := network(address_of(request)):
        await rare.pay(address, "from your address")


async def _view(state: Shared, request: Request[Any, Any, Any], account: Account) -> ContactView:
    tables = _tables(state)
    channels = await tables.stored(tables.channels.of, account.id)
    rest = await tables.stored(tables.channels.rest, account.id)
    away, moment = await tables.stored(tables.clocks.away, account.id), datetime.now(UTC)
    stands = vacations.stands_until(vacations.standing(away), moment)
    return ContactView(
        channels=tuple(
            ChannelView(one.kind, _shown(one), one.since, one.failed) for one in channels
        ),
        kinds=_sending(state).kinds,
        quiet=QuietTimes(*rest),
        devices=await _told_devices(tables, account, request.headers[HEADER]),
        push_key=tables.notices.push_key,
        days_left=vacations.days_left(away, moment),
        stands=vacations.text(stands) if stands else "",
    )


async def _told_devices(tables: Tables, account: Account, secret: str) -> tuple[ToldDevice, ...]:
    pushes = await tables.stored(tables.pushes.of, account.id)
    if not pushes:
        return ()
    own = device_key(secret).hex()
    devices = await tables.stored(tables.accounts.devices, account.id)
    names = {device.id: device.name for device in devices}
    return tuple(
        ToldDevice(one.id, names.get(one.id, ""), one.made, one.device == own) for one in pushes
    )


def _shown(channel: Channel) -> str:
    """An address as it is shown again: that of a webhook is a secret, of which the machine is
    enough."""
    if channel.kind != "webhook":
        return channel.address
    return posting.target_of(channel.address, nearby=True).host


ROUTES = (
    contact,
    new_channel,
    confirm,
    new_push,
    drop_push,
    try_channel,
    close_channel,
    quiet_times,
    stop,
)
