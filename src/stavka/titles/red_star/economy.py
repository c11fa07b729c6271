"""14.0 The Soviet war economy."""

from __future__ import annotations

from ...engine import Decision, Step, hexes, plain, units
from ...hexes import members
from ...kit.bars import Bars, legal
from .charts import AXIS, SOVIET
from .contested import contested_by
from .position import DESTROYED, EVACUATED, LEADERS, War
from .returning import eliminate
from .supply import LEADER, permanent_sources, railway_lines_to, supply_area


def check_strategic_ports(p: War) -> None:
    """14.3: in production turns ports without a railroad to a source are lost."""
    ports = members(p.on_map & p.charts.strategic_ports)
    if not p.production() or not ports:
        return
    joined = railway_lines_to(p, SOVIET, permanent_sources(p, SOVIET))
    for port in ports:
        if not joined >> p.where[port] & 1:
            eliminate(p, port, "14.3")


# 14.4 Leaders


def room_for_leader(p: War) -> bool:
    """14.4.5: fewer than ten Leaders are on the map."""
    return (p.on_map & p.charts.leaders).bit_count() < p.charts.limit["leaders"]


def leader_is_due(p: War) -> bool:
    """14.4.3: fewer assets destroyed than the production number."""
    lost = p.box(DESTROYED).bit_count()
    return bool(lost < p.production() and room_for_leader(p) and p.box(LEADERS))


def bars_to_leader(p: War, memo: int) -> Bars:
    """14.4.4: where a Leader would be in supply, and not contested."""
    yield contested_by(p, AXIS), "14.4.4", "{} is contested"
    supplied = supply_area(p, LEADER) & p.area & ~p.axis
    yield ~supplied, "14.4.4", "a Leader would not be in supply in {}"


class LeaderArrival(Step[War, int], key="leader_arrival"):
    """14.4.4: first the space, then the draw."""

    # Whether the Leader of this turn has come.
    def decision(self, p: War, memo: int) -> Decision | None:
        if memo or not leader_is_due(p):
            return None
        there = legal(bars_to_leader(p, memo))
        if not there:
            return None
        return p.ask(
            SOVIET, "Where does the new Leader appear?", "14.4.4", [hexes("at", "14.4.4", there)]
        )

    def apply(self, p: War, memo: int, verb: str, value: int) -> None:
        p.remember(1)
        draw_leader(p, value, "14.4.4")


def draw_leader(p: War, hex_: int, case: str) -> None:
    pool = members(p.box(LEADERS))
    leader = pool[p.roll(len(pool)) - 1]
    p.place(leader, hex_)
    p.tell("leader", case, leader, hex_)


# 14.2 Evacuation


def bars_to_evacuate(p: War, memo: int) -> Bars:
    """14.2.2: factories in uncontested spaces with a railroad to a source."""
    standing = p.on_map & p.charts.factories
    yield ~standing, "14.2.1", "{} is no factory on the map"
    contested = p.those_in(standing, contested_by(p, AXIS))
    yield contested, "14.2.2", "{} is in a contested space"
    lines = railway_lines_to(p, SOVIET, permanent_sources(p, SOVIET))
    yield ~p.those_in(standing, lines), "14.2.2", "{} has no railroad line to a Soviet source"


class Evacuation(Step[War, int], key="evacuation"):
    """14.2.1: up to three factories in a production turn."""

    # How many have gone.
    def decision(self, p: War, memo: int) -> Decision | None:
        if not p.production() or memo >= p.charts.limit["evacuations"]:
            return None
        able = legal(bars_to_evacuate(p, memo))
        if not able:
            return None
        left = p.charts.limit["evacuations"] - memo
        options = [units("evacuate", "14.2.1", able), plain("done", "14.2.1")]
        return p.ask(SOVIET, f"Evacuate up to {left} factories", "14.2", options)

    def apply(self, p: War, memo: int, verb: str, value: int) -> None:
        if verb == "done":
            p.finish()
            return
        p.remember(memo + 1)
        p.tell("evacuated", "14.2.2", value, p.where[value])
        p.send(value, EVACUATED)
