"""What can ever be asked in a title: its verbs, each with the kind of its argument.

A decision tells what can be chosen now. Whoever numbers choices, to learn from games, has to know
beforehand what can be chosen at any time in any scenario: titles declare it (`Title.verbs`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from .choices import ArgumentKind

# Hexsides are words in choices, records and on the wire (`0920/0921`), and too many to be listed.
SpecKind = Literal[ArgumentKind, "hexside"]
NO_WORDS: Mapping[str, Sequence[str]] = {}


class VerbSpec(NamedTuple):
    """A verb with one kind of argument; a verb that is offered with several has several specs."""

    verb: str
    kind: SpecKind
    # All words that there can be, for that kind.
    words: tuple[str, ...] = ()

    @property
    def offered(self) -> ArgumentKind:
        """The kind of the options by which it is offered."""
        return "word" if self.kind == "hexside" else self.kind


def declared(
    *,
    plain: str = "",
    hexes: str = "",
    units: str = "",
    hexsides: str = "",
    words: Mapping[str, Sequence[str]] = NO_WORDS,
) -> tuple[VerbSpec, ...]:
    """The specs of a title: its verbs by kind, and for those with words all their words."""
    found = [VerbSpec(verb, "hex") for verb in hexes.split()]
    found += [VerbSpec(verb, "unit") for verb in units.split()]
    found += [VerbSpec(verb, "hexside") for verb in hexsides.split()]
    found += [VerbSpec(verb, "word", tuple(dict.fromkeys(all_))) for verb, all_ in words.items()]
    found += [VerbSpec(verb, "none") for verb in plain.split()]
    offered = [(spec.verb, spec.offered) for spec in found]
    if len(set(offered)) < len(offered):
        raise ValueError("a verb is declared twice with one kind of argument")
    return tuple(found)
