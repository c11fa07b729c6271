"""Running the server: address, database, browser."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path

import uvicorn
from litestar.types import ASGIApp

from .app import create_app
from .guard import own_names
from .limits import MESSAGE_BYTES
from .maps import Maps
from .pages import advice
from .reach import is_loopback, reach
from .storage import SqliteStorage


class CannotServe(Exception):
    """The server cannot start; the reason is for the person who wanted it to."""


def default_database() -> Path:
    """Where a person's games are kept, after the XDG rules."""
    data = os.environ.get("XDG_DATA_HOME") or ""
    folder = Path(data) if Path(data).is_absolute() else Path.home() / ".local" / "share"
    return folder / "stavka" / "stavka.db"


def serve(
    host: str,
    port: int,
    database: Path,
    *,
    open_browser: bool,
    say: Callable[[str], None],
    names: Sequence[str] = (),
) -> None:
    """Serves until it is told to stop; `names` are those by which others reach this machine."""
    listening = listen(host, port)
    with listening:
        storage = SqliteStorage(_prepared(database))
        name = f"[{host}]" if ":" in host else host
        port = listening.getsockname()[1]
        address = f"http://{name}:{port}/"
        say(f"Stavka is at {address} (games are kept in {database}; stop with Ctrl-C)")
        if missing := advice():
            say(missing)
        # Computer players give way to whoever clicks after one millisecond instead of five.
        sys.setswitchinterval(0.001)
        maps = Maps(database.parent / "maps")
        app = create_app(storage, maps, names=own_names(host, *names), reach=reach(host, port))
        server = uvicorn.Server(config(host, app))
        if open_browser:
            # The socket listens already: the browser waits until the server answers.
            webbrowser.open(address)
        server.run([listening])


def config(host: str, app: ASGIApp) -> uvicorn.Config:
    """How the server speaks to the net."""
    return uvicorn.Config(
        app,
        ws="websockets-sansio",
        # Larger messages than allowed are refused politely, much larger ones end the connection.
        ws_max_size=4 * MESSAGE_BYTES,
        # On one machine packing costs more than it saves.
        ws_per_message_deflate=not is_loopback(host),
        # Addresses hold the secrets of seats: they do not belong into a log.
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=3,
    )


def listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= 65535:
        raise CannotServe(f"there is no port {port}; 0 to 65535 are possible, 0 for any free one")
    try:
        listening = socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET
        )
    except OSError as error:
        raise CannotServe(
            f"port {port} of {host} cannot be had: {error.strerror}; try another one with --port"
        ) from None
    # Connections inherit this. Without it an answer of two parts waits 40 ms in between, for the
    # event loop does not recognize a socket that it has not made itself as one of TCP.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def _prepared(database: Path) -> Path:
    """Makes the folder of the database; only its owner may look, for it holds the seeds."""
    try:
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CannotServe(f"{database.parent} cannot be made: {error.strerror}") from None
    return database
