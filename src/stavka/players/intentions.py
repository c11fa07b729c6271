"""What a staff wants, as its playouts tell it: where it attacks, with which chance, who goes there.

Nothing is made up beside the search: an attack is an intention because it was made in most of the
playouts of the chosen plan, and its chance is the share of them in which no enemy was left there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from ..board import Board
from ..hexes import Hex, members
from ..kit.counters import CounterPosition
from .playouts import Course

# An intention is what happens in at least this share of the playouts.
USUALLY = 0.5
# So many attacks, and so many ways of units, are told.
ATTACKS_TOLD = 5
WAYS_TOLD = 8
GATHERED_TOLD = 3
PURPOSES = 2
# Shorter ways are no news.
LEAST_WAY = 2


class Intention(msgspec.Struct, frozen=True):
    """Something that a side wants to do this turn, for a map and in words."""

    # The label of the hex that is attacked or gone to, and those from which units come.
    hex: str
    origins: tuple[str, ...]
    # How often it was done in the playouts, and how often no enemy was left there afterwards.
    often: float
    chance: float
    attack: bool


class Plan(msgspec.Struct, frozen=True):
    """What a side wants to do in a turn."""

    turn: str
    # The name of the style; nothing for the cadet's.
    style: str
    orders: dict[int, Hex] = {}
    # What was seen when an attack was thought of, and the choice that came of it: it is good for
    # that decision alone.
    seen: str = ""
    choice: tuple[str, str] | None = None
    # What it is expected to be worth, and how much more than the next best way.
    value: float = 0.0
    margin: float = 0.0
    playouts: int = 0
    intentions: tuple[Intention, ...] = ()


def intentions_of(
    p: CounterPosition, side: str, courses: Sequence[Course]
) -> tuple[Intention, ...]:
    """What is done in most playouts of a plan, the attacks first."""
    return (*_attacks(p, courses), *_ways(p, side, courses))


def _attacks(p: CounterPosition, courses: Sequence[Course]) -> list[Intention]:
    # In the order of their labels: that of a set is another in each process.
    attacked = Counter(label for course in courses for label in sorted(course.attacked))
    cleared = Counter(label for course in courses for label in course.cleared)
    found = []
    for label, count in attacked.most_common(ATTACKS_TOLD):
        if count < USUALLY * len(courses):
            break
        found.append(
            Intention(label, (), count / len(courses), cleared[label] / count, attack=True)
        )
    return found


def _ways(p: CounterPosition, side: str, courses: Sequence[Course]) -> list[Intention]:
    """Where units gather: the hexes to which most of them go a long way."""
    goals: dict[int, Counter[int]] = {}
    for unit in members(p.units_of[side] & p.on_map):
        ends = Counter(course.where[unit] for course in courses)
        there, count = ends.most_common(1)[0]
        here = p.where[unit]
        if there < 0 or count < USUALLY * len(courses):
            continue
        if p.names.grid.distance(here, there) >= LEAST_WAY:
            goals.setdefault(there, Counter())[here] += 1
    ranked = sorted(goals.items(), key=lambda item: (-item[1].total(), item[0]))
    return [
        Intention(
            p.label(there),
            tuple(p.label(hex_) for hex_, _ in origins.most_common()),
            1.0,
            1.0,
            attack=False,
        )
        for there, origins in ranked[:WAYS_TOLD]
    ]


def purpose_of(plan: Plan) -> str:
    """What a turn is for, in a sentence; nothing if the plan has no attack."""
    wanted = [
        f"{i.hex} ({i.chance:.0%} to drive the enemy out)" for i in plan.intentions if i.attack
    ]
    return f"This turn the staff would attack {_listed(wanted[:PURPOSES])}." if wanted else ""


def lines_of(plan: Plan, board: Board, *, odds: bool) -> tuple[str, ...]:
    """What a plan wanted, in words: its attacks or else where it gathers, and what it expects."""
    attacks = [i for i in plan.intentions if i.attack]
    found = []
    if attacks:
        chances = [f" ({i.chance:.0%} to drive the enemy out)" if odds else "" for i in attacks]
        wanted = [_named(i.hex, board) + text for i, text in zip(attacks, chances, strict=True)]
        found.append(f"It wanted to attack {_listed(wanted)}.")
    elif plan.intentions:
        gathered = [_named(i.hex, board) for i in plan.intentions[:GATHERED_TOLD]]
        found.append(f"It wanted to gather at {_listed(gathered)}.")
    else:
        found.append("It wanted to stay where it was.")
    if odds:
        found.append(
            f"In {plan.playouts} trials it expected {plan.value:+.2f}, on a scale from -1 (the "
            f"worst defeat) to 1{_compared(plan)}."
        )
    return tuple(found)


def _compared(plan: Plan) -> str:
    """How the next best idea did; what is no better was not clearly better either."""
    if not plan.margin:
        return ""
    more = "more" if plan.margin > 0 else "less"
    return f", {abs(plan.margin):.2f} {more} than with the next idea"


def without_odds(intentions: Sequence[Intention]) -> tuple[Intention, ...]:
    """The same for who may not know what they are reckoned with."""
    return tuple(msgspec.structs.replace(i, often=1.0, chance=0.0) for i in intentions)


def _named(label: str, board: Board) -> str:
    places = board.places_at(board.grid.hex(label))
    return f"{places[0].name} ({label})" if places else label


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
