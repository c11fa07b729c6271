"""A table for a guest without a server: a private one in this process, reached over the same way
as any other, so that the guest sees what a seat sees."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
import uvicorn

from .. import titles
from ..players import suited
from ..server.app import create_app
from ..server.keeping import held
from ..server.maps import Maps
from ..server.messages import PERSON, NewTable, TableLinks
from ..server.run import config, listen
from ..server.sqlite import SqliteStorage
from .keep import Keeping
from .link import Link
from .trouble import Trouble
from .wire import Wire

HERE = "127.0.0.1"
# Seconds.
STARTING = 30.0
STOPPING = 5.0


class LocalGame(NamedTuple):
    """What is played, and who against whom."""

    slug: str
    scenario: str
    options: tuple[str, ...]
    side: str
    opponent: str

    def __str__(self) -> str:
        options = f" with {', '.join(self.options)}" if self.options else ""
        return f"{self.slug} {self.scenario}{options}, {self.side} against {self.opponent}"

    def new_table(self) -> NewTable:
        sides = titles.load(self.slug).sides
        players = dict.fromkeys(sides, self.opponent) | {self.side: PERSON}
        return NewTable(self.slug, self.scenario, players, self.options)


def local_game(
    slug: str, scenario: str, options: tuple[str, ...], side: str | None, opponent: str
) -> LocalGame:
    """A game that can be played, or the reason why not; without a side it is the first."""
    title = titles.load(slug)
    side = side or title.sides[0]
    if side not in title.sides:
        raise Trouble(f"--side {side}: there are {' and '.join(title.sides)}")
    if opponent not in suited(title):
        raise Trouble(f"--opponent {opponent}: there are {', '.join(suited(title))}")
    return LocalGame(slug, scenario, options, side, opponent)


@contextmanager
def private_server(folder: Path) -> Iterator[str]:
    """A server that only this machine reaches, for as long as it is wanted; its address."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    database = folder / "stavka.db"
    with held(database), listen(HERE, 0) as listening:
        app = create_app(SqliteStorage(database), Maps(), schema=False)
        server = uvicorn.Server(config(HERE, app))
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        try:
            until = time.monotonic() + STARTING
            while not server.started:
                if not thread.is_alive() or time.monotonic() > until:
                    raise Trouble("the private server of this table does not start")
                time.sleep(0.01)
            yield f"http://{HERE}:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(STOPPING)


def lay(address: str, game: LocalGame, keeping: Keeping) -> Link:
    """The seat of a game: one that is kept there already goes on, otherwise a new one."""
    kept = keeping.read()
    if kept.secret:
        if kept.game != str(game):
            raise Trouble(
                f"{keeping.file.parent} holds another game ({kept.game}); name another folder with"
                " --keep"
            )
        return Link(address, kept.secret, invites=False)
    links: TableLinks = Wire(address).post("/api/tables", game.new_table(), TableLinks)
    keeping.write(msgspec.structs.replace(kept, game=str(game)))
    return Link(address, links.invitations[0].secret, invites=True)
