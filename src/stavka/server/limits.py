"""How much one seat may send."""

from __future__ import annotations

import time

MESSAGE_BYTES = 16 * 1024
# A long game's record, with room to spare.
IMPORT_BYTES = 4 * 1024 * 1024
MESSAGES_PER_SECOND = 40
# Somebody who has several pages open on one seat is no attacker; hundreds are.
CONNECTIONS_PER_SEAT = 16

# Boards that are kept in memory only: how many, and how long without anybody at them.
PRIVATE_BOARDS = 200
PRIVATE_SECONDS = 2 * 60 * 60


class Allowance:
    """So many messages at once, coming back at as many a second."""

    __slots__ = ("_left", "_per_second", "_since")

    def __init__(self, per_second: float) -> None:
        self._per_second = self._left = per_second
        self._since = time.monotonic()

    def take(self) -> bool:
        """Uses up one message; False if there is none left."""
        now = time.monotonic()
        back = (now - self._since) * self._per_second
        self._left = min(self._per_second, self._left + back)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
