"""What is shown before a choice: ways and their costs, odds, chances, and what nobody can tell."""

from __future__ import annotations

from ...engine import Choice
from ...engine.forecast import made
from ...engine.presentation import Line, Preview
from ...engine.texts import points_spent
from ...hexes import Hex, members, set_of
from ...kit.presenter import in_hand
from ...kit.previews import prices, way, with_everybody
from .charts import FRONTS, NEUTRAL, RED, UNLIMITED
from .combat import Attack, battle_of, modifier, shifts, sum_of
from .events import EventStep
from .forecasts import (
    attack_forecast,
    doubts,
    in_short,
    leader_forecast,
    peace_forecast,
    tsar_forecast,
    with_support,
)
from .movement import Moving, becomes_done, reach_of
from .position import War
from .rally import RallyStep, beside_red_train, rallies_on, to_rally
from .results import Advance, Battle, Retreat, costs_disorder, way_back
from .sequence import SetUp
from .special_units import case_of_company, survives_disorder
from .stacking import front_of
from .strategic_movement import Strategic
from .supply import supplied_hexes
from .zones_of_control import zone_for


def foresee(p: War, choice: Choice, value: int) -> Preview | None:
    """The way of a move, or the odds that an attack would have."""
    match choice.verb, in_hand(p):
        case "move", Moving() as memo:
            return _journey(p, memo, value)
        case (("rail" | "river" | "sea"), Strategic(unit=unit)):
            path = way(p, (p.where[unit], value))
            return Preview(path, tuple(_left_alone(p, choice)))
        case "attack", _:
            return _odds(with_everybody(p, choice))
        case (("add" | "all"), Attack()):
            return _odds(made(p, choice))
        case "resolve", Attack():
            return _odds(p)
        case (("commit" | "enough"), Battle() as memo):
            battle = with_support(memo, [value]) if choice.verb == "commit" else memo
            return _battle_preview(p, battle, choice)
        case "to", Retreat() as memo:
            return _way_back(p, memo, value)
        case "by", Retreat() as memo:
            return _by_way_of(p, memo, value)
        case "advance", Advance() as memo:
            return _advance(p, memo, value)
    return _other_dice(p, choice)


def _other_dice(p: War, choice: Choice) -> Preview | None:
    """Choices that lead to a die outside combat."""
    match choice.verb, p.frames[-1].step:
        case "begin", SetUp():
            return Preview(result="one die", chances=tsar_forecast(p).chances)
        case "peace", RallyStep():
            return Preview(result="one die", chances=peace_forecast(p).chances)
        case (("front" | "dismiss" | "red_leader"), EventStep()):
            return Preview(result="by lot", chances=leader_forecast(p, choice).chances)
        case "rally", RallyStep():
            return _rally(p)
    return None


# 10.6 Movement


def _journey(p: War, memo: Moving, there: Hex) -> Preview:
    found = reach_of(p, memo.unit, memo.spent)
    cost = found.cost(there) or 0
    counter = p.charts.counters[memo.unit]
    if counter.movement == UNLIMITED:
        lines = [Line(f"{counter.moves} hexes", str(cost), "10.7")]
        result = f"{cost} hexes"
    else:
        lines = [
            Line(
                f"{part.text} x {part.times}" if part.times > 1 else part.text,
                str(part.points),
                part.case,
            )
            for part in prices(found.charges(there), lambda charge: (charge.name, "10.6"))
        ]
        result = points_spent(cost, counter.movement - memo.spent - cost)
        if zone_for(p, memo.unit) >> there & 1:
            lines.append(Line("enemy ZOC", "stops", "8.6"))
            result = f"{result}, stops: enemy ZOC"
    lines += _border_lines(p, memo.unit, there)
    lines += _left_alone(p, Choice("move", p.label(there)))
    return Preview(way(p, found.path(there)), tuple(lines), result)


def _border_lines(p: War, unit: int, there: Hex) -> list[Line]:
    """10.9: a Red unit that comes into a Front whose turn is still to come has done its work."""
    here = p.where[unit]
    if p.charts.side_of[unit] != RED or not becomes_done(p, here, there):
        return []
    front = FRONTS[front_of(p, there)]
    return [Line(f"into the {front} Front, not yet active", "Done", "10.9")]


# 11.6, 11.8 Retreat and advance


def _way_back(p: War, memo: Retreat, there: Hex) -> Preview:
    """11.6: the way of a retreat, and what it costs."""
    unit = memo.unit
    between = way_back(p, memo, unit, there)
    path = way(p, (p.where[unit], between, there))
    alive = survives_disorder(p, unit)
    if costs_disorder(p, memo, unit) >> between & 1:
        lines = [Line(f"enemy ZOC in {path[1]}", "disorder", "11.6")]
        result = "disordered on the way" if alive else "eliminated on the way"
    else:
        lines = [Line("retreat", "2 hexes", "11.6")]
        result, alive = "free", True
    if alive:
        lines += _border_lines(p, unit, there)
        if not supplied_hexes(p, unit, leaving=True) >> there & 1:
            lines.append(Line("out of supply there", path[2], "12.9"))
    return Preview(path, tuple(lines), result)


def _by_way_of(p: War, memo: Retreat, between: Hex) -> Preview:
    """11.6: what it costs to pass a hex."""
    path = way(p, (p.where[memo.unit], between))
    if not costs_disorder(p, memo, memo.unit) >> between & 1:
        return Preview(path, (), "free")
    alive = survives_disorder(p, memo.unit)
    lines = (Line(f"enemy ZOC in {path[1]}", "disorder", "11.6"),)
    return Preview(path, lines, "disordered on the way" if alive else "eliminated on the way")


def _advance(p: War, memo: Advance, unit: int) -> Preview:
    """11.8: where an advance leads, and whom it leaves alone (20.3, 20.12, 20.13)."""
    path = way(p, (p.where[unit], memo.hex))
    lines = [
        *_border_lines(p, unit, memo.hex),
        *_left_alone(p, Choice("advance", p.name(unit))),
    ]
    return Preview(path, tuple(lines), ", ".join(line.value for line in lines))


def _left_alone(p: War, choice: Choice) -> list[Line]:
    """20.3, 20.12, 20.13: special units that are lost because a step ends with this choice."""
    after = p.clone()
    after.horizon = len(p.frames) - 1
    after.apply(choice)
    lost = p.charts.needs_company & p.on_map & ~after.on_map
    return [
        Line(f"{p.charts.counters[unit].name}, left alone", "eliminated", case_of_company(p, unit))
        for unit in members(lost)
    ]


# 11.3 Odds


def _odds(p: War) -> Preview | None:
    """The attack that is being put together, if it were fought now."""
    attack = in_hand(p)
    if not isinstance(attack, Attack) or not attack.units:
        return None
    battle = battle_of(p, attack)
    resolve = Choice("resolve")
    decision = p.decision()
    if decision is None or decision.value(resolve) is None:
        return Preview(lines=_battle_lines(p, battle), result="no infantry or cavalry attacks yet")
    return _battle_preview(p, battle, resolve)


def _battle_preview(p: War, battle: Battle, choice: Choice) -> Preview:
    """11.3: the sum line by line, how likely each result is, and what can still change it."""
    found = attack_forecast(p, choice)
    return Preview(
        lines=_battle_lines(p, battle),
        result=in_short(sum_of(p, battle)),
        chances=found.chances,
        columns=found.columns,
        uncertain=doubts(p, choice),
        faces=found.faces,
    )


def _battle_lines(p: War, battle: Battle) -> tuple[Line, ...]:
    attackers, defenders = set_of(battle.attackers), set_of(battle.defenders)
    manpower = f"{p.manpower(attackers)} to {p.manpower(defenders)}"
    return (
        *_modifier_lines(p, (*battle.attackers, *battle.attack_support), battle),
        *_modifier_lines(p, (*battle.defenders, *battle.defence_support), battle),
        Line("manpower", manpower, "11.3"),
        *(
            Line(f"shift: {term.text}", f"{term.value}L", term.case)
            for term in shifts(p, battle.side, battle.target, attackers)
        ),
    )


def _modifier_lines(p: War, units: tuple[int, ...], battle: Battle) -> list[Line]:
    charts = p.charts
    attacking = bool(set_of(units) & set_of(battle.attackers))
    who = "attack" if attacking else "defence"
    lines = []
    for unit in units:
        case = "20.1" if charts.aircraft >> unit & 1 else "11.3"
        if charts.naval_flotillas >> unit & 1:
            case = "17.3" if battle.owner == NEUTRAL else "20.7"
        points = f"{modifier(p, 1 << unit, attacking=attacking):+}"
        lines.append(Line(f"{who}: {charts.counters[unit].name}", points, case))
    return lines


# 12.12 Rally


def _rally(p: War) -> Preview:
    """Who rolls, and what rallies him; who stands by the Red Train needs no die."""
    side = p.memo_of(RallyStep).side
    automatic = beside_red_train(p) if side == RED else 0
    lines = []
    for unit in members(to_rally(p, p.charts.units_of[side])):
        name = p.charts.counters[unit].name
        if automatic >> p.where[unit] & 1:
            lines.append(Line(f"{name}: the Red Train", "100%", "20.10"))
        else:
            number = rallies_on(p, unit)
            lines.append(Line(f"{name}: rallies on {number} or less", f"{number / 6:.0%}", "12.12"))
    return Preview(lines=tuple(lines), result=f"{len(lines)} to rally")
