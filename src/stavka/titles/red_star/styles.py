"""The styles of play: named weights, and the characters and opponents that are made of them."""

from __future__ import annotations

import msgspec

from ...engine import Style as AnyStyle
from ...engine import Styles
from .charts import AXIS, SOVIET

replace = msgspec.structs.replace


class Staff(AnyStyle, frozen=True, kw_only=True, cache_hash=True):
    """How a side is led. The defaults are the cadet's as the Axis."""

    # How much a battle must promise in steps before it is begun, and how much more on the defence.
    boldness: float = 0.1
    caution: float = 0.4
    # How many points an airborne drop must cut off from supply.
    drop: float = 4.0
    # On the defence, how many steps go where the enemy has one; 0: by the worth of places alone.
    threat: float = 0.0
    # What a step of one's own weighs in battle, and a space that the enemy is driven back.
    own_step: float = 1.0
    a_space: float = 0.5
    # The last turn on which the side attacks in summer, besides those of its own season.
    summers: int = 0
    # What a hex next to the enemy adds on the offensive, and costs on the defence.
    front: float = 1.2
    shy: float = 4.0
    # On the defence, how much less each space from the sources of supply makes a goal count.
    fall_back: float = 1.0
    # On the offensive, how much less a goal counts for each step of the enemy near it.
    shun: float = 0.3
    # A guard for a depot or a line of supply that has none.
    garrison: float = 3.0
    # What it is worth to close a way out of an enemy, and what company costs.
    escape: float = 0.5
    company: float = 0.3
    # What it is worth to be where an attack is set up, by what the attack promises.
    setup: float = 0.0
    # How much of a promise a staff gives up to keep units for other attacks; below 0 all join in.
    thrift: float = 0.0
    # On the defence, what each space costs that a depot or an airbase is too near to the enemy.
    safety: float = 0.3
    # On the offensive, what a space is worth by which a depot brings supply nearer to the goals.
    spearhead: float = 0.5
    # Depots that feed nobody come up: how far ahead a depot must feed to be worth as much as one
    # there that does not; 0: they stay.
    follow: float = 0.0
    # On the offensive, whether goals draw no more troops than their share of all worth, and what
    # a city that brings no points counts for more than what lies behind it.
    heading: bool = False
    station: float = 0.0
    # How much better than staying a move must be.
    enough: float = 0.75
    # What it is worth to cut a point of the enemy off from supply, and at the end of the game.
    cut: float = 0.4
    cut_at_the_end: float = 1.0
    # What it is worth to bring supply to a point of one's own.
    relief: float = 0.0
    # How much worth troops give up to cut supply or to bring it.
    raid_risk: float = 12.0
    # Headquarters: what a step is worth that only this one feeds, an enemy hex, a hex.
    per_step_fed: float = 1.0
    per_enemy_fed: float = 0.5
    per_hex_fed: float = 0.1


def _axis(name: str, **weights: float | str) -> Staff:
    """A style of the Axis, by what it does otherwise than the steady one."""
    steady = Staff(
        name=name,
        shy=6.0,
        fall_back=1.5,
        setup=1.0,
        cut=0.8,
        cut_at_the_end=4.0,
        relief=1.0,
        safety=1.0,
        spearhead=1.0,
        follow=2.0,
        heading=True,
        station=5.0,
        summers=40,
        shun=0.1,
    )
    return replace(steady, **weights)


def _soviet(name: str, **weights: float | str) -> Staff:
    """A style of the Soviets, by what it does otherwise than the steady one.

    Only Axis units bring points: Soviet steps are there to be spent.
    """
    steady = Staff(
        name=name,
        own_step=0.15,
        shy=0.6,
        fall_back=0.0,
        threat=0.25,
        cut=0.8,
        cut_at_the_end=4.0,
    )
    return replace(steady, **weights)


AXIS_STYLES = Styles(
    portfolio=(
        _axis("steady"),
        _axis("stand-fast", fall_back=0.0, shy=1.0),
        _axis("spearhead", front=2.0, raid_risk=20.0, cut=1.5, own_step=0.8, spearhead=1.5),
        _axis("thrifty", boldness=0.3, own_step=1.3, thrift=0.15),
        _axis("lifeline", relief=3.0, safety=2.0, garrison=5.0),
        _axis("encircling", escape=1.5, front=0.8),
    ),
    characters=(
        _axis(
            "bold",
            person="Generaloberst Eberhard von Rautenfels",
            text="Drives his tanks deep and trusts that supply will follow.",
            boldness=0.0,
            own_step=0.7,
            front=2.0,
            cut=1.5,
            raid_risk=20.0,
        ),
        _axis(
            "careful",
            person="General Konrad Liebermeister",
            text="Looks after his depots and falls back before he is surrounded.",
            boldness=0.3,
            caution=0.6,
            safety=2.0,
            garrison=5.0,
        ),
        _axis(
            "methodical",
            person="Feldmarschall Ottokar von Wehlen",
            text="Attacks where he has gathered enough, and with no more than that.",
            boldness=0.2,
            setup=2.0,
            thrift=0.15,
        ),
    ),
    pool=(
        _axis("hedgehog", fall_back=0.0, shy=0.0, garrison=8.0, boldness=0.4, relief=0.0),
        _axis("gambler", boldness=-0.2, caution=0.0, own_step=0.5, setup=0.0, enough=0.3),
        _axis("grenadier", fall_back=1.0, shy=4.0, own_step=1.3, setup=0.0),
    ),
)
SOVIET_STYLES = Styles(
    portfolio=(
        _soviet("steady"),
        _soviet("choosy", boldness=0.3, own_step=0.2),
        _soviet("massing", thrift=-1.0),
        _soviet("raiding", boldness=0.2, cut=1.6, raid_risk=20.0, front=0.8),
        _soviet("encircling", boldness=0.3, own_step=0.2, escape=1.0),
        _soviet("forward", per_enemy_fed=1.0, per_hex_fed=0.2),
    ),
    characters=(
        _soviet(
            "bold",
            person="General of the Army Arkady Vetrov",
            text="Attacks all along the front and counts the cost later.",
            boldness=0.0,
            own_step=0.1,
            cut=1.2,
        ),
        _soviet(
            "careful",
            person="Marshal Timofey Sukhanov",
            text="Spares his armies and strikes where he is sure to win.",
            boldness=0.3,
            own_step=0.25,
            shy=1.5,
        ),
        _soviet(
            "methodical",
            person="Colonel General Lev Barsov",
            text="Closes one way out after the other, then waits for the cold.",
            boldness=0.3,
            own_step=0.2,
            escape=2.0,
        ),
    ),
    pool=(
        _soviet("steamroller", boldness=-0.1, own_step=0.0, escape=0.0, cut=0.0),
        _soviet("patient", boldness=0.4, own_step=0.25, threat=0.6, front=0.8),
        _soviet("partisan", cut=3.0, cut_at_the_end=6.0, raid_risk=40.0, escape=0.0),
    ),
)
STYLES = {AXIS: AXIS_STYLES, SOVIET: SOVIET_STYLES}
