"""How games have ended for people who have an account, and what that says of their strength.

A result is stored with the action that ends a game. It belongs to people rather than to the table:
when that is forgotten, it stays. A game counts for ratings once, when it ends for the first time,
and only if two accounts have played it here from its beginning by the same rules. It is the game of
those who had the seats at its first choice: nobody leaves a lost one to somebody else.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from .database import Dialect, Link, Reading, Writing, now, seconds_since
from .rating import DAYS, Rating, rated

# With fewer games somebody is new: his rating says little yet.
NEW = 5
# Whoever is less well known is not among the best.
KNOWN = 110.0
DAY = 24 * 60 * 60.0

SCHEMA = """
CREATE TABLE IF NOT EXISTS results (
    game TEXT NOT NULL,
    side TEXT NOT NULL,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    scenario TEXT NOT NULL,
    against TEXT NOT NULL,
    result DOUBLE PRECISION NOT NULL,
    level TEXT NOT NULL,
    reason TEXT NOT NULL,
    rated INTEGER NOT NULL,
    ended TEXT NOT NULL,
    PRIMARY KEY (game, side)
);
CREATE INDEX IF NOT EXISTS results_of_account ON results (account);
CREATE TABLE IF NOT EXISTS ratings (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games INTEGER NOT NULL,
    last TEXT NOT NULL,
    PRIMARY KEY (account, title)
);
CREATE TABLE IF NOT EXISTS brought (
    table_id TEXT PRIMARY KEY REFERENCES tables (id)
);
CREATE TABLE IF NOT EXISTS began (
    table_id TEXT NOT NULL REFERENCES tables (id),
    side TEXT NOT NULL,
    account TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, side)
);
CREATE INDEX IF NOT EXISTS began_of_account ON began (account);
"""


class End(NamedTuple):
    """How the game of a table has ended."""

    title: str
    scenario: str
    # Side -> 1 for a victory, 0.5 for a draw, 0 for a defeat; and who plays it, if it is a computer
    # player.
    results: dict[str, float]
    machines: dict[str, str]
    level: str
    reason: str
    # Whether it tells who is stronger, if two accounts have played it.
    counts: bool


class Player(NamedTuple):
    """Who had a seat when a game began, and what was thought of his strength then."""

    # Empty if it has been deleted since.
    account: str
    rating: Rating


class Result(NamedTuple):
    """How a game has ended for an account."""

    title: str
    scenario: str
    side: str
    result: float
    level: str
    reason: str
    rated: bool
    ended: str
    # The opponents: the names of accounts that there still are, and of computer players.
    against: tuple[str, ...]


class Standing(NamedTuple):
    """What is thought of an account's strength in a title, today."""

    account: str
    name: str
    title: str
    rating: Rating
    games: int

    @property
    def text(self) -> str:
        return rating_text(self.rating, self.games)


class Results(Protocol):
    """What a database has to do. Each method is one transaction; any thread may call it."""

    def results(self, account: str, most: int) -> tuple[int, list[Result]]:
        """How many games of an account have ended, and the last of them."""

    def standings(self, account: str) -> list[Standing]: ...

    def ratings(self, title: str, accounts: Sequence[str]) -> dict[str, str]:
        """Account -> its rating in a title as it is shown, of those that have one."""

    def best(self, title: str, most: int) -> list[Standing]:
        """The strongest of those who are known well enough."""


class SqlResults:
    """Results in the database of the tables."""

    def __init__(self, reading: Reading, writing: Writing, dialect: Dialect) -> None:
        self._reading, self._writing, self._dialect = reading, writing, dialect

    def results(self, account: str, most: int) -> tuple[int, list[Result]]:
        with self._reading() as db:
            (count,) = db.execute(
                "SELECT count(*) FROM results WHERE account = ?", (account,)
            ).fetchone()
            rows = db.execute(
                "SELECT game, title, scenario, side, result, level, reason, rated, ended, against"
                " FROM results WHERE account = ? ORDER BY ended DESC, game, side LIMIT ?",
                (account, most),
            ).fetchall()
            return count, [_result(db, account, row) for row in rows]

    def standings(self, account: str) -> list[Standing]:
        return self._standings("account = ? ORDER BY games DESC, title", (account,))

    def ratings(self, title: str, accounts: Sequence[str]) -> dict[str, str]:
        wanted = sorted(set(accounts) - {""})
        if not wanted:
            return {}
        marks = ", ".join("?" * len(wanted))
        found = self._standings(f"title = ? AND account IN ({marks})", (title, *wanted))
        return {standing.account: standing.text for standing in found}

    def best(self, title: str, most: int) -> list[Standing]:
        # What is known fades until today: who was known well may be so no more.
        where = "title = ? AND deviation < ? AND banned = '' ORDER BY rating DESC, account"
        found = self._standings(where, (title, KNOWN))
        return [one for one in found if one.rating.deviation < KNOWN][:most]

    def _standings(self, where: str, values: Sequence[object]) -> list[Standing]:
        with self._reading() as db:
            rows = db.execute(
                "SELECT account, name, title, rating, deviation, volatility, games, last"
                f" FROM ratings JOIN accounts ON accounts.id = account WHERE {where}",
                values,
            ).fetchall()
        return [
            Standing(account, name, title, Rating(*how).after(_days(last)), games)
            for account, name, title, *how, games, last in rows
        ]


def rating_text(rating: Rating, games: int) -> str:
    """A rating as people read it.

    >>> rating_text(Rating(1539.7, 120.2), 12), rating_text(Rating(1600, 300), 2)
    ('1540 ± 120', 'new')
    """
    return f"{rating.rating:.0f} ± {rating.deviation:.0f}" if games >= NEW else "new"


def bring(db: Link, table: str) -> None:
    """A game that began elsewhere counts for nobody's rating."""
    db.execute("INSERT INTO brought (table_id) VALUES (?) ON CONFLICT DO NOTHING", (table,))


def begin(db: Link, table: str) -> None:
    """Notes whose game it is, in the transaction of the first action."""
    for side, account in _holders(db, table).items():
        row = db.execute(
            "SELECT rating, deviation, volatility, last FROM ratings"
            " JOIN tables ON tables.title = ratings.title WHERE tables.id = ? AND account = ?",
            (table, account),
        ).fetchone()
        rating = Rating(*row[:3]).after(_days(row[3])) if row else Rating()
        db.execute(
            "INSERT INTO began (table_id, side, account, rating, deviation, volatility)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (table, side, account, *rating),
        )


def pass_on(db: Link, table: str, sides: Sequence[str], account: str) -> None:
    """A seat has come to somebody else because the others wanted it so, perhaps against the will of
    whoever had it: it is his game no more."""
    db.executemany(
        "DELETE FROM began WHERE table_id = ? AND side = ? AND account != ?",
        [(table, side, account) for side in sides],
    )


def leave(db: Link, account: str) -> None:
    """Somebody is forgotten: his games go on against the strength that he had."""
    db.execute("UPDATE began SET account = '' WHERE account = ?", (account,))


def conclude(db: Link, table: str, end: End) -> None:
    """Stores how a game has ended, in the transaction of the action that ends it. If it ends again,
    the last end is the result, and what the first one did to ratings stays."""
    held, players = _holders(db, table), _players(db, table)
    if not players:
        # Nobody has noted who began it.
        players = {side: Player(account, Rating()) for side, account in held.items()}
    holders = {**held, **{side: player.account for side, player in players.items()}}
    holders = {side: account for side, account in holders.items() if account}
    if not holders:
        return
    before = [rated for (rated,) in _rows(db, "SELECT rated FROM results WHERE game = ?", table)]
    two = len({player.account for player in players.values()}) == len(end.results) == 2
    counts = two and not before and end.counts
    counts = counts and not _rows(db, "SELECT 1 FROM brought WHERE table_id = ?", table)
    if counts:
        _rate(db, end, players)
    db.execute("DELETE FROM results WHERE game = ?", (table,))
    marked = int(counts or any(before))
    for side, account in holders.items():
        against = " and ".join(name for other, name in end.machines.items() if other != side)
        db.execute(
            "INSERT INTO results (game, side, account, title, scenario, against, result, level,"
            " reason, rated, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(table, side, account, end.title, end.scenario, against, end.results[side]),
                *(end.level, end.reason, marked, now()),
            ),
        )


def _holders(db: Link, table: str) -> dict[str, str]:
    """Side -> the account that plays it. At a hot seat nobody has won or lost."""
    rows = db.execute(
        "SELECT sides, account FROM seats JOIN accounts ON accounts.id = account"
        " WHERE table_id = ? AND kind = 'seat'",
        (table,),
    ).fetchall()
    held = [(json.loads(sides), account) for sides, account in rows]
    return {sides[0]: account for sides, account in held if len(sides) == 1}


def _players(db: Link, table: str) -> dict[str, Player]:
    """Side -> who played it when the game began."""
    rows = db.execute(
        "SELECT side, account, rating, deviation, volatility FROM began WHERE table_id = ?",
        (table,),
    ).fetchall()
    return {side: Player(account, Rating(*how)) for side, account, *how in rows}


def _rate(db: Link, end: End, players: dict[str, Player]) -> None:
    there = {side: player.account for side, player in players.items() if player.account}
    # In one order, so that two games that end at once do not wait for each other.
    found = {account: _own(db, end.title, account) for account in sorted(there.values())}
    for side, account in there.items():
        (other,) = (player for player in players.values() if player.account != account)
        opponent, idle = found.get(other.account, (other.rating, 0.0))
        own, days = found[account]
        after = rated(own, [(opponent.after(idle), end.results[side])], days / DAYS)
        db.execute(
            "UPDATE ratings SET rating = ?, deviation = ?, volatility = ?, last = ?"
            " WHERE account = ? AND title = ?",
            (*after, now(), account, end.title),
        )


def _own(db: Link, title: str, account: str) -> tuple[Rating, float]:
    """A rating that nobody else changes meanwhile, and how many days ago the last game was."""
    row = db.execute(
        "INSERT INTO ratings (account, title, rating, deviation, volatility, games, last)"
        " VALUES (?, ?, ?, ?, ?, 1, ?) ON CONFLICT (account, title)"
        " DO UPDATE SET games = ratings.games + 1"
        " RETURNING rating, deviation, volatility, last",
        (account, title, *Rating(), now()),
    ).fetchone()
    *how, last = row
    return Rating(*how), _days(last)


def _result(db: Link, account: str, row: Sequence[Any]) -> Result:
    game, title, scenario, side, result, level, reason, counted, ended, machines = row
    against = _opponents(db, game, account, machines)
    return Result(title, scenario, side, result, level, reason, bool(counted), ended, against)


def _opponents(db: Link, game: str, account: str, machines: str) -> tuple[str, ...]:
    rows = db.execute(
        "SELECT name FROM results JOIN accounts ON accounts.id = account"
        " WHERE game = ? AND account != ? ORDER BY side",
        (game, account),
    ).fetchall()
    return (*(name for (name,) in rows), *([machines] if machines else []))


def _rows(db: Link, query: str, table: str) -> list[tuple[int, ...]]:
    return db.execute(query, (table,)).fetchall()


def _days(since: str) -> float:
    return max(0.0, seconds_since(since)) / DAY
