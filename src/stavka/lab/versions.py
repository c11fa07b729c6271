"""Whether a game would be the same on this machine as where it was given out."""

from __future__ import annotations

import platform

from .. import __version__, titles
from ..data import DataError, quoted
from .crew import Unfit
from .experiment import Cell, program_of


def compare(cell: Cell, stavka: str) -> None:
    """Refuses to play a cell with another Stavka, other rules, data or code than it is of."""
    _same("Stavka", __version__, stavka)
    try:
        if cell.folder is not None and not cell.folder.is_dir():
            raise _unfit(
                f"there is no folder {cell.folder}, which {quoted(cell.name)} lays over the data; "
                "it has to lie in the same place everywhere"
            )
        title = cell.title()
        data = titles.data_version(cell.slug, cell.folder)
    except (DataError, titles.UnknownTitle) as error:
        raise _unfit(str(error)) from None
    _same(f"the rules of {title.name}", str(title.rules), str(cell.rules))
    _same(f"the data of {quoted(cell.name)}", data, cell.data)
    try:
        program = program_of(cell.slug, (*cell.players.values(), *cell.opening.values()))
    except OSError as error:
        raise _unfit(f"a policy cannot be read: {error}") from None
    _same(f"the code that plays {title.name}", program, cell.program)


def _same(what: str, here: str, there: str) -> None:
    if here != there:
        raise _unfit(f"{what}: version {here} on this machine, version {there} in this run")


def _unfit(reason: str) -> Unfit:
    return Unfit(f"{platform.node() or 'a machine'} cannot play: {reason}")
