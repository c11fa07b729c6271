"""Tables from what is stored of them; and what becomes of those that do not go as they went by the
rules of today."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from .. import titles
from ..engine import BadPosition, CannotUndo, Illegal
from .company import Company
from .dice import DiceWait
from .history import Past
from .played_again import game
from .problems import OtherGame
from .storage import Action, Storage, StorageError, StoredTable
from .table import Table
from .unbegun import Unbegun

log = logging.getLogger(__name__)

# So many choices are made again here when a table is opened that has no history; more elsewhere.
PLAYED_HERE = 50
# What it looks like as a rule when the rules, or the data, say something else than they did. Code
# that meets a state it was not written for may fail in any other way, which is told with where.
OTHERWISE = (Illegal, CannotUndo, BadPosition, ValueError, LookupError)
# What says nothing about a table: it may go the next time.
PASSING = (MemoryError, StorageError)


class LongGame(Exception):
    """A game that takes too long to be played again here; with all that is needed elsewhere."""

    def __init__(self, game: bytes) -> None:
        self.game = game
        super().__init__()


class Opening:
    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def load(self, id_: str, *, before: int | None = None, most: int | None = PLAYED_HERE) -> Table:
        """A table from what is stored, and with its positions from `before` so many moves on;
        LongGame if more than `most` actions would have to be done again."""
        stored = self._storage.table(id_)
        if stored is None:
            raise StorageError(f"there is no table {id_}")
        past = self._past(id_, before)
        actions = self._storage.actions(id_, past.snapshot.actions if past else 0)
        if most is not None and past is None and len(actions) > most:
            raise LongGame(game(stored, actions))
        try:
            table = Table(stored, actions, past)
            if stored.other_data:
                table.strand(table.version)
        except DiceWait:
            table = Unbegun(stored)
        except PASSING:
            raise
        except Exception as error:
            table = self._stranded(stored, error)
        table.company = company_of(self._storage, table)
        table.remarks = self._storage.remarks(id_)
        table.seen = self._storage.seen(id_)
        table.plans = self._storage.plans(id_)
        if stored.days:
            table.clock = self._storage.clocks.clock(id_)
        return table

    def _past(self, id_: str, before: int | None = None) -> Past | None:
        """How a table has come to its last snapshot whose history can be read."""
        while snapshots := self._storage.past(id_, before):
            try:
                return Past.of(snapshots)
            except PASSING:
                raise
            except Exception as error:
                log.warning("the history of table %s cannot be read: %s", id_, error)
            before = snapshots[-1].moves - 1
        return None

    def _stranded(self, stored: StoredTable, error: Exception) -> Table:
        """A table that does not go as it went by the rules and with the data of today: at the last
        moment that agrees with them."""
        where = None if isinstance(error, OTHERWISE) else error
        log.warning(
            "table %s was played by other rules or data: %s", stored.id, error, exc_info=where
        )
        actions = self._storage.actions(stored.id)
        table, before = None, None
        while table is None and (past := self._past(stored.id, before)):
            table = _standing(stored, past)
            before = past.snapshot.moves - 1
        if table is None:
            # There is no history: it is played again as far as it goes.
            try:
                table = _as_far(stored, actions)
            except PASSING:
                raise
            except Exception:
                raise OtherGame(
                    f"nothing of this table goes by version {titles.load(stored.title).rules} of "
                    f"the rules with version {titles.data_version(stored.title)} of the data"
                ) from None
        table.strand(len(actions))
        return table


def company_of(storage: Storage, table: Table) -> Company:
    """Who sits at a table; asked to agree to other rules, if it cannot go on without."""
    seating, id_ = storage.seating, table.stored.id
    company = Company(table.stored, seating.seats(id_), seating.proposals(id_))
    accounts = company.accounts()
    company.ratings = storage.results.ratings(table.stored.title, accounts)
    company.muted = storage.apart.muted(accounts)
    if table.stranded:
        company.stranded = _other_rules(table)
    return company


def _other_rules(table: Table) -> str:
    """Why a table does not go on as it went. What the rules say of a choice may be a secret of
    the side that made it, and so may be how many there were."""
    stored, now = table.stored, table.title.rules
    if stored.other_data:
        return (
            f"This table was set up with version {stored.data} of the data of {table.title.name}, "
            f"and this server has version {titles.data_version(stored.title)}. It can go on with "
            "those from here, if all who play agree. Or whoever runs the server starts it again "
            "with the --data folder, or the version of Stavka, that it had then."
        )
    played = f"version {stored.rules}" if stored.rules else "an older version"
    return (
        f"This table was played by {played} of the rules. By version {now}, which this server has, "
        "it goes otherwise from here on. It can go on from here, if all who play agree; what was "
        "played after this moment is kept, and does not count."
    )


def _standing(stored: StoredTable, past: Past) -> Table | None:
    """A table at its last snapshot; none if it cannot be read by the rules of today."""
    try:
        return Table(stored, (), past)
    except PASSING:
        raise
    except Exception:
        return None


def _as_far(stored: StoredTable, actions: Sequence[Action]) -> Table:
    """A table with as much of what was done as goes by the rules of today."""
    table = Table(stored)
    for number, action in enumerate(actions):
        try:
            table.repeat(action)
        except PASSING:
            raise
        except Exception:
            # What is half done is forgotten.
            return Table(stored, actions[:number])
    return table
