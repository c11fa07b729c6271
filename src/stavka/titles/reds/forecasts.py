"""What attacks and other dice can bring, as the rules answer when they are asked for every roll."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

import msgspec

from ...engine import Choice, Decision, Event, UnitSet
from ...engine.forecast import Answer, Effect, Forecast, Rolled, forecast, nothing_more
from ...engine.presentation import Doubt
from ...hexes import members, set_of
from .charts import SIDES, Charts
from .combat import Commitment, Sum, sum_of, support_for
from .poland import BorderGuard
from .position import CHITS, War
from .results import AdvanceStep, Battle, Loss, Retreat, parts, ways_back
from .special_units import survives_disorder
from .stacking import Overstacked

# 15.5, 3.3: dice without a table, the bad side first.
PEACE = ("no peace", "peace")
TSAR = ("dead", "alive")

# What becomes of units, as it is told.
ELIMINATED, DISORDERED, DRIVEN_BACK = "eliminated", "disordered", "driven back"
FATES = (ELIMINATED, f"{DISORDERED} and {DRIVEN_BACK}", DISORDERED, DRIVEN_BACK)


@lru_cache(maxsize=8)
def order_of_results(charts: Charts) -> tuple[str, ...]:
    """11.5: the results of the table from the worst for the attacker to the best."""

    def rank(result: str) -> tuple[int, int]:
        attacker, defender = parts(result)
        return (
            -("", "a", "aR", "A", "AR").index(attacker),
            ("", "R", "d", "dR", "D", "DR").index(defender),
        )

    return tuple(sorted({cell for _, row in charts.crt for cell in row.values()}, key=rank))


def rolled(event: Event) -> Rolled | None:
    """What an event tells of a die whose chances are shown beforehand."""
    match event.kind, event.facts:
        case "battle", (_, target, attackers, *_, column, _, _, result):
            return Rolled(result, column, attackers, (target,))
        case "peace", (_, made):
            return Rolled(PEACE[made])
        case "tsar", (_, alive):
            return Rolled(TSAR[alive])
    return None


def told(after: War, *kinds: str) -> Iterator[Event]:
    """What has happened since a choice, of some kinds."""
    return (event for event in after.chronicle or () if event.kind in kinds)


def chooser(p: War) -> str:
    decision = p.decision()
    return decision.side if decision is not None else ""


# 11.3 Attacks


def attack_forecast(p: War, choice: Choice, committed: UnitSet = 0) -> Forecast:
    """An attack that is resolved, or an answer about aircraft and ships.

    Nobody commits anything afterwards but `committed`.
    """
    order = order_of_results(p.charts)
    if p.frames[-1].memo.side != chooser(p):
        order = order[::-1]
    before, last = _last_choice(p, choice, _committing(committed))
    # Without a further die, what happens is settled by the result.
    texts: dict[str, str] = {}

    def effect(after: War) -> Effect:
        (battle,) = told(after, "battle")
        found = rolled(battle)
        assert found is not None
        if found.result not in texts:
            texts[found.result] = _in_words(after, battle.facts[0])
        return Effect(found, texts[found.result])

    return forecast(
        before,
        last,
        effect=effect,
        order=order,
        columns=p.charts.columns,
        horizon=len(p.frames) - 1,
        answer=nothing_more,
    )


def _last_choice(p: War, choice: Choice, answer: Answer) -> tuple[War, Choice]:
    """The choice after which the dice are rolled, and the position in which it is made."""
    while True:
        after = p.clone()
        after.horizon = len(p.frames) - 1
        after.apply(choice)
        decision = after.decision()
        reply = answer(after, decision) if decision is not None else None
        if reply is None:
            return p, choice
        p, choice = after, reply


def doubts(p: War, choice: Choice) -> tuple[Doubt, ...]:
    """11.3 B, C: the aircraft and ships that may still be committed, and what would come of it."""
    after = p.clone()
    after.horizon = len(p.frames) - 1
    after.apply(choice)
    battle = after.frames[-1].memo
    if not isinstance(battle, Battle):
        return ()
    found = []
    for stage, side in enumerate((battle.side, battle.owner)):
        if stage < battle.stage or side not in SIDES:
            continue
        who = "you" if side == chooser(p) else side
        asked = msgspec.structs.replace(battle, stage=stage)
        for group in _groups(p.charts, support_for(after, asked, side)):
            names = " and ".join(p.charts.counters[unit].name for unit in group)
            found.append(
                Doubt(
                    f"{who} may commit {names}",
                    "11.3",
                    in_short(sum_of(after, with_support(asked, group))),
                    attack_forecast(p, choice, set_of(group)).chances,
                )
            )
    return tuple(found)


def with_support(battle: Battle, units: Iterable[int]) -> Battle:
    """A battle in which the side that is asked has committed more."""
    field = "attack_support" if battle.stage == 0 else "defence_support"
    return msgspec.structs.replace(battle, **{field: (*getattr(battle, field), *units)})


def in_short(sum_: Sum) -> str:
    """The odds, and the strengths as formulas: the die times the units, with their modifiers."""
    ours = f"die x {sum_.attackers} {sum_.attack:+}"
    return f"{sum_.column}, {ours} against die x {sum_.defenders} {sum_.defence:+}"


def _groups(charts: Charts, able: UnitSet) -> list[tuple[int, ...]]:
    """What a side can commit together: one aircraft at most (20.1), and any of its ships."""
    aircraft: list[tuple[int, ...]] = [(), *((unit,) for unit in members(able & charts.aircraft))]
    ships = members(able & ~charts.aircraft)
    fleets = [some for n in range(len(ships) + 1) for some in combinations(ships, n)]
    found = [(*one, *fleet) for one, fleet in product(aircraft, fleets)]
    return sorted(filter(None, found), key=len)


def _committing(units: UnitSet) -> Answer:
    """Commits certain units as soon as it is asked, and nothing else; then looks at the result."""

    def answer(p: War, decision: Decision) -> Choice | None:
        if not p.is_in(Commitment):
            return None
        option = decision.option("commit")
        wanted = members(option.values & units) if option is not None else []
        return Choice("commit", p.name(wanted[0])) if wanted else Choice("enough")

    return answer


class _Lot(NamedTuple):
    """A loss that its owner chooses: in words, and the unit that stands for it, with its case."""

    text: str
    unit: int
    case: str


def _in_words(after: War, side: str) -> str:
    """What a battle comes to: for those who attack first."""
    lots = list(_play_out(after))
    own = after.charts.units_of[side]
    said = []
    for group in (own, ~own):
        said += [lot.text for lot in lots if group >> lot.unit & 1]
        said += _fates(after, group, {(lot.unit, lot.case) for lot in lots})
    if any(told(after, "no_advance")):
        said.append("nobody may advance: out of supply")
    return "; ".join(said) or "no effect"


def _play_out(after: War) -> Iterator[_Lot]:
    """Chooses as the owners would, but without an advance; no die is rolled any more."""
    while (decision := after.decision()) is not None:
        match after.frames[-1].memo, after.frames[-1].step:
            case Loss(units=units), _:
                unit = next((u for u in units if survives_disorder(after, u)), units[0])
                yield _Lot(_one_of(after, units), unit, "11.5")
                choice = Choice("disorder", after.name(unit))
            case ((Retreat() as memo), _):
                choice = _best_way(after, decision, memo)
            case _, AdvanceStep():
                choice = Choice("hold")
            case _, Overstacked():
                choice = decision.pick(0)
                (option,) = decision.options
                names = [after.charts.counters[unit].name for unit in members(option.values)]
                unit = members(option.values)[0]
                yield _Lot(f"one of {', '.join(names)} {ELIMINATED}", unit, "11.6")
            case _:
                return
        after.apply(choice)


def _one_of(p: War, units: Iterable[int]) -> str:
    """11.5: units of the same manpower of which one is disordered, or eliminated by it."""
    fates: dict[str, list[str]] = {DISORDERED: [], ELIMINATED: []}
    for unit in units:
        fate = DISORDERED if survives_disorder(p, unit) else ELIMINATED
        fates[fate].append(p.charts.counters[unit].name)
    parts_ = [f"{', '.join(names)} {fate}" for fate, names in fates.items() if names]
    return f"one of {' or '.join(parts_)}"


def _best_way(p: War, decision: Decision, memo: Retreat) -> Choice:
    """11.6: a way that costs nothing, if there is one."""
    option = decision.option("to")
    if option is None:
        return decision.pick(0)
    free, _ = ways_back(p, memo, memo.unit)
    return Choice("to", p.label(members(option.values & free or option.values)[0]))


def _fates(after: War, group: UnitSet, chosen: set[tuple[int, str]]) -> Iterator[str]:
    """What becomes of the units of a group; those that their owner has chosen are told of apart."""
    marks: dict[int, set[str]] = {}
    for event in told(after, "disordered", "eliminated", "retreated"):
        unit = event.facts[0]
        if not group >> unit & 1:
            continue
        if (unit, event.case) in chosen and event.kind != "retreated":
            chosen.remove((unit, event.case))
            continue
        marks.setdefault(unit, set()).add(event.kind)
    fates: dict[str, list[str]] = {fate: [] for fate in FATES}
    for unit, kinds in marks.items():
        fates[_fate(kinds)].append(after.charts.counters[unit].name)
    yield from (f"{', '.join(names)} {fate}" for fate, names in fates.items() if names)


def _fate(kinds: set[str]) -> str:
    if "eliminated" in kinds:
        return ELIMINATED
    words = {"disordered": DISORDERED, "retreated": DRIVEN_BACK}
    return " and ".join(word for kind, word in words.items() if kind in kinds)


# Other dice


def peace_forecast(p: War) -> Forecast:
    """15.5: one die, and what Red gives for peace."""

    def effect(after: War) -> Effect:
        (event,) = told(after, "peace")
        made = event.facts[1]
        text = "peace for good" if made else "the war goes on"
        if after.is_in(BorderGuard):
            text += ", a Red army stays on the border"
        return Effect(Rolled(PEACE[made]), text)

    return forecast(
        p, Choice("peace"), effect=effect, order=PEACE, horizon=len(p.frames), answer=nothing_more
    )


def tsar_forecast(p: War) -> Forecast:
    """3.3: the first die of a game."""

    def effect(after: War) -> Effect:
        (event,) = told(after, "tsar")
        alive = event.facts[1]
        return Effect(Rolled(TSAR[alive]), f"the Tsar is {TSAR[alive]}")

    return forecast(p, Choice("begin"), effect=effect, order=TSAR, horizon=0, answer=nothing_more)


def leader_forecast(p: War, choice: Choice) -> Forecast:
    """20.9: which leader comes, or which command he gets."""
    names = [leader.name for leader in p.charts.leaders]
    posts = [p.charts.chits[chit].name for chit in CHITS]
    order = (*(f"{name}: {post}" for name in names for post in posts), *names, "nobody")

    def effect(after: War) -> Effect:
        for event in told(after, "appointed", "leader_drawn"):
            leader, *box = event.facts
            text = ": ".join((names[leader], *(p.charts.chits[b].name for b in box)))
            return Effect(Rolled(text), text)
        return Effect(Rolled("nobody"), "nobody takes the command")

    return forecast(
        p, choice, effect=effect, order=order, horizon=len(p.frames) - 1, answer=nothing_more
    )
