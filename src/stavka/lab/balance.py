"""What scenarios have proved to be worth, between equal computer players.

The figures are taken from runs of the laboratory by `python -m tools.balance`, never typed in, and
hold for the rules and the data they were played with.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from .. import titles
from ..data import Folder, Row, quoted
from .experiment import Cell
from .games import Played
from .statistics import RateOf

FILE = Path(__file__).with_name("balance.csv")
FIELDS = ("title", "scenario", "players", "rules", "data", "seed", "games", "first", "second")


class Worth(msgspec.Struct, frozen=True):
    """How a scenario has ended between equal players."""

    scenario: str
    # Who played both sides, by the name of a computer player.
    players: str
    # Of which versions rules and data were, and from what the dice came.
    rules: int
    data: str
    seed: str
    games: int
    # Side -> how often it has won; the others were drawn, or lost by both.
    wins: dict[str, int]

    def rate(self, side: str) -> RateOf:
        return RateOf.over(self.wins[side], self.games)

    @property
    def drawn(self) -> int:
        return self.games - sum(self.wins.values())


def measured(cell: Cell, games: list[Played]) -> Worth | None:
    """What the games of a cell say; nothing if it is not about a scenario between equals."""
    title, players = cell.title(), [*dict.fromkeys(cell.players.values())]
    as_it_starts = set(cell.options) == set(title.defaults(cell.scenario))
    if len(players) > 1 or not as_it_starts or cell.overlay or cell.opening or cell.chance:
        return None
    counted = whole(games)
    wins = {side: sum(game.winner == side for game in counted) for side in title.sides}
    return Worth(cell.scenario, players[0], cell.rules, cell.data, cell.seed, len(counted), wins)


def whole(games: list[Played]) -> list[Played]:
    """The games up to the first that is missing: of those that were under way when a run was
    interrupted the short ones are there and the long ones are not."""
    return [game for n, game in enumerate(games) if game.number == n and not game.error]


def published(slug: str, file: Path = FILE) -> dict[str, Worth]:
    """Scenario -> what it is worth: nothing where the rules or the data are others by now."""
    if titles.overlay_of(slug) is not None:
        return {}
    now = titles.load(slug).rules, titles.data_version(slug)
    return {w.scenario: w for w in _published(slug, file) if (w.rules, w.data) == now}


@cache
def _published(slug: str, file: Path) -> tuple[Worth, ...]:
    rows = Folder(file.parent).table(file.name, FIELDS)
    return tuple(_read(row) for row in rows if row["title"] == slug)


def _read(row: Row) -> Worth:
    rules, games, *won = (_number(row, field) for field in ("rules", "games", "first", "second"))
    wins = dict(zip(titles.load(row["title"]).sides, won, strict=True))
    if not games or sum(won) > games:
        raise row.error("games", "are fewer than were won, or none")
    data = row.required("data")
    return Worth(row["scenario"], row["players"], rules, data, row["seed"], games, wins)


def _number(row: Row, field: str) -> int:
    if not row[field].isdecimal():
        raise row.error(field, f"{quoted(row[field])} should be a number")
    return int(row[field])
