"""What a choice would bring: the way and the cost of a move, the odds of an attack, dice."""

from __future__ import annotations

from ...engine import Choice
from ...engine.forecast import made
from ...engine.presentation import Line, Preview
from ...hexes import Charge, Hex
from ...kit.presenter import March, in_hand
from ...kit.previews import on_the_way, prices, way, with_everybody
from ...kit.sums import in_points, lines_in_points
from .combat import Attack, odds_of
from .forecasts import attack_forecast, doubts, drop_forecast, strike_forecast
from .movement import Moving, movement_points, rail_reach, reach_of
from .position import War
from .variants.airborne_corps import is_dangerous
from .variants.interdiction import radius_at
from .variants.us_intervention import distance_to_sea
from .variants.war import VariantWar

# The parts that the cost of a move is made of, in words, with their cases.
CHARGES = {
    "clear": ("clear", "12.0"),
    "rough": ("rough", "12.0"),
    "rail": ("railway", "12.0"),
    "road": ("road or railway", "12.0"),
    "river": ("river", "12.13"),
    "zone": ("into enemy control", "6.11"),
    "stack": ("to stack", "7.4"),
    "demolished": ("demolished hexside", "16.1"),
    "interdiction": ("interdiction", "INT.3"),
    "rail hex": ("railway hex", "5.42"),
}
LEAVING = {"zone": ("out of enemy control", "6.13"), "stack": ("to unstack", "7.4")}


def foresee(p: War, choice: Choice, value: int) -> Preview | None:
    """The way of a move, or the odds that an attack would have."""
    match choice.verb, in_hand(p):
        case "move", Moving() as memo:
            return _march(p, memo, value)
        case "rail", Moving(unit=unit):
            return _train(p, unit, value)
        case "attack", _:
            return _odds(with_everybody(p, choice))
        case "missile", _:
            return _missile(p, choice.argument)
        case "fly", Moving(unit=unit):
            return _flight(p, unit, value)
        case "drop", Moving():
            return _drop(p, value)
        case "interdict", base:
            return _interdiction(p, base, value)
        case "resolve", Attack():
            return _odds(p, choice.argument)
        case _, Attack():
            return _odds(made(p, choice))
    return None


def march_of(p: War, memo: Moving) -> March:
    """5.1: where a unit can go with the points that it has left."""
    left = movement_points(p, memo.unit) - memo.spent
    return March(reach_of(p, memo.unit, memo.spent), left)


def _march(p: War, memo: Moving, there: Hex) -> Preview:
    march = march_of(p, memo)
    cost = march.reach.cost(there) or 0
    return on_the_way(p, march, there, _charged(march.reach.charges(there), cost))


def _train(p: War, unit: int, there: Hex) -> Preview:
    found = rail_reach(p, unit)
    cost = found.cost(there) or 0
    lines = tuple(_charged(found.charges(there), cost))
    result = f"{cost} of {p.charts.limit['rail_hexes']} hexes by rail"
    return Preview(way(p, found.path(there)), lines, result)


def _charged(charges: list[Charge], cost: int) -> list[Line]:
    """The parts of a cost, alike ones together."""
    parts = prices(charges, lambda c: (LEAVING if c.leaving else CHARGES)[c.name])
    lines = [
        Line(
            f"{part.text} x{part.times}" if part.times > 1 else part.text,
            str(part.points),
            part.case,
        )
        for part in parts
    ]
    remitted = sum(part.points for part in parts) - cost
    if remitted:
        lines.append(Line("one hex, whatever it costs", str(-remitted), "5.22"))
    return lines


def _flight(p: War, unit: int, there: Hex) -> Preview:
    """AA.3: the way of a flight, which costs nothing."""
    path = way(p, p.charts.grid.line(p.where[unit], there))
    hexes = p.charts.grid.distance(p.where[unit], there)
    return Preview(path, (Line("hexes by air", str(hexes), "AA.1"),), f"{hexes} hexes by air")


def _missile(p: War, target: str) -> Preview:
    """SW.table: what a strike can bring."""
    return Preview(result="missile strike", chances=strike_forecast(p, target).chances)


def _drop(p: War, there: Hex) -> Preview:
    """CA.2: whether Soviet aircraft can interfere."""
    if not is_dangerous(p, there):
        return Preview(result="out of reach of Soviet aircraft")
    likely = drop_forecast(p, p.label(there)).chances
    return Preview(result="Soviet aircraft are near", chances=likely)


def _interdiction(p: War, base: object, there: Hex) -> Preview:
    """INT.2: how far the zone would reach."""
    assert isinstance(p, VariantWar)
    far = (
        p.charts.grid.distance(p.where[base], there)
        if isinstance(base, int)
        else distance_to_sea(p, there)
    )
    lines = (Line("range", str(far), "INT.2"), Line("radius", str(radius_at(p, far)), "INT.2"))
    return Preview(lines=lines, result=f"zone of {radius_at(p, far)} round {p.label(there)}")


def _odds(p: War, column: str = "") -> Preview | None:
    """The attack that is being put together, at its best odds or at lower ones."""
    attack = in_hand(p)
    if not isinstance(attack, Attack) or not attack.units:
        return None
    odds = odds_of(p, attack)
    lines = lines_in_points(odds.terms)
    sums = f"{in_points(odds.attack)} to {in_points(odds.defence)}"
    decision = p.decision()
    offered = decision.option("resolve") if decision is not None else None
    if odds.column is None:
        return Preview(lines=lines, result=f"{sums}: less than 1 to 2, not allowed")
    if offered is None:
        return Preview(lines=lines, result=f"{sums}: {odds.column}, not allowed")
    column = column or odds.column
    found = attack_forecast(p, column)
    others = list(doubts(p, column))
    used = {*found.columns, *(column for _, other in others for column in other.columns)}
    return Preview(
        lines=lines,
        result=f"{sums}: {column}",
        chances=found.chances,
        columns=tuple(column for column in p.charts.columns if column in used),
        uncertain=tuple(doubt for doubt, _ in others),
        faces=found.faces,
    )
