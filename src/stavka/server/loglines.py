"""What a server writes about itself on stderr: lines for people, or one JSON object a line."""

from __future__ import annotations

import logging
import re
from datetime import UTC, datetime
from typing import Literal

import msgspec

Format = Literal["text", "json"]
FORMATS: tuple[Format, ...] = ("text", "json")
# A secret: the table's id, a dot, 32 bytes. Nothing writes one; whatever an error may quote, what
# opens a seat is taken out of it.
_SECRET = re.compile(r"\b([0-9a-f]{16})\.[A-Za-z0-9_-]{43}")


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True):
    time: str
    level: str
    logger: str
    message: str
    traceback: str = ""


class _Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created, UTC)
        line = LogLine(
            when.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
            record.levelname.lower(),
            record.name,
            without_secrets(record.getMessage()),
            without_secrets(self.formatException(record.exc_info)) if record.exc_info else "",
        )
        return msgspec.json.encode(line).decode()


def without_secrets(text: str) -> str:
    """
    >>> without_secrets("seat 0123456789abcdef." + 43 * "x" + "!")
    'seat 0123456789abcdef.(secret)!'
    """
    return _SECRET.sub(r"\1.(secret)", text)


def write_as(form: Format) -> None:
    """Has everything that is logged written so."""
    handler = logging.StreamHandler()
    handler.setFormatter(_Json() if form == "json" else _Text())
    logging.getLogger().addHandler(handler)
