"""What a player is asked, and what may be answered.

A decision is small: it offers a few options, each a verb with at most one argument (a hex, a unit,
a word), and the argument's complete legal values. Hexes and units are given as bit sets, so that
listing what is legal costs as much as computing it and no more; `choices()` spells them out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from ..data import quoted
from ..hexes import Grid, Hex, HexSet, UnknownHex, member, members

UnitSet = int
# No choice is longer; what is refused is quoted, and need not be quoted at length.
LONGEST = 200
ArgumentKind = Literal["none", "hex", "unit", "word"]


class Malformed(ValueError):
    """A text that is no choice at all."""


class Choice(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A verb and its argument. Text form: `move 2313`, `select 7-4-9.1`, `pass`."""

    verb: str
    argument: str = ""

    def __str__(self) -> str:
        return f"{self.verb} {self.argument}" if self.argument else self.verb

    @classmethod
    def parse(cls, text: str) -> Choice:
        verb, _, argument = text.strip().partition(" ")
        fits = len(text) <= LONGEST and " " not in argument.strip()
        if not fits or not verb.replace("_", "").isalnum():
            raise Malformed(
                f"{quoted(text)} is not a choice: a verb is expected, and at most one argument"
            )
        return cls(verb, argument.strip())

    def as_json(self) -> dict[str, str]:
        return {"verb": self.verb, "argument": self.argument}

    @classmethod
    def from_json(cls, value: object) -> Choice:
        match value:
            case {"verb": str(verb), "argument": str(argument)}:
                return cls.parse(f"{verb} {argument}")
        raise Malformed(f"{quoted(value)} is not a choice: a verb and an argument are expected")


class Names:
    """The printed names of what an argument can be."""

    def __init__(self, grid: Grid, units: Sequence[str]) -> None:
        self.grid = grid
        self.units = tuple(units)
        self._unit_of = {name: unit for unit, name in enumerate(units)}
        if len(self._unit_of) != len(self.units):
            raise ValueError("two units have the same name")

    def unit(self, name: str) -> int | None:
        return self._unit_of.get(name)


class Option(msgspec.Struct, frozen=True, gc=False):
    """A verb with all its legal arguments, and the rule case that grants it."""

    verb: str
    case: str
    kind: ArgumentKind = "none"
    # A hex set, a unit set, or a tuple of words; nothing for a verb without an argument.
    values: Any = None
    # How many choices that makes.
    size: int = 1

    def __len__(self) -> int:
        return self.size


def plain(verb: str, case: str) -> Option:
    return Option(verb, case)


def hexes(verb: str, case: str, values: HexSet) -> Option:
    return Option(verb, case, "hex", values, values.bit_count())


def units(verb: str, case: str, values: UnitSet) -> Option:
    return Option(verb, case, "unit", values, values.bit_count())


def words(verb: str, case: str, values: Sequence[str]) -> Option:
    return Option(verb, case, "word", tuple(values), len(values))


class Decision:
    """Who must choose, what for, and everything that may be chosen."""

    __slots__ = ("at", "case", "names", "of", "options", "prompt", "side")

    def __init__(
        self,
        names: Names,
        side: str,
        prompt: str,
        case: str,
        options: Sequence[Option],
        of: Sequence[int] = (),
        at: Sequence[Hex] = (),
    ) -> None:
        self.names = names
        self.side = side
        self.prompt = prompt
        self.case = case
        # What the question is about: units and hexes, for screens to show; -1 is nobody.
        self.of = of
        self.at = at
        # An option without a legal argument is not an option.
        self.options = tuple([option for option in options if option.size])

    def __len__(self) -> int:
        return sum([option.size for option in self.options])

    def option(self, verb: str) -> Option | None:
        return next((option for option in self.options if option.verb == verb), None)

    def choices(self) -> list[Choice]:
        """Every legal choice, in an order that depends on the position alone."""
        return [Choice(option.verb, text) for option in self.options for text in self.texts(option)]

    def texts(self, option: Option) -> Iterator[str]:
        """The arguments of an option in print."""
        match option.kind:
            case "none":
                yield ""
            case "word":
                yield from option.values
            case "hex":
                yield from map(self.names.grid.label, members(option.values))
            case "unit":
                yield from map(self.names.units.__getitem__, members(option.values))

    def pick(self, number: int) -> Choice:
        """The choice with a number, as `choices()` counts them, without listing the others."""
        for option in self.options:
            if number >= option.size:
                number -= option.size
                continue
            match option.kind:
                case "none":
                    return Choice(option.verb)
                case "word":
                    return Choice(option.verb, option.values[number])
                case "hex":
                    return Choice(option.verb, self.names.grid.label(member(option.values, number)))
                case "unit":
                    return Choice(option.verb, self.names.units[member(option.values, number)])
        raise IndexError("there are not so many choices")

    def first(self, *verbs: str) -> Choice:
        """The first choice of the first of these verbs that is offered, or of any."""
        for verb in verbs:
            before = 0
            for option in self.options:
                if option.verb == verb:
                    return self.pick(before)
                before += option.size
        return self.pick(0)

    def value(self, choice: Choice) -> Any:
        """The argument of a legal choice as the rules use it; None if the choice is not offered."""
        for option in self.options:
            if option.verb != choice.verb:
                continue
            match option.kind:
                case "none":
                    return True if not choice.argument else None
                case "word":
                    return choice.argument if choice.argument in option.values else None
                case "hex":
                    try:
                        hex_ = self.names.grid.hex(choice.argument)
                    except UnknownHex:
                        return None
                    return hex_ if option.values >> hex_ & 1 else None
                case "unit":
                    unit = self.names.unit(choice.argument)
                    return unit if unit is not None and option.values >> unit & 1 else None
        return None

    def as_json(self) -> dict[str, Any]:
        """The decision as plain data, with printed names."""
        listed: list[Mapping[str, Any]] = [
            {
                "verb": option.verb,
                "case": option.case,
                "kind": option.kind,
                "values": [] if option.kind == "none" else list(self.texts(option)),
            }
            for option in self.options
        ]
        return {"side": self.side, "prompt": self.prompt, "case": self.case, "options": listed}
