"""What is computed from a position, kept until something that it depends on has changed.

    @derived("placed", "turn")
    def supplied(p: War, side: str) -> HexSet: ...

The names are attributes of the position. What was computed holds as long as all of them have the
values they had; nothing has to be declared void, so nothing can be forgotten. Values are compared,
so whatever is named here is replaced when it changes and never changed in place
(`tests/engine/test_derived.py` sees whether a function reads what it does not name).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from inspect import signature
from operator import attrgetter
from typing import Any, Concatenate, ParamSpec, TypeVar

from .position import Position

P = TypeVar("P", bound=Position)
A = ParamSpec("A")
T = TypeVar("T")

# The moment of values that were found to hold while the position was changing.
_IN_MOTION = object()


def derived(
    *names: str,
) -> Callable[[Callable[Concatenate[P, A], T]], Callable[Concatenate[P, A], T]]:
    """Keeps what a function computes while these attributes of the position stay as they are."""
    stamp_of = attrgetter(*names)

    def keep(function: Callable[Concatenate[P, A], T]) -> Callable[Concatenate[P, A], T]:
        arguments = len(signature(function).parameters) - 1
        known = _of_position if not arguments else _of_one if arguments == 1 else _of_several
        return update_wrapper(known(function, names, stamp_of), function)

    return keep


def _values(
    p: Position, names: tuple[str, ...], stamp_of: Callable[[Any], Any]
) -> dict[tuple[Any, ...], Any]:
    """All that is known and depends on the same things, by function and arguments."""
    kept = p.kept.get(names)
    stamp = stamp_of(p)
    if kept is None or kept[1] != stamp:
        # When it was last found to hold, what it depends on, what is known.
        kept = p.kept[names] = [None, stamp, {}]
    kept[0] = p.moment or _IN_MOTION
    values: dict[tuple[Any, ...], Any] = kept[2]
    return values


def _of_position(
    function: Any, names: tuple[str, ...], stamp_of: Callable[[Any], Any]
) -> Callable[..., Any]:
    key = (function,)

    def known(p: Position) -> Any:
        kept = p.kept.get(names)
        if kept is not None and kept[0] is p.moment:
            values = kept[2]
        else:
            values = _values(p, names, stamp_of)
        if key not in values:
            values[key] = function(p)
        return values[key]

    return known


def _of_one(
    function: Any, names: tuple[str, ...], stamp_of: Callable[[Any], Any]
) -> Callable[..., Any]:
    def known(p: Position, argument: Any) -> Any:
        kept = p.kept.get(names)
        if kept is not None and kept[0] is p.moment:
            values = kept[2]
        else:
            values = _values(p, names, stamp_of)
        key = (function, argument)
        if key not in values:
            values[key] = function(p, argument)
        return values[key]

    return known


def _of_several(
    function: Any, names: tuple[str, ...], stamp_of: Callable[[Any], Any]
) -> Callable[..., Any]:
    count = len(signature(function).parameters) - 1
    defaults = function.__defaults__ or ()

    def known(p: Position, *arguments: Any) -> Any:
        if len(arguments) < count:
            arguments += defaults[len(arguments) - count :]
        kept = p.kept.get(names)
        if kept is not None and kept[0] is p.moment:
            values = kept[2]
        else:
            values = _values(p, names, stamp_of)
        key = (function, *arguments)
        if key not in values:
            values[key] = function(p, *arguments)
        return values[key]

    return known
