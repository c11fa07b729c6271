"""What attacks, checks and hunts can bring, as the rules answer when asked for every roll."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from ...engine import Choice, Decision, Event
from ...engine.forecast import Answer, Effect, Forecast, Rolled, forecast, nothing_more, rolled_in
from ...engine.texts import counted
from ...hexes import Hex, members
from ...kit.sums import Term
from .air import place_air_supply
from .attacks import CombatPhase, Reaction
from .charts import GMD, PLA, enemy_of
from .combat import Attack, Strength, attack_strength, defence_strength, shifts
from .final_positions import fighters, panic_hexes, place_fdp
from .position import War
from .results import (
    Attrition,
    Loss,
    Reply,
    Retreat,
    Roll,
    Rolling,
    loss_number,
    reply_to,
    those_who_defend,
)

# 16.1.3: what is not on the table: the defenders run, or all of them go over.
PANIC, DESERTED = "panic", "deserted"
# From the worst to the best for whoever attacks, checks, hunts or runs a risk.
ORDER = ("AE", "AA", "AR", "NE", PANIC, "DR", "AA/DA", "DA", "DE", "DD", DESERTED)
CHECK = ("loyal", "defects")
HUNT = ("missed", "found")
RISK = ("lost", "safe")

# Whose fate is told by which words.
ATTACKER, DEFENDER = "attacker", "defender"
# 17.1.6, 18.6.1: losses that do not come from the table.
BESIDES = ("17.1.6", "18.6.1")


def rolled(event: Event) -> Rolled | None:
    """What an event tells of the tables, and of the dice that stand beside them."""
    match event.kind, event.facts:
        case "attacked", (_, target, attackers, *_, (_, column), _, result):
            return Rolled(result, column, attackers, (target,))
        case "panicked", _:
            return Rolled(PANIC)
        case "deserted", _:
            return Rolled(DESERTED)
        case "loyalty", (*_, loyal) if event.case == "18.7.10":
            return Rolled("loyal" if loyal else "defects")
        case "suppression", (*_, found):
            return Rolled("found" if found else "missed")
        case "short_attack_roll", (*_, lost):
            return Rolled("lost" if lost else "safe")
    return None


# Attacks


class Plan(NamedTuple):
    """What the GMD does between the announcement of an attack and the dice."""

    # 14.2: the air unit over the hex; 7.3: where supplies are dropped.
    air: int = -1
    drop: int = -1
    # 16.2.2: who defends an FDP, as far as chosen, and whether the others are the weakest.
    defending: tuple[int, ...] = ()
    weakest: bool = False


class Odds(NamedTuple):
    """An attack just before the dice: how it is answered, what it comes to, what can come of it."""

    attack: Attack
    reply: Reply
    ours: Strength
    theirs: Strength
    shifts: list[Term]
    defenders: tuple[int, ...]
    # 16.1.3a: where the defenders would flee to.
    refuge: tuple[Hex, ...]
    forecast: Forecast


NOTHING = Plan()


def odds(p: War, choice: Choice, plan: Plan = NOTHING) -> Odds:
    """The attack that is being put together, or that has been announced."""
    memo = p.frames[-1].memo
    attack: Attack = memo.attack if isinstance(memo, Rolling) else memo
    before = p.clone()
    before.chronicle = None
    if plan.drop >= 0:
        place_air_supply(before, plan.drop)
    if plan.air >= 0:
        attack = msgspec.structs.replace(attack, air=plan.air)
    reply = "stand" if isinstance(memo, Rolling) else reply_to(before, attack)
    refuge = tuple(members(panic_hexes(before, attack.target))) if reply == "flee" else ()
    if reply == "dig in":
        place_fdp(before, attack.target, "16.1.3")
    rolling = Rolling(attack, _two_who_defend(before, attack, plan))
    defenders = those_who_defend(before, rolling)
    return Odds(
        attack,
        reply,
        attack_strength(before, attack),
        defence_strength(before, attack, defenders),
        shifts(before, attack, defenders),
        tuple(members(defenders)),
        refuge,
        forecast(
            p,
            choice,
            effect=lambda after: _effect(p, attack, after),
            order=ORDER,
            columns=p.charts.columns,
            horizon=next(n for n, f in enumerate(p.frames, 1) if isinstance(f.step, CombatPhase)),
            answer=_answers(plan),
        ),
    )


def _two_who_defend(p: War, attack: Attack, plan: Plan) -> tuple[int, ...]:
    """16.2.2: for an FDP with more than two."""
    able = fighters(p, attack.target) if attack.side == PLA and p.fdp >> attack.target & 1 else 0
    most = p.charts.limit["fdp_fighting"]
    if able.bit_count() <= most:
        return ()
    rest = sorted(members(able), key=lambda unit: _rank(p, unit, plan))
    chosen = [*plan.defending, *(unit for unit in rest if unit not in plan.defending)]
    return tuple(chosen[:most])


def _rank(p: War, unit: int, plan: Plan) -> tuple[int, int]:
    return (p.charts.cf[unit] if plan.weakest else -p.charts.cf[unit], unit)


def _answers(plan: Plan) -> Answer:
    """The GMD does as planned before the dice; after them nobody is asked."""

    def answer(p: War, decision: Decision) -> Choice | None:
        if any(event.kind == "attacked" for event in p.chronicle or ()):
            return None
        match p.frames[-1].step:
            case Reaction():
                return _reaction(p, decision, plan)
            case Roll():
                able = members(fighters(p, p.frames[-1].memo.attack.target))
                left = [u for u in able if decision.value(Choice("defend", p.name(u))) is not None]
                planned = [unit for unit in plan.defending if unit in left]
                unit = min(planned or left, key=lambda unit: _rank(p, unit, plan))
                return Choice("defend", p.name(unit))
        return None

    return answer


def _reaction(p: War, decision: Decision, plan: Plan) -> Choice:
    for choice in (
        Choice("air_supply", p.label(plan.drop) if plan.drop >= 0 else ""),
        Choice("bombard", p.name(plan.air) if plan.air >= 0 else ""),
    ):
        if choice.argument and decision.value(choice) is not None:
            return choice
    return Choice("pass")


def plans(p: War) -> Iterator[Plan]:
    """14.1.2: everything that the GMD could do in the air about an attack of the PLA.

    One fighter-bomber is as good as the other.
    """
    attack: Attack = p.frames[-1].memo
    if attack.side == GMD:
        return
    after = p.clone()
    after.chronicle = None
    for drop in (-1, *_offered(after, attack, "air_supply")):
        if drop >= 0:
            after = p.clone()
            after.chronicle = None
            place_air_supply(after, drop)
            yield Plan(drop=drop)
        kinds = {after.charts.counter[u].type: u for u in _offered(after, attack, "bombard")}
        for air in kinds.values():
            yield Plan(air, drop)


def _offered(p: War, attack: Attack, verb: str) -> tuple[int, ...]:
    decision: Decision | None = Reaction.it.decision(p, attack)
    option = decision.option(verb) if decision is not None else None
    return members(option.values) if option is not None else ()


# What comes of an attack, in words


def _effect(p: War, attack: Attack, after: War) -> Effect:
    told = after.chronicle or ()
    found = next((r for event in told if (r := rolled(event)) is not None), Rolled(PANIC))
    match found.result:
        case "panic":
            return Effect(found, "the defenders flee, the attackers may advance")
        case "deserted":
            return Effect(found, "all defenders defect, the attackers may advance")
    words = [*_defections(told), *_fates(p, attack, after, found.result)]
    return Effect(found, ", ".join(words) or "no effect")


def _defections(told: Iterable[Event]) -> Iterator[str]:
    """16.1.3c: before the attack."""
    checks = [
        event.facts[-1] for event in told if event.kind == "loyalty" and event.case == "16.1.3"
    ]
    if len(checks) > 1 and not all(checks):
        yield f"{checks.count(False)} of {len(checks)} units defect first"


def _fates(p: War, attack: Attack, after: War, result: str) -> Iterator[str]:
    """What happens to the attackers, then to the defenders."""
    facts = next(event.facts for event in after.chronicle or () if event.kind == "attacked")
    yield from _fate(after, attack.side, ATTACKER, facts[2], attack.waves)
    yield from _fate(after, enemy_of(attack.side), DEFENDER, facts[3], ())
    if result == "DD":
        yield "a disaster"
    # 17.1.6: each wave, or the defector under it.
    under = sum(p.defector_under(unit) >= 0 for unit in attack.waves)
    if under:
        yield f"{counted(under, 'defector')} lost for the wave"
    if result != "AE" and len(attack.waves) > under:
        yield f"{counted(len(attack.waves) - under, 'wave')} lost"


def _fate(
    after: War, side: str, who: str, units: tuple[int, ...], waves: tuple[int, ...]
) -> Iterator[str]:
    told = after.chronicle or ()
    lost = {e.facts[0] for e in told if e.kind == "eliminated" and e.case not in BESIDES}
    lost &= set(units)
    moved = any(e.kind == "retreated" and e.facts[0] in units for e in told)
    pending = [frame.memo for frame in after.frames[max(after.horizon, 0) :]]
    retreats = any(isinstance(m, Retreat) and m.defending == (who == DEFENDER) for m in pending)
    points = _owed(after, side, who, pending)
    if retreats or moved:
        yield f"{who} retreats" + (", some find no way" if lost else "")
    elif lost and lost | set(waves) >= set(units):
        yield f"{who} eliminated"
    elif points:
        yield f"{who} loses {counted(points, 'factor')}"
    elif lost:
        yield f"{who} loses {len(lost)} of {counted(len(units), 'unit')}"
    saved = [e.facts[0] for e in told if e.kind == "defector_lost" and side == PLA]
    if len(saved) > len(waves):
        yield f"{who} loses defectors"  # 15.2.3d


def _owed(after: War, side: str, who: str, pending: Iterable[object]) -> int:
    """The factors that a side still has to lose, those that a wave has paid included."""
    for memo in pending:
        if isinstance(memo, Loss) and memo.side == side:
            return loss_number(after, memo.fight.defenders)
    if who == ATTACKER:
        for frame in after.frames:
            if isinstance(frame.step, Attrition):
                return loss_number(after, frame.memo.defenders)
    return 0


# Other dice


def check_forecast(p: War, choice: Choice) -> Forecast:
    """18.7.10: propaganda."""
    words = {"loyal": "passes the check", "defects": "fails and defects"}
    return _forecast(p, choice, CHECK, words)


def hunt_forecast(p: War, choice: Choice) -> Forecast:
    """18.4.10: a suppression mission."""
    words = {"missed": "nothing happens", "found": "the guerrilla is eliminated"}
    return _forecast(p, choice, HUNT, words)


def escape_forecast(p: War, choice: Choice) -> Forecast:
    """18.3.11: a Short Attack, up to the die at the end of the unit's move."""
    words = {"lost": "the unit is eliminated after its move", "safe": "it gets away"}

    def run(q: War, decision: Decision) -> Choice | None:
        if any(event.kind == "short_attack_roll" for event in q.chronicle or ()):
            return None
        return decision.first("halt", "move")

    return _forecast(p, choice, RISK, words, run, horizon=len(p.frames) - 1)


def _forecast(
    p: War,
    choice: Choice,
    order: tuple[str, ...],
    words: dict[str, str],
    answer: Answer = nothing_more,
    horizon: int | None = None,
) -> Forecast:
    def effect(after: War) -> Effect:
        found = rolled_in(after, rolled)
        return Effect(found, words[found.result])

    horizon = len(p.frames) if horizon is None else horizon
    return forecast(p, choice, effect=effect, order=order, horizon=horizon, answer=answer)
