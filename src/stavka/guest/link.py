"""Links to seats, as the lobby hands them out: the secret stands behind the #, so that no server
and no proxy logs it."""

from __future__ import annotations

import base64
import re
from typing import NamedTuple
from urllib.parse import urlsplit

from .trouble import Trouble

_WHERE = re.compile(
    r"(?P<kind>join|seat)/(?P<secret>[\w-]+\.[\w-]+)"
    r"(?:/dice/(?P<commitment>[\w-]{43})/(?P<share>[\w-]{43}))?"
)
# The link itself is not repeated: it opens a seat.
NO_LINK = (
    "this is no link to a seat: one from the lobby is wanted, such as"
    " http://127.0.0.1:8421/#join/... (an invitation) or .../#seat/... (your own seat)"
)


class Link(NamedTuple):
    # Where the server is: https://example.org
    address: str
    secret: str
    # Whether it is an invitation, with which a seat has to be taken first.
    invites: bool
    # What another device has kept for the dice, in hexadecimal digits; nothing as a rule.
    commitment: str = ""
    share: str = ""

    @property
    def table(self) -> str:
        """The table that it leads to."""
        return table_of(self.secret)


def table_of(secret: str) -> str:
    """Secrets name their tables."""
    return secret.partition(".")[0]


def read_link(text: str) -> Link:
    """
    >>> read_link("http://localhost:8421/#join/0123.abc")
    Link(address='http://localhost:8421', secret='0123.abc', invites=True, commitment='', share='')
    """
    parts = urlsplit(text.strip())
    found = _WHERE.fullmatch(parts.fragment)
    if parts.scheme not in ("http", "https") or not parts.netloc or not found:
        raise Trouble(NO_LINK)
    kept = (_long(found["commitment"]), _long(found["share"])) if found["share"] else ("", "")
    address = f"{parts.scheme}://{parts.netloc}"
    return Link(address, found["secret"], found["kind"] == "join", *kept)


def _long(letters: str) -> str:
    """32 bytes as hexadecimal digits; links have them in 43 letters."""
    return base64.urlsafe_b64decode(letters + "=").hex()
