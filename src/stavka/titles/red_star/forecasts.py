"""What attacks, drops and other dice can bring: the rules are asked for every fall of the dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from ...engine import Choice, Decision, Dice, Event, seed_from
from ...engine.forecast import (
    MOST,
    SAMPLE,
    Answer,
    Effect,
    Forecast,
    Rolled,
    Way,
    faces_of,
    falls,
    forced,
    forecast,
    made,
    merged,
    ways,
)
from ...engine.presentation import Chance, Doubt
from .battle import Battle
from .charts import Charts, enemy_of
from .combat import Odds, attack_value, defence_values, may_bombard
from .position import War
from .results import Group, Losses, Retreat, Satisfy, odds_in
from .results import ways as ways_back
from .soviet_army import draw, needs_marker
from .supply import attrition
from .victory import DISILLUSIONED, FIGHTS_ON, SURRENDER

# 7.1.2 h: markers were drawn that leave the attack below the table.
NO_ATTACK = "none"
# From the worst to the best for the attacker.
ORDER = (
    *("AE", "A2", "2/1", "A1", "1/-", NO_ATTACK, "NE"),
    *("1/1", "1/2", "1/3", "D1", "D2", "D3", "DE"),
)
SURRENDERS = (FIGHTS_ON, DISILLUSIONED, SURRENDER)
LOST, LANDS = "lost", "lands"

# Whose fate is told by which words.
ATTACKER, DEFENDER = "attacker", "defender"
# Cases by which units are lost that had no part in the combat.
GUESTS, BYSTANDERS = {"7.14.3"}, {"7.9.10", "7.10.3"}

HOLD_FIRE, BOMBARD = Choice("hold_fire"), Choice("bombard")


def rolled(charts: Charts, event: Event) -> Rolled | None:
    """What an event tells of a die whose chances are shown."""
    match event.kind, event.facts:
        case "attacked", (targets, attackers, _, _, odds, _, result):
            return Rolled(result, odds, attackers, targets)
        case "called_off", _:
            return Rolled(NO_ATTACK)
        case "dropped", (_, _, _, safe):
            return Rolled(LANDS if safe else LOST)
        case "surrender", (_, _, outcome):
            return Rolled(outcome)
        case "leader", (leader, _) if event.case == "14.4.4":
            return Rolled(f"+{charts.rating[leader]}")
    return None


# 7.0, 8.0 Combats and overruns


class Prospect(NamedTuple):
    """A combat or overrun before its die."""

    # With each marker that may be drawn: how likely, and the odds.
    odds: tuple[tuple[Fraction, Odds], ...]
    forecast: Forecast
    doubts: tuple[Doubt, ...]


def combat_prospect(p: War, choice: Choice) -> Prospect:
    """What `resolve`, `overrun`, `bombard` or `hold_fire` would bring."""
    declared = made(p, choice)
    battle: Battle = declared.frames[-1].memo
    drawn, exact = _drawn(declared, battle)
    odds = tuple((chance, odds_in(state, battle)) for chance, state in drawn)
    # Markers that come to the same odds are one.
    by_odds: dict[int | None, tuple[Fraction, War]] = {}
    for (chance, state), (_, found) in zip(drawn, odds, strict=True):
        before = by_odds[found.column][0] if found.column in by_odds else Fraction()
        by_odds[found.column] = (before + chance, state)
    names = {o.column: o.name for _, o in odds if o.column is not None}
    tried = _tried(by_odds.values(), battle, HOLD_FIRE)
    columns = tuple(names[column] for column in sorted(names))
    doubts = _doubts(declared, battle, odds, by_odds.values(), exact=exact)
    faces = faces_of(tried) if len(by_odds) == 1 else ()
    return Prospect(odds, Forecast(_merged(tried), columns, exact, faces), tuple(doubts))


def _drawn(p: War, battle: Battle) -> tuple[list[tuple[Fraction, War]], bool]:
    """6.2.2: the positions that the markers still to be drawn may lead to; whether these are all.

    One cup after the other. What has been drawn from a cup matters as long as it is drawn from;
    in the end only what the armies come to together.
    """
    charts = p.charts
    armies = [u for u in (*battle.attackers, *battle.defenders) if needs_marker(p, u)]
    armies.sort(key=lambda army: charts.kind[army].cup)
    found: dict[_Drawn, tuple[Fraction, War]] = {_Drawn((), 0, 0): (Fraction(1), p)}
    tried = 0
    for number, army in enumerate(armies):
        side, cup = int(army in battle.defenders), charts.kind[army].cup
        values = [charts.markers[kind].full[side] for kind in charts.markers_in[cup]]
        more = any(charts.kind[u].cup == cup for u in armies[number + 1 :])
        before, found = found, {}
        for drawn, (chance, state) in before.items():
            for way in falls(state, _draws(army), values) or ():
                tried += 1
                key = drawn.and_also(way.after, army, side, more=more)
                so_far = found[key][0] if key in found else Fraction()
                found[key] = (so_far + chance * way.chance, way.after)
        if tried > MOST:
            return _sampled(p, armies), False
    return list(found.values()), True


class _Drawn(NamedTuple):
    """What tells draws apart: the markers from the cup in hand, and what all armies come to."""

    markers: tuple[int, ...]
    # Attack, or defence; and defence behind a major river (1.5.1).
    total: float
    doubled: float

    def and_also(self, p: War, army: int, side: int, *, more: bool) -> _Drawn:
        value = p.charts.markers[p.marker[army]].full[side]
        if side:
            plain = defence_values(p, (army,), doubled=False)
            doubled = defence_values(p, (army,), doubled=True)
        else:
            plain, doubled = attack_value(p, army), 0
        markers = tuple(sorted((*self.markers, value))) if more else ()
        return _Drawn(markers, self.total + plain, self.doubled + doubled)


def _draws(army: int) -> Callable[[War], None]:
    return lambda p: draw(p, army, "6.2.2")


def _sampled(p: War, armies: list[int]) -> list[tuple[Fraction, War]]:
    found = []
    for number in range(SAMPLE):
        state = p.clone()
        state.dice = Dice(seed_from(f"forecast {number}"))
        state.rolled = []
        for army in armies:
            draw(state, army, "6.2.2")
        found.append((Fraction(1, SAMPLE), state))
    return found


def _tried(
    states: Iterable[tuple[Fraction, War]], battle: Battle, guns: Choice
) -> list[tuple[Way, Effect]]:
    """Every fall of the die in each of some positions."""
    tried = []
    for chance, state in states:
        found = ways(state, None, len(state.frames) - 1, _with(guns))
        assert found is not None, "one die and no more"
        for way in found:
            likely = way._replace(chance=chance * way.chance)
            tried.append((likely, _effect(way.after, battle)))
    return tried


def _merged(tried: Iterable[tuple[Way, Effect]]) -> tuple[Chance, ...]:
    return merged([(way.chance, effect) for way, effect in tried], ORDER)


def _with(guns: Choice) -> Answer:
    """7.6.2: whether the Siege Artillery fires, where that is asked; what is forced is done."""

    def answer(p: War, decision: Decision) -> Choice | None:
        return guns if decision.option(guns.verb) is not None else forced(p, decision)

    return answer


def _doubts(
    p: War,
    battle: Battle,
    odds: tuple[tuple[Fraction, Odds], ...],
    states: Iterable[tuple[Fraction, War]],
    *,
    exact: bool,
) -> Iterator[Doubt]:
    if waiting := [u for u in (*battle.attackers, *battle.defenders) if needs_marker(p, u)]:
        likely: dict[int, Fraction] = {}
        for chance, found in odds:
            column = -1 if found.column is None else found.column
            likely[column] = likely.get(column, Fraction()) + chance
        names = {-1: "no attack", **{o.column: o.name for _, o in odds if o.column is not None}}
        words = ", ".join(f"{names[c]} {float(likely[c]):.0%}" for c in sorted(likely))
        who = ", ".join(map(p.called, waiting))
        yield Doubt(f"markers to be drawn for {who}: {words}", "6.2.2")
    if not exact:
        yield Doubt(f"too many draws: the chances are those of {SAMPLE} tries", "6.2.2")
    if battle.stage == "draw" and may_bombard(p, battle):
        yield Doubt(
            "the Siege Artillery may fire",
            "7.6.2",
            f"+{p.charts.limit['siege_die']} on the die",
            _merged(_tried(states, battle, BOMBARD)),
        )
    if battle.urban:
        yield street_fighting(p)


def street_fighting(p: War) -> Doubt:
    fresh, shaken = p.charts.limit["urban_fresh"], p.charts.limit["urban_shaken"]
    when = f"on {_up_to(fresh)}, on {_up_to(shaken)} if it has retreated or lost one"
    return Doubt(f"each motorized attacker then loses a step {when}", "7.4.4")


def _up_to(number: int) -> str:
    return "1" if number == 1 else f"1-{number}"


# What a roll comes to


def _effect(after: War, battle: Battle) -> Effect:
    found = next(r for e in after.chronicle or () if (r := rolled(after.charts, e)) is not None)
    if found.result == NO_ATTACK:
        return Effect(found, "too weak: no attack")
    return Effect(found, ", ".join(_fates(after, battle)) or "no effect")


def _fates(after: War, battle: Battle) -> Iterator[str]:
    """What has happened, and what is now to be done, beginning with the attacker."""
    defender = enemy_of(battle.side)
    yield from _fate(after, battle.side, ATTACKER, battle.attackers)
    if _eliminated(after, BYSTANDERS):
        yield "others in their space eliminated"
    yield from _fate(after, defender, DEFENDER, battle.defenders)
    if _eliminated(after, GUESTS):
        yield "guests eliminated"
    if any(event.kind == "overran" for event in after.chronicle or ()):
        yield "the space is taken"


def _eliminated(after: War, cases: set[str]) -> bool:
    return any(e.kind == "eliminated" and e.case in cases for e in after.chronicle or ())


def _fate(after: War, side: str, who: str, group: tuple[int, ...]) -> Iterator[str]:
    left, lost = survivors(after, group)
    owed = [f.memo for f in after.frames if isinstance(f.memo, Satisfy) and f.memo.side == side]
    if owed and _is_doomed(after, owed[0], group):
        yield f"{who} eliminated, no way out"
    elif owed:
        number = owed[0].number
        either = "a space or loses a step" if number == 1 else f"or loses steps, {number} in all"
        yield f"{who} retreats {either}"
    elif not left:
        yield f"{who} eliminated"
    else:
        lost += sum(f.memo.left for f in after.frames if _is_losing(f.memo, side))
        if lost:
            yield f"{who} loses {steps_in_words(lost)}"


def _is_losing(memo: object, side: str) -> bool:
    return isinstance(memo, Losses) and memo.side == side


def steps_in_words(number: int) -> str:
    return "a step" if number == 1 else f"{number} steps"


def survivors(after: War, group: tuple[int, ...]) -> tuple[set[int], int]:
    """The counters that stand for a group after what the chronicle tells; the steps it has lost."""
    left, lost = set(group), 0
    for event in after.chronicle or ():
        match event.kind, event.facts:
            case "replaced", (old, new) if old in left:
                left = left - {old} | {new}
            case "step", (unit, _) if unit in left:
                lost += 1
            case "eliminated", (unit, _) if unit in left:
                left.discard(unit)
                lost += event.case == "7.9.7"
    return left, lost


def _is_doomed(p: War, owed: Satisfy, group: tuple[int, ...]) -> bool:
    """Whether nobody is left, however many spaces the group retreats."""
    for spaces in range(owed.number + 1):
        found = ways(p, Choice("retreat", str(spaces)), p.horizon, forced)
        assert found is not None
        if any(someone_lives(way.after, group) for way in found):
            return False
    return True


def someone_lives(after: War, group: tuple[int, ...]) -> bool:
    """Whether somebody is left, or will be if the rest of the retreat goes by the best way."""
    left, _ = survivors(after, group)
    retreat = next((f.memo for f in after.frames if isinstance(f.memo, Retreat)), None)
    if retreat is None or not retreat.started:
        return bool(left)
    waiting = {u for part in retreat.groups for u in part.units}
    return bool(left - waiting) or not all(
        _is_too_dear(after, retreat, part) for part in retreat.groups
    )


def _is_too_dear(after: War, retreat: Retreat, part: Group) -> bool:
    """7.11.1, 7.14.1: whether the best way of retreat costs every step."""
    price = min((way.price for way in ways_back(after, retreat, part)), default=None)
    return price is None or price >= sum(after.steps[u] for u in part.units)


# Other dice


def drop_forecast(p: War, choice: Choice) -> Forecast:
    """15.4.3: whether an airborne corps comes down alive."""
    return forecast(
        p,
        choice,
        effect=_told({LOST: "the corps is lost", LANDS: "the corps lands"}),
        order=(LOST, LANDS),
        horizon=len(p.frames) - 1,
    )


def surrender_forecast(p: War, choice: Choice) -> tuple[Chance, ...]:
    """18.1: the first step into Moscow or Baku; nothing if the choice does not lead there yet."""
    words = {
        FIGHTS_ON: "the Soviet Union fights on",
        DISILLUSIONED: "striped markers go back into the cups",
        SURRENDER: "the Soviet Union surrenders",
    }
    found = list(ways(p, choice, len(p.frames), forced) or ())
    if any(way.after.entered == p.entered for way in found):
        return ()
    return merged([(way.chance, _told(words)(way.after)) for way in found], SURRENDERS)


def leader_forecast(p: War, choice: Choice) -> Forecast:
    """14.4.4: who is drawn from the pool."""
    ratings = sorted({f"+{p.charts.rating[u]}" for u in p.charts.rating})
    words = {rating: f"a Leader with a rating of {rating[1:]}" for rating in ratings}
    return forecast(p, choice, effect=_told(words), order=ratings, horizon=len(p.frames))


def promotion_forecast(p: War, choice: Choice) -> tuple[Chance, ...]:
    """15.5.2: the marker of class B that an army draws in place of its own; often none."""
    values: dict[tuple[int, int], Fraction] = {}
    for way in ways(p, choice, len(p.frames)) or ():
        for event in way.after.chronicle:
            if event.kind == "drawn":
                full = p.charts.markers[event.facts[1]].full
                values[full] = values.get(full, Fraction()) + way.chance
    ranked = sorted(values, key=lambda value: (sum(value), value))
    return tuple(
        Chance(f"{a}-{d}", f"a strength of {a}-{d}", float(values[a, d])) for a, d in ranked
    )


def attrition_risk(p: War, unit: int) -> Fraction:
    """10.9.1: how likely an isolated unit loses anything."""
    risk = Fraction()
    for way in falls(p, lambda q: attrition(q, 1 << unit)) or ():
        whole = way.after.where[unit] >= 0 and way.after.steps[unit] == p.steps[unit]
        risk += 0 if whole else way.chance
    return risk


def _told(words: dict[str, str]) -> Callable[[War], Effect]:
    def effect(after: War) -> Effect:
        charts = after.charts
        found = next(r for e in after.chronicle or () if (r := rolled(charts, e)) is not None)
        return Effect(found, words[found.result])

    return effect
