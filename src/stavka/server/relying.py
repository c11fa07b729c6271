"""Who this server is to passkeys: they belong to one name, and to pages that nobody can forge."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from importlib.util import find_spec
from typing import NamedTuple

LOCALHOST = "localhost"


class RelyingParty(NamedTuple):
    """The name that passkeys are made for, and the pages on which they are used."""

    id: str
    origin: str


def relying_party(names: Sequence[str], port: int) -> RelyingParty | None:
    """By the names that a server was given, of which the first counts; `localhost` is for trying
    out, which browsers trust without TLS. Nothing without a name or the extra `accounts`, and for
    an address in digits, which can have no passkeys.

    >>> relying_party(["Games.example.org", "other.example.org"], 8421).origin
    'https://games.example.org'
    >>> relying_party(["localhost"], 8421).origin
    'http://localhost:8421'
    >>> relying_party(["203.0.113.7"], 8421), relying_party([], 8421)
    (None, None)
    """
    name = names[0].lower() if names else ""
    if not name or _in_digits(name) or find_spec("webauthn") is None:
        return None
    origin = f"http://{name}:{port}" if name == LOCALHOST else f"https://{name}"
    return RelyingParty(name, origin)


def _in_digits(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
