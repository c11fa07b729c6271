"""Twin games that differ in what is hidden and in nothing else: who may not know it cannot tell.

Mines lie elsewhere, face-down counters are others; everything that the other side and spectators
are told must be the same to the byte. Most of it is asked of the tables themselves, as the server
does; a share of it over the real socket.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from stavka.server.table import Seat
from stavka.titles.east_is_red.charts import charts
from tests.server import test_refusals
from tests.server.running import server
from tests.server.test_secrecy import War, same_dice

from .pairs import Counters, Mines, Pair
from .tally import Summary, Tally

ANSWERS = 500_000
# This share of the answers is got over the real socket.
SERVED = 0.04
# Choices of one war there.
CHOICES = 60
# Of a pair of tables so many answers are compared at most before there is another one.
ANSWERS_EACH = 8_000
RECORDS = (("east-is-red-m1-full", "Soviet"), ("red-dragon-campaign", "GMD"))


def run(scale: float, seed: str) -> Summary:
    tally = Tally("twins", max(1, round(ANSWERS * scale)), "answers of twins")
    chance = random.Random(seed)
    served = in_worlds = 0
    each = min(ANSWERS_EACH, 1 + tally.goal // 4)
    while not tally.over:
        for kind in (Mines, Counters):
            compare(kind(str(chance.random())), tally, each)
        before = tally.done
        imagined(chance, tally, each)
        in_worlds += tally.done - before
        if served < SERVED * tally.done:
            served += serve(chance, tally)
    return tally.summary(f"; {in_worlds:,} in imagined worlds, {served:,} over the real socket")


def compare(pair: Pair, tally: Tally, answers: int) -> None:
    """Plays a pair of games and compares all that the blind may see and ask."""
    until = min(tally.goal, tally.done + answers)
    while tally.done < until:
        for what, one, other in pair.looks():
            tally.count()
            if one != other:
                tally.find(f"{pair.name}, {what}:\n{one!r}\n{other!r}")
        if not pair.go_on():
            break


def imagined(chance: random.Random, tally: Tally, answers: int) -> None:
    """Moments of recorded games in which something else could be hidden."""
    record, side = chance.choice(RECORDS)
    until = min(tally.goal, tally.done + answers)
    verbs: set[str] = set()
    moments = test_refusals.moments(record, side)
    for table, decision in moments:
        if tally.done >= until:
            break
        if chance.randrange(4):
            continue
        real = table.game.position
        other = real.view(side).imagine(chance.randbytes(16))
        for choice in test_refusals.tries(table, decision, chance, verbs):
            offered = decision.value(choice) is not None
            said = []
            for world in (real, other):
                table.game.position = world
                seat = Seat(b"", (side,))
                said.append(test_refusals.told(table, seat, choice, offered=offered))
            table.game.position = real
            # A preview, a why-not, and a refusal unless it can be chosen.
            tally.count(2 if offered else 3)
            if said[0] != said[1]:
                tally.find(f"{record}, {choice}: {said}")


def serve(chance: random.Random, tally: Tally) -> int:
    """Two wars on a real server; how many answers of theirs were compared."""
    known = charts(None)
    label = known.grid.label
    mines = [(label(a), label(b)) for a, b in known.mines["m1-full"]]
    chance.shuffle(mines)
    with (
        pytest.MonkeyPatch.context() as patch,
        TemporaryDirectory() as folder,
        server(Path(folder), 1e9) as address,
    ):
        same_dice(patch)
        wars = [War(address, mines[:4]), War(address, mines[4 : chance.randrange(5, 8)])]
        for war in wars:
            war.go_on(CHOICES)
            war.ask_around()
        compared = 0
        for one, other in _heard(*wars):
            compared += 1
            tally.count()
            if one != other:
                tally.find(f"over the socket: {one}\n{other}")
        for war in wars:
            war.close()
    return compared


def _heard(one: War, other: War) -> Iterator[tuple[str, str]]:
    for live, twin in ((one.soviet, other.soviet), (one.spectator, other.spectator)):
        heard, theirs = one.heard(live).split("\n"), other.heard(twin).split("\n")
        yield str(len(heard)), str(len(theirs))
        yield from zip(heard, theirs, strict=False)
