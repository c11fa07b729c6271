"""All tables: opened when somebody comes, changed by one at a time, stored before shown."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import ParamSpec, TypeVar

import msgspec

from .. import titles
from ..engine import (
    NotAtHand,
    Title,
)
from ..lessons import lesson
from ..players import hint, suited
from ..review.story import Story
from .accounts import Account, device_key, split_entry
from .claims import Claims
from .decrees import EVERY as HEED
from .dice import DiceWait
from .door import Doorkeeper
from .forgetting import EVERY, ROWS, Uses
from .imports import BadImport, Begun
from .limits import (
    ACTIONS,
    BROWSERS_PER_SEAT,
    CONNECTIONS_PER_SEAT,
    IMPORT_SECONDS,
    LOOKING_BACK,
    MESSAGES_PER_SECOND,
    REMEMBERED,
    SPECTATORS_PER_TABLE,
    Allowance,
)
from .looking_back import LookingBack
from .messages import (
    PERSON,
    Answer,
    Choose,
    ImportTable,
    Invitation,
    News,
    NewTable,
    OwnSeat,
    PrivateSeat,
    Query,
    Redo,
    Say,
    SeatState,
    Seen,
    SpectatorSeat,
    State,
    TableLinks,
    Undo,
)
from .metering import visit
from .metrics import Load
from .moving import Moving
from .news import Watch
from .notices import NOWHERE, Notices, Sending
from .open_table import NOTHING, TOO_MANY, Had, OpenTable, Place
from .opening import LongGame, Opening, company_of
from .played_again import brought, retold
from .private import Boards, LessonTable, Private, WhatIf
from .problems import BadRequest, Busy, Forbidden, Gone, NoSuchSeat, OtherGame, Refusal
from .seating import StoredSeat, browser_hash, new_secret, seat_key, seat_name
from .staff import SLICE, Staff
from .storage import (
    AT_WILL,
    NO_LINE,
    NOBODY,
    Action,
    Elsewhere,
    Remark,
    SharedDice,
    Snapshot,
    Storage,
    StorageError,
    StoredTable,
    Unsure,
)
from .table import Seat, Table
from .thinking import TOLD_EVERY, Thinkers, Wanted
from .timekeeping import Timekeeper, check_days
from .workshop import TakesTooLong, Workshop

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

# Tables that nobody looks at stay open as long as there are no more than these.
KEEP_OPEN = 200
# So many choices of a game that is brought along are stored at once: a few milliseconds.
AT_ONCE = 500
# So many games between computer players go on by themselves when the server starts.
RESUMED = 200
# After so many seconds it is looked again whether a device may still enter.
RECHECK = 5.0
# After so many seconds computer players try again what could not be stored.
AGAIN = 5.0
# So many seconds a computer player thinks on when everybody has left the table.
ALONE = 30.0
# How long a request for news waits.
PATIENCE = 25.0
# More than this nobody reads: each is sent with every state.
REMARKS = 500
# And so many notices of what somebody can bring about again and again.
NOTICES_AT_WILL = 100
# So many are remembered at a table before those who have rested are forgotten.
VISITORS = 100


DICE_WAIT = "the dice wait for {}: until everybody has added to them nothing can be rolled"
OTHER_RULES = "this table was played by other rules; it goes on when all have agreed to these"


class Tables:
    def __init__(
        self,
        storage: Storage,
        messages_per_second: float = MESSAGES_PER_SECOND,
        forget_after: int | None = None,
        door: Doorkeeper | None = None,
        sending: Sending = NOWHERE,
    ) -> None:
        self._storage = storage
        self._door = door or Doorkeeper()
        self.accounts, self.results, self.apart = storage.accounts, storage.results, storage.apart
        self.channels, self.notices = storage.channels, Notices(storage, sending)
        self.passkeys = storage.passkeys
        self.pushes = storage.pushes
        self.clocks = storage.clocks
        self._uses, self._device_uses = Uses(), Uses()
        # So many days an abandoned table is kept; for ever if there is no number.
        self._forget_after = forget_after
        self._messages_per_second = messages_per_second
        self._open: dict[str, OpenTable] = {}
        # One thread for each kind of work that may take long, so that neither waits for the other
        # and the event loop for none.
        self._storing = ThreadPoolExecutor(storage.threads, "storage")
        self._reading = ThreadPoolExecutor(1, "reading")
        self._choosing = ThreadPoolExecutor(1, "players")
        self._answering = ThreadPoolExecutor(1, "answers")
        # What takes longer is done elsewhere: moments of a game, and whole games.
        self._quick, self._long = Workshop(), Workshop()
        self._looking_back = LookingBack(self._hold, self._snapshot, self._quick, self._long)
        self._opening = Opening(storage)
        self._boards = Boards()
        self.claims = Claims(self, storage)
        self.timekeeper = Timekeeper(self, storage, self.notices.wake)
        # Tables that are being stored piece by piece.
        self._coming: set[str] = set()
        # From which browsers seats have been used, as far as the storage has been told.
        self._browsers: set[tuple[bytes, str]] = set()
        self._staff = Staff(self._machine_slice)
        self._thinkers = Thinkers()
        # Where several servers share the storage.
        self._shared = storage.homes.shared
        self._moving = Moving(storage.homes, self._open, self._leave, self._resume, self.stored)
        self._tasks: set[asyncio.Task[object]] = set()

    # Life

    def start(self) -> None:
        self._keep(asyncio.create_task(self._staff.run()))
        self._keep(asyncio.create_task(self.notices.run()))
        if self._shared:
            self._keep(asyncio.create_task(self._moving.live()))
        self._keep(asyncio.create_task(self._resume()))
        self._keep(asyncio.create_task(self._forget(self._forget_after)))
        self._keep(asyncio.create_task(self._heed()))

    async def _resume(self) -> None:
        """Lets games between computer players go on that the end of a server has interrupted. Where
        a person plays, computer players wait until somebody looks."""
        ids = await self._in(self._storing, self._storage.without, PERSON, RESUMED)
        for id_ in ids:
            if await self._moving.take_if_free(id_):
                await self._go_on(id_)

    async def _go_on(self, id_: str, after: float = 0) -> None:
        """Looks at a table, which lets its computer players choose if they have to."""
        await asyncio.sleep(after)
        try:
            self._release(await self._use(id_))
        except (OtherGame, StorageError, Busy) as error:
            log.warning("table %s does not go on: %s", id_, error)

    async def _note_use(self, id_: str) -> None:
        if self._uses.first(id_):
            try:
                await self._in(self._storing, self._storage.use, id_)
            except StorageError as error:
                # Nobody is kept from a game for that.
                log.warning("table %s: %s", id_, error)

    async def _forget(self, days: int | None) -> None:
        """Notes which tables are in use, and removes those that nobody has used for so long, now
        and once a day; without a number of days what was left half done."""
        while True:
            try:
                for id_, open_table in list(self._open.items()):
                    if not open_table.private and self._in_use(id_):
                        await self._note_use(id_)
                given_up = await self._in(self._storing, self._storage.give_up, days)
                ids = [id_ for id_ in given_up if id_ not in self._coming]
                for id_ in ids:
                    self._open.pop(id_, None)
                    while await self._in(self._storing, self._storage.remove, id_, ROWS):
                        pass
                if self._storage.meters is not None:
                    await self.stored(self._storage.meters.forget)
                if ids:
                    log.warning("%d tables that nobody has used for long are removed", len(ids))
                if days is not None:
                    await self._forget_people(days)
            except StorageError as error:
                log.warning("tables could not be removed: %s", error)
            await asyncio.sleep(EVERY)

    async def heed_decrees(self) -> None:
        """Learns what whoever keeps the server has decided meanwhile: whoever is shut out sees
        nothing more, and a table that was closed or opened again is read anew."""
        decrees = await self.stored(self._storage.decrees.read)
        everybody = self._door.heed(decrees.bans)
        for id_, open_table in list(self._open.items()):
            if await self._heed_closing(open_table, decrees.closed.get(id_, "")) or everybody:
                open_table.wake()

    async def _heed_closing(self, open_table: OpenTable, closed: str) -> bool:
        """Whether a table was closed or opened again; it is read anew then."""
        table = open_table.table
        if table is None or open_table.private or table.stored.closed == closed:
            return False
        async with open_table.lock:
            self._stop_thinking(open_table)
            open_table.table = None
        # Computer players go on at one that was opened.
        self._keep(asyncio.create_task(self._go_on(open_table.id)))
        return True

    async def _heed(self) -> None:
        """Learns of decrees again and again."""
        while True:
            await asyncio.sleep(HEED)
            try:
                await self.heed_decrees()
            except StorageError as error:
                # What is known holds on.
                log.warning("what was decided about the server cannot be read: %s", error)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._thinkers.stop()
        self._moving.stop()
        await asyncio.to_thread(self.notices.stop)
        for workshop in (self._quick, self._long):
            workshop.end()
        for pool in (self._choosing, self._answering, self._reading, self._storing):
            pool.shutdown()
        self._storage.close()

    def _keep(self, task: asyncio.Task[T]) -> asyncio.Task[T]:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _in(
        self, pool: ThreadPoolExecutor, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await asyncio.get_running_loop().run_in_executor(pool, lambda: work(*args, **kwargs))

    @property
    def load(self) -> Load:
        """How much there is to do, for whoever keeps the server."""
        here = self._open.values()
        return Load(
            tables=sum(not one.private for one in here),
            boards=sum(one.private for one in here),
            screens=sum(len(one.watches) for one in here),
            plans=self._thinkers.under_way,
            plans_waiting=self._thinkers.waiting,
            work=self._quick.asked + self._long.asked,
        )

    # New tables

    async def create(self, new: NewTable) -> TableLinks:
        try:
            title = titles.load(new.title)
            wanted = title.defaults(new.scenario) if new.options is None else new.options
            options = title.check(new.scenario, wanted)
        except ValueError as error:
            raise BadRequest(str(error)) from None
        begun = Begun(new.title, new.scenario, options)
        return await self._set_up(
            begun, new.players, new.hot_seat, new.clock, teaching=new.teaching
        )

    async def import_(self, new: ImportTable) -> TableLinks:
        work = self._long.do(visit.get().address, brought, new.text, seconds=IMPORT_SECONDS)
        try:
            played = await work
            # A long game takes a while to be read, and others come in between.
            begun = await self._in(
                self._reading, partial(msgspec.msgpack.decode, type=Begun), played
            )
        except TakesTooLong:
            raise BadImport("this takes too long to play") from None
        return await self._set_up(begun, new.players, new.hot_seat, new.clock)

    async def _set_up(
        self,
        begun: Begun,
        players: dict[str, str],
        hot_seat: bool,
        clock: int | None,
        *,
        teaching: bool = False,
    ) -> TableLinks:
        title = titles.load(begun.title)
        sides = title.sides
        _check_players(title, players)
        people = [side for side in sides if players[side] == PERSON]
        days = check_days(clock, len(people), hot_seat=hot_seat)
        places = [tuple(people)] if hot_seat and people else [(side,) for side in people]
        id_ = secrets.token_hex(8)
        table = StoredTable(
            id=id_,
            title=begun.title,
            scenario=begun.scenario,
            options=begun.options,
            players={side: players[side] for side in sides},
            seed=self._storage.new_seed(id_),
            beginning=begun.position,
            rolled=begun.rolled,
            data=titles.data_version(begun.title),
            rules=title.rules,
            teaching=teaching,
            # Where nobody can add to the dice, nobody is waited for.
            dice=SharedDice(tuple(map(seat_name, places)), settled=not people),
            days=days,
        )
        links = TableLinks(
            table=id_,
            title=table.title,
            invitations=tuple(Invitation(place, new_secret(id_)) for place in places),
            spectator=new_secret(id_),
        )
        seats = [
            StoredSeat(seat_key(one.secret), id_, one.sides, "invitation")
            for one in links.invitations
        ]
        seats.append(StoredSeat(seat_key(links.spectator), id_, ()))
        told = [Remark(NOBODY, begun.notice, begun.events)] if begun.notice else []
        await self._add(table, seats, begun.actions, told)
        # Computer players do not wait for somebody to look; but where there are several servers,
        # whoever comes may be sent to another one.
        if len(people) < len(sides) and not (self._shared and people):
            self._release(await self._use(table.id))
        return links

    async def _add(
        self,
        table: StoredTable,
        seats: Sequence[StoredSeat],
        actions: Sequence[Action],
        told: Sequence[Remark],
    ) -> None:
        """Adds a new table; a long game piece by piece, so that others' choices come in between."""
        storage = self._storage
        if len(actions) <= AT_ONCE:
            await self.stored(storage.add_table, table, seats, actions, told)
            return
        self._coming.add(table.id)
        try:
            await self.stored(storage.prepare, table)
            await self._moving.take(table.id)
            for first in range(0, len(actions), AT_ONCE):
                some = actions[first : first + AT_ONCE]
                await self.stored(storage.append, table.id, first, some, ())
            await self.stored(storage.complete, table.id, seats, told)
            await self.stored(storage.homes.leave, [table.id])
        finally:
            self._coming.discard(table.id)

    async def invite(self, place: Place) -> SpectatorSeat:
        """A new seat for spectators, for a player who was not told of the first one."""
        if place.open_table.private:
            raise Forbidden("nobody else can come to a board of one's own")
        if not place.seat.sides:
            raise Forbidden("whoever watches has a link for spectators: the one he came by")
        secret = new_secret(place.open_table.id)
        seat = StoredSeat(seat_key(secret), place.open_table.id, ())
        if not await self.stored(self._storage.seating.add_seat, seat, SPECTATORS_PER_TABLE):
            raise Refusal("this table has enough links for spectators; ask another player for one")
        return SpectatorSeat(secret)

    # Boards of one's own

    async def what_if(self, place: Place) -> PrivateSeat:
        """A board on which a seat can try things alone; the one it had before is discarded."""
        async with self._hold(place.open_table) as table:
            board = WhatIf(table.fork(place.seat))
        self.discard(place)
        # Its secret names the table that it was made from: there it is to be found.
        secret = new_secret(place.open_table.id)
        return self._open_board(secret, board, board.title.sides, place.seat.key)

    def discard(self, place: Place) -> None:
        for id_ in self._boards.drop(place.seat.key):
            del self._open[id_]

    def lesson(self, slug: str) -> PrivateSeat:
        found = lesson(slug) if slug in titles.playable() else None
        if found is None:
            raise BadRequest(f"there is no lesson of {slug!r}")
        board = LessonTable(found)
        return self._open_board(new_secret(board.stored.id), board, (found.side,), b"")

    def _open_board(
        self, secret: str, table: Private, sides: tuple[str, ...], owner: bytes
    ) -> PrivateSeat:
        visitor = visit.get().address
        for id_ in self._boards.make_room(visitor, self._in_use):
            del self._open[id_]
        if self._boards.full(visitor):
            raise Busy("too many boards are in use; try again later", 60.0)
        open_table = OpenTable(table.stored.id)
        open_table.table, open_table.private = table, True
        self._open[open_table.id] = open_table
        self._boards.add(open_table.id, Seat(seat_key(secret), sides), owner, visitor)
        return PrivateSeat(secret)

    def _in_use(self, id_: str) -> bool:
        open_table = self._open[id_]
        return bool(open_table.users) or self._staff.busy(id_) or open_table.wanted is not None

    # Coming and going

    @asynccontextmanager
    async def enter(self, secret: str, browser: str = "") -> AsyncIterator[Place]:
        """The seat that a secret opens. Secrets are compared by their hashes only, in an index:
        how long that takes tells nothing of how near a guess was."""
        key = seat_key(secret)
        board, account = self._boards.find(key), ""
        if board is not None:
            id_, seat = board.table, board.seat
        else:
            stored = await self.seat(secret)
            id_, seat, account = stored.table, Seat(stored.key, stored.sides), stored.account
        entry = secret if board is None and split_entry(secret) else ""
        place = self._place(self._at_hand(id_), seat, browser, entry)
        objection = partial(self._door.objection, visit.get().address, account)
        place = replace(place, objection=objection)
        place.check()
        asked = visit.get().questions
        if not place.questions.take(asked):
            raise Busy(TOO_MANY, place.questions.wait(asked))
        async with self.at(id_) as open_table:
            if board is None:
                await self._note_use(id_)
                await self._note_browser(open_table, seat, browser)
            yield place

    async def older_seat(self, secret: str) -> OwnSeat:
        """The secret by which a seat is entered whose own secret does not name its table: there
        were such once, and their links are still kept."""
        stored = await self.stored(self._storage.seating.seat, seat_key(secret))
        if stored is None or "." in secret:
            raise NoSuchSeat
        return OwnSeat(f"{stored.table}.{secret}")

    async def seat(self, secret: str) -> StoredSeat:
        """The seat that a secret opens, as it is stored."""
        seating = self._storage.seating
        by_device = split_entry(secret)
        if by_device is not None:
            stored = await self.stored(self.accounts.enter, *by_device)
            if stored is not None:
                await self._note_device(by_device[1])
        else:
            stored = await self.stored(seating.seat, seat_key(secret))
        if stored is None and by_device is None:
            table, _, older = secret.partition(".")
            stored = await self.stored(seating.seat, seat_key(older))
            if stored is not None and stored.table != table:
                raise NoSuchSeat
        if stored is not None and stored.kind == "asked":
            await self.claims.grant(stored)
        elif stored is not None and stored.kind == "void":
            raise Gone("this seat was given away: somebody else has it, or it is free")
        elif stored is None or stored.kind != "seat":
            raise NoSuchSeat
        return stored

    async def recheck(self, place: Place) -> None:
        """A device may have been shut out since it has come: on another server that holds after a
        few seconds, because a click is not to wait for it."""
        by_device, known = split_entry(place.entry), place.open_table.entered
        if not by_device or monotonic() - known.get(place.entry, -RECHECK) < RECHECK:
            return
        if await self.stored(self.accounts.enter, *by_device) is None:
            raise NoSuchSeat
        known[place.entry] = monotonic()

    async def _note_browser(self, open_table: OpenTable, seat: Seat, browser: str) -> None:
        """Lets everybody know when a seat is used from another browser than before."""
        known = (seat.key, browser)
        if not seat.sides or known in self._browsers:
            return
        name = browser_hash(browser)
        seating = self._storage.seating
        new = await self.stored(seating.note_browser, seat.key, name, BROWSERS_PER_SEAT)
        if len(self._browsers) >= REMEMBERED:
            self._browsers.clear()
        self._browsers.add(known)
        if not new:
            return
        async with self.held(open_table) as table:
            await self.seated(open_table, table)
            holder = table.company.holder(seat.sides)
            if holder is not None and holder.browsers > 1:
                text = f"The seat of {holder.who} is used from another browser, number "
                last = holder.browsers == BROWSERS_PER_SEAT
                more = " Of further ones nothing is told." if last else ""
                await self.notice(open_table, table, f"{text}{holder.browsers}.{more}")
        open_table.wake()

    def _place(self, open_table: OpenTable, seat: Seat, browser: str, entry: str) -> Place:
        who = seat.key, "" if seat.sides else visit.get().address
        known = open_table.allowances
        if who not in known and len(known) >= VISITORS:
            for key in [k for k, both in known.items() if all(one.rested() for one in both)]:
                del known[key]
        fresh = Allowance(self._messages_per_second), Allowance(self._messages_per_second)
        return Place(open_table, seat, *known.setdefault(who, fresh), who, browser, entry)

    @asynccontextmanager
    async def at(self, id_: str) -> AsyncIterator[OpenTable]:
        """A table that stays open meanwhile."""
        open_table = await self._use(id_)
        try:
            yield open_table
        finally:
            self._release(open_table)

    def _at_hand(self, id_: str) -> OpenTable:
        open_table = self._open.pop(id_, None) or OpenTable(id_)
        # The last one used stands last.
        self._open[id_] = open_table
        return open_table

    async def _use(self, id_: str) -> OpenTable:
        open_table = self._at_hand(id_)
        open_table.users += 1
        try:
            async with self.held(open_table) as table:
                await self.timekeeper.look(open_table, table)
                if _goes_on_alone(table):
                    await self.go_on(open_table, table)
                else:
                    self._call_staff(open_table, table)
        except BaseException:
            self._release(open_table)
            raise
        return open_table

    def _release(self, open_table: OpenTable) -> None:
        open_table.users -= 1
        for id_, other in list(self._open.items()):
            if len(self._open) <= KEEP_OPEN:
                break
            if not other.private and not self._in_use(id_):
                del self._open[id_]

    @asynccontextmanager
    async def watch(self, place: Place) -> AsyncIterator[Watch]:
        """A screen that is told whenever the table changes."""
        watches, screens = place.open_table.watches, place.open_table.screens
        if screens[place.who] >= CONNECTIONS_PER_SEAT:
            raise Busy("this seat is open in too many places")
        watch = Watch(place.browser)
        watches[watch] = place.seat
        screens[place.who] += 1
        self._moved(place.open_table)
        try:
            await self._still_there(place)
            yield watch
        finally:
            del watches[watch]
            screens[place.who] -= 1
            self._moved(place.open_table)

    async def _still_there(self, place: Place) -> None:
        """Whoever looks at a table from a seat has not lost it."""
        open_table, seat = place.open_table, place.seat
        known = open_table.table
        if open_table.private or (known is not None and not known.company.of_seat(seat.sides)):
            return
        async with self.held(open_table) as table:
            place.check()
            await self.claims.still_there(open_table, table, seat)
        open_table.wake()

    def _moved(self, open_table: OpenTable) -> None:
        """Somebody has come to a table or gone; those who look on are shown."""
        before = open_table.table.company.here if open_table.table else None
        open_table.count_browsers()
        if open_table.table and before != open_table.table.company.here:
            open_table.wake()

    # Looking

    @asynccontextmanager
    async def _hold(self, open_table: OpenTable) -> AsyncIterator[Table]:
        """The same for a game that has begun."""
        async with self.held(open_table) as table:
            if not table.begun:
                raise Refusal(DICE_WAIT.format(_listed(table.company.wait_for())))
            yield table

    @asynccontextmanager
    async def held(self, open_table: OpenTable) -> AsyncIterator[Table]:
        """The table for one user alone. Whatever goes wrong beyond a refusal, the table is read
        again from the storage, so that nothing half done is ever shown."""
        async with open_table.lock:
            if open_table.moved:
                raise Elsewhere(f"table {open_table.id} has moved to another server")
            if open_table.table is None:
                if open_table.private:
                    raise NoSuchSeat
                opened = await self._opened(open_table.id)
                await self.timekeeper.start(opened)
                open_table.table = opened
                open_table.count_browsers()
            try:
                yield open_table.table
            except (Refusal, Forbidden, BadRequest, Gone):
                raise
            except Elsewhere:
                self._moving.forget(open_table)
                raise
            except Unsure:
                # Everybody looks again.
                open_table.table = None
                open_table.wake()
                raise
            except BaseException:
                open_table.table = None
                raise

    def _leave(self, open_table: OpenTable) -> None:
        """Another server holds a table: whoever is at it comes again, and finds it there."""
        open_table.moved = True
        self._stop_thinking(open_table)
        open_table.table = None
        if self._open.get(open_table.id) is open_table:
            del self._open[open_table.id]
        open_table.wake()

    async def _opened(self, id_: str) -> Table:
        await self._moving.take(id_)
        try:
            return await self._in(self._reading, self._opening.load, id_)
        except LongGame as found:
            game = found.game
        try:
            snapshots = await self._long.do(id_, retold, game)
        except ValueError:
            return await self._in(self._reading, partial(self._opening.load, id_, most=None))
        # Next time nothing has to be played again.
        kept = msgspec.msgpack.decode(snapshots, type=list[Snapshot])
        await self._in(self._storing, self._storage.append, id_, 0, (), kept)
        return await self._in(self._reading, partial(self._opening.load, id_, most=None))

    async def _snapshot(self, id_: str, moves: int) -> Snapshot | None:
        return await self._in(self._storing, self._storage.snapshot, id_, moves)

    async def state(self, place: Place, had: Had = NOTHING) -> SeatState:
        """The state, without the lines of the log that a client has."""
        async with self.held(place.open_table) as table:
            place.check()
            known = table.known(place.seat, had.version, had.lines)
            return table.state(place.seat, table.log(place.seat), known)

    async def news(self, place: Place, watch: Watch) -> State | News:
        """What the screen has to be sent, as soon as something has changed."""
        await watch.changed.wait()
        await self.recheck(place)
        async with self.held(place.open_table) as table:
            place.check()
            watch.changed.clear()
            watch.version = table.version_of(place.seat)
            lines = table.log(place.seat)
            return watch.message(table.state(place.seat, lines, watch.known(lines)))

    async def wait(self, place: Place, had: Had) -> SeatState:
        """The state as soon as its version is above the one had, or when patience ends."""
        async with self.watch(place) as watch:
            try:
                async with asyncio.timeout(PATIENCE):
                    while (state := await self.state(place, had)).version <= had.version:
                        watch.changed.clear()
                        watch.version = state.version
                        await watch.changed.wait()
                        await self.recheck(place)
            except TimeoutError:
                return await self.state(place, had)
            return state

    async def record(self, place: Place) -> str:
        async with self._hold(place.open_table) as table:
            return await self._in(self._reading, table.record, place.seat)

    async def story(self, place: Place) -> Story:
        """What a report of the game is written from."""
        async with self._hold(place.open_table) as table:
            return await self._in(self._reading, table.story, place.seat)

    async def position_file(self, place: Place) -> str:
        async with self._hold(place.open_table) as table:
            return table.position_file(place.seat)

    async def answer(self, place: Place, query: Query) -> Answer:
        look_back = self._hint if query.kind == "hint" else self._looking_back.kinds.get(query.kind)
        if look_back is None:
            async with self._hold(place.open_table) as table:
                # Some take a hundred milliseconds: a forecast, the forces of a long game.
                return await self._in(self._answering, table.answer, place.seat, query)
        under_way, key = place.open_table.looking_back, place.who
        if under_way[key] >= LOOKING_BACK:
            raise Refusal("this seat asks too much at once; wait a moment")
        under_way[key] += 1
        try:
            return await look_back(place, query)
        finally:
            under_way[key] -= 1

    async def _hint(self, place: Place, query: Query) -> Answer:
        open_table = place.open_table
        async with self._hold(open_table) as table:
            position = table.asked(place.seat)
            job = table.job_of(place.seat, open_table.advice.get(place.seat.key))
        if job is not None:
            plan = await self._thinkers.want(job, urgent=True).plan
            if plan is not None:
                open_table.advice[place.seat.key] = plan
        plan = open_table.advice.get(place.seat.key)
        found = await self._in(self._reading, hint, table.title, position, plan)
        return Answer(query.id, query.kind, hint=found)

    # Changing

    async def act(self, place: Place, message: Choose | Undo | Redo) -> None:
        """Carries out what a seat wants, to the end even if whoever asked has gone meanwhile."""
        await asyncio.shield(self._keep(asyncio.create_task(self._act(place, message))))

    async def _act(self, place: Place, message: Choose | Undo | Redo) -> None:
        open_table, seat = place.open_table, place.seat
        async with self._hold(open_table) as table:
            place.check()
            table.check_open()
            await self.timekeeper.look(open_table, table)
            if table.stranded:
                raise Refusal(OTHER_RULES)
            if table.full():
                raise Refusal(
                    f"a table has room for {ACTIONS:,} choices, and this one had them all"
                )
            number, side = table.version, table.to_choose()
            match message:
                case Choose():
                    try:
                        action = table.choose(seat, message)
                    except DiceWait:
                        # What has been done of it is forgotten.
                        open_table.table = None
                        wait_for = _listed(table.company.wait_for())
                        raise Refusal(DICE_WAIT.format(wait_for)) from None
                case Undo():
                    try:
                        action = table.undo(seat, message)
                    except NotAtHand:
                        # Back behind the moment from which the table was opened: it is opened
                        # from an earlier one.
                        before = table.target(seat, message)
                        load = partial(self._opening.load, open_table.id, before=before, most=None)
                        again = await self._in(self._reading, load)
                        # Nobody can tell from what he is told that this has happened.
                        again.opened = table.opened
                        open_table.table = table = again
                        action = table.undo(seat, message)
                case Redo():
                    action = table.redo(seat)
            self._stop_thinking(open_table)
            snapshots = [] if action.kind == "undo" else table.snapshot(table.version)
            await self._store(open_table, number, [action], snapshots, side)
            await self.claims.still_there(open_table, table, seat)
            self._call_staff(open_table, table)

    async def _store(
        self,
        open_table: OpenTable,
        number: int,
        actions: Sequence[Action],
        snapshots: Sequence[Snapshot],
        side: str,
    ) -> None:
        """Stores what has been done where a side had to choose, and only then lets people know."""
        table = open_table.table
        if table is not None and not open_table.private:
            end, call, append = table.end(), open_table.call(side), self._storage.append
            chosen = side if any(action.kind != "undo" for action in actions) else ""
            hand = table.hand(chosen) if table.clock else None
            await self.stored(append, open_table.id, number, actions, snapshots, end, call, hand)
            await self._note_time(open_table, table)
            if call is not None:
                self.notices.wake()
            await self._note_use(open_table.id)
            if end is not None:
                await self.seated(open_table, table)
        open_table.tell()

    async def _note_time(self, open_table: OpenTable, table: Table) -> None:
        """Reads the clock again after a choice; everybody is told if that has ended a claim."""
        before = table.clock
        await self.timekeeper.read(table)
        if before and before.claimed and table.clock and not table.clock.claimed:
            text = f"{before.side} has chosen: the win is not claimed any more."
            await self.notice(open_table, table, text)
            open_table.wake()

    # Beside the game

    async def say(self, place: Place, message: Say) -> None:
        """Tells everybody at the table something, or notes it for the seat itself."""
        open_table = place.open_table
        async with self._hold(open_table) as table:
            place.check()
            table.check_open()
            remark = table.remark(place.seat, message)
            # Notes are counted by themselves: how many somebody else has is his secret.
            like = [one for one in table.remarks if one.seat == remark.seat and one.speaker]
            if len(like) >= REMARKS:
                raise Refusal("everything has been said at this table")
            await self._in(self._storing, self._storage.say, open_table.id, remark)
            table.remarks.append(remark)
        open_table.wake(remark.seat)

    async def see(self, place: Place, message: Seen) -> None:
        """Remembers what has been looked at from a seat, for all its screens."""
        open_table, seat = place.open_table, place.seat
        async with self._hold(open_table) as table:
            place.check()
            eyes, moves = table.look_at(seat, message.moves)
            if not open_table.private:
                await self._in(
                    self._storing, self._storage.see, open_table.id, seat.key, eyes, moves
                )
        open_table.wake(seat.key)

    # People who are known

    async def account(self, device: str) -> Account | None:
        """The account of the device with this secret."""
        found = await self.stored(self.accounts.find, device)
        if found is not None:
            await self._note_device(device)
        return found

    async def _note_device(self, secret: str) -> None:
        if self._device_uses.first(device_key(secret).hex()):
            await self.stored(self.accounts.use, secret)

    async def shut_out(self, account: str, device: str) -> bool:
        """Forgets a device, whose screens are closed; whether there was one."""
        gone = await self.stored(self.accounts.shut_out, account, device)
        for seat in await self.stored(self.accounts.seats, account):
            if seat.table in self._open:
                self._open[seat.table].entered.clear()
                self._open[seat.table].wake(seat.key)
        return gone

    async def forget_account(self, account: str) -> None:
        """Forgets somebody. At tables that are open here he has no name and no notes any more at
        once."""
        seats = await self.stored(self.accounts.seats, account)
        await self.stored(self.accounts.remove, account)
        for id_ in {seat.table for seat in seats} & set(self._open):
            open_table = self._open[id_]
            if open_table.table is not None:
                async with self.held(open_table) as table:
                    await self.seated(open_table, table)
                    table.remarks = await self.stored(self._storage.remarks, id_)
                    table.seen = await self.stored(self._storage.seen, id_)
            open_table.entered.clear()
            open_table.wake()

    async def _forget_people(self, days: int) -> None:
        """Forgets those who have no seat any more and have used no device for so many days."""
        idle = await self.stored(self.accounts.idle, days)
        for account in idle:
            await self.forget_account(account)
        if idle:
            log.warning("%d accounts that nobody has used for long are removed", len(idle))

    # Who sits at a table

    async def stored(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the storage answers."""
        return await self._in(self._storing, work, *args, **kwargs)

    async def notice(
        self, open_table: OpenTable, table: Table, text: str, *, often: bool = False
    ) -> None:
        """Tells everybody at a table something. Of what can be brought about `often` there is an
        end. Of the rest there are bounds elsewhere: how often a seat changes hands and is asked
        for, and how many browsers it may have (`limits`); other rules hold once."""
        like = [one for one in table.remarks if not one.speaker and one.about == AT_WILL]
        if often and len(like) >= NOTICES_AT_WILL:
            return
        remark = Remark(NOBODY, text, table.events, AT_WILL if often else NO_LINE)
        await self.stored(self._storage.say, open_table.id, remark)
        table.remarks.append(remark)

    async def seated(self, open_table: OpenTable, table: Table) -> None:
        """Reads again who sits at a table."""
        table.company = await self.stored(company_of, self._storage, table)
        await self.timekeeper.start(table)
        open_table.count_browsers()

    async def listen_anew(self, account: str) -> None:
        """Somebody has changed whom he wants to hear: so it is at the tables that are open here."""
        for open_table in list(self._open.values()):
            there = open_table.table.company.accounts() if open_table.table else []
            if account in there and not open_table.private:
                async with self.held(open_table) as table:
                    await self.seated(open_table, table)
                open_table.wake()

    async def begin(self, open_table: OpenTable) -> None:
        """Goes on with a table that is held and whose dice are settled."""
        open_table.table = table = await self._opened(open_table.id)
        await self.timekeeper.start(table)
        open_table.count_browsers()
        call = open_table.call()
        if call is not None:
            await self.stored(self._storage.outbox.call, open_table.id, call)
            self.notices.wake()
        self._call_staff(open_table, table)

    async def go_on(self, open_table: OpenTable, table: Table) -> None:
        """Goes on by the rules of today, and with the data of today, with a table that was played
        by others and is held."""
        lost = await self.stored(self._storage.actions, open_table.id, table.reached)
        rolls = sum(len(action.dice) for action in lost)
        rules, data = table.title.rules, titles.data_version(table.stored.title)
        at = table.version, *table.resumption(rolls)
        await self.stored(self._storage.resume, open_table.id, *at, rules, data)
        by = f"with version {data} of the data" if table.stored.other_data else ""
        by = by or f"by version {rules} of the rules"
        text = f"From here on the game is played {by}, as all agree."
        await self.notice(open_table, table, text)
        await self.begin(open_table)

    # Computer players

    def _call_staff(self, open_table: OpenTable, table: Table) -> None:
        if table.machine_to_choose() and open_table.wanted is None:
            self._staff.call(open_table.id, urgent=table.people())

    async def _machine_slice(self, id_: str) -> bool:
        open_table = self._open.get(id_)
        if open_table is None:
            # It is held elsewhere by now.
            return False
        async with self._hold(open_table) as table:
            job = await self._in(self._choosing, table.job)
            if job is not None:
                open_table.wanted = wanted = self._thinkers.want(job, urgent=table.people())
                self._keep(asyncio.create_task(self._await_plan(open_table, wanted)))
                # Whoever thinks comes again by himself.
                return False
            number, side = table.version, table.to_choose()
            actions, snapshots = await self._in(self._choosing, table.let_machines_choose, SLICE)
            if actions:
                try:
                    await self._store(open_table, number, actions, snapshots, side)
                except StorageError:
                    # Somebody may be waiting for them, and a disk does not stay full.
                    self._keep(asyncio.create_task(self._go_on(id_, AGAIN)))
                    raise
            return table.machine_to_choose()

    async def _await_plan(self, open_table: OpenTable, wanted: Wanted) -> None:
        """Tells people how far a plan is, and lets its player go on with it."""
        alone = 0.0
        while not wanted.plan.done():
            await asyncio.wait((wanted.plan,), timeout=TOLD_EVERY)
            alone = alone + TOLD_EVERY if wanted.urgent and not open_table.users else 0.0
            if alone > ALONE:
                # It begins again when somebody looks.
                self._stop_thinking(open_table)
                return
            if open_table.table is not None and open_table.table.thought != wanted.done:
                open_table.table.thought = wanted.done
                open_table.wake()
        async with self._hold(open_table) as table:
            if open_table.wanted is not wanted:
                return
            open_table.wanted, table.thought = None, 0
            if not wanted.stopped:
                plan = table.take_plan(wanted.job.side, wanted.plan.result())
                if plan is not None and not open_table.private:
                    try:
                        await self._in(self._storing, self._storage.keep_plan, open_table.id, plan)
                    except StorageError:
                        self._keep(asyncio.create_task(self._go_on(open_table.id, AGAIN)))
                        raise
                self._call_staff(open_table, table)

    def _stop_thinking(self, open_table: OpenTable) -> None:
        """The game has gone another way, or nobody waits any more."""
        if open_table.wanted is not None:
            open_table.wanted.stop()
            open_table.wanted = None
            if open_table.table is not None:
                open_table.table.thought = 0


def _check_players(title: Title, players: dict[str, str]) -> None:
    known = (PERSON, *suited(title))
    if set(players) != set(title.sides):
        sides = " and ".join(title.sides)
        raise BadRequest(f"a player is needed for each side, {sides}, and no other")
    for side, name in players.items():
        if name not in known:
            raise BadRequest(f"{name!r} cannot play {side}; there are {', '.join(known)}")


def _goes_on_alone(table: Table) -> bool:
    """Whether a table that was played by other rules goes on without anybody's consent. Other data
    may be those that somebody has forgotten to name: then it waits."""
    alone = table.stranded and not table.company.people()
    return alone and not table.stored.other_data and not table.stored.closed


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "nobody"
