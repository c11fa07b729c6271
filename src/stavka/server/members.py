"""Being known on this server: the routes of accounts. Nobody needs one to play.

What only the owner of an account is shown, and what he does with it from any of his devices.
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.datastructures import State as Shared
from litestar.params import FromPath, JSONBody

from .. import titles
from .accounts import CODE_SECONDS, Account, Device, SeatAtTable, device_key
from .claims import plain_name
from .guard import JSON_TYPE
from .limits import DEVICES_PER_ACCOUNT, MESSAGE_BYTES, SETTINGS_PER_ACCOUNT
from .messages import (
    AccountSeat,
    AccountView,
    ChangeAccount,
    DeviceCode,
    DeviceInfo,
    JoinAccount,
    NewAccount,
    OwnAccount,
    PrivacyView,
)
from .people import HEADER, own_account
from .problems import BadRequest, NotFound, Refusal
from .seating import hue
from .seats import bearer
from .spending import spend
from .tables import Tables

UNNAMED = "a device"


@post("/api/people", request_max_body_size=MESSAGE_BYTES)
async def new_account(
    state: Shared, request: Request[Any, Any, Any], data: JSONBody[NewAccount]
) -> OwnAccount:
    """Makes an account; the secret of its first device is told here and never again."""
    tables: Tables = state.tables
    name = _name(data.name)
    await spend(state.meeting, state, request)
    account, secret = await tables.stored(tables.accounts.add, name, device_name(data.device))
    return OwnAccount(account.id, account.name, secret)


@post("/api/people/join", request_max_body_size=MESSAGE_BYTES)
async def join_account(
    state: Shared, request: Request[Any, Any, Any], data: JSONBody[JoinAccount]
) -> OwnAccount:
    """Lets another device join by a code, which can be used once."""
    tables: Tables = state.tables
    await spend(state.joining, state, request)
    joined = await tables.stored(tables.accounts.join, data.code, device_name(data.device))
    if joined is None:
        raise NotFound("this code is not good any more: show another one on the other device")
    account, secret = joined
    return OwnAccount(account.id, account.name, secret)


@get("/api/account")
async def account_view(state: Shared, request: Request[Any, Any, Any]) -> AccountView:
    """What somebody is shown of his account, his seats at tables too."""
    tables: Tables = state.tables
    account = await own_account(state, request)
    return await _view(tables, account, request.headers[HEADER])


@post("/api/account", status_code=200, request_max_body_size=MESSAGE_BYTES)
async def change_account(
    state: Shared, request: Request[Any, Any, Any], data: JSONBody[ChangeAccount]
) -> AccountView:
    """Another name, other settings. What he was called when he sat down somewhere stays."""
    tables: Tables = state.tables
    account = await own_account(state, request)
    settings = {**account.settings, **(data.settings or {})}
    settings = {key: value for key, value in settings.items() if value is not None}
    if len(settings) > SETTINGS_PER_ACCOUNT:
        raise BadRequest(f"an account has at most {SETTINGS_PER_ACCOUNT} settings")
    name = account.name if data.name is None else _name(data.name)
    await tables.stored(tables.accounts.change, account.id, name, settings)
    changed = account._replace(name=name, settings=settings)
    return await _view(tables, changed, request.headers[HEADER])


@post("/api/account/code")
async def device_code(state: Shared, request: Request[Any, Any, Any]) -> DeviceCode:
    """A code for another device; the one before is void."""
    tables: Tables = state.tables
    account = await own_account(state, request)
    if len(await tables.stored(tables.accounts.devices, account.id)) >= DEVICES_PER_ACCOUNT:
        raise Refusal(f"an account has at most {DEVICES_PER_ACCOUNT} devices: shut one out first")
    return DeviceCode(await tables.stored(tables.accounts.new_code, account.id), CODE_SECONDS)


@delete("/api/account/devices/{device:str}")
async def shut_out(state: Shared, request: Request[Any, Any, Any], device: FromPath[str]) -> None:
    """Shuts a device out, which may be the one that asks. Behind the last one there would be an
    account that nobody can use or delete."""
    tables: Tables = state.tables
    account = await own_account(state, request)
    if [one.id for one in await tables.stored(tables.accounts.devices, account.id)] == [device]:
        raise Refusal("this is the only device of the account: delete the account instead")
    if not await tables.shut_out(account.id, device):
        raise NotFound(f"this account has no device {device!r}")


@post("/api/account/seats", status_code=204)
async def adopt_seat(state: Shared, request: Request[Any, Any, Any]) -> None:
    """A seat that this browser has is the account's from now on."""
    tables: Tables = state.tables
    account = await own_account(state, request)
    seat = await tables.seat(bearer(request))
    if not seat.sides:
        raise Refusal("spectators share their seat: it cannot be one account's")
    if not await tables.stored(tables.accounts.adopt, account.id, seat.key):
        raise Refusal("this seat belongs to another account")


@get("/api/account/data")
async def account_data(state: Shared, request: Request[Any, Any, Any]) -> Response[bytes]:
    """Everything that is stored of an account."""
    tables: Tables = state.tables
    account = await own_account(state, request)
    found = await tables.stored(tables.accounts.stored, account.id)
    text = msgspec.json.format(msgspec.json.encode(found), indent=2)
    headers = {"Content-Disposition": f'attachment; filename="stavka-{account.id}.json"'}
    return Response(text, media_type=JSON_TYPE, headers=headers)


@delete("/api/account")
async def forget_account(state: Shared, request: Request[Any, Any, Any]) -> None:
    """Forgets somebody. His seats stay, without a name."""
    tables: Tables = state.tables
    account = await own_account(state, request)
    await tables.forget_account(account.id)


@get("/api/privacy", sync_to_thread=False)
def privacy(state: Shared) -> PrivacyView:
    """What whoever runs the server says of what is kept."""
    found: PrivacyView = state.privacy
    return found


async def _view(tables: Tables, account: Account, secret: str) -> AccountView:
    own = device_key(secret)
    devices = await tables.stored(tables.accounts.devices, account.id)
    seats = await tables.stored(tables.accounts.tables, account.id)
    return AccountView(
        id=account.id,
        name=account.name,
        hue=hue(account.id),
        settings=account.settings,
        devices=tuple(_device_info(device, own) for device in devices),
        seats=tuple(_seat(seat) for seat in seats if seat.title in titles.playable()),
    )


def _device_info(device: Device, own: bytes) -> DeviceInfo:
    return DeviceInfo(device.id, device.name, device.made, device.used, device.key == own)


def _seat(seat: SeatAtTable) -> AccountSeat:
    title = titles.load(seat.title)
    scenarios = {scenario.key: scenario.name for scenario in title.scenarios}
    return AccountSeat(
        table=seat.table,
        mark=seat.mark,
        title=seat.title,
        name=title.name,
        scenario=scenarios.get(seat.scenario, seat.scenario),
        sides=seat.sides,
        since=seat.since,
        over=seat.over,
    )


def _name(name: str) -> str:
    plain = plain_name(name)
    if not plain:
        raise BadRequest("an account needs a name")
    return plain


def device_name(name: str) -> str:
    """What a device is called, if only that it is one."""
    return plain_name(name) or UNNAMED


ROUTES = (
    new_account,
    join_account,
    account_view,
    change_account,
    device_code,
    shut_out,
    adopt_seat,
    account_data,
    forget_account,
    privacy,
)
