"""Who is not let in: addresses and accounts that whoever keeps the server has shut out.

That is asked before a request costs anything else, and never of the database: what is decreed lies
in memory, and is read again every few seconds.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import Any

from litestar.types import ASGIApp, Receive, Scope, Send

from .decrees import Ban
from .guard import refuse
from .limits import network

SHUT_OUT = "your address has been shut out: {}"
ACCOUNT_SHUT_OUT = "this account has been shut out: {}"

IPNetwork = ipaddress.IPv4Network | ipaddress.IPv6Network


class Doorkeeper:
    """Knows who is shut out, and why."""

    def __init__(self) -> None:
        self._bans: tuple[Ban, ...] = ()
        self._accounts: dict[str, str] = {}
        # By the length of the prefix: many bans are looked up as fast as few.
        self._networks: dict[int, dict[IPNetwork, str]] = {}

    def heed(self, bans: Sequence[Ban]) -> bool:
        """From now on these hold; tells whether they are others than before."""
        if self._bans == tuple(bans):
            return False
        self._bans = tuple(bans)
        self._accounts = {ban.whom: ban.told for ban in bans if "/" not in ban.whom}
        self._networks = {}
        for ban in bans:
            if "/" in ban.whom:
                found = ipaddress.ip_network(ban.whom)
                self._networks.setdefault(found.prefixlen, {})[found] = ban.told
        return True

    def objection(self, address: str, account: str = "") -> str:
        """Why somebody is not let in, who comes from what counts as one address (`network`), and
        with an account if he has one; empty if he is."""
        if account in self._accounts:
            return ACCOUNT_SHUT_OUT.format(self._accounts[account])
        if not self._networks or not address:
            return ""
        try:
            there = ipaddress.ip_network(address)
        except ValueError:
            return ""
        for length, networks in self._networks.items():
            if length <= there.prefixlen:
                why = networks.get(there.supernet(new_prefix=length))
                if why is not None:
                    return SHUT_OUT.format(why)
        return ""


class Door:
    """Refuses whoever comes from an address that is shut out."""

    def __init__(self, app: ASGIApp, keeper: Doorkeeper) -> None:
        self._app, self._keeper = app, keeper

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request: Any = scope
        client = request.get("client")
        why = self._keeper.objection(network(client[0])) if client else ""
        if why:
            await refuse(scope, send, 403, why)
        else:
            await self._app(scope, receive, send)
