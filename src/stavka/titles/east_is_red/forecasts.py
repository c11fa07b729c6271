"""What attacks and strikes can bring, as the rules answer when they are asked for every roll."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine import Choice, Decision, Event
from ...engine.forecast import Effect, Forecast, Rolled, forced, forecast
from ...engine.presentation import Doubt
from .charts import enemy_of
from .position import War
from .results import Exchange, Retreat
from .substitution import Substitution

# SW.3, US.4: the die that ends the game is not on the table.
WAR = "war"
# What the tables of the article leave empty.
NOTHING = "*"
# From the worst to the best for whoever attacks, drops or fires.
ORDER = (WAR, "Ae", "Ar", "Ex", "Dr", "De")
STRIKES = (WAR, NOTHING, "R", "N", "E")
DROPS = ("eliminated", "aborted", NOTHING)

# Whose fate is told by which words.
ATTACKER, DEFENDER = "attacker", "defender"


def attack_forecast(p: War, column: str) -> Forecast:
    """9.0, 10.0: the attack that is being put together, resolved at some odds."""
    return forecast(
        p,
        Choice("resolve", column),
        effect=_effect,
        order=ORDER,
        columns=p.charts.columns,
        horizon=len(p.frames) - 1,
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


def doubts(p: War, column: str) -> tuple[Doubt, ...]:
    """What the other player may do before the die is rolled."""
    after = p.clone()
    after.apply(Choice("resolve", column))
    if _asks_for_substitution(after):
        return (Doubt("the Soviet Player may break down or build up units first", "8.2"),)
    return ()


def _asks_for_substitution(p: War) -> bool:
    return bool(p.frames) and isinstance(p.STEPS[p.frames[-1].step], Substitution)


def _go_on(p: War, decision: Decision) -> Choice | None:
    """Nobody substitutes units; whatever is forced is done."""
    return Choice("pass") if _asks_for_substitution(p) else forced(p, decision)


def rolled(event: Event) -> Rolled | None:
    """What an event tells of the tables, and of the dice that can end the game."""
    match event.kind, event.facts:
        case "attacked", (_, _, column, _, result, _, _):
            return Rolled(result, column)
        case "struck", (_, _, _, result):
            return Rolled(result or NOTHING)
        case "dropped", (_, _, _, die, result) if die:
            return Rolled(result or NOTHING)
        case "risked", (_, True):
            return Rolled(WAR)
    return None


def _effect(after: War) -> Effect:
    found = next(r for event in after.chronicle or () if (r := rolled(event)) is not None)
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
    if told & {"contaminated", "fallout"} or any(f.step == "fallout" for f in after.frames):
        yield "contamination bars the advance"


def _fate(after: War, side: str, who: str) -> Iterator[str]:
    own = after.charts.units_of[side]
    lost = {
        e.case for e in after.chronicle or () if e.kind == "eliminated" and own >> e.facts[0] & 1
    }
    moved = any(e.kind == "retreated" and own >> e.facts[0] & 1 for e in after.chronicle or ())
    pending = [frame.memo for frame in after.frames[after.horizon :]]
    retreats = any(isinstance(m, Retreat) and m.side == side and m.units for m in pending)
    loses = any(frame.step == "missile_loss" and frame.memo.side == side for frame in after.frames)
    if loses:
        yield f"{who} loses a unit, the others retreat"
    elif retreats or moved:
        yield f"{who} retreats" + (", some find no way" if lost else "")
    elif "10.21" in lost:
        yield f"{who} eliminated, no way to retreat"
    elif lost:
        yield f"{who} eliminated"
    for memo in pending:
        if isinstance(memo, Exchange) and memo.side == side:
            yield f"exchange: {who} loses {memo.points} points"
