"""All tables: opened when somebody comes, changed by one at a time, stored before shown."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from bisect import bisect_left
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import ParamSpec, TypeVar

import msgspec

from .. import titles
from ..engine import (
    BadPosition,
    CannotUndo,
    Illegal,
    NotAtHand,
    Position,
    RecordedDice,
    Title,
    new_seed,
)
from ..lessons import lesson
from ..players import Plan, hint, suited
from ..review import battle_of, luck_of
from ..review.course import course_of
from ..review.luck import BETWEEN
from ..review.story import Story
from .history import Past
from .imports import Begun, read_import
from .limits import (
    CONNECTIONS_PER_SEAT,
    LOOKING_BACK,
    MESSAGES_PER_SECOND,
    SPECTATORS_PER_TABLE,
    Allowance,
)
from .messages import (
    PERSON,
    Answer,
    Choose,
    ClientMessage,
    Ending,
    ImportTable,
    LogLine,
    NewTable,
    PrivateSeat,
    Query,
    Redo,
    Say,
    SeatState,
    Seen,
    SpectatorSeat,
    TableLinks,
    Undo,
)
from .private import Boards, LessonTable, Private, WhatIf
from .replay import FRAMES, frames
from .staff import SLICE, Staff
from .storage import (
    NOBODY,
    Action,
    Remark,
    Snapshot,
    Storage,
    StorageError,
    StoredSeat,
    StoredTable,
)
from .table import Forbidden, Refusal, Seat, Table
from .thinking import TOLD_EVERY, Thinkers, Wanted

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

# Tables that nobody looks at stay open as long as there are no more than these.
KEEP_OPEN = 200
# So many games between computer players go on by themselves when the server starts.
RESUMED = 200
# After so many seconds computer players try again what could not be stored.
AGAIN = 5.0
# So many seconds a computer player thinks on when everybody has left the table.
ALONE = 30.0
# How long a request for news waits.
PATIENCE = 25.0
# More than this nobody reads: each is sent with every state.
REMARKS = 500


OTHER_RULES = "this table was played by other rules, by which it does not go as it went"


class NoSuchSeat(Exception):
    """A secret that opens no seat."""


class BadRequest(Exception):
    """A table that cannot be set up as asked; the reason is for the person who asked."""


class Busy(Exception):
    """Too much at once from one seat."""


class OtherGame(Exception):
    """A table that was played with other data or by other rules than this server has."""


class Watch:
    """One screen that follows a seat: whether there is news for it, and the log that it has."""

    def __init__(self) -> None:
        self.changed = asyncio.Event()
        self.changed.set()
        # What it was sent last.
        self.version = -1
        self.log: list[LogLine] = []


class OpenTable:
    """A table that is in memory, and everybody who is at it."""

    def __init__(self, id_: str) -> None:
        self.id = id_
        # Held by whoever looks at the table or changes it.
        self.lock = asyncio.Lock()
        # Nothing if it has to be read again, after something has gone wrong.
        self.table: Table | None = None
        self.watches: dict[Watch, Seat] = {}
        self.allowances: dict[bytes, tuple[Allowance, Allowance]] = {}
        # How many questions about the past each seat has under way.
        self.looking_back: Counter[bytes] = Counter()
        # How many are using it; it is not put away before they are gone.
        self.users = 0
        # Whether there is only this, and nothing in the storage.
        self.private = False
        # The plan that a computer player waits for.
        self.wanted: Wanted | None = None
        # What the staff has thought of for a seat that asked it.
        self.advice: dict[bytes, Plan] = {}

    def wake(self, key: bytes = b"") -> None:
        """Wakes the screens of a seat, or all."""
        for watch, seat in self.watches.items():
            if key in (b"", seat.key):
                watch.changed.set()

    def tell(self) -> None:
        """Wakes whoever has something new to see: nobody is told that there is a secret."""
        for watch, seat in self.watches.items():
            if self.table is None or self.table.version_of(seat) != watch.version:
                watch.changed.set()


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody at a seat of an open table."""

    open_table: OpenTable
    seat: Seat
    # What the seat, wherever it is open, may still send. Questions are counted apart: clients ask
    # them by themselves, and no choice is to be lost for that.
    allowance: Allowance
    questions: Allowance

    def may_send(self, message: ClientMessage) -> bool:
        """Uses up a message; False if there are too many."""
        return (self.questions if isinstance(message, Query) else self.allowance).take()


class Tables:
    def __init__(self, storage: Storage, messages_per_second: float = MESSAGES_PER_SECOND) -> None:
        self._storage = storage
        self._messages_per_second = messages_per_second
        self._open: dict[str, OpenTable] = {}
        # One thread for each kind of work that may take long, so that neither waits for the other
        # and the event loop for none.
        self._storing = ThreadPoolExecutor(1, "storage")
        self._reading = ThreadPoolExecutor(1, "reading")
        self._choosing = ThreadPoolExecutor(1, "players")
        self._boards = Boards()
        self._staff = Staff(self._machine_slice)
        self._thinkers = Thinkers()
        self._tasks: set[asyncio.Task[object]] = set()

    # Life

    def start(self) -> None:
        self._keep(asyncio.create_task(self._staff.run()))
        self._keep(asyncio.create_task(self._resume()))

    async def _resume(self) -> None:
        """Lets games between computer players go on that the server's end has interrupted. Where
        a person plays, computer players wait until somebody looks."""
        ids = await self._in(self._storing, self._storage.without, PERSON, RESUMED)
        for id_ in ids:
            await self._go_on(id_)

    async def _go_on(self, id_: str, after: float = 0) -> None:
        """Looks at a table, which lets its computer players choose if they have to."""
        await asyncio.sleep(after)
        try:
            self._release(await self._use(id_))
        except (OtherGame, StorageError) as error:
            log.warning("table %s does not go on: %s", id_, error)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._thinkers.stop()
        for pool in (self._choosing, self._reading, self._storing):
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

    # New tables

    async def create(self, new: NewTable) -> TableLinks:
        try:
            title = titles.load(new.title)
            wanted = title.defaults(new.scenario) if new.options is None else new.options
            options = title.check(new.scenario, wanted)
        except ValueError as error:
            raise BadRequest(str(error)) from None
        begun = Begun(new.title, new.scenario, options)
        return await self._set_up(begun, new.players, teaching=new.teaching)

    async def import_(self, new: ImportTable) -> TableLinks:
        begun = await self._in(self._reading, read_import, new.text)
        return await self._set_up(begun, new.players)

    async def _set_up(
        self, begun: Begun, players: dict[str, str], *, teaching: bool = False
    ) -> TableLinks:
        title = titles.load(begun.title)
        sides = title.sides
        _check_players(title, players)
        people = [side for side in sides if players[side] == PERSON]
        table = StoredTable(
            id=secrets.token_hex(8),
            title=begun.title,
            scenario=begun.scenario,
            options=begun.options,
            players={side: players[side] for side in sides},
            seed=begun.seed or new_seed(),
            beginning=begun.position,
            rolled=begun.rolled,
            data=titles.data_version(begun.title),
            rules=title.rules,
            teaching=teaching,
        )
        links = TableLinks(
            table=table.id,
            title=table.title,
            seats={side: new_secret() for side in people},
            hot_seat=new_secret() if len(people) > 1 else "",
            spectator=new_secret(),
        )
        seats = [_seat(links.seats[side], table.id, side) for side in people]
        if links.hot_seat:
            seats.append(_seat(links.hot_seat, table.id, *people))
        seats.append(_seat(links.spectator, table.id))
        told = [Remark(NOBODY, begun.notice, begun.events)] if begun.notice else []
        await self._in(self._storing, self._storage.add_table, table, seats, begun.actions, told)
        if len(people) < len(sides):
            # Computer players do not wait for somebody to look.
            self._release(await self._use(table.id))
        return links

    async def invite(self, place: Place) -> SpectatorSeat:
        """A new seat for spectators, for a player who was not told of the first one."""
        if place.open_table.private:
            raise Forbidden("nobody else can come to a board of one's own")
        if not place.seat.sides:
            raise Forbidden("whoever watches has a link for spectators: the one he came by")
        secret = new_secret()
        seat = _seat(secret, place.open_table.id)
        if not await self._in(self._storing, self._storage.add_seat, seat, SPECTATORS_PER_TABLE):
            raise Refusal("this table has enough links for spectators; ask another player for one")
        return SpectatorSeat(secret)

    # Boards of one's own

    async def what_if(self, place: Place) -> PrivateSeat:
        """A board on which a seat can try things alone; the one it had before is discarded."""
        async with self._hold(place.open_table) as table:
            board = WhatIf(table.fork(place.seat))
        self.discard(place)
        return self._open_board(board, board.title.sides, place.seat.key)

    def discard(self, place: Place) -> None:
        for id_ in self._boards.drop(place.seat.key):
            del self._open[id_]

    def lesson(self, slug: str) -> PrivateSeat:
        found = lesson(slug) if slug in titles.playable() else None
        if found is None:
            raise BadRequest(f"there is no lesson of {slug!r}")
        return self._open_board(LessonTable(found), (found.side,), b"")

    def _open_board(self, table: Private, sides: tuple[str, ...], owner: bytes) -> PrivateSeat:
        for id_ in self._boards.make_room(self._in_use):
            del self._open[id_]
        if self._boards.full():
            raise Busy("too many boards are in use; try again later")
        secret = new_secret()
        open_table = OpenTable(table.stored.id)
        open_table.table, open_table.private = table, True
        self._open[open_table.id] = open_table
        self._boards.add(open_table.id, Seat(seat_key(secret), sides), owner)
        return PrivateSeat(secret)

    def _in_use(self, id_: str) -> bool:
        open_table = self._open[id_]
        return bool(open_table.users) or self._staff.busy(id_) or open_table.wanted is not None

    # Coming and going

    @asynccontextmanager
    async def enter(self, secret: str) -> AsyncIterator[Place]:
        """The seat that a secret opens. Secrets are compared by their hashes only, in an index:
        how long that takes tells nothing of how near a guess was."""
        key = seat_key(secret)
        board = self._boards.find(key)
        if board is not None:
            id_, seat = board.table, board.seat
        else:
            stored = await self._in(self._storing, self._storage.seat, key)
            if stored is None:
                raise NoSuchSeat
            id_, seat = stored.table, Seat(stored.key, stored.sides)
        open_table = await self._use(id_)
        try:
            yield self._place(open_table, seat)
        finally:
            self._release(open_table)

    def _place(self, open_table: OpenTable, seat: Seat) -> Place:
        fresh = Allowance(self._messages_per_second), Allowance(self._messages_per_second)
        return Place(open_table, seat, *open_table.allowances.setdefault(seat.key, fresh))

    async def _use(self, id_: str) -> OpenTable:
        open_table = self._open.pop(id_, None) or OpenTable(id_)
        # The last one used stands last.
        self._open[id_] = open_table
        open_table.users += 1
        try:
            async with self._hold(open_table) as table:
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
        watches = place.open_table.watches
        if sum(seat.key == place.seat.key for seat in watches.values()) >= CONNECTIONS_PER_SEAT:
            raise Busy("this seat is open in too many places")
        watch = Watch()
        watches[watch] = place.seat
        try:
            yield watch
        finally:
            del watches[watch]

    # Looking

    @asynccontextmanager
    async def _hold(self, open_table: OpenTable) -> AsyncIterator[Table]:
        """The table for one user alone. Whatever goes wrong beyond a refusal, the table is read
        again from the storage, so that nothing half done is ever shown."""
        async with open_table.lock:
            if open_table.table is None:
                if open_table.private:
                    raise NoSuchSeat
                open_table.table = await self._in(self._reading, self._load, open_table.id)
            try:
                yield open_table.table
            except (Refusal, Forbidden):
                raise
            except BaseException:
                open_table.table = None
                raise

    def _load(self, id_: str, *, resume: bool = True) -> Table:
        """A table from what is stored; without `resume` its game is played again."""
        stored = self._storage.table(id_)
        if stored is None:
            raise StorageError(f"there is no table {id_}")
        _check_data(stored)
        past = Past.of(self._storage.past(id_)) if resume else None
        try:
            after = past.snapshot.actions if past else 0
            table = Table(stored, self._storage.actions(id_, after), past)
        except (Illegal, CannotUndo, BadPosition, ValueError) as error:
            # What the rules say of a choice may be a secret of the side that made it.
            log.warning("table %s was played by other rules: %s", id_, error)
            raise OtherGame(OTHER_RULES) from None
        table.remarks = self._storage.remarks(id_)
        table.seen = self._storage.seen(id_)
        table.plans = self._storage.plans(id_)
        return table

    async def state(self, place: Place) -> SeatState:
        async with self._hold(place.open_table) as table:
            return table.state(place.seat, table.log(place.seat))

    async def news(self, place: Place, watch: Watch) -> SeatState:
        """The state as soon as it has changed, with the part of the log that is new."""
        await watch.changed.wait()
        async with self._hold(place.open_table) as table:
            watch.changed.clear()
            watch.version = table.version_of(place.seat)
            lines = table.log(place.seat)
            known = _common(watch.log, lines)
            watch.log = lines
            return table.state(place.seat, lines, known)

    async def wait(self, place: Place, after: int) -> SeatState:
        """The state as soon as its version is above `after`, or when patience ends."""
        async with self.watch(place) as watch:
            try:
                async with asyncio.timeout(PATIENCE):
                    while (state := await self.state(place)).version <= after:
                        watch.changed.clear()
                        watch.version = state.version
                        await watch.changed.wait()
            except TimeoutError:
                return await self.state(place)
            return state

    async def record(self, place: Place) -> str:
        async with self._hold(place.open_table) as table:
            return table.record(place.seat)

    async def story(self, place: Place) -> Story:
        """What a report of the game is written from."""
        async with self._hold(place.open_table) as table:
            return table.story(place.seat)

    async def position_file(self, place: Place) -> str:
        async with self._hold(place.open_table) as table:
            return table.position_file(place.seat)

    async def answer(self, place: Place, query: Query) -> Answer:
        match query.kind:
            case "history":
                look_back = self._history
            case "replay":
                look_back = self._replay
            case "luck":
                look_back = self._luck
            case "battle":
                look_back = self._battle
            case "hint":
                look_back = self._hint
            case "ending":
                look_back = self._ending
            case _:
                async with self._hold(place.open_table) as table:
                    return table.answer(place.seat, query)
        under_way, key = place.open_table.looking_back, place.seat.key
        if under_way[key] >= LOOKING_BACK:
            raise Refusal("this seat asks too much at once; wait a moment")
        under_way[key] += 1
        try:
            return await look_back(place, query)
        finally:
            under_way[key] -= 1

    async def _at(self, open_table: OpenTable, table: Table, moves: int) -> Position:
        """The position after so many moves of a table that is held."""
        try:
            return table.game.at(moves)
        except NotAtHand:
            line = table.game.moves[:moves]
            snapshot = await self._in(self._storing, self._storage.snapshot, open_table.id, moves)
            return await self._in(self._reading, table.after, line, snapshot)

    async def _history(self, place: Place, query: Query) -> Answer:
        async with self._hold(place.open_table) as table:
            moves = _number_of_move(query.argument, table.moves_of(place.seat))
            line = table.line(place.seat, moves)
            eyes = table.eyes(place.seat)
            snapshot = await self._in(
                self._storing, self._storage.snapshot, place.open_table.id, len(line)
            )
        # The table is free again: all this needs are copies.
        shown = await self._in(self._reading, table.look_back, line, snapshot, eyes)
        return Answer(query.id, query.kind, history=shown)

    async def _replay(self, place: Place, query: Query) -> Answer:
        async with self._hold(place.open_table) as table:
            places = table.places(place.seat)
            first = _number_of_move(query.argument, len(places))
            # The moments after the moves that the seat has noticed, as places in the game.
            ends = [0, *(at + 1 for at in places)][first : first + FRAMES]
            position = await self._at(place.open_table, table, ends[0])
            stretches = [table.game.moves[a:b] for a, b in pairwise(ends)]
            # Dice fall as they fell: on a what-if they may have been taken back and rolled anew.
            fell = (die for stretch in stretches for move in stretch for die in move.dice)
            position.dice = RecordedDice(fell, position.dice.rolls)
            eyes = table.eyes(place.seat)
        shown = await self._in(self._reading, frames, table.title, first, position, stretches, eyes)
        return Answer(query.id, query.kind, replay=shown)

    async def _luck(self, place: Place, query: Query) -> Answer:
        async with self._hold(place.open_table) as table:
            position = await self._at(place.open_table, table, 0)
            line = list(table.game.moves)
            eyes = table.eyes(place.seat)
            number = table.numbers(place.seat)
        found = await self._in(self._reading, luck_of, table.title, position, line, eyes)
        # A roll that is told was noticed, so that the seat has a number for it.
        replace = msgspec.structs.replace
        rolls = tuple(replace(roll, move=number[roll.move - 1]) for roll in found.rolls)
        return Answer(query.id, query.kind, luck=replace(found, rolls=rolls))

    async def _battle(self, place: Place, query: Query) -> Answer:
        async with self._hold(place.open_table) as table:
            moves = _number_of_move(query.argument, table.moves_of(place.seat))
            line = table.line(place.seat, moves)
            first = max(0, len(line) - BETWEEN - 1)
            position = await self._at(place.open_table, table, first)
            eyes = table.eyes(place.seat)
        found = await self._in(self._reading, battle_of, table.title, position, line[first:], eyes)
        return Answer(query.id, query.kind, battle=found)

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

    async def _ending(self, place: Place, query: Query) -> Answer:
        """Everything is told, as it is in the record: nothing is hidden when a game is over."""
        async with self._hold(place.open_table) as table:
            if table.game.position.decision() is not None:
                raise Refusal("the game is not over")
            score = table.title.score(table.game.position)
            position = await self._at(place.open_table, table, 0)
            line = list(table.game.moves)
            places = table.places(place.seat)
        course = await self._in(self._reading, course_of, table.title, position, line)
        counted = course.counted(lambda move: bisect_left(places, move))
        return Answer(query.id, query.kind, ending=Ending(score, counted))

    # Changing

    async def act(self, place: Place, message: Choose | Undo | Redo) -> None:
        """Carries out what a seat wants, to the end even if whoever asked has gone meanwhile."""
        await asyncio.shield(self._keep(asyncio.create_task(self._act(place, message))))

    async def _act(self, place: Place, message: Choose | Undo | Redo) -> None:
        open_table, seat = place.open_table, place.seat
        async with self._hold(open_table) as table:
            number = table.version
            match message:
                case Choose():
                    action = table.choose(seat, message)
                case Undo():
                    try:
                        action = table.undo(seat, message)
                    except NotAtHand:
                        # Back behind the moment from which the table was opened.
                        load = partial(self._load, open_table.id, resume=False)
                        open_table.table = table = await self._in(self._reading, load)
                        action = table.undo(seat, message)
                case Redo():
                    action = table.redo(seat)
            self._stop_thinking(open_table)
            snapshots = [] if action.kind == "undo" else table.snapshot(table.version)
            await self._store(open_table, number, [action], snapshots)
            self._call_staff(open_table, table)

    async def _store(
        self,
        open_table: OpenTable,
        number: int,
        actions: Sequence[Action],
        snapshots: Sequence[Snapshot],
    ) -> None:
        """Stores what has been done, and only then lets people know."""
        if not open_table.private:
            await self._in(
                self._storing, self._storage.append, open_table.id, number, actions, snapshots
            )
        open_table.tell()

    # Beside the game

    async def say(self, place: Place, message: Say) -> None:
        """Tells everybody at the table something, or notes it for the seat itself."""
        open_table = place.open_table
        async with self._hold(open_table) as table:
            remark = table.remark(place.seat, message)
            if len(table.remarks) >= REMARKS:
                raise Refusal("everything has been said at this table")
            await self._in(self._storing, self._storage.say, open_table.id, remark)
            table.remarks.append(remark)
        open_table.wake(remark.seat)

    async def see(self, place: Place, message: Seen) -> None:
        """Remembers what has been looked at from a seat, for all its screens."""
        open_table, seat = place.open_table, place.seat
        async with self._hold(open_table) as table:
            eyes, moves = table.look_at(seat, message.moves)
            if not open_table.private:
                await self._in(
                    self._storing, self._storage.see, open_table.id, seat.key, eyes, moves
                )
        open_table.wake(seat.key)

    # Computer players

    def _call_staff(self, open_table: OpenTable, table: Table) -> None:
        if table.machine_to_choose() and open_table.wanted is None:
            self._staff.call(open_table.id, urgent=table.people())

    async def _machine_slice(self, id_: str) -> bool:
        open_table = self._open[id_]
        async with self._hold(open_table) as table:
            job = await self._in(self._choosing, table.job)
            if job is not None:
                open_table.wanted = wanted = self._thinkers.want(job, urgent=table.people())
                self._keep(asyncio.create_task(self._await_plan(open_table, wanted)))
                # Whoever thinks comes again by himself.
                return False
            number = table.version
            actions, snapshots = await self._in(self._choosing, table.let_machines_choose, SLICE)
            if actions:
                try:
                    await self._store(open_table, number, actions, snapshots)
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


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def seat_key(secret: str) -> bytes:
    """What is kept of a secret. It has 256 random bits: a plain hash cannot be searched."""
    return hashlib.sha256(secret.encode()).digest()


def _seat(secret: str, table: str, *sides: str) -> StoredSeat:
    return StoredSeat(seat_key(secret), table, sides)


def _check_data(stored: StoredTable) -> None:
    """With other data the same choices would be another game, and nobody would notice."""
    here = titles.data_version(stored.title)
    if stored.data and not titles.is_data_version(stored.title, stored.data):
        name = titles.entry(stored.title).name
        raise OtherGame(
            f"this table was set up with version {stored.data} of the data of {name}, and this "
            f"server has version {here}: start it with the --data folder that it had then"
        )


def _check_players(title: Title, players: dict[str, str]) -> None:
    known = (PERSON, *suited(title))
    if set(players) != set(title.sides):
        sides = " and ".join(title.sides)
        raise BadRequest(f"a player is needed for each side, {sides}, and no other")
    for side, name in players.items():
        if name not in known:
            raise BadRequest(f"{name!r} cannot play {side}; there are {', '.join(known)}")


def _number_of_move(text: str, moves: int) -> int:
    if not text.isascii() or not text.isdigit():
        raise Refusal(f"{text!r} is not the number of a move")
    if int(text) > moves:
        raise Refusal(f"there are {moves} moves only")
    return int(text)


def _common(old: Sequence[LogLine], new: Sequence[LogLine]) -> int:
    """How many lines at the beginning are the same."""
    count = 0
    for one, other in zip(old, new, strict=False):
        if one is not other:
            break
        count += 1
    return count
