"""Whether a position that somebody brings holds together: one examination for all titles.

A position file can be wrong in ways that no single line shows: what goes on does not fit what
stands on the map. So whatever comes from outside is looked at from all sides, then tried: copies of
it are shown and played on for a while. Nothing is let in that fails then.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from ..data import quoted
from .choices import Choice, Decision
from .dice import Dice
from .position import BadState, Frame, P, Position
from .position_file import BadPosition, parse
from .title import Title, Unsuitable

# What the fields of memos hold, by a convention of all titles; a unit or a hex can be none (-1).
UNITS = frozenset(
    (
        *("unit", "units", "staying", "air", "attackers", "defenders", "waves", "generals"),
        *("defending", "corps", "leaders", "elbs", "arrived", "first", "embarked"),
        *("attack_support", "defence_support", "shaken", "stopped"),
    )
)
HEXES = frozenset(
    (
        *("hex", "hexes", "target", "targets", "spaces", "origin", "here", "enemies", "paid"),
        *("reached", "contested", "final", "between"),
    )
)
# Units with a hex for each.
PLACED = frozenset(("origins",))
# Whatever else is a number counts points, steps or stages.
COUNTED = 1_000
# How often a copy is played on by chance, and how far; how far after each first choice, and of how
# many words all are tried.
LINES, CHOICES = 4, 30
AFTER_FIRST, WORDS = 8, 8
# How far one comes with a player who ends whatever can be ended: through some phases.
PATIENCE = 120


class _Strange(Exception):
    """A position that cannot be told in a file."""


class _Stuck(Exception):
    """Somebody has to choose, and there is nothing to choose."""


def admit(title: Title[P], text: str) -> P:
    """The position of a file that somebody brings; BadPosition if it does not hold together."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadPosition(1, "holds half a letter (a surrogate), which no file can keep") from None
    position = title.read(text, Dice(b"trial"))
    try:
        examine(title, position)
    except BadState as error:
        flow = parse(text).header.get("flow")
        raise BadPosition(flow.line if flow else 1, str(error)) from None
    return position


def examine(title: Title[P], position: P) -> None:
    """BadState, with a sentence, if a position does not hold together. It is not changed."""
    try:
        if title.check(position.scenario, position.options) != position.options:
            raise BadState("the options are not in their order")
    except Unsuitable as error:
        raise BadState(str(error)) from None
    check_flow(position)
    _check_sides(title, position)
    _try(title, position)


def check_flow(position: Position) -> None:
    """BadState if what goes on speaks of units, hexes or numbers that cannot be."""
    for frame in position.frames:
        _check_memo(position, frame)


def _check_sides(title: Title[P], position: P) -> None:
    for frame in position.frames:
        side = getattr(frame.memo, "side", title.sides[0])
        if side not in title.sides:
            key = frame.step.key
            raise BadState(f"the flow does not fit: {key} is of side {quoted(side)}, which is none")


def _check_memo(p: Position, frame: Frame) -> None:
    """Units and hexes that a frame remembers are such as there are."""
    memo = frame.memo
    if isinstance(memo, int):
        # One unit, one hex, or a set of them.
        most = max(p.names.grid.all.bit_length(), len(p.names.units))
        if memo < -1 or memo.bit_length() > most:
            raise BadState(f"the flow does not fit: {frame.step.key} remembers {quoted(memo)}")
    elif isinstance(memo, msgspec.Struct):
        _check_fields(p, frame.step.key, msgspec.to_builtins(memo))


def _check_fields(p: Position, step: str, memo: Mapping[str, Any]) -> None:
    for name, value in memo.items():
        if name in UNITS:
            wrong = _no_units(p, value)
            if name == "units":
                # Several, and none of them is nobody.
                wrong += [n for n in _numbers(value) if n < 0]
        elif name in HEXES:
            wrong = _no_hexes(p, value)
        elif name in PLACED:
            wrong = [n for unit, hex_ in value for n in _no_units(p, unit) + _no_hexes(p, hex_)]
        else:
            most = p.MEMO_LIMITS.get(name, COUNTED)
            wrong = [n for n in _numbers(value) if not -1 <= n <= most]
            for part in value if isinstance(value, list | tuple) else (value,):
                if isinstance(part, dict):
                    _check_fields(p, step, part)
        if wrong:
            raise BadState(f"the flow does not fit: {step} has {name} {wrong[0]}, which cannot be")


def _no_units(p: Position, value: Any) -> list[int]:
    return [n for n in _numbers(value) if not -1 <= n < len(p.names.units)]


def _no_hexes(p: Position, value: Any) -> list[int]:
    return [n for n in _numbers(value) if n < -1 or (n >= 0 and not p.names.grid.all >> n & 1)]


def _numbers(value: Any) -> list[int]:
    if isinstance(value, list | tuple):
        return [number for part in value for number in _numbers(part)]
    return [value] if isinstance(value, int) else []


# Trying


def _try(title: Title[P], position: P) -> None:
    step = position.frames[-1].step.key if position.frames else "the next phase"
    try:
        begun = _copy(position, 0)
        decision = _decision(begun)
        _show(title, begun, decision)
        _write(title, begun)
        _hurry(title, _copy(position, 0))
        for number in range(1, LINES + 1):
            _play(title, _copy(position, number), random.Random(number), CHOICES)
        for number, choice in enumerate(_firsts(decision) if decision is not None else ()):
            copy = _copy(begun, number)
            copy.apply(choice)
            _play(title, copy, random.Random(number), AFTER_FIRST)
    except BadPosition as error:
        raise BadState(f"the position does not hold together: {error.reason}") from None
    except Exception:
        # A text can be wrong in ways that no title has thought of.
        raise BadState(
            f"the position cannot be played: what goes on ({step}) does not fit the rest of it"
        ) from None


def _copy(position: P, number: int) -> P:
    copy = position.clone()
    copy.dice = Dice(b"trial %d" % number, position.dice.rolls)
    return copy


def _write(title: Title[P], p: P) -> None:
    """Written as a file and read again, with all that the title's reader asks, it is the same."""
    again = title.read(title.write(p), Dice(b"trial"))
    again.decision()
    if again != p:
        raise _Strange


def _firsts(decision: Decision) -> Iterator[Choice]:
    """Choices to begin with: of each verb the first, the last and one between, and all words if
    they are not too many."""
    before = 0
    for option in decision.options:
        few = option.kind == "word" and option.size <= WORDS
        within = range(option.size) if few else {0, option.size // 2, option.size - 1}
        yield from (decision.pick(before + number) for number in sorted(within))
        before += option.size


def _play(title: Title[P], p: P, chance: random.Random, choices: int) -> None:
    """By chance; what has come of it is looked at like what was brought."""
    for _ in range(choices):
        decision = _decision(p)
        if decision is None:
            break
        p.apply(decision.pick(chance.randrange(len(decision))))
    _decision(p)
    _write(title, p)


def _hurry(title: Title[P], p: P) -> None:
    """Ends what can be ended: what the position began with, and the phases that follow."""
    deep = len(p.frames)
    for number in range(PATIENCE):
        decision = _decision(p)
        if decision is None:
            break
        if len(p.frames) < deep:
            # Something that was brought along comes to light.
            deep = len(p.frames)
            _show(title, p, decision)
        plain = [option.verb for option in decision.options if option.kind == "none"]
        verb = plain[number % len(plain)] if plain else ""
        p.apply(decision.first(verb))
    _show(title, p, _decision(p))
    _write(title, p)


def _decision(p: Position) -> Decision | None:
    decision = p.decision()
    if decision is not None and not len(decision):
        raise _Stuck
    return decision


def _show(title: Title[P], p: P, decision: Decision | None) -> None:
    for side in (*title.sides, ""):
        title.present(p.view(side))
    if decision is not None:
        imagined = p.view(decision.side).imagine()
        for option in decision.options:
            title.preview(imagined, decision.first(option.verb))
