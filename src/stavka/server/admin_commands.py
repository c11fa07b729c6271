"""`stavka admin`: looking after a server. The work is done in `admin`, which takes a moment to
load, and no other command waits for it."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engine.texts import counted
from ..lab.progress import ProgressBar

if TYPE_CHECKING:
    from .admin import AccountInfo, TableInfo
    from .decrees import Ban
    from .sql import SqlStorage

Act = Callable[[argparse.Namespace], None]
AddOptions = Callable[[argparse.ArgumentParser], None]

SOON = "all servers know it within some seconds"


class NotDone(Exception):
    """What could not be done, for the person who wanted it."""


def add(
    all_commands: argparse._SubParsersAction[argparse.ArgumentParser], *database: AddOptions
) -> None:
    """The commands for whoever keeps a server, beside all others; all take the options that say
    which database it is."""
    text = "Look after a server, also while it runs: tables, accounts, bans, copies."
    admin = all_commands.add_parser("admin", help=text, description=text)
    commands = admin.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def command(name: str, act: Act, text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(act=act)
        for add_options in database:
            add_options(sub)
        return sub

    _add_tables(command)
    _add_people(command)
    sub = command("backup", _backup, "Copy all games, as `stavka backup` does.")
    sub.add_argument("file", type=Path, metavar="FILE", help="where to write the copy")
    sub.add_argument("--force", action="store_true", help="overwrite a file that is there")


def _add_tables(command: Callable[..., argparse.ArgumentParser]) -> None:
    sub = command("list", _list, "List the tables; nothing that is hidden in a game is told.")
    sub.add_argument("--title", default="", metavar="SLUG", help="only those of one title")
    sub.add_argument(
        "--unused-for", type=int, metavar="DAYS", help="only those nobody has used for so long"
    )
    for state in ("open", "closed"):
        sub.add_argument(
            f"--{state}", dest="state", action="store_const", const=state, help=f"only {state} ones"
        )
    sub.add_argument("--limit", type=int, metavar="N", help="at most so many, the last used (all)")
    sub.add_argument("--json", action="store_true", help="print JSON")
    sub = command("close", _close, "Let nobody play at a table any more; it can be looked at.")
    sub.add_argument("table", metavar="TABLE", help="its id, from `stavka admin list`")
    sub.add_argument("--why", required=True, metavar="TEXT", help="what everybody there reads")
    sub = command("open", _open, "Let people play again at a table that was closed.")
    sub.add_argument("table", metavar="TABLE", help="its id")
    sub = command("expire", _expire, "Remove the tables that nobody has used for long.")
    sub.add_argument(
        "--unused-for", type=int, required=True, metavar="DAYS", help="for how long nobody has"
    )
    sub.add_argument(
        "--yes", action="store_true", help="do it; without this it only tells which they are"
    )
    sub = command("export", _export, "Write the record of a game, with all that the sides hide.")
    sub.add_argument("table", metavar="TABLE", help="its id")
    sub.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="where to")
    sub.add_argument("--force", action="store_true", help="overwrite a file that is there")


def _add_people(command: Callable[..., argparse.ArgumentParser]) -> None:
    sub = command("accounts", _accounts, "List accounts, or search for some.")
    sub.add_argument("text", nargs="?", default="", metavar="TEXT", help="in the name; or the id")
    sub.add_argument("--json", action="store_true", help="print JSON")
    sub = command("bans", _bans, "List who is shut out.")
    sub.add_argument("--json", action="store_true", help="print JSON")
    whom = "the id of an account, an address or a network (203.0.113.7, 2001:db8::/48)"
    sub = command("ban", _ban, "Shut out an account, an address or a network.")
    sub.add_argument("whom", metavar="WHOM", help=whom)
    sub.add_argument("--why", required=True, metavar="TEXT", help="what whoever it is reads")
    sub.add_argument("--days", type=int, metavar="N", help="for how long (for ever)")
    sub = command("unban", _unban, "Let an account, an address or a network in again.")
    sub.add_argument("whom", metavar="WHOM", help=whom)


def _database(options: argparse.Namespace) -> str:
    from .run import default_database

    return str(options.database or os.environ.get("STAVKA_DATABASE") or default_database())


@contextmanager
def _storage(options: argparse.Namespace) -> Iterator[SqlStorage]:
    """The database; whatever is wrong is told in a sentence."""
    from .admin import CannotCare, cared_for
    from .run import CannotServe
    from .storage import StorageError

    try:
        with cared_for(_database(options), options.key) as storage:
            yield storage
    except (CannotCare, CannotServe, StorageError) as error:
        raise NotDone(str(error)) from None


def _show(options: argparse.Namespace, found: Sequence[Any], line: Callable[[Any], str]) -> None:
    if options.json:
        print(json.dumps([one._asdict() for one in found], indent=2, ensure_ascii=False))
        return
    for one in found:
        print(line(one))
    if not found:
        print("There are none.")


# Tables


def _list(options: argparse.Namespace) -> None:
    from .admin import tables

    with _storage(options) as storage:
        found = tables(
            storage,
            title=options.title,
            unused_for=options.unused_for,
            state=options.state or "",
            limit=options.limit,
        )
        _show(options, found, _table_line)


def _table_line(one: TableInfo) -> str:
    players = ", ".join(f"{side}: {player}" for side, player in one.players.items())
    closed = f"; closed: {one.closed}" if one.closed else ""
    return (
        f"{one.id}  {one.title} {one.scenario} ({players}); made {one.made[:10]}, used {one.used};"
        f" {'over' if one.over else 'goes on'}{closed}"
    )


def _close(options: argparse.Namespace) -> None:
    from .admin import close_table

    with _storage(options) as storage:
        close_table(storage, options.table, options.why)
    print(f"Table {options.table} is closed; {SOON}, and everybody there reads why.")


def _open(options: argparse.Namespace) -> None:
    from .admin import open_table

    with _storage(options) as storage:
        open_table(storage, options.table)
    print(f"Table {options.table} is open again; {SOON}.")


def _expire(options: argparse.Namespace) -> None:
    from .admin import expire, tables

    with _storage(options) as storage:
        if options.yes:
            bar = ProgressBar()
            gone = expire(storage, options.unused_for, bar.show)
            bar.close()
            print(f"{counted(gone, 'table')} removed")
            return
        found = tables(storage, unused_for=options.unused_for)
    for one in found:
        print(_table_line(one))
    print(f"{counted(len(found), 'table')} would be removed with everything; --yes does it")


def _export(options: argparse.Namespace) -> None:
    from .admin import export, write_private

    with _storage(options) as storage:
        found = export(storage, options.table)
        write_private(options.output, found.record, force=options.force)
    print(f"{options.output} is the record of table {options.table}")
    if not found.over:
        print("The game goes on: show nobody who plays what the sides hide from each other.")


# People


def _accounts(options: argparse.Namespace) -> None:
    from .admin import accounts

    with _storage(options) as storage:
        _show(options, accounts(storage, options.text), _account_line)


def _account_line(one: AccountInfo) -> str:
    things = f"{counted(one.devices, 'device')}, {counted(one.seats, 'seat')}"
    banned = f"; shut out: {one.banned}" if one.banned else ""
    return f"{one.id}  {one.name}; made {one.made[:10]}, used {one.used}; {things}{banned}"


def _bans(options: argparse.Namespace) -> None:
    with _storage(options) as storage:
        _show(options, storage.decrees.read().bans, _ban_line)


def _ban_line(one: Ban) -> str:
    from .admin import in_words

    return f"{in_words(one.whom)}  {one.told}; since {one.made[:10]}"


def _ban(options: argparse.Namespace) -> None:
    from .admin import ban

    with _storage(options) as storage:
        whom = ban(storage, options.whom, options.why, options.days)
    print(f"Shut out: {whom}; {SOON}.")


def _unban(options: argparse.Namespace) -> None:
    from .admin import unban

    with _storage(options) as storage:
        whom = unban(storage, options.whom)
    print(f"Let in again: {whom}; {SOON}.")


# Copies


def _backup(options: argparse.Namespace) -> None:
    from .backup import CannotCopy, backup
    from .run import is_hosted

    database = _database(options)
    if is_hosted(database):
        raise NotDone(
            "PostgreSQL makes its own copies: run pg_dump --format=custom, and copy the key of the"
            " dice (--key) too, as deploy/backup.sh does every night"
        )
    bar = ProgressBar()
    try:
        tables = backup(Path(database), options.file, bar.show, force=options.force)
    except CannotCopy as error:
        raise NotDone(str(error)) from None
    bar.close()
    print(f"{options.file} holds all games of {database}: {counted(tables, 'table')}")
