"""Under which addresses other people reach a server, for the links that they are sent."""

from __future__ import annotations

import ipaddress
import socket

from .messages import Reach

# Addresses for documentation: nothing is sent there, but the machine says from where it would be.
_FAR = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}

ALONE = Reach(alone=True, origins=())


def reach(host: str, port: int) -> Reach:
    """What to tell somebody at this machine of a server that listens at an address."""
    if is_loopback(host):
        return ALONE
    if not _is_any(host):
        return Reach(alone=False, origins=(_origin(host, port),))
    own = (_own_address(family) for family in _FAR)
    return Reach(alone=False, origins=tuple(_origin(address, port) for address in own if address))


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _is_any(host: str) -> bool:
    """Whether a server that listens at it does so at every address of the machine."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return not host


def _own_address(family: socket.AddressFamily) -> str:
    """The address of this machine in its network; empty if it has none."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((_FAR[family], 9))
            found: str = probe.getsockname()[0]
    except OSError:
        return ""
    return "" if is_loopback(found) else found


def _origin(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
