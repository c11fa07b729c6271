"""What is computed from a position, kept until something that it depends on has changed.

    @derived("placed", "turn")
    def supplied(p: War, side: str) -> HexSet: ...

The names are attributes of the position. What was computed holds as long as all of them have the
values they had; nothing has to be declared void, so nothing can be forgotten. Values are compared,
so whatever is named here is replaced when it changes and never changed in place
(`tests/engine/test_derived.py` sees whether a function reads what it does not name). While a step
looks for what there is to decide nothing changes, and one comparison will do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, update_wrapper
from inspect import signature
from typing import Any, Concatenate, ParamSpec, TypeVar

from .position import IN_MOTION, Position

P = TypeVar("P", bound=Position)
A = ParamSpec("A")
T = TypeVar("T")


class Ground:
    """What some functions depend on: the same attributes of a position."""

    __slots__ = ("names", "stamp")

    def __init__(self, *names: str) -> None:
        self.names = names
        # Written out, for `attrgetter` takes twice as long.
        values = ", ".join(f"p.{name}" for name in names)
        self.stamp: Callable[[Position], Any] = eval(f"lambda p: ({values})")


_ground = cache(Ground)


def derived(
    *names: str,
) -> Callable[[Callable[Concatenate[P, A], T]], Callable[Concatenate[P, A], T]]:
    """Keeps what a function computes while these attributes of the position stay as they are."""
    ground = _ground(*names)

    def keep(function: Callable[Concatenate[P, A], T]) -> Callable[Concatenate[P, A], T]:
        arguments = len(signature(function).parameters) - 1
        known = _of_position if not arguments else _of_one if arguments == 1 else _of_several
        return update_wrapper(known(function, ground), function)

    return keep


def _values(p: Position, ground: Ground) -> dict[tuple[Any, ...], Any]:
    """All that is known and depends on the same things, by function and arguments."""
    kept = p.kept.get(ground)
    stamp = ground.stamp(p)
    if kept is None or kept[0] != stamp:
        kept = p.kept[ground] = (stamp, {})
    values = kept[1]
    if p.still is not IN_MOTION:
        p.still[ground] = values
    return values


def _computed(p: Position, values: dict[tuple[Any, ...], Any], ground: Ground, key: Any) -> Any:
    """Computes what is not known while the position changes; meanwhile nothing does."""
    function, *arguments = key
    p.still = {ground: values}
    try:
        value = values[key] = function(p, *arguments)
    finally:
        p.still = IN_MOTION
    return value


@contextmanager
def undisturbed(p: Position) -> Iterator[None]:
    """While somebody looks who changes nothing, one comparison will do for all that is derived."""
    before = p.still
    if before is IN_MOTION:
        p.still = {}
    try:
        yield
    finally:
        p.still = before


# Whatever is asked for more than once is asked for often: finding it is all that counts here.


def _of_position(function: Any, ground: Ground) -> Callable[..., Any]:
    key = (function,)

    def known(p: Position) -> Any:
        values = p.still.get(ground)
        if values is None:
            values = _values(p, ground)
        if key in values:
            return values[key]
        if p.still is IN_MOTION:
            return _computed(p, values, ground, key)
        value = values[key] = function(p)
        return value

    return known


def _of_one(function: Any, ground: Ground) -> Callable[..., Any]:
    def known(p: Position, argument: Any) -> Any:
        values = p.still.get(ground)
        if values is None:
            values = _values(p, ground)
        key = (function, argument)
        if key in values:
            return values[key]
        if p.still is IN_MOTION:
            return _computed(p, values, ground, key)
        value = values[key] = function(p, argument)
        return value

    return known


def _of_several(function: Any, ground: Ground) -> Callable[..., Any]:
    count = len(signature(function).parameters) - 1
    defaults = function.__defaults__ or ()

    def known(p: Position, *arguments: Any) -> Any:
        if len(arguments) < count:
            arguments += defaults[len(arguments) - count :]
        values = p.still.get(ground)
        if values is None:
            values = _values(p, ground)
        key = (function, *arguments)
        if key in values:
            return values[key]
        if p.still is IN_MOTION:
            return _computed(p, values, ground, key)
        value = values[key] = function(p, *arguments)
        return value

    return known
