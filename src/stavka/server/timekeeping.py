"""What people do about the clock of a table: claim the win of whoever is late, give him more time.

Nothing of it happens by itself but the end: once the grace of a claim is over, the game is over as
soon as anybody looks.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from .claims import Keeper
from .clocks import LEAST, MOST, Clock
from .messages import OnTime
from .outbox import Call
from .problems import BadRequest, Refusal
from .storage import Storage
from .table import Seat, Table

if TYPE_CHECKING:
    from .open_table import OpenTable, Place

NO_CLOCK = "this table has no clock"
OVER = "the game is over: the time of {} was up"


class Timekeeper:
    def __init__(self, keeper: Keeper, storage: Storage, told: Callable[[], None]) -> None:
        """`told` is called when there is something new in the outbox."""
        self._keeper, self._clocks, self._told = keeper, storage.clocks, told

    async def start(self, table: Table) -> None:
        """Lets the clock run of whoever has to choose, if it does not: a game begins, goes on, or
        somebody else has come to the seat."""
        await self.read(table)
        if table.clock is None or table.on_time:
            return
        hand = table.hand()
        if hand.side != table.clock.side or (hand.side and hand[:3] != table.clock.hand):
            await self._keeper.stored(self._clocks.turn_to, table.stored.id, hand)
            await self.read(table)

    async def read(self, table: Table) -> None:
        """Reads the clock again: somebody may have gone away, or somebody has chosen."""
        if table.clock is not None:
            table.clock = await self._keeper.stored(self._clocks.clock, table.stored.id)

    async def look(self, open_table: OpenTable, table: Table) -> None:
        """The same; and if the grace of a claim is over, so is the game."""
        if table.clock is None or table.on_time:
            return
        await self.read(table)
        if not table.clock.due(_now()) or table.stored.closed:
            return
        late, winner = table.clock.side, table.clock.claimant
        done = await self._keeper.stored(self._clocks.finish, open_table.id, table.end_on_time())
        await self.read(table)
        if done:
            text = f"The game is over on time: {late} has not chosen, and {winner} has won."
            await self._keeper.notice(open_table, table, text)
            await self._keeper.seated(open_table, table)
        open_table.wake()

    async def act(self, place: Place, message: OnTime) -> None:
        open_table, seat = place.open_table, place.seat
        async with self._keeper.held(open_table) as table:
            place.check()
            table.check_open()
            await self.look(open_table, table)
            clock = table.clock
            if clock is None:
                raise Refusal(NO_CLOCK)
            if not seat.sides:
                raise Refusal("spectators look on")
            # Whoever wants to complete it has just done so by looking.
            if clock.over and message.step != "complete":
                raise Refusal(OVER.format(clock.lost))
            match message.step:
                case "claim":
                    await self._claim(open_table, table, clock, seat)
                case "withdraw":
                    await self._withdraw(open_table, table, clock, seat)
                case "complete" if not clock.over:
                    raise Refusal(_not_yet(clock))
        open_table.wake()

    async def _claim(self, open_table: OpenTable, table: Table, clock: Clock, seat: Seat) -> None:
        late = clock.side
        if not late:
            raise Refusal("nobody's time runs now")
        if late in seat.sides:
            raise Refusal("it is your own time that runs")
        if clock.claimed:
            raise Refusal(f"{clock.claimant} has claimed the win already")
        if not clock.is_up(_now()):
            raise Refusal(f"{late} has time until {_words(clock.until)}")
        (claimant,) = seat.sides
        looking = frozenset(one.key for one in open_table.watches.values())
        call = Call(table.company.keys_of(late), looking)
        if await self._keeper.stored(self._clocks.claim, open_table.id, late, claimant, call):
            self._told()
            await self.read(table)
            until = _words(table.clock.grace if table.clock else None)
            text = (
                f"{claimant} claims the win: the time of {late} is up. A choice of {late} until "
                f"{until} keeps the game going."
            )
            await self._keeper.notice(open_table, table, text)

    async def _withdraw(
        self, open_table: OpenTable, table: Table, clock: Clock, seat: Seat
    ) -> None:
        if not clock.claimed or clock.claimant not in seat.sides:
            raise Refusal("you have not claimed the win")
        await self._keeper.stored(self._clocks.withdraw, open_table.id)
        await self.read(table)
        text = f"{clock.claimant} does not claim the win any more: {clock.side} has another day."
        await self._keeper.notice(open_table, table, text)


def check_days(days: int | None, people: int, *, hot_seat: bool) -> int:
    """How many days a new table gives for each turn, if it has a clock; else 0."""
    if days is None:
        return 0
    if not LEAST <= days <= MOST:
        raise BadRequest(f"a clock gives from {LEAST} to {MOST} days for each turn")
    if people < 2 or hot_seat:
        raise BadRequest("a clock is for people who play each other, each from a seat of his own")
    return days


def _not_yet(clock: Clock) -> str:
    if not clock.claimed:
        return "nobody has claimed the win"
    return f"{clock.side} can still choose until {_words(clock.grace)}"


def _words(moment: datetime | None) -> str:
    """A time as it is told to people."""
    return f"{moment:%Y-%m-%d at %H:%M} UTC" if moment else "now"


def _now() -> datetime:
    return datetime.now(UTC)
