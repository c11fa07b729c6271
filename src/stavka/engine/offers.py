"""How options are offered on a screen: the same for every title, but for its words."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .choices import Decision, Option
from .presentation import DecisionView, OptionView, Role


class Verb(NamedTuple):
    """How an option is offered: words, what it is for, a key."""

    label: str
    role: Role = "act"
    key: str = ""


def decision_view(
    number: int, decision: Decision, offer: Callable[[Option], OptionView]
) -> DecisionView:
    """A decision in words; `offer` puts one of its options into words."""
    return DecisionView(
        number=number,
        side=decision.side,
        prompt=decision.prompt,
        case=decision.case,
        options=tuple(offer(option) for option in decision.options),
        units=tuple(decision.names.units[unit] for unit in decision.of if unit >= 0),
        hexes=tuple(decision.names.grid.label(hex_) for hex_ in decision.at if hex_ >= 0),
    )


def option_view(
    decision: Decision,
    option: Option,
    verb: Verb,
    *,
    label: str,
    confirm: str,
    notes: tuple[str, ...] = (),
) -> OptionView:
    return OptionView(
        verb=option.verb,
        label=label,
        kind=option.kind,
        values=tuple(decision.texts(option)) if option.kind != "none" else (),
        case=option.case,
        role=verb.role,
        key=verb.key,
        confirm=confirm,
        notes=notes,
    )


def not_yet(decision: Decision, past: str) -> str:
    """`3 units have not moved.`: of those that could still be picked up; nothing if none could."""
    waiting = decision.option("select")
    if waiting is None:
        return ""
    return f"{waiting.size} {'unit has' if waiting.size == 1 else 'units have'} not {past}."
