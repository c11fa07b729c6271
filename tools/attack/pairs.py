"""Pairs of tables that differ in what is hidden: how they are set up, played and asked."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from functools import partial
from types import SimpleNamespace
from typing import Any, TypeVar

import msgspec

from stavka import titles
from stavka.engine import Choice, Decision, seed_from
from stavka.hexes import members
from stavka.server.looking_back import LookingBack
from stavka.server.messages import Answer, Choose, Query, Undo
from stavka.server.news import Watch
from stavka.server.problems import Refusal
from stavka.server.storage import StoredTable
from stavka.server.table import Seat, Table
from stavka.titles.east_is_red.charts import charts
from stavka.titles.red_dragon.position import War
from tests.red_dragon.situations import started
from tests.red_dragon.test_leaks import REVEALING, fighting, renamed_choice, shuffled, twin_of

T = TypeVar("T")

# At one moment of so many all questions are asked; what is told is compared at every one.
ASKED = 4
# What is asked then: of how many of the things that can be chosen, that cannot, and of
# places; and how far back.
OFFERED, STRANGE, PLACES, PAST = 6, 6, 3, 2
# One of so many times the blind ask for the luck of the whole game.
LUCK = 10

_encode = msgspec.json.encode


class Pair:
    """Two tables; the blind side and spectators must not be able to tell them apart."""

    def __init__(self, name: str, blind: str, tables: tuple[Table, Table], seed: str) -> None:
        self.name, self.blind, self.tables = name, blind, tables
        self.chance = random.Random(seed)
        self.seats = [Seat(b"blind", (blind,)), Seat(b"looks on", ())]
        self._watches = [defaultdict[Seat, Watch](Watch) for _ in tables]
        self._strange = {"done", "pass", "detonate", "move", "attack"}
        grid = titles.board(tables[0].stored.title).grid
        self._labels = grid.labels(grid.all)

    def go_on(self) -> bool:
        """Makes the next choice at both tables; False if there is nothing more to compare."""
        raise NotImplementedError

    def looks(self) -> Iterator[tuple[str, bytes, bytes]]:
        """Everything that the blind are told and can ask at this moment, of both tables."""
        for seat in self.seats:
            for what, look in self._all(seat):
                one, other = (look(number) for number in range(2))
                yield f"{what} from {seat.sides}", one, other

    def _all(self, seat: Seat) -> Iterator[tuple[str, Callable[[int], bytes]]]:
        yield "state", lambda number: _state(self.tables[number], seat)
        yield "news", lambda number: self._news(number, seat)
        if self.chance.randrange(ASKED):
            return
        for query in self._queries(seat):
            yield str(query), partial(self._asked, seat, query)
        for message in self._refused(seat):
            yield str(message), partial(self._refusal, seat, message)

    def _asked(self, seat: Seat, query: Query, number: int) -> bytes:
        return _asked(self.tables[number], seat, query)

    def _refusal(self, seat: Seat, message: Choose | Undo, number: int) -> bytes:
        return _refusal(self.tables[number], seat, message)

    def _news(self, number: int, seat: Seat) -> bytes:
        table, watch = self.tables[number], self._watches[number][seat]
        lines = table.log(seat)
        return _encode(watch.message(table.state(seat, lines, watch.known(lines))))

    def _queries(self, seat: Seat) -> Iterator[Query]:
        table, chance = self.tables[0], self.chance
        shown = table.presentation(table.eyes(seat))
        for overlay in shown.overlays:
            yield Query(1, "overlay", argument=overlay)
        for label in chance.choices(self._labels, k=PLACES):
            yield Query(2, "stack", argument=label)
        yield Query(3, "forces")
        yield Query(3, "wishes")
        moves = table.moves_of(seat)
        for kind in ("history", "replay", "battle"):
            for _ in range(PAST):
                yield Query(4, kind, argument=str(chance.randrange(moves + 2)))
        if not chance.randrange(LUCK):
            yield Query(5, "luck")
        for verb, argument in self._choices(seat):
            yield Query(6, "preview", verb, argument)
            yield Query(7, "why", verb, argument)
            yield Query(8, "together", verb, argument)

    def _choices(self, seat: Seat) -> list[tuple[str, str]]:
        """Some that can be made, and some that cannot."""
        table, chance = self.tables[0], self.chance
        units = [unit.id for unit in table.presentation(table.eyes(seat)).units]
        things = ("", *chance.choices(self._labels, k=3), *chance.choices(units or [""], k=3))
        verbs = sorted(self._strange)
        found = [(chance.choice(verbs), chance.choice(things)) for _ in range(STRANGE)]
        shown = table.presentation(self.blind).decision
        if shown is not None and self.blind in seat.sides:
            self._strange |= {option.verb for option in shown.options}
            offered = [(o.verb, value) for o in shown.options for value in o.values or ("",)]
            found += chance.choices(offered, k=OFFERED)
        return found

    def _refused(self, seat: Seat) -> Iterator[Choose | Undo]:
        """What is tried and not possible, with the right number and wrong ones."""
        table, chance = self.tables[0], self.chance
        now = table.version_of(seat)
        decision = table.game.position.decision()
        for verb, argument in self._choices(seat)[:STRANGE]:
            if (
                decision is None
                or decision.side != self.blind
                or not seat.sides
                or decision.value(Choice(verb, argument)) is None
            ):
                yield Choose(now, verb, argument)
            yield Choose(now - chance.randrange(1, 9), verb, argument)
        if not table.can_undo(seat):
            yield Undo(chance.choice((None, 1, 2)))


def _state(table: Table, seat: Seat) -> bytes:
    return _encode(table.state(seat, table.log(seat)))


def _refusal(table: Table, seat: Seat, message: Choose | Undo) -> bytes:
    try:
        match message:
            case Choose():
                table.choose(seat, message)
            case Undo():
                table.undo(seat, message)
    except Refusal as refusal:
        return _encode((refusal.reason, refusal.case))
    raise AssertionError(f"{message} was not refused")


def _asked(table: Table, seat: Seat, query: Query) -> bytes:
    look_back = _looking_back(table).kinds.get(query.kind)
    try:
        if look_back is None:
            return _encode(table.answer(seat, query))
        place: Any = SimpleNamespace(seat=seat, who="", open_table=SimpleNamespace(id="twin"))
        answer: Answer = _at_once(look_back(place, query))
        return _encode(answer)
    except Refusal as refusal:
        return _encode((refusal.reason, refusal.case))


# Looking back as the server does, with nothing to wait for


class _Here:
    """A workshop in this very process."""

    async def do(self, owner: object, work: Callable[..., T], *known: object) -> T:
        return work(*known)


def _looking_back(table: Table) -> LookingBack:
    @asynccontextmanager
    async def hold(_: object) -> AsyncIterator[Table]:
        yield table

    async def snapshot(_: str, __: int) -> None:
        return None

    here: Any = _Here()
    return LookingBack(hold, snapshot, here, here)


def _at_once(work: Coroutine[Any, Any, T]) -> T:
    try:
        work.send(None)
    except StopIteration as done:
        found: T = done.value
        return found
    raise AssertionError("there is nothing to wait for")


# Playing


def _stored(slug: str, scenario: str, seed: str, beginning: str = "") -> StoredTable:
    players = dict.fromkeys(titles.load(slug).sides, "person")
    return StoredTable("twin", slug, scenario, (), players, seed_from(seed), beginning)


def _choose(table: Table, choice: Choice) -> None:
    decision = table.game.position.decision()
    assert decision is not None
    seat = Seat(b"", (decision.side,))
    table.choose(seat, Choose(table.version_of(seat), choice.verb, choice.argument))


def _picked(decision: Decision, chance: random.Random) -> Choice:
    return decision.pick(chance.randrange(len(decision)))


class Mines(Pair):
    """Chinese mines that lie elsewhere, or of which there are more."""

    def __init__(self, seed: str) -> None:
        chance = random.Random(seed)
        scenario = chance.choice(("m1-full", "m1-current", "m30-full", "m30-current"))
        known = charts(None)
        sides = [*known.mines[scenario]]
        chance.shuffle(sides)
        cut = chance.randrange(len(sides))
        tables = [Table(_stored("east-is-red", scenario, seed)) for _ in range(2)]
        for table, mines in zip(tables, (sides[:cut], sides[cut : cut + 4]), strict=True):
            for text in ("recommended", "done", "recommended", "done"):
                _choose(table, Choice(text))
            for here, there in mines:
                _choose(table, Choice("mine", known.grid.label(here)))
                _choose(table, Choice("towards", known.grid.label(there)))
            _choose(table, Choice("done"))
        super().__init__(f"mines {scenario} {seed}", "Soviet", (tables[0], tables[1]), seed)

    def go_on(self) -> bool:
        one, other = self.tables
        self._hold_fire(one)
        self._hold_fire(other)
        decision = one.game.position.decision()
        if decision is None:
            return False
        choice = _picked(decision, self.chance)
        for table in self.tables:
            _choose(table, choice)
        self._hold_fire(one)
        self._hold_fire(other)
        return True

    def _hold_fire(self, table: Table) -> None:
        """No mine goes off: that would tell."""
        while (decision := table.game.position.decision()) is not None:
            verbs = {option.verb for option in decision.options}
            if "Detonation" not in table.presentation(self.blind).phase or "done" not in verbs:
                return
            _choose(table, Choice("done"))


class Counters(Pair):
    """Face-down counters of the PLA that are others, from some moment of a game on."""

    def __init__(self, seed: str) -> None:
        chance = random.Random(seed)
        p = started((), seed)
        wait = chance.randrange(400)
        while wait > 0 or p.face_up:
            decision = p.decision()
            if decision is None:
                p, wait = started((), f"{seed} again"), chance.randrange(100)
                continue
            p.apply(_picked(decision, chance))
            wait -= 1
        self._other = shuffled(p, chance)
        title = titles.load("red-dragon")
        worlds = (p, twin_of(p, self._other))
        one, other = (
            Table(_stored("red-dragon", "campaign", seed, title.write(world))) for world in worlds
        )
        super().__init__(f"counters {seed}", "GMD", (one, other), seed)

    def go_on(self) -> bool:
        one, other = self.tables
        p, twin = _war(one), _war(other)
        decision, asked = p.decision(), twin.decision()
        # 18.7.8: there are fewer Corps that can make POPAs. 18.3.8: a unit that could not move
        # away would have made no Short Attack.
        if decision is None or asked is None or not len(asked) or p.popas or twin.popas:
            return False
        choice = _picked(decision, self.chance)
        theirs = renamed_choice(p, choice, self._other)
        if asked.value(theirs) is None:
            return False
        events = one.events
        _choose(one, choice)
        _choose(other, theirs)
        if not self._same_attack():
            return False
        told = {event.kind for table in self.tables for event in table.game.chronicle[events:]}
        if told & REVEALING or _war(one).face_up or _war(other).face_up:
            return False
        return _war(one).pla_cities == _war(other).pla_cities

    def _same_attack(self) -> bool:
        """Whether the same counters attack: who "all" are depends on who can, and whoever attacks
        is pointed out to everybody (12.1)."""
        here, there = (members(fighting(_war(table))) for table in self.tables)
        return {self._other.get(unit, unit) for unit in here} == set(there)


def _war(table: Table) -> War:
    position = table.game.position
    assert isinstance(position, War)
    return position
