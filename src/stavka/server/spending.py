"""What may be done so and so often by one address, and by one account: setting up tables, bringing
games, taking seats, having letters sent. It counts over all servers that share a database.
"""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State as Shared

from .limits import AddressAllowance, network
from .meters import Meters
from .metrics import REFUSED
from .moving import Stored
from .people import account_of
from .problems import Busy

# Seconds within which what was used up comes back.
MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0
_WORDS = {MINUTE: "a minute", HOUR: "an hour", DAY: "a day"}


class Rare:
    """How often an address, and an account, may do something in a minute, an hour or a day."""

    def __init__(
        self,
        meters: Meters | None,
        stored: Stored,
        name: str,
        most: float,
        seconds: float = MINUTE,
    ) -> None:
        """`meters` are those of several servers, if there may be several; `name` is what is done,
        and what refusals are counted under."""
        self._meters, self._stored = meters, stored
        self._name, self._most, self._seconds = name, most, seconds
        self._here = AddressAllowance(most, seconds, meter=name)

    async def pay(self, payer: str, which: str) -> None:
        """Lets an address or an account pay; Busy if it cannot."""
        if not await self._take(payer):
            words = f"too many {self._name} {which}; wait {_WORDS[self._seconds]}"
            raise Busy(words, self._seconds)

    async def _take(self, payer: str) -> bool:
        # Whoever has used up everything at this server alone is not asked about anywhere else.
        if not self._here.take(payer):
            return False
        if self._meters is None:
            return True
        taken = await self._stored(self._meters.take, self._name, payer, self._most, self._seconds)
        if not taken:
            REFUSED.add(self._name)
        return taken


async def spend(rare: Rare, state: Shared, request: Request[Any, Any, Any]) -> None:
    """Lets whoever sends a request pay for something rare, and his account if he has one. Whoever
    sits at this machine itself pays nothing."""
    address = network(address_of(request))
    if address:
        await rare.pay(address, "from your address")
    account = await account_of(state, request)
    if address and account is not None:
        await rare.pay(f"account {account.id}", "from your account")


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return connection.client.host if connection.client else ""
