"""Running the server: address, database, browser."""

from __future__ import annotations

import gc
import os
import re
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple

import uvicorn
from litestar.types import ASGIApp

from .app import create_app
from .connections import Connections, log_seldom, protocols, raise_file_limit
from .guard import own_names
from .keeping import held
from .keys import key_file
from .limits import LINES_UNSEEN, MESSAGE_BYTES
from .loglines import Format, write_as
from .maps import Maps
from .notices import NOWHERE, Sending
from .pages import advice
from .reach import is_loopback, reach
from .relying import relying_party
from .sql import SqlStorage
from .sqlite import SqliteStorage

# What to think of before others can reach a server.
IN_CLEAR = (
    "Warning: others can reach this server, and nothing is encrypted on the way: whoever listens in"
    " reads links and plays with them. Beyond a network that you trust, leave out --host and put a"
    " proxy with TLS before it (docs/hosting.md)."
)

# More than this nobody reads.
PRIVACY_LETTERS = 20_000


class CannotServe(Exception):
    """The server cannot start; the reason is for the person who wanted it to."""


def default_database() -> Path:
    """Where a person's games are kept, after the XDG rules."""
    data = os.environ.get("XDG_DATA_HOME") or ""
    folder = Path(data) if Path(data).is_absolute() else Path.home() / ".local" / "share"
    return folder / "stavka" / "stavka.db"


def is_hosted(database: str | Path) -> bool:
    """Whether a database is one of PostgreSQL, which several servers may share, and not a file."""
    return str(database).startswith(("postgresql://", "postgres://"))


def serve(  # noqa: PLR0913
    host: str,
    port: int,
    games: AbstractContextManager[Games],
    *,
    open_browser: bool,
    say: Callable[[str], None],
    names: Sequence[str] = (),
    schema: bool = True,
    forget_after: int | None = None,
    lab: Path | None = None,
    privacy: Path | None = None,
    log_format: Format = "text",
    sending: Sending = NOWHERE,
) -> None:
    """Serves until it is told to stop; `games` is a database that is `opened`, `names` are those by
    which others reach this machine, `lab` is the folder of a laboratory for whoever sits at it,
    `privacy` a text about what is kept of people, `sending` how notices are sent."""
    if forget_after is not None and forget_after < 1:
        raise CannotServe("--forget-after takes a number of days from 1 on")
    if lab is not None:
        _check_laboratory(lab, host, names)
    words = own_words(privacy) if privacy else ()
    raise_file_limit()
    listening = listen(host, port)
    with listening, games as (storage, where, folder):
        write_as(log_format)
        name = f"[{host}]" if ":" in host else host
        port = listening.getsockname()[1]
        address = f"http://{name}:{port}/"
        say(f"Stavka is at {address} (games are kept in {where}; stop with Ctrl-C)")
        if lab is not None:
            say(f"The laboratory is at {address}#lab (experiments and runs of {lab})")
        if not is_loopback(host):
            say(IN_CLEAR)
        if missing := advice():
            say(missing)
        # Computer players give way to whoever clicks after one millisecond instead of five.
        sys.setswitchinterval(0.001)
        rest_seldom()
        maps = Maps(folder / "maps")
        known = own_names(host, *names)
        there = reach(host, port)
        # How people come here from elsewhere, as far as is known.
        origins = [*(f"https://{name}" for name in names), *there.origins, address.rstrip("/")]
        app = create_app(
            storage,
            maps,
            names=known,
            reach=there,
            schema=schema,
            forget_after=forget_after,
            lab=lab,
            privacy=words,
            sending=sending._replace(origin=origins[0]),
            relying=relying_party(names, port),
        )
        server = uvicorn.Server(config(host, app))
        if open_browser:
            # The socket listens already: the browser waits until the server answers.
            webbrowser.open(address)
        server.run([listening])


def rest_seldom() -> None:
    """A table that is opened is tens of thousands of objects, which stay. Looking through them for
    rubbish after every few hundred, as Python does, doubles the time that it takes."""
    gc.set_threshold(20_000, 20)


class Games(NamedTuple):
    """A database; how people may read where it is, and the folder for what can be made again."""

    storage: SqlStorage
    where: str
    folder: Path


@contextmanager
def opened(database: str | Path, key: Path | None = None) -> Iterator[Games]:
    """A database, held by one server if it is a file; `key` is the file of the key of the dice of
    one that several servers share."""
    if not is_hosted(database):
        if key is not None:
            raise CannotServe("--key is for PostgreSQL; the key of a file lies beside it")
        file = Path(database)
        with held(_prepared(file)):
            yield Games(SqliteStorage(file), str(file), file.parent)
        return
    try:
        from .postgres import PostgresStorage, without_password
    except ImportError:
        raise CannotServe(
            "PostgreSQL needs the extra `hosted` of the package: pip install 'stavka[hosted]'"
        ) from None
    there = _prepared(key_of(database, key))
    where, folder = without_password(str(database)), default_database().parent
    yield Games(PostgresStorage(str(database), there), where, folder)


def key_of(database: str | Path, key: Path | None) -> Path:
    """Where the key of the dice of a database lies; `key` says so if it is PostgreSQL's."""
    if not is_hosted(database):
        return key_file(Path(database))
    return key or default_database().with_name("hosted.key")


def config(host: str, app: ASGIApp, connections: Connections | None = None) -> uvicorn.Config:
    """How the server speaks to the net."""
    log_seldom()
    http, ws = protocols(connections or Connections())
    return uvicorn.Config(
        app,
        http=http,
        ws=ws,
        # As many are let in at once before they are counted.
        backlog=LINES_UNSEEN,
        # Larger messages than allowed are refused politely, much larger ones end the connection.
        ws_max_size=4 * MESSAGE_BYTES,
        # On one machine packing costs more than it saves.
        ws_per_message_deflate=not is_loopback(host),
        # Addresses hold the secrets of seats: they do not belong into a log.
        access_log=False,
        # Its lines go where all others do.
        log_config=None,
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


def own_words(file: Path) -> tuple[str, ...]:
    """The paragraphs of a text; headings of Markdown are paragraphs too."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CannotServe(f"--privacy {file} cannot be read: {error}") from None
    if len(text) > PRIVACY_LETTERS:
        raise CannotServe(f"--privacy {file} has more than {PRIVACY_LETTERS:,} letters")
    paragraphs = (" ".join(part.split()).lstrip("# ") for part in re.split(r"\n\s*\n", text))
    return tuple(part for part in paragraphs if part)


def _check_laboratory(folder: Path, host: str, names: Sequence[str]) -> None:
    """It starts programs, so it is for one's own server only."""
    if not is_loopback(host) or names:
        raise CannotServe(
            "--lab is for a server that only this machine reaches: leave out --host and --name, or"
            " start a second server for the laboratory"
        )
    if not folder.is_dir():
        raise CannotServe(f"--lab {folder}: there is no such folder")


def _prepared(database: Path) -> Path:
    """Makes the folder of the database; only its owner may look, for it holds the seeds."""
    try:
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CannotServe(f"{database.parent} cannot be made: {error.strerror}") from None
    return database
