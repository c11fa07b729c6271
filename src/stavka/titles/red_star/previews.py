"""What a choice would bring: the price of a move, the odds of an attack, the chances of dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from ...engine import Choice, Dice
from ...engine.forecast import forced, made, ways
from ...engine.presentation import Line, Preview
from ...engine.texts import counted
from ...hexes import Hex, set_of
from ...kit.previews import journey, way, with_everybody
from .advance import AdvanceStep
from .airpower import FleetPlacement
from .battle import Battle, battle_frame
from .charts import AXIS
from .combat import Attack, Odds, odds_of
from .economy import LeaderArrival
from .forecasts import (
    attrition_risk,
    combat_prospect,
    drop_forecast,
    leader_forecast,
    promotion_forecast,
    someone_lives,
    street_fighting,
    surrender_forecast,
    survivors,
)
from .movement import Moving, Part, fewest_left, group_reach, parts_of, strategic_reach
from .overrun import overrun_cost
from .position import War
from .promotion import Promotion
from .reinforcements import AirborneDrop, ReinforcementPhase
from .results import Retreat, RetreatStep, Satisfy, SatisfyStep, deserted, grouped, toll
from .results import ways as ways_back
from .supply import Depots

# What a retreat into an empty contested space costs, and one of motorized units over a river.
TOLLS = ("7.11.1", "7.14.1")


def foresee(p: War, choice: Choice, value: int) -> Preview | None:
    """The way of a move and its price; the odds of an attack; what dice may bring."""
    match choice.verb, p.frames[-1].memo:
        case "move", Moving() as memo:
            return _journey(p, memo, choice, value)
        case "transfer", Moving() as memo:
            path = strategic_reach(p, memo.units[0]).path(value)
            spaces = len(path) - 1
            line = Line("spaces", str(spaces), "3.5.3")
            return _entering(p, choice, path, Preview(way(p, path), (line,), f"{spaces} spaces"))
        case "overrun", Moving():
            cost = overrun_cost(p, p.current.side)
            return _battle(p, choice, (Line("movement points", str(cost), "8.0.3"),))
        case "attack", _:
            return _attack(with_everybody(p, choice))
        case "resolve", Attack():
            return _attack(p)
        case (("add" | "all" | "target"), Attack()):
            return _attack(made(p, choice))
        case (("bombard" | "hold_fire"), Battle()):
            return _battle(p, choice)
    return _preview_of_result(p, choice, value)


def _preview_of_result(p: War, choice: Choice, value: int) -> Preview | None:
    """What follows a combat, and dice outside combat."""
    memo = p.frames[-1].memo
    match p.frames[-1].step, choice.verb:
        case SatisfyStep(), "retreat":
            return _givingway(p, choice)
        case RetreatStep(), "retreat":
            return _step_back(p, choice, memo, value)
        case AdvanceStep(), "advance":
            return _entering(p, choice, memo.hexes, Preview(result="advance"))
        case (AdvanceStep(), "to") | (ReinforcementPhase(), "place"):
            return _entering(p, choice, (value,), Preview(way(p, (value,))))
        case AirborneDrop(), "drop":
            return Preview(result="paradrop", chances=drop_forecast(p, choice).chances)
        case (Depots(), "done") | (FleetPlacement(), ("fly" | "stay")):
            return _supply_phase(p, choice)
        case Promotion(), "promote":
            return _promotion(p, choice)
        case LeaderArrival(), "at":
            return Preview(result="a Leader is drawn", chances=leader_forecast(p, choice).chances)
    return None


def _entering(p: War, choice: Choice, path: Iterable[Hex], seen: Preview) -> Preview:
    """18.1: with the die that the first step into Moscow or Baku asks for, if there is one."""
    cities = (1 << p.charts.moscow | 1 << p.charts.baku) & ~p.entered
    decision = p.decision()
    if decision is None or decision.side != AXIS or not cities & set_of(path):
        return seen
    return replace(seen, chances=surrender_forecast(p, choice))


def _journey(p: War, memo: Moving, choice: Choice, there: Hex) -> Preview:
    found = group_reach(p, memo)
    here = p.where[memo.units[0]]
    path = found.path(there) if found is not None else [here, there]
    parts = max(
        (parts_of(p, unit, path) for unit in memo.units),
        key=lambda parts: sum(part.points for part in parts),
    )
    points = fewest_left(p, memo)
    cost = sum(part.points for part in parts)
    if cost > points:
        parts.append(Part("one space for everything", points - cost, "3.3.3"))
        cost = points
    lines = [Line(part.text, str(part.points), part.case) for part in parts]
    return _entering(p, choice, path, journey(p, path, lines, cost, points - cost))


def _attack(p: War) -> Preview | None:
    """The attack that is being put together."""
    attack: Attack = p.frames[-1].memo
    decision = p.decision()
    if not attack.units or decision is None:
        return None
    if decision.option("resolve"):
        return _battle(p, Choice("resolve"))
    odds = odds_of(p, p.current.side, attack.targets, attack.units)
    sums = f"{odds.attack:g} to {odds.defence:g}"
    return Preview(lines=_lines([odds]), result=f"{sums}: below the table, no attack")


def _battle(p: War, choice: Choice, more: tuple[Line, ...] = ()) -> Preview:
    found = combat_prospect(p, choice)
    every = [odds for _, odds in found.odds]
    attack = _from_to(odds.attack for odds in every)
    defence = _from_to(odds.defence for odds in every)
    columns = found.forecast.columns
    words = " to ".join(dict.fromkeys((columns[0], columns[-1]))) if columns else ""
    if any(odds.column is None for odds in every):
        words = f"{words} or no attack" if words else "below the table, no attack"
    return Preview(
        lines=(*more, *_lines(every)),
        result=f"{attack} to {defence}: {words}",
        chances=found.forecast.chances,
        columns=columns,
        uncertain=found.doubts,
        faces=found.forecast.faces,
    )


def _lines(every: Iterable[Odds]) -> tuple[Line, ...]:
    """The sum line by line; what depends on markers to be drawn, from the least to the most."""
    values: dict[tuple[str, str], list[float]] = {}
    for odds in every:
        for term in odds.terms:
            values.setdefault((term.text, term.case), []).append(term.value)
    return tuple(Line(text, _from_to(found), case) for (text, case), found in values.items())


def _from_to(values: Iterable[float]) -> str:
    found = sorted(set(values))
    return "-".join(f"{value:g}" for value in dict.fromkeys((found[0], found[-1])))


# 10.9, 15.5 Dice outside combat


def _supply_phase(p: War, choice: Choice) -> Preview | None:
    """2.0 A: who leaves the map, and who rolls on the Attrition Table, if this was the last."""
    after = p.clone()
    # Who rolls does not depend on the dice.
    after.dice = Dice(b"imagined")
    after.chronicle = []
    after.apply(choice)
    lines = []
    for event in after.chronicle:
        match event.kind, event.facts:
            case "removed", (unit, _):
                lines.append(Line(f"{p.called(unit)} leaves the map", "", event.case))
            case "attrition", (unit, _, _):
                text = f"{p.called(unit)} is isolated and may lose a step"
                lines.append(Line(text, f"{float(attrition_risk(p, unit)):.0%}", event.case))
    return Preview(lines=tuple(lines), result="supply is judged") if lines else None


def _promotion(p: War, choice: Choice) -> Preview | None:
    """15.5.2: the marker that takes the place of the old one."""
    found = promotion_forecast(p, choice)
    return Preview(result="a marker of class B", chances=found) if found else None


# 7.8 Retreats


def _givingway(p: War, choice: Choice) -> Preview:
    """7.8.2: what so many spaces of retreat, and so many steps for the rest, come to."""
    owed: Satisfy = p.frames[-1].memo
    battle: Battle = p.frames[battle_frame(p)].memo
    spaces = int(choice.argument)
    found = ways(p, choice, battle_frame(p) + 1, forced)
    assert found is not None, "no die"
    after: War = next(found).after
    group = battle.attackers if owed.side == battle.side else battle.defenders
    lines = [Line("steps", str(owed.number - spaces), "7.8.2")] if spaces < owed.number else []
    lines += _lost_on_theway(after)
    left, _ = survivors(after, group)
    lines += _still_to_go(after, tuple(left))
    result = counted(spaces, "space") if spaces else "nobody retreats"
    uncertain = (street_fighting(p),) if battle.urban and owed.side == battle.side else ()
    return Preview(
        lines=tuple(lines),
        result=result if someone_lives(after, group) else "eliminated",
        uncertain=uncertain,
    )


def _lost_on_theway(after: War) -> Iterator[Line]:
    """Who has been lost, and who has lost a step by retreating."""
    for event in after.chronicle or ():
        match event.kind, event.facts:
            case "eliminated", (unit, _):
                yield Line(f"{after.called(unit)} is eliminated", "", event.case)
            case "step", (unit, _) if event.case in TOLLS:
                yield Line(f"{after.called(unit)} loses a step on the way", "1", event.case)


def _still_to_go(after: War, group: tuple[int, ...]) -> Iterator[Line]:
    """What the best way costs those who are asked where they go, or will be."""
    retreat = next((f.memo for f in after.frames if isinstance(f.memo, Retreat)), None)
    if retreat is None:
        return
    groups = retreat.groups if retreat.started else grouped(after, group)
    for part in groups:
        names = ", ".join(map(after.called, part.units))
        price = min((way.price for way in ways_back(after, retreat, part)), default=None)
        if price is None and part.units:
            yield Line(f"{names}: no way of retreat together", "", "7.10.7")
        elif price:
            yield Line(f"{names}: steps lost on the best way", str(price), "7.11.1")


def _step_back(p: War, choice: Choice, memo: Retreat, there: Hex) -> Preview:
    """7.11.1, 7.14.1: what the next space of a retreat costs."""
    group = memo.groups[0]
    names = ", ".join(map(p.called, group.units))
    steps = toll(p, deserted(p, memo), group, group.here, there)
    tolls = zip(TOLLS, steps, strict=True)
    lines = tuple(Line(f"{names}: a step is lost", str(n), case) for case, n in tolls if n)
    path = (group.here, there)
    return _entering(p, choice, (there,), Preview(way(p, path), lines, "retreat"))
