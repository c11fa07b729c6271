"""Who asks: the account of the device that a request comes from, if it has one.

The secret of a device travels in a header of its own, beside that of a seat, because both may be
needed: whoever takes a seat takes it for his account.
"""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.datastructures import State as Shared

from .accounts import Account
from .door import ACCOUNT_SHUT_OUT
from .problems import Forbidden
from .tables import Tables

HEADER = "stavka-account"


async def account_of(state: Shared, request: Request[Any, Any, Any]) -> Account | None:
    """The account that a request comes from; nothing if it names none that there is."""
    secret = request.headers.get(HEADER, "")
    tables: Tables = state.tables
    found = await tables.account(secret) if secret else None
    if found is not None and found.banned:
        raise Forbidden(ACCOUNT_SHUT_OUT.format(found.banned))
    return found


async def account_id(state: Shared, request: Request[Any, Any, Any]) -> str:
    """The id of that account; empty if there is none."""
    found = await account_of(state, request)
    return found.id if found else ""


async def own_account(state: Shared, request: Request[Any, Any, Any]) -> Account:
    """The account, where there has to be one."""
    found = await account_of(state, request)
    if found is None:
        raise Forbidden("this browser has no account here, or it was shut out from another device")
    return found
