"""`stavka mcp`: a guest at a table of a server, or at one of its own."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from .. import titles
from ..server.keeping import Held
from ..server.run import CannotServe, default_database
from ..server.storage import StorageError
from .keep import Keeping, file_for
from .link import read_link
from .local import lay, local_game, private_server
from .play import Guest
from .seat import Seat
from .tools import serve
from .trouble import Trouble


def sit(options: argparse.Namespace) -> None:
    """Serves one language model until it goes."""
    if "/" in options.where or "#" in options.where:
        link = read_link(options.where)
        folder: Path = options.keep or default_database().parent / "seats"
        keeping = Keeping(file_for(folder, link.secret))
        serve(Guest(Seat(link, keeping, options.name)))
        return
    title = titles.load(options.where)
    scenario = options.scenario or title.scenarios[0].key
    on = title.with_options(scenario, options.option, options.without)
    game = local_game(options.where, scenario, on, options.side, options.opponent)
    with ExitStack() as stack:
        folder = options.keep or Path(stack.enter_context(TemporaryDirectory(prefix="stavka-")))
        try:
            address = stack.enter_context(private_server(folder))
        except (CannotServe, Held, StorageError, OSError) as error:
            raise Trouble(f"a table in {folder} cannot be set up: {error}") from None
        keeping = Keeping(folder / "seat.json")
        serve(Guest(Seat(lay(address, game, keeping), keeping, options.name)))
