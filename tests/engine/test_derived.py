"""What is kept of a position is what would be computed anew, and depends on what it names."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest

from stavka import titles
from stavka.engine import Position, derived, undisturbed
from stavka.hexes import Reach
from tests.whole_games import every_variant

# Of so many choices one is followed by a close look, at so many values that depend on the
# same things.
STRIDE = 7
VALUES = 12
# A function that is derived, and what it names.
Computed = tuple[Callable[..., Any], tuple[str, ...]]
# What belongs to the engine and changes with every choice.
ENGINE = {"kept", "still", "dice", "_decision", "chronicle"}


class Forgetful(dict[Any, tuple[Any, dict[Any, Any]]]):
    """Keeps nothing: what one function asks of others is computed too."""

    def get(self, key: Any, default: Any = None) -> Any:
        return default


def watched(p: Position, seen: set[str]) -> Position:
    """A copy that notes which of its attributes are read."""

    def read(self: Position, name: str) -> Any:
        seen.add(name)
        return object.__getattribute__(self, name)

    copy = p.clone()
    copy.kept = Forgetful()
    copy.__class__ = type("Watched", (type(p),), {"__getattribute__": read})
    return copy


def attributes(p: Position) -> dict[str, Any]:
    found = {name: value for name, value in vars(p).items() if name not in ENGINE}
    return {n: v.copy() if isinstance(v, list | dict) else v for n, v in found.items()}


def is_the_same(one: Any, two: Any) -> bool:
    if isinstance(one, Reach):
        return isinstance(two, Reach) and one.waves == two.waves
    # What has no equals (a judge of positions) cannot be compared.
    return bool(one == two) or "__eq__" not in vars(type(one))


@pytest.mark.parametrize("variant", every_variant())
def test_what_is_kept_is_what_it_depends_on(variant: tuple[str, str, tuple[str, ...]]) -> None:
    slug, scenario, options = variant
    title = titles.load(slug)
    p = title.start(scenario, options, seed=b"derived")
    chance = random.Random("derived")
    # By attribute: what else changed with it, each time that it did.
    together: dict[str, set[str]] = {}
    reads: dict[Computed, set[str]] = defaultdict(set)
    before = attributes(p)
    while (decision := p.decision()) is not None:
        p.apply(decision.pick(chance.randrange(len(decision))))
        now = attributes(p)
        changed = {name for name, value in now.items() if before.get(name) != value}
        for name in changed:
            together[name] = together.get(name, changed) & changed
        before = now
        if not p.number % STRIDE:
            if (asked := p.decision()) is not None:
                title.advise(p, asked)
            look_closely(p, reads, chance)
    for (function, names), seen in reads.items():
        missing = {n for n in seen & together.keys() if not together[n] & set(names)}
        assert not missing, f"{function.__module__}.{function.__name__} reads {sorted(missing)}"


def look_closely(p: Position, reads: dict[Computed, set[str]], chance: random.Random) -> None:
    """Compares what is kept with what is computed now, and sees what that takes."""
    seen: set[str] = set()
    copy = watched(p, seen)
    for ground, (stamp, values) in p.kept.items():
        if stamp != ground.stamp(p):
            continue
        for function, *arguments in chance.sample(list(values), min(VALUES, len(values))):
            seen.clear()
            value = function(copy, *arguments)
            known = values[function, *arguments]
            assert is_the_same(value, known), f"{function.__name__}{arguments}"
            if "clone" not in seen:  # what is tried on a copy looks at everything
                reads[function, ground.names] |= seen


def test_what_is_asked_undisturbed_is_compared_once_and_not_relied_on_later() -> None:
    p = titles.load("east-is-red").start("m30-current", seed=b"undisturbed")
    compared = 0

    @derived("number")
    def later(p: Position, more: int) -> int:
        return p.number + more

    class Counted(dict[Any, Any]):
        def get(self, key: Any, default: Any = None) -> Any:
            nonlocal compared
            compared += 1
            return super().get(key, default)

    p.kept = Counted()

    with undisturbed(p):
        with undisturbed(p):
            assert later(p, 1) == p.number + 1
        assert later(p, 1) + later(p, 2) == 2 * p.number + 3
    assert compared == 1
    p.number = 3
    assert later(p, 1) == 4
