"""Bars: what is legal and why something is not, said once.

    def bars_to_select(p: War, memo: Moving) -> Bars:
        yield ~p.on_map, "10.6", "{} is not on the map"
        yield p.moved, "10.6", "{} has moved"

A bar is a set of hexes or units that a rule closes, the case of the rule, and its words. What is
legal is what no bar holds (`legal`); the reason against something is the first bar that holds it,
so that the order of bars is the order of reasons. `~` makes a bar of what has to be: -1 and other
negative integers are sets without end, as Python has them.

Bars are plain tuples from a generator. Listing what is legal makes no words, and looking for a
reason stops where it is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from ..engine import AnyStep, Choice, Illegal, Position
from ..hexes import UnknownHex

P = TypeVar("P", bound=Position)

# A text with {} for the name of what is asked for, or what makes a text of that name.
Words = str | Callable[[str], str]
Reason = tuple[str, Words]
Bar = tuple[int, str, Words]
Bars = Iterator[Bar]
EVERYTHING = -1

# What is against a choice, by the step and the verb: its bars, or the one reason that there is for
# whatever is not offered.
Table = Mapping[tuple[type[AnyStep], str], Callable[[P, Any], Iterable[Bar]] | Reason]


def legal(bars: Iterable[Bar], within: int = EVERYTHING) -> int:
    """What no bar holds.

    >>> legal([(~0b1111, "1.1", "{} is not yours"), (0b0101, "1.2", "{} has moved")])
    10
    """
    for closed, _, _ in bars:
        within &= ~closed
        if not within:
            break
    return within


def barred(bars: Iterable[Bar]) -> int:
    """What some bar holds."""
    found = 0
    for closed, _, _ in bars:
        found |= closed
    return found


def first(bars: Iterable[Bar], thing: int) -> Reason | None:
    """Case and words of the first bar that holds a thing; None if it is legal."""
    for closed, case, words in bars:
        if closed >> thing & 1:
            return case, words
    return None


def told(words: Words, name: str) -> str:
    """The words about a thing of this name.

    >>> told("{} has moved", "the Guard")
    'the Guard has moved'
    """
    return words.format(name) if isinstance(words, str) else words(name)


def reason(bars: Iterable[Bar], thing: int, name: str) -> Illegal | None:
    """The first bar that holds a thing, in words; None if it is legal.

    >>> bars = [(0b01, "1.1", "{} is not yours"), (0b11, "1.2", "{} has moved")]
    >>> str(reason(bars, 1, "the Guard"))
    '1.2: the Guard has moved'
    """
    why = first(bars, thing)
    return Illegal(told(why[1], name), why[0]) if why else None


class Refusals(Generic[P]):
    """Why a choice is not offered: bars for units and hexes, and a function for words."""

    def __init__(
        self,
        units: Table[P],
        hexes: Table[P],
        *,
        words: Callable[[P, AnyStep, Any, Choice], Illegal | None],
        name: Callable[[P, int], str],
    ) -> None:
        self.units = units
        self.hexes = hexes
        self._words = words
        self._name = name

    def against(self, p: P, choice: Choice) -> Illegal | None:
        """The rule against a choice; None if it is not a matter of rules.

        The words are asked about verbs alone too.
        """
        frame = p.frames[-1]
        unit = p.names.unit(choice.argument)
        if unit is not None:
            return self._against(p, self.units, choice.verb, unit, self._name(p, unit))
        try:
            hex_ = p.names.grid.hex(choice.argument)
        except UnknownHex:
            return self._words(p, frame.step, frame.memo, choice)
        return self._against(p, self.hexes, choice.verb, hex_, p.label(hex_))

    def _against(self, p: P, table: Table[P], verb: str, thing: int, name: str) -> Illegal | None:
        frame = p.frames[-1]
        bars = table.get((type(frame.step), verb))
        why = first(bars(p, frame.memo), thing) if callable(bars) else bars
        return Illegal(told(why[1], name), why[0]) if why else None
