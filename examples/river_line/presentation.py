"""What a screen shows: units, markers, tracks, the options in words, previews and overlays."""

from __future__ import annotations

from stavka.engine import Choice, Decision, Option, UnitSet
from stavka.engine.forecast import made
from stavka.engine.offers import Verb, decision_view, not_yet, option_view
from stavka.engine.presentation import (
    DecisionView,
    Line,
    MarkerView,
    OptionView,
    OutcomeView,
    OverlayArea,
    Presentation,
    Preview,
    TrackView,
    UnitView,
    designation_of,
)
from stavka.engine.texts import points_spent
from stavka.hexes import Hex, HexSet, UnknownHex, members, set_of

from .charts import SIDES, UPLAND, VALE
from .combat import QUARTERS, Attack, attack_terms, defence_terms, odds, total
from .forecasts import attack_forecast, with_everybody
from .movement import Moving, movement_points, reach_of
from .position import OFF_MAP, Campaign
from .results import Retreat
from .supply import supplied_hexes, unsupplied
from .victory import points
from .zones_of_control import zone_of

# How each verb is offered: its label, what it is for, its key.
VERBS = {
    "select": Verb("Pick up", "select"),
    "move": Verb("Move here"),
    "attack": Verb("Attack", "select"),
    "add": Verb("Join the attack"),
    "all": Verb("Everybody attacks", key="a"),
    "resolve": Verb("Roll at"),
    "cancel": Verb("Give up", "back", "Escape"),
    "retreat": Verb("Retreat here"),
    "eliminate": Verb("Take it off the map"),
    "advance": Verb("Advance"),
    "hold": Verb("Stay", "end", "e"),
    "done": Verb("End the phase", "end", "e"),
}


def present(p: Campaign, side: str, to_choose: str, decision: Decision | None) -> Presentation:
    """There are no secrets: both sides see everything."""
    return Presentation(
        title=p.title,
        scenario=p.scenario,
        options=p.options,
        side=side,
        turn=p.turn,
        turns=p.conditions.turns,
        phase=p.current.name,
        to_choose=to_choose,
        decision=_offered(p, decision) if decision else None,
        units=_units(p),
        markers=_markers(p),
        tracks=(
            TrackView("Turn", p.turn, p.conditions.turns),
            TrackView("Upland points", points(p), sum(p.charts.towns.values())),
        ),
        boxes=(),
        facts=(),
        overlays=("reach", "zoc", "supply", "control"),
        outcome=OutcomeView(*p.ended) if p.ended else None,
    )


# What lies on the map


def _units(p: Campaign) -> tuple[UnitView, ...]:
    states = _states(p)
    return tuple(
        UnitView(
            id=counter.id,
            side=counter.side,
            hex=p.label(p.where[unit]),
            box="",
            symbol=counter.symbol,
            size=counter.size,
            values=f"{counter.strength}-{counter.movement}",
            title=counter.name,
            states=tuple(name for name, units in states.items() if units >> unit & 1),
            designation=designation_of(counter.name),
        )
        for unit, counter in enumerate(p.charts.counters)
        if p.where[unit] != OFF_MAP
    )


def _states(p: Campaign) -> dict[str, UnitSet]:
    """The states that units can be in, and the units that are."""
    states = {"unsupplied": unsupplied(p, UPLAND) | unsupplied(p, VALE)}
    if p.current.key.endswith("movement"):
        states["moved"] = p.moved
    else:
        states |= {"fought": p.fought, "attacked": p.attacked}
    match p.frames[-1].memo if p.frames else None:
        case Moving(unit) if unit >= 0:
            states["selected"] = 1 << unit
        case Attack(_, units):
            states["attacking"] = set_of(units)
        case Retreat(_, (first, *_)):
            states["retreating"] = 1 << first
    return states


def _markers(p: Campaign) -> tuple[MarkerView, ...]:
    found = [
        MarkerView("captured", "taken by the Upland", hex=p.label(h)) for h in members(p.taken)
    ]
    memo = p.frames[-1].memo if p.frames else None
    if isinstance(memo, Attack):
        found.append(MarkerView("target", "under attack", hex=p.label(memo.target)))
    return tuple(found)


# What can be chosen


def _offered(p: Campaign, decision: Decision) -> DecisionView:
    return decision_view(p.number, decision, lambda option: _option(p, decision, option))


def _option(p: Campaign, decision: Decision, option: Option) -> OptionView:
    verb = VERBS[option.verb]
    waiting = not_yet(decision, "moved") if option.verb == "done" else ""
    return option_view(
        decision,
        option,
        verb,
        label=verb.label,
        confirm=f"{waiting} End the phase?" if waiting else "",
        notes=_points_left(p, option) if option.verb == "move" else (),
    )


def _points_left(p: Campaign, option: Option) -> tuple[str, ...]:
    """3.2: what a unit would have left in each hex that it can go to."""
    unit = p.frames[-1].memo.unit
    left, costs = movement_points(p, unit), reach_of(p, unit).costs()
    return tuple(str(left - costs[hex_]) for hex_ in members(option.values))


# What a choice would bring


def preview(p: Campaign, choice: Choice) -> Preview | None:
    decision = p.decision()
    value = decision.value(choice) if decision is not None else None
    if value is None:
        return None
    memo = p.frames[-1].memo
    match choice.verb, memo:
        case "move", Moving():
            return _journey(p, memo.unit, value)
        case "attack", _:
            return _odds(with_everybody(p, value))
        case (("add" | "all"), Attack()):
            return _odds(made(p, choice))
        case "resolve", Attack():
            return _odds(p)
    return None


def _journey(p: Campaign, unit: int, there: Hex) -> Preview:
    found = reach_of(p, unit)
    cost = found.cost(there) or 0
    path = tuple(map(p.label, found.path(there)))
    lines = tuple(Line(part.name, str(part.points), "3.2") for part in found.charges(there))
    return Preview(path, lines, points_spent(cost, movement_points(p, unit) - cost))


def _odds(p: Campaign) -> Preview:
    """The attack in hand: the sum line by line, and the chance of everything that can happen."""
    attack: Attack = p.frames[-1].memo
    attacking, defending = attack_terms(p, attack), defence_terms(p, attack.target)
    lines = tuple(Line(t.text, _figure(t.quarters), t.case) for t in (*attacking, *defending))
    sums = f"{_figure(total(attacking))} to {_figure(total(defending))}"
    column = odds(p, attack)
    if column is None:
        return Preview(lines=lines, result=f"{sums}: less than 1 to 2, not allowed")
    found = attack_forecast(p, column)
    return Preview(
        lines=lines, result=f"{sums}: {column}", chances=found.chances, columns=found.columns
    )


def _figure(quarters: int) -> str:
    return f"{quarters / QUARTERS:g}"


def stack(p: Campaign, label: str) -> tuple[Line, ...]:
    """What the unit in a hex is worth there."""
    try:
        hex_ = p.charts.grid.hex(label)
    except UnknownHex:
        return ()
    unit = p.unit_in(hex_)
    if unit is None:
        return ()
    strength = p.charts.counters[unit].strength
    return (
        Line("Attack", str(strength), "5.2"),
        Line("Defence here", _figure(total(defence_terms(p, hex_))), "5.3"),
    )


def overlay(p: Campaign, kind: str) -> tuple[OverlayArea, ...]:
    """Areas to lay over the map; an unknown kind has none."""
    match kind:
        case "reach":
            memo = p.frames[-1].memo if p.frames else None
            if isinstance(memo, Moving) and memo.unit >= 0:
                return (OverlayArea("Reach", "reach", _labels(p, reach_of(p, memo.unit).hexes)),)
        case "zoc":
            return tuple(
                OverlayArea(f"{side} zones of control", "zoc", _labels(p, zone_of(p, side)))
                for side in SIDES
            )
        case "supply":
            return tuple(
                OverlayArea(f"{side} supply", "supply", _labels(p, supplied_hexes(p, side)))
                for side in SIDES
            )
        case "control":
            towns = set_of(p.charts.towns)
            held = {UPLAND: p.taken, VALE: towns & ~p.taken}
            return tuple(
                OverlayArea(f"{side} towns", "control", _labels(p, held[side])) for side in SIDES
            )
    return ()


def _labels(p: Campaign, hexes: HexSet) -> tuple[str, ...]:
    return tuple(p.charts.grid.labels(hexes))
