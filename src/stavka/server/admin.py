"""The care of a server: which tables and accounts there are, closing tables, shutting people out,
removing what nobody uses, and the record of any game.

All of it works on the database while servers run; they learn of it within some seconds
(`decrees`).
"""

from __future__ import annotations

import ipaddress
import json
import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ..engine import BadPosition
from .claims import plain_name
from .database import now, today
from .decrees import Ban
from .forgetting import GIVEN_UP, ROWS
from .limits import network
from .opening import Opening
from .problems import Forbidden, OtherGame
from .run import CannotServe, is_hosted, key_of
from .sql import SqlStorage
from .sqlite import SqliteStorage
from .table import Seat

# Told how many tables have been done, and of how many.
Tell = Callable[[int, int], None]

# So many letters a reason has at most, and so many days a ban lasts that has an end.
REASON = 300
LONGEST = 36_500


class CannotCare(Exception):
    """Something that cannot be done; the reason is for the person who wanted it."""


class TableInfo(NamedTuple):
    """What may be told of a table without telling anything that is hidden in its game."""

    id: str
    title: str
    scenario: str
    # Side -> who plays it: a person, or which computer player.
    players: dict[str, str]
    made: str
    # The day on which it was last used.
    used: str
    over: bool
    # Why it is closed; empty if it is not.
    closed: str


class AccountInfo(NamedTuple):
    id: str
    name: str
    made: str
    devices: int
    # The day on which one of them was last used.
    used: str
    seats: int
    # Why it is shut out; empty if it is not.
    banned: str


@contextmanager
def cared_for(database: str, key: Path | None) -> Iterator[SqlStorage]:
    """A database that is there, beside the servers that use it."""
    if is_hosted(database):
        try:
            from .postgres import PostgresStorage
        except ImportError:
            raise CannotServe(
                "PostgreSQL needs the extra `hosted` of the package: pip install 'stavka[hosted]'"
            ) from None
        storage: SqlStorage = PostgresStorage(database, key_of(database, key), guest=True)
    elif key is not None:
        raise CannotServe("--key is for PostgreSQL; the key of a file lies beside it")
    elif not Path(database).is_file():
        raise CannotCare(f"there is no database {database}; name one with --database")
    else:
        storage = SqliteStorage(Path(database), guest=True)
    with closing(storage):
        yield storage


# Tables


def tables(
    storage: SqlStorage,
    *,
    title: str = "",
    unused_for: int | None = None,
    state: Literal["", "open", "closed"] = "",
    limit: int | None = None,
) -> list[TableInfo]:
    """Tables, those that were used last first: of one title, unused for so many days, open or
    closed."""
    if limit is not None and limit < 1:
        raise CannotCare("--limit takes a number from 1 on")
    wanted: dict[str, object] = {"used != ?": GIVEN_UP}
    if title:
        wanted["title = ?"] = title
    if unused_for is not None:
        wanted["used < ?"] = today(ago=_days(unused_for))
    if state:
        wanted["? = CASE WHEN why IS NULL THEN 'open' ELSE 'closed' END"] = state
    # A snapshot is taken when a game ends, and it tells so.
    with storage.reading() as db:
        rows = db.execute(
            f"SELECT id, title, scenario, players, created, used, (SELECT {storage.dialect.ended}"
            " FROM snapshots WHERE table_id = id ORDER BY moves DESC LIMIT 1),"
            " (SELECT over FROM clocks WHERE table_id = id), why"
            " FROM tables LEFT JOIN closings ON closings.table_id = id"
            f" WHERE {' AND '.join(wanted)} ORDER BY used DESC, created DESC, id"
            f"{'' if limit is None else ' LIMIT ?'}",
            (*wanted.values(), *([] if limit is None else [limit])),
        ).fetchall()
    return [_table(*row) for row in rows]


def _table(*row: Any) -> TableInfo:
    id_, title, scenario, players, made, used, ended, on_time, closed = row
    over = ended is not None or bool(on_time)
    return TableInfo(id_, title, scenario, json.loads(players), made, used, over, closed or "")


def close_table(storage: SqlStorage, table: str, why: str) -> None:
    """From now on nobody can choose at a table, and everybody reads why."""
    if not storage.decrees.close(table, _reason(why)):
        raise CannotCare(NO_TABLE.format(table))


def open_table(storage: SqlStorage, table: str) -> None:
    if not storage.decrees.open(table):
        raise CannotCare(f"table {table} is not closed; `stavka admin list --closed` tells which")


NO_TABLE = "there is no table {}; `stavka admin list` tells which there are"


def expire(storage: SqlStorage, days: int, tell: Tell) -> int:
    """Removes the tables that nobody has used for so many days; returns how many there were."""
    found = storage.abandon(_days(days))
    for done, id_ in enumerate(found):
        tell(done, len(found))
        while storage.remove(id_, ROWS):
            pass
    tell(len(found), len(found))
    return len(found)


class Exported(NamedTuple):
    record: str
    over: bool


def export(storage: SqlStorage, id_: str) -> Exported:
    """The record of a game, with all that the sides hide; not what its dice are to be."""
    if storage.table(id_) is None:
        raise CannotCare(NO_TABLE.format(id_))
    try:
        table = Opening(storage).load(id_, most=None)
        if not table.begun:
            raise CannotCare(f"table {id_} has not begun: its dice wait for the players")
        record = table.record(Seat(b"", tuple(table.title.sides)))
    except Forbidden:
        raise CannotCare(
            f"table {id_} was played by other rules or data than this version has, and waits for"
            " its players to agree"
        ) from None
    except (OtherGame, BadPosition) as error:
        raise CannotCare(str(error)) from None
    return Exported(record, table.over)


def write_private(file: Path, text: str, *, force: bool) -> None:
    """Only its owner may read it."""
    try:
        if force:
            file.unlink(missing_ok=True)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            out.write(text)
    except FileExistsError:
        raise CannotCare(f"{file} is there already; --force overwrites it") from None
    except OSError as error:
        raise CannotCare(f"{file} cannot be written: {error.strerror}") from None


# People


def accounts(storage: SqlStorage, text: str = "") -> list[AccountInfo]:
    """Accounts, the newest first: all, or those with a text in their name or with this id."""
    with storage.reading() as db:
        rows = db.execute(
            "SELECT id, name, made,"
            " (SELECT count(*) FROM devices WHERE devices.account = accounts.id),"
            " (SELECT max(used) FROM devices WHERE devices.account = accounts.id),"
            " (SELECT count(*) FROM seats WHERE seats.account = accounts.id AND kind = 'seat'),"
            " banned FROM accounts ORDER BY made DESC, id"
        ).fetchall()
    return [
        AccountInfo(id_, name, made, devices, (used or "")[:10], seats, banned)
        for id_, name, made, devices, used, seats, banned in rows
        # No two databases agree about capital letters.
        if text == id_ or text.casefold() in name.casefold()
    ]


def ban(storage: SqlStorage, whom: str, why: str, days: int | None = None) -> str:
    """Shuts out an account, an address or a network, for ever or for so many days; returns who it
    is, in words."""
    until = now(_days(days) * 24 * 60 * 60.0) if days is not None else ""
    found = Ban(network_of(whom) if _is_address(whom) else whom, _reason(why), until, now())
    if not _is_address(whom) and storage.accounts.account(whom) is None:
        raise CannotCare(
            f"there is no account {whom}; `stavka admin accounts` tells which there are"
        )
    storage.decrees.ban(found)
    return in_words(found.whom)


def unban(storage: SqlStorage, whom: str) -> str:
    found = network_of(whom) if _is_address(whom) else whom
    if not storage.decrees.unban(found):
        raise CannotCare(f"{in_words(found)} is not shut out; `stavka admin bans` tells who is")
    return in_words(found)


def in_words(whom: str) -> str:
    return whom if "/" in whom else f"account {whom}"


def _is_address(whom: str) -> bool:
    """Ids of accounts are plain letters and digits."""
    return not whom.isalnum()


def network_of(text: str) -> str:
    """An address or a network as it is stored; of the sixth version of the protocol at least what
    counts as one address.

    >>> network_of("203.0.113.7/24"), network_of("::ffff:203.0.113.7"), network_of("2001:DB8::1")
    ('203.0.113.0/24', '203.0.113.7/32', '2001:db8::/64')
    """
    try:
        found = ipaddress.ip_network(text if "/" in text else network(text) or text, strict=False)
    except ValueError:
        raise CannotCare(
            f"{text!r} is no address: 203.0.113.7, 203.0.113.0/24 and 2001:db8::/48 are"
        ) from None
    if isinstance(found, ipaddress.IPv6Network) and found.prefixlen > 64:
        found = found.supernet(new_prefix=64)
    if any(ipaddress.ip_address(own) in found for own in ("127.0.0.1", "::1")):
        raise CannotCare(f"{found} would shut out this machine itself, and a proxy on it")
    return str(found)


# What is said


def _reason(why: str) -> str:
    found = plain_name(" ".join(why.split()))
    if not found:
        raise CannotCare("say why with --why: whoever it concerns reads it")
    if len(found) > REASON:
        raise CannotCare(f"--why has at most {REASON} letters")
    return found


def _days(days: int) -> int:
    if not 1 <= days <= LONGEST:
        raise CannotCare(f"a number of days is from 1 to {LONGEST:,}")
    return days
