"""Tables, actions, snapshots and all that goes with them, in a database of SQL."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from ..engine import Share
from . import (
    accounts,
    apart,
    channels,
    clocks,
    decrees,
    forgetting,
    meters,
    offers,
    outbox,
    passkeys,
    pushes,
    results,
    vacations,
)
from .accounts import Accounts, SqlAccounts
from .apart import Apart, SqlApart
from .channels import Channels, SqlChannels
from .clocks import Clocks, Hand, SqlClocks
from .database import Dialect, Link, today
from .decrees import SqlDecrees
from .homes import Homes, OnlyHome
from .keys import mark, new_key, push_key, read_key, seed_of
from .meters import Meters
from .offers import Offers, SqlOffers
from .outbox import Call, Outbox, SqlOutbox
from .passkeys import Passkeys, SqlPasskeys
from .pushes import Pushes, SqlPushes
from .results import End, Results, SqlResults
from .seating import Seating, SqlSeating, StoredSeat, insert_seats
from .storage import (
    NOBODY,
    Action,
    Remark,
    Resumption,
    SharedDice,
    Snapshot,
    StorageError,
    StoredPlan,
    StoredTable,
)

# What was added later is the same for all databases.
_MORE = (
    *(accounts.SCHEMA, results.SCHEMA, offers.SCHEMA, apart.SCHEMA),
    *(decrees.SCHEMA, meters.SCHEMA, channels.SCHEMA, outbox.SCHEMA),
    *(passkeys.SCHEMA, pushes.SCHEMA, clocks.SCHEMA, vacations.SCHEMA),
)
# What makes a database of format 6 one of format 7, beside new tables.
STEP_7 = "ALTER TABLE seats ADD COLUMN account TEXT NOT NULL DEFAULT '';"

_KEY = "SELECT value FROM settings WHERE name = 'key'"


def more(dialect: Dialect) -> str:
    """The tables beside those of games, if they are not there yet."""
    return "".join(_MORE).format(numbered=dialect.numbered)


class SqlStorage(ABC):
    """What is alike in all databases. Each method is one transaction; any thread may call it."""

    dialect: Dialect
    threads = 1
    # Which tables this server may take, or has, as a condition on their rows.
    free = "TRUE"
    # From which the server's part of all dice follows.
    _key: bytes

    def __init__(self, key: Path, name: str) -> None:
        """With the file of the key of the dice, and what the database is called."""
        self._key = self._own_key(key, name)
        self.seating: Seating = SqlSeating(self.reading, self.writing, self.dialect)
        self.accounts: Accounts = SqlAccounts(self.reading, self.writing, self.dialect)
        self.results: Results = SqlResults(self.reading, self.writing, self.dialect)
        self.offers: Offers = SqlOffers(self.reading, self.writing, self.dialect)
        self.apart: Apart = SqlApart(self.reading, self.writing, self.dialect)
        self.decrees = SqlDecrees(self.reading, self.writing)
        self.channels: Channels = SqlChannels(self.reading, self.writing)
        self.outbox: Outbox = SqlOutbox(self.reading, self.writing, self.dialect)
        self.passkeys: Passkeys = SqlPasskeys(self.reading, self.writing)
        self.pushes: Pushes = SqlPushes(self.reading, self.writing)
        self.clocks: Clocks = SqlClocks(self.reading, self.writing)

    @property
    def homes(self) -> Homes:
        return OnlyHome()

    @property
    def meters(self) -> Meters | None:
        return None

    @abstractmethod
    def reading(self) -> AbstractContextManager[Link]:
        """A link that changes nothing."""

    @abstractmethod
    def writing(self, table: str = "") -> AbstractContextManager[Link]:
        """One transaction: all of it is stored, to the disk, or nothing. If it is about a table,
        only the server that holds the table gets one."""

    @abstractmethod
    def columns(self, name: str) -> list[str]:
        """The columns of one of its tables."""

    @abstractmethod
    def close(self) -> None: ...

    def _own_key(self, there: Path, name: str) -> bytes:
        """The key that belongs to this database: with another one all dice would be others."""
        known = self._one(_KEY, ())
        try:
            key = read_key(there)
            if key is None and known is None:
                key = new_key(there)
        except (OSError, ValueError) as error:
            raise StorageError(f"{there} cannot be used as the key of the dice: {error}") from None
        if key is not None:
            with self.writing() as db:
                note = "INSERT INTO settings (name, value) VALUES ('key', ?) ON CONFLICT DO NOTHING"
                db.execute(note, (mark(key),))
                known = db.execute(_KEY).fetchone()
        if key is None or known != (mark(key),):
            raise StorageError(
                f"{there}, from which the dice of the tables in {name} follow, is "
                f"{'missing' if key is None else 'that of another database'}: put back the one "
                "that belongs to it"
            )
        return key

    def new_seed(self, table: str) -> bytes:
        return seed_of(self._key, table)

    def push_key(self) -> bytes:
        return push_key(self._key)

    def settle(self, table: str, dice: SharedDice) -> None:
        with self.writing(table) as db:
            db.execute("UPDATE tables SET dice = ? WHERE id = ?", (_dice_text(dice), table))

    def add_table(
        self,
        table: StoredTable,
        seats: Sequence[StoredSeat],
        actions: Sequence[Action],
        remarks: Sequence[Remark] = (),
    ) -> None:
        with self.writing() as db:
            self._add_row(db, table)
            if actions or table.beginning:
                results.bring(db, table.id)
            _insert(db, table.id, 0, actions)
            _complete(db, table.id, seats, remarks)

    def prepare(self, table: StoredTable) -> None:
        with self.writing() as db:
            self._add_row(db, table)
            results.bring(db, table.id)

    def complete(
        self, table: str, seats: Sequence[StoredSeat], remarks: Sequence[Remark] = ()
    ) -> None:
        with self.writing(table) as db:
            _complete(db, table, seats, remarks)

    def _add_row(self, db: Link, table: StoredTable) -> None:
        db.execute(
            "INSERT INTO tables"
            " (id, title, scenario, options, players, seed, beginning, rolled, data, rules,"
            " teaching, dice, used) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                table.id,
                table.title,
                table.scenario,
                json.dumps(table.options),
                json.dumps(table.players),
                "" if table.seed == self.new_seed(table.id) else table.seed.hex(),
                table.beginning,
                json.dumps(table.rolled),
                table.data,
                table.rules,
                int(table.teaching),
                _dice_text(table.dice),
                forgetting.GIVEN_UP,
            ),
        )
        if table.days:
            clocks.add(db, table.id, table.days)

    def table(self, id_: str) -> StoredTable | None:
        found = self._one(
            "SELECT id, title, scenario, options, players, seed, beginning, rolled, data, rules,"
            " teaching, dice, resumed, (SELECT why FROM closings WHERE table_id = id),"
            " (SELECT days FROM clocks WHERE table_id = id) FROM tables WHERE id = ? AND used != ?",
            (id_, forgetting.GIVEN_UP),
        )
        if found is None:
            return None
        id_, title, scenario, options, players, seed, beginning, rolled, *rest = found
        data, rules, teaching, dice, resumed, closed, days = rest
        return StoredTable(
            id_,
            title,
            scenario,
            tuple(json.loads(options)),
            json.loads(players),
            bytes.fromhex(seed) or self.new_seed(id_),
            beginning,
            tuple(json.loads(rolled)),
            data,
            rules,
            bool(teaching),
            _dice_of(dice),
            Resumption(*json.loads(resumed)) if resumed else None,
            closed or "",
            days or 0,
        )

    def append(
        self,
        table: str,
        number: int,
        actions: Sequence[Action],
        snapshots: Sequence[Snapshot],
        end: End | None = None,
        call: Call | None = None,
        hand: Hand | None = None,
    ) -> None:
        with self.writing(table) as db:
            _append(db, table, number, actions, snapshots)
            if number == 0:
                results.begin(db, table)
            if hand is not None:
                clocks.turn_to(db, table, hand)
            if end is not None:
                results.conclude(db, table, end)
            if call is not None:
                outbox.fill(db, table, call)

    def resume(
        self,
        table: str,
        number: int,
        snapshot: Snapshot,
        resumption: Resumption,
        rules: int,
        data: str,
    ) -> None:
        back = Action("undo", NOBODY, str(snapshot.moves))
        with self.writing(table) as db:
            _append(db, table, number, [back], [snapshot])
            db.execute(
                "UPDATE tables SET resumed = ?, rules = ?, data = ? WHERE id = ?",
                (json.dumps(resumption), rules, data, table),
            )
            db.execute("DELETE FROM proposals WHERE table_id = ? AND kind = 'rules'", (table,))

    def actions(self, table: str, after: int = 0) -> list[Action]:
        rows = self._all(
            "SELECT kind, side, action, dice FROM actions"
            " WHERE table_id = ? AND number >= ? ORDER BY number",
            (table, after),
        )
        return [
            Action(kind, side, text, tuple(json.loads(dice))) for kind, side, text, dice in rows
        ]

    def snapshot(self, table: str, moves: int) -> Snapshot | None:
        found = self._one(
            "SELECT moves, state FROM snapshots WHERE table_id = ? AND moves <= ?"
            " ORDER BY moves DESC LIMIT 1",
            (table, moves),
        )
        return Snapshot(found[0], found[1].encode()) if found else None

    def past(self, table: str, before: int | None = None) -> list[Snapshot]:
        rows = self._all(
            "SELECT moves, history, first, actions, rules, digest FROM snapshots"
            " WHERE table_id = ? AND history != '' AND moves <= coalesce(?, moves) ORDER BY moves",
            (table, before),
        )
        found = [Snapshot(moves, b"", history.encode(), *rest) for moves, history, *rest in rows]
        if found:
            last = self.snapshot(table, found[-1].moves)
            found[-1] = found[-1]._replace(state=last.state if last else b"")
        return found

    def plans(self, table: str) -> list[StoredPlan]:
        rows = self._all(
            "SELECT moves, side, plan FROM plans WHERE table_id = ? ORDER BY moves, side",
            (table,),
        )
        return [StoredPlan(moves, side, plan.encode()) for moves, side, plan in rows]

    def keep_plan(self, table: str, plan: StoredPlan) -> None:
        with self.writing(table) as db:
            db.execute(
                "INSERT INTO plans (table_id, moves, side, plan) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (table_id, moves, side) DO UPDATE SET plan = excluded.plan",
                (table, plan.moves, plan.side, plan.plan.decode()),
            )

    def without(self, player: str, limit: int) -> list[str]:
        # A snapshot is taken when a game ends, and it tells so.
        rows = self._all(
            f"SELECT id FROM tables WHERE used != ? AND {self.free} AND NOT EXISTS"
            f" (SELECT 1 FROM {self.dialect.players} AS player WHERE player.value = ?)"
            f" AND (SELECT {self.dialect.ended} FROM snapshots"
            "  WHERE table_id = id ORDER BY moves DESC LIMIT 1) IS NULL"
            " ORDER BY created DESC LIMIT ?",
            (forgetting.GIVEN_UP, player, limit),
        )
        return [id_ for (id_,) in rows]

    def remarks(self, table: str) -> list[Remark]:
        rows = self._all(
            "SELECT speaker, remark, events, about, secret_hash FROM remarks"
            " WHERE table_id = ? ORDER BY id",
            (table,),
        )
        return [
            Remark(speaker, text, events, about, bytes.fromhex(key))
            for speaker, text, events, about, key in rows
        ]

    def say(self, table: str, remark: Remark) -> None:
        with self.writing(table) as db:
            _say(db, table, remark)

    def seen(self, table: str) -> dict[tuple[bytes, str], int]:
        rows = self._all("SELECT secret_hash, side, moves FROM seen WHERE table_id = ?", (table,))
        return {(bytes.fromhex(key), side): moves for key, side, moves in rows}

    def see(self, table: str, seat: bytes, side: str, moves: int) -> None:
        with self.writing(table) as db:
            db.execute(
                "INSERT INTO seen (table_id, secret_hash, side, moves) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (table_id, secret_hash, side) DO UPDATE SET moves = excluded.moves",
                (table, seat.hex(), side, moves),
            )

    def use(self, table: str) -> None:
        with self.writing() as db:
            forgetting.use(db, table)

    def give_up(self, days: int | None) -> list[str]:
        with self.writing() as db:
            return forgetting.give_up(db, days, self.free)

    def abandon(self, days: int) -> list[str]:
        """Gives up the tables that nobody has used for so many days; they are to be removed."""
        with self.writing() as db:
            return forgetting.abandon(db, days)

    def remove(self, table: str, rows: int) -> bool:
        with self.writing() as db:
            return forgetting.remove(db, self.dialect, table, rows)

    def _one(self, query: str, values: tuple[object, ...]) -> tuple[Any, ...] | None:
        return next(iter(self._all(query, values)), None)

    def _all(self, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        with self.reading() as db:
            return db.execute(query, values).fetchall()


def _append(
    db: Link,
    table: str,
    number: int,
    actions: Sequence[Action],
    snapshots: Sequence[Snapshot],
) -> None:
    left = min((int(a.text) for a in actions if a.kind == "undo"), default=None)
    _insert(db, table, number, actions)
    if left is not None:
        for kept in ("snapshots", "plans"):
            db.execute(f"DELETE FROM {kept} WHERE table_id = ? AND moves > ?", (table, left))
    db.executemany(
        "INSERT INTO snapshots"
        " (table_id, moves, state, history, first, actions, rules, digest)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, moves) DO UPDATE SET"
        " state = excluded.state, history = excluded.history, first = excluded.first,"
        " actions = excluded.actions, rules = excluded.rules, digest = excluded.digest",
        [(table, s.moves, s.state.decode(), s.history.decode(), *s[3:]) for s in snapshots],
    )


def _dice_text(dice: SharedDice | None) -> str:
    if dice is None:
        return ""
    shares = [(share.who, share.committed, share.value.hex()) for share in dice.shares]
    return json.dumps({"settled": dice.settled, "seats": dice.seats, "shares": shares})


def _dice_of(text: str) -> SharedDice | None:
    if not text:
        return None
    found = json.loads(text)
    shares = [Share(who, hash_, bytes.fromhex(value)) for who, hash_, value in found["shares"]]
    return SharedDice(tuple(found["seats"]), tuple(shares), found["settled"])


def _say(db: Link, table: str, remark: Remark) -> None:
    db.execute(
        "INSERT INTO remarks (table_id, speaker, remark, events, about, secret_hash)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (table, *remark[:4], remark.seat.hex()),
    )


def _complete(db: Link, table: str, seats: Sequence[StoredSeat], remarks: Sequence[Remark]) -> None:
    db.execute("UPDATE tables SET used = ? WHERE id = ?", (today(), table))
    insert_seats(db, seats)
    for remark in remarks:
        _say(db, table, remark)


def _insert(db: Link, table: str, number: int, actions: Iterable[Action]) -> None:
    db.executemany(
        "INSERT INTO actions (table_id, number, kind, side, action, dice)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        [
            (table, n, action.kind, action.side, action.text, json.dumps(action.dice))
            for n, action in enumerate(actions, number)
        ],
    )
