"""A server over HTTP, with nothing but the standard library (docs/protocol.md)."""

from __future__ import annotations

import json
import time
from http.client import HTTPException
from typing import IO, Any, NoReturn, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, Request, build_opener

import msgspec

from ..server.reach import is_loopback
from .link import table_of
from .trouble import Trouble, sentence

T = TypeVar("T")

PROTOCOL = "2"
# Seconds that an answer may take; and how often, and how long at most, whoever has asked for too
# much at once tries again.
PATIENCE = 40.0
TRIES = 8
PAUSE = 5.0
TOO_MUCH = 429
GONE = 410


class Refusal(Trouble):
    """What a server has answered instead of what was wanted."""

    def __init__(self, status: int, text: str) -> None:
        self.status = status
        super().__init__(sentence(text))


class _NoNews(Exception):
    """Nothing has come within the time that somebody wanted to wait."""


class _Nowhere(HTTPRedirectHandler):
    """Follows no redirection: the secret would go along to wherever it leads."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class Wire:
    """A line to a server; `secret` travels beside the path, and is in no message that is shown."""

    def __init__(self, address: str, browser: str = "") -> None:
        self.address = address
        self.browser = browser
        self._opener = _opener(address)

    def get(self, path: str, type_: type[T], secret: str = "") -> T:
        return self._decoded(self._answer(path, None, secret), type_)

    def post(self, path: str, message: msgspec.Struct, type_: Any, secret: str = "") -> Any:
        return self._decoded(self._answer(path, msgspec.json.encode(message), secret), type_)

    def wait(self, path: str, type_: type[T], secret: str, patience: float) -> T | None:
        """What comes within so many seconds, if anything does."""
        try:
            return self._decoded(self._open(path, None, secret, patience), type_)
        except _NoNews:
            return None

    def _answer(self, path: str, body: bytes | None, secret: str) -> bytes:
        try:
            return self._open(path, body, secret, PATIENCE)
        except _NoNews:
            raise Trouble(self._silent(f"for {PATIENCE:.0f} seconds")) from None

    def seat(self, secret: str, rest: str = "") -> str:
        """The path of what belongs to a seat."""
        return f"/api/tables/{table_of(secret)}{rest}"

    def _open(self, path: str, body: bytes | None, secret: str, patience: float) -> bytes:
        headers = {"Content-Type": "application/json", "Stavka-Browser": self.browser}
        if secret:
            headers["Authorization"] = f"Bearer {secret}"
        request = Request(self.address + path, body, headers)
        for left in reversed(range(TRIES)):
            try:
                return self._read(request, patience)
            except HTTPError as error:
                if error.code != TOO_MUCH or not left:
                    self._refuse(error)
                time.sleep(min(PAUSE, float(error.headers.get("Retry-After") or 1)))
        raise AssertionError("the last try answers or fails")

    def _read(self, request: Request, patience: float) -> bytes:
        try:
            with self._opener.open(request, timeout=patience) as answer:
                self._check_protocol(answer)
                found: bytes = answer.read()
                return found
        except HTTPError:
            raise
        except TimeoutError:
            raise _NoNews from None
        except URLError as error:
            if isinstance(error.reason, TimeoutError):
                raise _NoNews from None
            raise Trouble(self._silent(getattr(error.reason, "strerror", ""))) from None
        except (OSError, HTTPException):
            raise Trouble(self._silent("the line was cut")) from None

    def _silent(self, why: str | None) -> str:
        because = f" ({why})" if why else ""
        return (
            f"The server at {self.address} does not answer{because}. It may not be running, or be"
            " elsewhere; what was chosen before is kept there."
        )

    def _check_protocol(self, answer: Any) -> None:
        number = answer.headers.get("Stavka-Protocol")
        if number != PROTOCOL:
            raise Trouble(
                f"What is at {self.address} is no Stavka server that this program can talk to: it"
                f" speaks protocol {number or 'unknown'}, and this is {PROTOCOL}."
            )

    def _refuse(self, error: HTTPError) -> NoReturn:
        with error:
            text = _reason(error)
        raise Refusal(error.code, text or f"the server answers with status {error.code}") from None

    def _decoded(self, body: bytes, type_: type[T]) -> T:
        try:
            return msgspec.json.decode(body, type=type_)
        except msgspec.DecodeError:
            raise Trouble(
                f"The answer of {self.address} is not understood: server and program are of"
                " different versions. Use the same version for both."
            ) from None


def _opener(address: str) -> OpenerDirector:
    # Whatever proxy the environment names, this machine is reached directly.
    name = urlsplit(address).hostname or ""
    proxies = [ProxyHandler({})] if is_loopback(name) else []
    return build_opener(_Nowhere, *proxies)


def _reason(body: IO[bytes]) -> str:
    try:
        found = json.loads(body.read())
    except (ValueError, OSError, HTTPException):
        return ""
    return str(found.get("error", "")) if isinstance(found, dict) else ""
