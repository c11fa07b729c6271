"""Order of battle: what all titles put together alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from ..engine.forces import Arrival, Formation, Post, Status
from ..engine.presentation import UnitView

# Who is on the map comes first.
ORDER: tuple[Status, ...] = ("map", "beside", "coming", "lost")


def muster(named: Iterable[tuple[str, Post]]) -> Iterator[Formation]:
    """Units with the names of their formations, put together by sides and names."""
    found: dict[tuple[str, str], list[Post]] = {}
    for name, post in named:
        found.setdefault((post.unit.side, name), []).append(post)
    for side, name in sorted(found):
        posts = sorted(found[side, name], key=lambda post: ORDER.index(post.status))
        yield Formation(side, name, tuple(posts))


def as_printed(view: UnitView) -> UnitView:
    """A unit without its place and states."""
    return msgspec.structs.replace(view, hex="", box="", states=())


def in_one(arrivals: Iterable[Arrival]) -> list[Arrival]:
    """The same, soonest first; units that look alike and come alike are counted."""
    alike: Counter[Arrival] = Counter()
    first: dict[Arrival, Arrival] = {}
    for arrival in arrivals:
        look = msgspec.structs.replace(as_printed(arrival.unit), id="", designation="")
        key = msgspec.structs.replace(arrival, unit=look, count=0)
        alike[key] += arrival.count
        first.setdefault(key, arrival)
    counted = [
        msgspec.structs.replace(one, unit=as_printed(one.unit), count=alike[key])
        for key, one in first.items()
    ]
    return sorted(counted, key=lambda one: (one.turn, one.side))
