"""What attacks and strikes can bring, as the rules answer when they are asked for every roll."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...engine import Choice, Decision, Event
from ...engine.forecast import Effect, Forecast, Rolled, forced, forecast, rolled_in
from ...engine.presentation import Doubt
from ...engine.texts import counted
from ...hexes import HexSet, members, set_of
from .charts import SOVIET, enemy_of
from .cities_and_industry import cities_held
from .combat import Attack
from .position import War
from .results import Advance, Exchange, Retreat, has_way, may_advance
from .substitution import Substitution
from .variants.special_weapons import Fallout, MissileLoss

# SW.3, US.4: the die that ends the game is not on the table.
WAR = "war"
# What the tables of the article leave empty.
NOTHING = "*"
# From the worst to the best for whoever attacks, drops or fires.
ORDER = (WAR, "Ae", "Ar", "Ex", "Dr", "De")
STRIKES = (WAR, NOTHING, "R", "N", "E")
DROPS = ("eliminated", "aborted", NOTHING)

# After a missile nobody advances (SW.table).
CONTAMINATED = "the hex is contaminated"

# Whose fate is told by which words.
ATTACKER, DEFENDER = "attacker", "defender"


def attack_forecast(p: War, column: str) -> Forecast:
    """9.0, 10.0: the attack that is being put together, resolved at some odds."""
    return _attack_forecast(p, Choice("resolve", column), horizon=len(p.frames) - 1)


def _attack_forecast(p: War, choice: Choice, horizon: int) -> Forecast:
    return forecast(
        p,
        choice,
        effect=_effect,
        order=ORDER,
        columns=p.charts.columns,
        horizon=horizon,
        answer=_go_on,
    )


def strike_forecast(p: War, target: str) -> Forecast:
    """SW.table: a missile."""
    return forecast(
        p,
        Choice("missile", target),
        effect=_effect,
        order=STRIKES,
        horizon=len(p.frames) - 1,
    )


def drop_forecast(p: War, there: str) -> Forecast:
    """CA.2: an airborne corps."""
    return forecast(
        p, Choice("drop", there), effect=_effect_of_drop, order=DROPS, horizon=len(p.frames)
    )


def doubts(p: War, column: str) -> Iterator[tuple[Doubt, Forecast]]:
    """8.2: what the attack comes to if the Soviet Player first exchanges units that defend."""
    attack: Attack = p.frames[-1].memo
    announced = p.clone()
    announced.apply(Choice("resolve", column))
    if not _asks_for_substitution(announced):
        return
    where = ", ".join(map(p.label, attack.targets))
    known = {attack_forecast(p, column)}
    for other in _substituted(announced, set_of(attack.targets)):
        found = _attack_forecast(other, Choice("pass"), horizon=len(p.frames) - 1)
        if found not in known:
            known.add(found)
            text = f"the Soviet Player may have {_defenders(other, attack)} in {where} by then"
            yield Doubt(text, "8.2", found.columns[-1], found.chances), found


def _substituted(p: War, targets: HexSet) -> list[War]:
    """Every set of units that the hexes under attack can hold after substitution."""
    found = [p]
    seen = {_holding(p, targets)}
    for before in found:
        for choice in _substitutions(before, targets):
            after = before.clone()
            after.apply(choice)
            if after.frames[-1].step != p.frames[-1].step or _holding(after, targets) not in seen:
                seen.add(_holding(after, targets))
                found.append(after)
    return [after for after in found[1:] if _asks_for_substitution(after)]


def _holding(p: War, targets: HexSet) -> tuple[str, ...]:
    units = members(p.units_at(targets))
    return tuple(sorted(p.charts.unit_type[unit].strength for unit in units))


def _substitutions(p: War, targets: HexSet) -> Iterator[Choice]:
    decision = p.decision()
    if decision is None:
        return
    for choice in decision.choices():
        value = decision.value(choice)
        match choice.verb:
            case "as":
                yield choice
            case "build_up" if targets >> value & 1:
                yield choice
            case "break_down" if targets >> p.where[value] & 1:
                yield choice


def _defenders(p: War, attack: Attack) -> str:
    return ", ".join(_holding(p, set_of(attack.targets)))


def _asks_for_substitution(p: War) -> bool:
    return p.is_in(Substitution)


def _go_on(p: War, decision: Decision) -> Choice | None:
    """Nobody substitutes units; whatever is forced is done."""
    return Choice("pass") if _asks_for_substitution(p) else forced(p, decision)


def rolled(event: Event) -> Rolled | None:
    """What an event tells of the tables, and of the dice that can end the game."""
    match event.kind, event.facts:
        case "attacked", (targets, attackers, column, _, result, _, _):
            return Rolled(result, column, attackers, targets)
        case "struck", (_, _, _, result):
            return Rolled(result or NOTHING)
        case "dropped", (_, _, _, die, result) if die:
            return Rolled(result or NOTHING)
        case "risked", (_, True):
            return Rolled(WAR)
    return None


def _effect(after: War) -> Effect:
    found = rolled_in(after, rolled)
    if after.ended is not None:
        return Effect(found, f"the game ends: {after.ended.reason}")  # SW.3, US.4
    return Effect(found, _in_words(after))


def _effect_of_drop(after: War) -> Effect:
    found, _ = _effect(after)
    return Effect(found, found.result if found.result != NOTHING else "the corps gets through")


def _in_words(after: War) -> str:
    return ", ".join(_fates(after)) or "no effect"


def _fates(after: War) -> Iterator[str]:
    """What has happened, and what is now to be done, beginning with the attacker."""
    attacking = after.current.side
    for side, who in ((attacking, ATTACKER), (enemy_of(attacking), DEFENDER)):
        yield from _fate(after, side, who)
    told = {event.kind for event in after.chronicle or ()}
    if "destroyed" in told:
        yield "industry destroyed"
    if _city_lies_open(after):
        yield "the city can be entered"
    if told & {"contaminated", "fallout"} or any(isinstance(f.step, Fallout) for f in after.frames):
        yield CONTAMINATED if "struck" in told else "contamination bars the advance"


def _pending(after: War) -> list[Any]:
    return [frame.memo for frame in after.frames[after.horizon :]]


def _city_lies_open(after: War) -> bool:
    """13.15: a city that is to be seized, and somebody who will be left to do it."""
    pending = _pending(after)
    kinds = after.charts.unit_type
    for memo in pending:
        if isinstance(memo, Exchange) and sum(kinds[u].attack for u in memo.units) <= memo.points:
            return False
    return any(
        cities_held(after) >> hex_ & 1 and may_advance(after, memo, hex_)
        for memo in pending
        if isinstance(memo, Advance) and memo.side == SOVIET
        for hex_ in memo.hexes
    )


def _fate(after: War, side: str, who: str) -> Iterator[str]:
    own = after.charts.units_of[side]
    told = [event for event in after.chronicle or () if event.kind in ("eliminated", "retreated")]
    lost = {e.case for e in told if e.kind == "eliminated" and own >> e.facts[0] & 1}
    moved = any(e.kind == "retreated" and own >> e.facts[0] & 1 for e in told)
    pending = _pending(after)
    retreats = [
        has_way(after, unit)
        for memo in pending
        if isinstance(memo, Retreat) and memo.side == side
        for unit in memo.units
    ]
    loses = any(isinstance(f.step, MissileLoss) and f.memo.side == side for f in after.frames)
    if loses:
        yield f"{who} loses a unit, the others retreat"
    elif any(retreats) or moved:
        yield f"{who} retreats" + (", some find no way" if lost or not all(retreats) else "")
    elif "10.21" in lost or retreats:
        yield f"{who} eliminated, no way to retreat"
    elif lost:
        yield f"{who} eliminated"
    for memo in pending:
        if isinstance(memo, Exchange) and memo.side == side:
            yield f"exchange: {who} loses {counted(memo.points, 'point')}"
