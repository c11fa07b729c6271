"""Notices to an address on the web that takes them as Discord does."""

from __future__ import annotations

import json

from . import posting
from .problems import CannotSend


def send(address: str, text: str, *, nearby: bool = False) -> None:
    """Sends a text; CannotSend with a reason that tells nothing of the address."""
    body = json.dumps({"content": text}).encode()
    kind = {"Content-Type": "application/json"}
    status = posting.post(address, kind, body, nearby=nearby)
    if not 200 <= status < 300:
        raise CannotSend(f"the address answered with status {status}")
