"""What a learner is shown of a position: both sides see everything (4.0.8)."""

from __future__ import annotations

from ...hexes import set_of
from ...kit.sights import Sight, Sights, Value, shown
from .charts import Charts, Marker
from .position import NO_MARKER, War

STRENGTH = ("steps", "marker")


def sights(charts: Charts) -> Sights:
    markers = tuple(map(_called, charts.markers))
    return Sights(
        hexes=shown(
            area="belongs to the scenario",
            axis_held="a major city or port that the Axis controls (9.0.1)",
            entered="Moscow or Baku, once an Axis unit has entered (18.1)",
            captured="the same, once one that can contest has (10.4)",
        ),
        units={
            **shown(
                out="out of supply (10.0.2)",
                lack="in lack of supply (10.0.2)",
                emergency="in emergency supply (10.0.2)",
                flipped="a depot that is an emergency supply source in this phase (10.2.4)",
                fresh="a depot that arrived in this Reinforcement Phase (15.2.7)",
                moved="has moved in this phase (3.2)",
                fought="has attacked in this Combat Phase (7.2.4)",
                was_attacked="has been attacked in this Combat Phase (7.2.5)",
                converted="part of a breakdown or buildup in this turn (17.1)",
            ),
            "parts": Sight(
                "from a breakdown, and may still be built up (17.2.3)",
                lambda p: set_of(unit for pair in p.parts for unit in pair),
                by=("parts",),
            ),
        },
        printed={
            "movement": Sight("movement allowance", lambda p: p.charts.movement_of),
            "stacking": Sight("stacking value", lambda p: p.charts.stacking_of),
            "motorized": Sight("motorized", lambda p: [k.motorized for k in p.charts.kind]),
            "contests": Sight(
                "can contest spaces (5.0.2)", lambda p: [k.contests for k in p.charts.kind]
            ),
            "asset": Sight(
                "an economic asset", lambda p: [k.arm == "asset" for k in p.charts.kind]
            ),
        },
        values={
            "steps": Value("combat steps left (7.9)", "steps"),
            "marker": Value("the kind of its strength marker, -1 for none (6.0)", "marker"),
            "due": Value("the turn of its return, or 0", "due"),
            "attack": Value("attack strength now", lambda p, u: _now(p, u)[0], by=STRENGTH),
            "defence": Value("defence strength now", lambda p, u: _now(p, u)[1], by=STRENGTH),
        },
        summed=("attack", "defence"),
        numbers=shown(
            turn="the turn",
            phase="the place in the sequence of play (2.0)",
            sailed="somebody has gone by sea in this phase (3.6.1)",
            siege_used="the Siege Artillery has fired (7.6.2)",
            siege_exposed="it began the phase next to a Soviet unit (7.6.3)",
            ruined="the fortress of Sevastopol has been destroyed (7.4.3)",
        ),
        rows={
            "cups": Sight("strength markers in the cups (6.1)", "cups", labels=markers),
            "at_start": Sight(
                "strength markers in the At-start Strength Marker Box (6.2.4)",
                "at_start",
                labels=markers,
            ),
        },
    )


def _called(marker: Marker) -> str:
    attack, defence = marker.full
    return f"{marker.cup} {attack}-{defence} of turn {marker.turn}{' striped' * marker.striped}"


def _now(p: War, unit: int) -> tuple[int, int]:
    """6.0, 7.9.2: an army without a marker has no strength that anybody knows; a counter that is
    in no hex need not have a side for its steps."""
    kind, steps, marker = p.charts.kind[unit], p.steps[unit], p.marker[unit]
    if marker != NO_MARKER:
        return p.charts.markers[marker].value(steps)
    return (0, 0) if kind.cup or not kind.has_side_for(steps) else kind.value(steps)
