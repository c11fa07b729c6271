"""Sending to an address on the web that somebody has named, and to no machine of a network here.

Whoever names one could name a machine of the server's own network. So the name is looked up first,
only addresses that everybody can reach are let through, and the connection goes to the very address
that was looked at. Nothing but the first line of the answer is read, and no redirect is followed.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import urlsplit

from .problems import CannotSend

# Seconds for each step, and for everything together.
STEP_SECONDS = 5.0
ALL_SECONDS = 15.0
ANSWER_BYTES = 4096
LONGEST = 1000
# Addresses of the sixth version that stand for one of the fourth somewhere else.
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


class Target(NamedTuple):
    host: str
    port: int
    path: str
    encrypted: bool

    @property
    def authority(self) -> str:
        """The machine, and its port where it is not the usual one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.encrypted else 80) else f"{host}:{self.port}"


def target_of(address: str, *, nearby: bool = False) -> Target:
    """What an address says; CannotSend if nothing is sent to such. In a network of one's own it
    need not be encrypted.

    >>> target_of("https://example.org/hook?a=1")
    Target(host='example.org', port=443, path='/hook?a=1', encrypted=True)
    """
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise CannotSend("this is no address on the web") from None
    if not address.isascii() or not address.isprintable() or " " in address:
        raise CannotSend("this is no address on the web")
    if len(address) > LONGEST:
        raise CannotSend(f"an address has {LONGEST} letters at most")
    encrypted = parts.scheme == "https"
    if not encrypted and not (nearby and parts.scheme == "http"):
        raise CannotSend("the address has to begin with https://")
    if not parts.hostname or parts.username is not None:
        raise CannotSend("the address has to name a machine, and nobody's password")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.hostname, port or (443 if encrypted else 80), path, encrypted)


def places(target: Target, *, nearby: bool = False) -> list[str]:
    """The addresses in digits that a name leads to; CannotSend if one is not everybody's."""
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise CannotSend("there is no machine of this name") from None
    digits = list(dict.fromkeys(str(one[4][0]) for one in found))
    for one in digits:
        if not nearby and not is_public(one):
            raise CannotSend("the name leads to an address that is not everybody's")
    return digits


def is_public(digits: str) -> bool:
    """Whether an address can be anybody's on the internet, and no machine's of a network here.

    >>> [is_public(one) for one in ("8.8.8.8", "10.0.0.1", "::1", "::ffff:127.0.0.1", "224.0.0.1")]
    [True, False, False, False, False]
    """
    found = ipaddress.ip_address(digits.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif found in _NAT64 or found.sixtofour or found.teredo:
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved


def post(address: str, headers: Mapping[str, str], body: bytes, *, nearby: bool = False) -> int:
    """Sends something, and tells with which status it was answered; CannotSend with a reason that
    tells nothing of the address."""
    target = target_of(address, nearby=nearby)
    digits = places(target, nearby=nearby)
    lines = [f"POST {target.path} HTTP/1.1", f"Host: {target.authority}", "User-Agent: Stavka"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    lines += [f"Content-Length: {len(body)}", "Connection: close"]
    head = "".join(f"{line}\r\n" for line in lines) + "\r\n"
    try:
        return _status(_ask(target, digits[0], head.encode() + body))
    except OSError:
        raise CannotSend("the address does not answer as it should") from None


def _ask(target: Target, digits: str, request: bytes) -> bytes:
    """The beginning of the answer to a request."""
    line = socket.create_connection((digits, target.port), STEP_SECONDS)
    if target.encrypted:
        secure = ssl.create_default_context()
        line = secure.wrap_socket(line, server_hostname=target.host, do_handshake_on_connect=False)
    with line:
        # Whoever answers a letter at a time is not waited for.
        end = threading.Timer(ALL_SECONDS, _cut, (line,))
        end.daemon = True
        end.start()
        try:
            if isinstance(line, ssl.SSLSocket):
                line.do_handshake()
            line.sendall(request)
            answer = b""
            while b"\n" not in answer and len(answer) < ANSWER_BYTES:
                more = line.recv(ANSWER_BYTES - len(answer))
                if not more:
                    break
                answer += more
            return answer
        finally:
            end.cancel()


def _cut(line: socket.socket) -> None:
    with suppress(OSError):
        # Also where it is encrypted: nobody says goodbye.
        socket.socket.shutdown(line, socket.SHUT_RDWR)


def _status(answer: bytes) -> int:
    """The status that an answer begins with.

    >>> _status(b"HTTP/1.1 204 No Content")
    204
    """
    words = answer.split(b"\n")[0].split()
    if len(words) < 2 or not words[0].startswith(b"HTTP/") or not words[1].isdigit():
        raise CannotSend("the address does not answer as it should")
    return int(words[1][:3])
