"""What is printed for a game, as far as all titles read it alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

from ..board import Board, load_board
from ..data import DataError, Folder
from ..hexes import Grid
from .tables import Tables

A = ParamSpec("A")
C = TypeVar("C")


class Printed:
    """The map and the tables in a folder, with somebody's own files laid over them."""

    def __init__(self, data: Path, overlay: Path | None) -> None:
        self.board: Board = self.read_board(data, overlay)
        self.grid: Grid = self.board.grid
        self.tables = Tables(Folder(data, overlay), self.board)

    @staticmethod
    def read_board(data: Path, overlay: Path | None) -> Board:
        return load_board(data / "map", overlay / "map" if overlay else None)


def read_once(charts: Callable[A, C], data: Path) -> Callable[A, C]:
    """Makes charts once for each folder that lies over their data, and says what it lacks."""

    @cache
    def read(overlay: Path | None = None, *sheet: str) -> C:
        try:
            return cast(Callable[..., C], charts)(overlay, *sheet)
        except KeyError as error:
            raise DataError(overlay or data, f"lacks {error}") from None

    return cast(Callable[A, C], read)
