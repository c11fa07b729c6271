"""Where to look for the rule against a choice: a title has reasons for units, hexes and words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..hexes import Hex, UnknownHex
from .choices import Choice, Decision
from .position import AnyStep, Illegal, Position

P = TypeVar("P", bound=Position)


def reason_against(
    p: P,
    decision: Decision,
    choice: Choice,
    *,
    about_unit: Callable[[P, str, AnyStep, Any, str, int], Illegal | None],
    about_hex: Callable[[P, str, AnyStep, Any, str, Hex], Illegal | None],
    about_word: Callable[[P, str, AnyStep, Any, Choice], Illegal | None],
) -> Illegal | None:
    """The rule against a choice that is not offered; nothing if it is not a matter of rules.

    What is asked for the reason is told the side, the step and its memo, and the verb with its
    argument; `about_word` hears of verbs alone too.
    """
    side = decision.side
    step, memo = p.frames[-1]
    unit = p.names.unit(choice.argument)
    if unit is not None:
        return about_unit(p, side, step, memo, choice.verb, unit)
    try:
        hex_ = p.names.grid.hex(choice.argument)
    except UnknownHex:
        return about_word(p, side, step, memo, choice)
    return about_hex(p, side, step, memo, choice.verb, hex_)
