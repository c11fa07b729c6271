"""What outlives the server: tables, seats, every action, snapshots.

Actions are only ever appended. Together with a table's beginning they are the game; everything
else is computed from them. Snapshots of positions merely spare time. Texts and numbers are kept,
no program's objects, so that any database and any later version can read them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from .. import titles
from ..engine import Pledge, Share, Source
from ..engine.shares import fingerprint
from .seating import Seating, StoredSeat

if TYPE_CHECKING:
    from .accounts import Accounts
    from .apart import Apart
    from .channels import Channels
    from .clocks import Clocks, Hand
    from .decrees import SqlDecrees
    from .homes import Homes
    from .meters import Meters
    from .offers import Offers
    from .outbox import Call, Outbox
    from .passkeys import Passkeys
    from .pushes import Pushes
    from .results import End, Results


class StoredTable(NamedTuple):
    id: str
    title: str
    scenario: str
    options: tuple[str, ...]
    # Side -> who plays it.
    players: dict[str, str]
    # The server's part of the dice. It is not stored if it follows from the server's key.
    seed: bytes
    # The position file that the game began with; empty if it began with the scenario.
    beginning: str = ""
    # Dice that were rolled before the seed took over: those of an imported record.
    rolled: tuple[int, ...] = ()
    # The version of the title's data that it was set up with; empty if nobody knows any more.
    data: str = ""
    # The version of the rules that it was set up with (`Title.rules`); 0 if nobody knows.
    rules: int = 0
    # Whether computer players tell at the end of their turn what they wanted.
    teaching: bool = False
    # What the players have added to the dice; nothing if they follow from the seed alone, as those
    # of older tables do.
    dice: SharedDice | None = None
    # From where on it is played by other rules than it began with, if it is.
    resumed: Resumption | None = None
    # Why nobody may choose there any more; empty if they may.
    closed: str = ""
    # How many days each side has for each turn; 0 without a clock.
    days: int = 0

    @property
    def other_data(self) -> bool:
        """Whether it was played with other data than this server has."""
        return bool(self.data) and not titles.is_data_version(self.title, self.data)

    def source(self) -> Source:
        """What the dice follow from."""
        before = self.resumed.rolls if self.resumed else 0
        file = max(0, len(self.rolled) - before)
        if self.dice is None:
            return Source(self.seed, file=file)
        begun = fingerprint(self.beginning)
        pledge = Pledge(self.id, self.dice.seats, len(self.rolled), begun)
        return Source(self.seed, pledge, self.dice.shares, file)


class Resumption(NamedTuple):
    """A moment from which a table goes on by other rules: after so many moves and rolls, with a
    position file of it."""

    moves: int
    rolls: int
    beginning: str


class SharedDice(NamedTuple):
    """What the players of a table have added to its dice."""

    # The names of the seats whose players add to them.
    seats: tuple[str, ...] = ()
    shares: tuple[Share, ...] = ()
    # Whether it is settled what the dice follow from. Before that none can be rolled.
    settled: bool = False


class Action(NamedTuple):
    kind: Literal["choose", "undo", "redo"]
    side: str
    # The choice; for `undo` the number of moves that are left.
    text: str = ""
    dice: tuple[int, ...] = ()


class Snapshot(NamedTuple):
    """A position, as `Position.to_json` writes it, after so many moves."""

    moves: int
    state: bytes
    # What has happened since an earlier snapshot, as `history.Chapter` writes it; empty if nobody
    # has written it down. Then: after how many moves it begins, how many actions there were, and
    # by which version of the rules, and the fingerprint of the position.
    history: bytes = b""
    first: int = 0
    actions: int = 0
    rules: int = 0
    digest: str = ""


# The speaker of what the server itself tells everybody at a table.
NOBODY = ""
# What is about no line of the log; and what the server has told of something that can be brought
# about again and again.
NO_LINE = -1
AT_WILL = -2


class Remark(NamedTuple):
    """Something that was said at a table, or noted by somebody for himself."""

    speaker: str
    text: str
    # How many events had been told by then, and which of them it is about, if any.
    events: int
    about: int = NO_LINE
    # The hash of the secret of the seat that alone may read it; empty for everybody.
    seat: bytes = b""


class StoredPlan(NamedTuple):
    """What a computer player wanted, after so many moves, as JSON."""

    moves: int
    side: str
    plan: bytes


class Storage(Protocol):
    """What a database has to do. Each method is one transaction; any thread may call it."""

    def add_table(
        self,
        table: StoredTable,
        seats: Sequence[StoredSeat],
        actions: Sequence[Action],
        remarks: Sequence[Remark] = (),
    ) -> None: ...

    def prepare(self, table: StoredTable) -> None:
        """Adds a table that nobody can enter or read yet. Its actions are appended in pieces, so
        that nobody waits for a long game; a table that is left so is as one that was given up."""

    def complete(
        self, table: str, seats: Sequence[StoredSeat], remarks: Sequence[Remark] = ()
    ) -> None:
        """Opens a table that was prepared."""

    def table(self, id_: str) -> StoredTable | None: ...

    # From so many threads it is used at best.
    threads: int

    @property
    def homes(self) -> Homes:
        """Which server holds which table. What is stored about a table is stored by its home
        alone; whoever is not gets Elsewhere."""

    @property
    def seating(self) -> Seating:
        """Who sits at the tables."""

    @property
    def accounts(self) -> Accounts:
        """People who want to be known again."""

    @property
    def results(self) -> Results:
        """How their games have ended, and how strong they are."""

    @property
    def offers(self) -> Offers:
        """Seats that anybody may take."""

    @property
    def apart(self) -> Apart:
        """Who wants to have nothing to do with whom."""

    @property
    def decrees(self) -> SqlDecrees:
        """What whoever keeps the server has decided."""

    @property
    def meters(self) -> Meters | None:
        """What several servers count together; nothing where there is one."""

    @property
    def passkeys(self) -> Passkeys:
        """By what those come back who have lost all of their devices."""

    @property
    def channels(self) -> Channels:
        """How those are reached who want to be."""

    @property
    def outbox(self) -> Outbox:
        """What is to be told to people who are not there."""

    @property
    def pushes(self) -> Pushes:
        """Which devices show notices."""

    def push_key(self) -> bytes:
        """From which the key follows that push services know the server by."""

    @property
    def clocks(self) -> Clocks:
        """How much time there is to choose."""

    def new_seed(self, table: str) -> bytes:
        """The server's part of the dice of a new table."""

    def settle(self, table: str, dice: SharedDice) -> None:
        """From now on the dice of a table follow from this."""

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
        """Adds actions, the first being action `number` (from 0) of the table; with the end of the
        game if they have brought it about.

        Raises StorageError, and changes nothing, if the table has such an action already.
        Snapshots of moves that the actions take back are forgotten. With a call, notices for those
        whose turn it has become are stored in the same transaction; with a hand, whose clock runs.
        """

    def actions(self, table: str, after: int = 0) -> list[Action]:
        """The actions of a table after the first so many."""

    def past(self, table: str, before: int | None = None) -> list[Snapshot]:
        """The snapshots with a history, in their order, after at most so many moves; the position
        of the last one only."""

    def resume(
        self,
        table: str,
        number: int,
        snapshot: Snapshot,
        resumption: Resumption,
        rules: int,
        data: str,
    ) -> None:
        """Goes on from a snapshot by other rules or with other data, of these versions. What was
        done after it is kept among the actions, of which going back is number `number`."""

    def snapshot(self, table: str, moves: int) -> Snapshot | None:
        """The last snapshot after at most so many moves."""

    def remarks(self, table: str) -> list[Remark]: ...

    def say(self, table: str, remark: Remark) -> None: ...

    def seen(self, table: str) -> dict[tuple[bytes, str], int]:
        """Seat and side -> how many moves have been looked at from there."""

    def see(self, table: str, seat: bytes, side: str, moves: int) -> None: ...

    def plans(self, table: str) -> list[StoredPlan]: ...

    def keep_plan(self, table: str, plan: StoredPlan) -> None:
        """It is forgotten when the moves that led to it are taken back."""

    def without(self, player: str, limit: int) -> list[str]:
        """The tables at which a player does not play and whose game is not over, newest first."""

    def use(self, table: str) -> None:
        """A table was used today."""

    def give_up(self, days: int | None) -> list[str]:
        """Gives up the tables that nobody has used for so many days, if it is told how many, so
        that nobody can enter or read them any more; returns all that are to be removed."""

    def remove(self, table: str, rows: int) -> bool:
        """Removes some rows of a table that is given up; tells whether there are more."""

    def close(self) -> None: ...


class StorageError(Exception):
    """Something could not be stored or read; nothing has changed."""


class Elsewhere(StorageError):
    """A table that another server holds; nothing has changed."""


class Unsure(StorageError):
    """The database has not answered, so that nobody knows whether something was stored."""


def check_guest(found: int, wanted: int, name: str) -> None:
    """Whoever looks after the games of a server leaves their format alone."""
    if not found:
        raise StorageError(f"{name} has no games of Stavka")
    if found != wanted:
        raise StorageError(
            f"{name} is of format {found}, and this version of Stavka writes {wanted}: use the"
            " version that its server has, or start a server of this one first"
        )
