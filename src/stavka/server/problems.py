"""What can be wrong with what somebody asks for; each has a reason for that person."""

from __future__ import annotations


class Refusal(Exception):
    """Something that a seat may not do now."""

    def __init__(self, reason: str, case: str = "") -> None:
        self.reason, self.case = reason, case
        super().__init__(reason)


class Forbidden(Exception):
    """Something that a seat may not have."""


class NoSuchSeat(Exception):
    """A secret that opens no seat."""


class Gone(Exception):
    """A secret that has opened something, and does so no more."""


class BadRequest(Exception):
    """A table that cannot be set up as asked, or a seat that cannot be taken so."""


class Busy(Exception):
    """Too much at once from one seat or address; it may be tried again after some seconds."""

    def __init__(self, reason: str, after: float = 1.0) -> None:
        self.after = after
        super().__init__(reason)


class OtherGame(Exception):
    """A table that was played with other data or by other rules than this server has."""


class NotFound(Exception):
    """Something that is asked for by name and is not there."""


class CannotSend(Exception):
    """Something that cannot be sent to somebody; the reason tells no address."""
