"""What a choice would bring: the way and the cost of a move, the odds of an attack, a check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...engine import Choice
from ...engine.forecast import made
from ...engine.presentation import Chance, Doubt, Line, Preview
from ...engine.texts import points_spent
from ...hexes import Charge, Hex, Reach, members, set_of
from ...kit.presenter import in_hand
from ...kit.previews import prices, way, with_everybody
from ...kit.sums import Term
from .attacks import AttackStep
from .charts import GMD, HALVES, PLA, in_points
from .combat import Attack, Strength, attack_hexes, defenders_in
from .defectors import loyalty_modifiers, must_check, passing_faces
from .explosives import companions
from .final_positions import fighters
from .fog import extreme, hidden_from
from .forecasts import (
    NOTHING,
    Odds,
    Plan,
    check_forecast,
    escape_forecast,
    hunt_forecast,
    odds,
    plans,
)
from .guerrillas import found_on
from .leaders import leader_lost_on
from .movement import (
    Moving,
    Price,
    allowance,
    convoy_reach,
    entry_price,
    group_reach,
    march_reach,
    normal_reach,
    over_canal,
    price_of,
)
from .offensive import Propaganda
from .position import War
from .reinforcements import Recruiting, arrives, in_time, waiting
from .results import Loss, Rolling

# The parts that the cost of a move is made of, in words, with their cases.
CHARGES = {
    "clear": ("clear", "11.1.3"),
    "marsh": ("marsh", "11.1.3"),
    "minor_city": ("minor city", "11.1.3"),
    "major_city": ("major city", "11.1.3"),
    "road": ("road or railroad", "11.1.3"),
    "river": ("river or canal", "11.1.3"),
    "weather": ("doubled by the weather", "5.2"),
    "interdicted": ("interdicted", "14.3.4"),
    "guerrilla": ("guerrillas in any terrain", "18.4.3"),
    "rail_move": ("any distance by rail", "11.2.3"),
}
# 18.3.11: what ends the move of a unit in hand.
ENDINGS = ("select", "halt", "bridge", "done")


def foresee(p: War, choice: Choice, value: int) -> Preview | None:
    """The way of a move, the odds of an attack, the chances of a check."""
    match in_hand(p):
        case Moving() as moving:
            return _about_move(p, moving, choice, value)
        case Attack() if p.is_in(AttackStep):
            return _about_attack(p, choice)
        case Attack() | Rolling():
            return _about_defence(p, choice, value)
        case Propaganda() if choice.verb == "target":
            return _loyalty(p, value, check_forecast(p, choice).chances)
        case Loss():
            return _lost(p, value)
        case Recruiting() if choice.verb == "roll":
            return _reinforcements(p)
    match choice.verb:
        case "attack":
            return _about_attack(p, choice)
        case "suppress":
            return _suppression(p, choice, value)
        case "eliminate" | "withdraw":
            return _lost(p, value)
    return None


# 11.0 Moves


def _about_move(p: War, memo: Moving, choice: Choice, value: int) -> Preview | None:
    match choice.verb:
        case "move" | "convoy" | "march":
            found = _journey(p, memo, value, choice.verb)
        case "enter":
            found = _entry(p, memo, value)
        case "rail":
            found = _train(p, memo)
        case "short_attack":
            return Preview(result="Short Attack", chances=escape_forecast(p, choice).chances)
        case _:
            found = Preview()
    if memo.struck and choice.verb in ("move", *ENDINGS):
        result = found.result or "the move of the Short Attack ends"
        return Preview(found.path, found.lines, result, escape_forecast(p, choice).chances)
    return found if found.result else None


def _journey(p: War, memo: Moving, there: Hex, verb: str) -> Preview:
    unit, charts = memo.unit, p.charts
    found: Reach
    points = allowance(p, unit, out_of_supply=memo.out_of_supply)
    match verb:
        case "convoy":
            found = convoy_reach(p, unit, memo.spent)
            points = HALVES * charts.ma[unit] * charts.limit["convoy_factor"]
        case "march":
            found = march_reach(p, unit, memo.spent)
            points = HALVES * (charts.ma[unit] + charts.limit["fast_march"])
        case "move" if charts.leaders >> unit & 1:  # 17.2.9
            found, points = group_reach(p)
        case _:
            found = normal_reach(p, unit, memo.spent, out_of_supply=memo.out_of_supply)
    halted = over_canal(p, unit, memo) if verb == "move" and not charts.leaders >> unit & 1 else {}
    path = (p.where[unit], there) if there in halted else tuple(found.path(there))
    price: Sequence[Charge] = halted[there] if there in halted else found.charges(there)
    left = points - memo.spent
    lines = [*_charged(price, left)]
    if memo.out_of_supply:
        text = f"out of supply: an allowance of {in_points(points)}"
        lines.append(Line(text, "", "7.4.1"))
    if charts.elbs & p.units_in(p.where[unit]) and companions(p, p.where[unit]) == 1 << unit:
        lines.append(Line("launching barrels that are left alone are removed", "", "13.2.5"))
    if there in halted:
        lines.append(Line("the move ends behind the Grand Canal", "", "11.1"))
    return Preview(way(p, path), tuple(lines), _spent(price, left))


def _charged(charges: Sequence[Charge], left: int) -> Iterator[Line]:
    """The parts of a cost, alike ones together; no more is paid than is left (11.1.7)."""
    for part in prices(charges, lambda charge: CHARGES[charge.name]):
        many = part.times > 1 and part.case != CHARGES["weather"][1]
        text = f"{part.text} x{part.times}" if many else part.text
        yield Line(text, in_points(part.points), part.case)
    if (remitted := price_of(charges) - left) > 0:
        yield Line("one hex can always be entered", in_points(-remitted), "11.1.7")


def _entry(p: War, memo: Moving, there: Hex) -> Preview:
    """10.1.6: the first hex counts."""
    price: Price = entry_price(p, memo.unit, there)
    left = allowance(p, memo.unit, out_of_supply=False)
    return Preview((p.label(there),), tuple(_charged(price, left)), _spent(price, left))


def _train(p: War, memo: Moving) -> Preview:
    """11.2.3, 11.2.6: any distance for a point; the Railroad Security unit pays nothing."""
    if memo.unit == p.charts.rr_security:
        line = Line("any distance along the railroad", "0", "11.2.6")
        return Preview(lines=(line,), result="by rail")
    fare = [Charge("rail_move", p.charts.cost["rail_move"])]
    left = allowance(p, memo.unit, out_of_supply=False) - memo.spent
    return Preview(lines=tuple(_charged(fare, left)), result=_spent(fare, left))


def _spent(charges: Iterable[Charge], left: int) -> str:
    cost = min(price_of(charges), left)
    return points_spent(cost / HALVES, (left - cost) / HALVES)


# 12.0 Attacks


def _about_attack(p: War, choice: Choice) -> Preview | None:
    """The attack as it would be after a choice, resolved at once."""
    match choice.verb:
        case "cancel":
            return None
        case "attack":
            after = with_everybody(p, choice)
        case "resolve":
            after = p
        case _:
            after = made(p, choice)
    decision = after.decision()
    attack = in_hand(after)
    if decision is None or not isinstance(attack, Attack) or not attack.units:
        return None
    if decision.option("resolve") is None:
        return Preview(lines=(Line("somebody must attack", "", "12.1.9"),), result="guns alone")
    unseen = defenders_in(after, attack) & hidden_from(after, attack.side)
    if unseen:
        return _against_unknown(after, unseen.bit_count())
    return _against_known(after)


RESOLVE = Choice("resolve")


def _against_known(p: War) -> Preview:
    """An attack on units that everybody sees; what the GMD may still do is named."""
    shown = odds(p, RESOLVE)
    doubts, others = [], [shown]
    for text, case, plan in _ifs(p):
        other = odds(p, RESOLVE, plan)
        others.append(other)
        doubts.append(Doubt(text, case, _result(p, other), other.forecast.chances))
    return Preview(
        lines=tuple(_lines(p, shown)),
        result=_result(p, shown),
        chances=shown.forecast.chances,
        columns=_columns(p, others) if doubts else shown.forecast.columns,
        uncertain=tuple(doubts),
        faces=shown.forecast.faces,
    )


def _ifs(p: War) -> Iterator[tuple[str, str, Plan]]:
    """What the GMD may do before the dice fall."""
    attack = p.memo_of(AttackStep)
    names = p.charts.counter
    for plan in plans(p):
        drop = f"drop supplies on {p.label(plan.drop)}" if plan.drop >= 0 else ""
        bomb = f"bombard with {names[plan.air].name}" if plan.air >= 0 else ""
        yield f"the GMD may {' and '.join(filter(None, (drop, bomb)))}", "14.1.2", plan
    if attack.side == PLA and p.fdp >> attack.target & 1:
        number = fighters(p, attack.target).bit_count()
        if number > p.charts.limit["fdp_fighting"]:
            text = f"the GMD chooses two of {number} defenders; if they are the weakest"
            yield text, "16.2.2", Plan(weakest=True)


def _against_unknown(p: War, number: int) -> Preview:
    """18.2: the GMD attacks face-down counters: between the best and the worst they could be."""
    target = p.memo_of(AttackStep).target
    cases = {
        "as strong": odds(extreme(p, (target,), strong=True), RESOLVE),
        "as weak": odds(extreme(p, (target,), strong=False), RESOLVE),
    }
    first = cases["as strong"]
    counters = "1 face-down counter" if number == 1 else f"{number} face-down counters"
    least, most = (_extent(cases[key].theirs)[n] for key, n in (("as weak", 0), ("as strong", 1)))
    columns = _columns(p, cases.values())
    return Preview(
        lines=(
            *_sum(p, "attack", first.ours),
            Line(counters, f"{least} to {most}", "18.2.1"),
            *_shift_lines(first.shifts),
            *_afterwards(p, first),
        ),
        result=f"{_total(first.ours)} to {least}-{most}: {_range(columns)}, {counters}",
        columns=columns,
        uncertain=tuple(
            Doubt(
                f"{counters}: if {key} as can be", "18.2.1", _result(p, one), one.forecast.chances
            )
            for key, one in cases.items()
        ),
    )


def _extent(strength: Strength) -> tuple[int, int]:
    """The least and the most that a side can come to."""
    dice = len(strength.dice)
    return strength.points + dice, strength.points + 6 * dice


def _about_defence(p: War, choice: Choice, value: int) -> Preview | None:
    """14.2, 16.2.2: the GMD answers an attack of face-down counters."""
    memo = p.frames[-1].memo
    attack: Attack = memo.attack if isinstance(memo, Rolling) else memo
    plan = NOTHING
    match choice.verb:
        case "bombard":
            plan = Plan(air=value)
        case "air_supply":
            plan = Plan(drop=value)
        case "defend":
            plan = Plan(defending=(*memo.defending, value))
    unseen = set_of(attack.units) & hidden_from(p, GMD)
    hexes = members(attack_hexes(p, attack))
    counters = f"{len(attack.units)} counters attack"
    doubts, shown = [], []
    for strong in (True, False):
        one = odds(extreme(p, hexes, strong=strong) if unseen else p, choice, plan)
        how = "as strong" if strong else "as weak"
        text = f"{counters}, face-down: if {how} as can be"
        doubts.append(Doubt(text, "18.2.1", _result(p, one), _for_the_defender(one)))
        shown.append(one)
    best, worst = (_extent(one.ours) for one in shown)
    return Preview(
        lines=(
            Line(counters, f"{worst[0]} to {best[1]}", "18.2.1"),
            *_sum(p, "defence", shown[0].theirs),
            *_shift_lines(shown[0].shifts),
        ),
        result=f"{worst[0]}-{best[1]} to {_total(shown[0].theirs)}, face-down counters",
        uncertain=tuple(doubts),
    )


def _for_the_defender(one: Odds) -> tuple[Chance, ...]:
    return one.forecast.chances[::-1]


def _lines(p: War, one: Odds) -> Iterator[Line]:
    """16.1.3 first, then the sums of both sides, the shifts, and what follows the combat."""
    match one.reply:
        case "flee":
            yield Line("out of supply and surrounded: they flee", "", "16.1.3")
            return
        case "dig in":
            yield Line("out of supply and surrounded: they dig in", "", "16.1.3")
        case "check":
            for unit in one.defenders:
                name, faces = p.charts.counter[unit].name, passing_faces(p, unit)
                yield Line(f"{name} checks its loyalty first", f"{faces} in 6", "16.1.3")
    yield from _sum(p, "attack", one.ours)
    yield from _sum(p, "defence", one.theirs)
    yield from _shift_lines(one.shifts)
    yield from _afterwards(p, one)


def _sum(p: War, name: str, strength: Strength) -> Iterator[Line]:
    for term in strength.terms:
        yield Line(term.text, f"{term.value:+d}", term.case)
    for unit in strength.dice:
        case = "14.2.2" if p.charts.air >> unit & 1 else "13.1.2"
        yield Line(p.charts.counter[unit].name, "+1 die", case)
    yield Line(f"{name} in all", _total(strength), "12.3.1")


def _shift_lines(terms: Iterable[Term]) -> Iterator[Line]:
    for term in terms:
        way = "R" if term.value > 0 else "L"
        yield Line(term.text, f"{abs(term.value)}{way}", term.case)


def _afterwards(p: War, one: Odds) -> Iterator[Line]:
    """Dice that follow every combat."""
    charts, attack = p.charts, one.attack
    if charts.tank_battalion in attack.units:
        name = charts.counter[charts.tank_battalion].name
        least = charts.limit["tank_breakdown"]
        yield Line(f"{name} breaks down afterwards", f"{7 - least} in 6", "18.6.1")
    stacks = p.hexes_of(set_of(attack.units)) if attack.side == GMD else 1 << attack.target
    for leader in members(p.units_at(stacks) & charts.leaders):
        lost = [leader_lost_on(p, survivors=survivors) for survivors in (True, False)]
        text = f"{charts.counter[leader].name} is lost afterwards"
        yield Line(text, f"{lost[0]} in 36, alone {lost[1]}", "17.2.7")


def _result(p: War, one: Odds) -> str:
    if one.reply == "flee":
        return f"no attack: they flee to {' or '.join(map(p.label, one.refuge))}"
    sums = f"{_total(one.ours)} to {_total(one.theirs)}: {_range(one.forecast.columns)}"
    return f"{sums}, after loyalty checks" if one.reply == "check" else sums


def _total(strength: Strength) -> str:
    dice = len(strength.dice)
    if not dice:
        return str(strength.points)
    return f"{strength.points} + {dice} {'die' if dice == 1 else 'dice'}"


def _columns(p: War, every: Iterable[Odds]) -> tuple[str, ...]:
    """All columns between the worst and the best that may be used."""
    order = p.charts.columns
    used = [order.index(column) for one in every for column in one.forecast.columns]
    return order[min(used) : max(used) + 1] if used else ()


def _range(columns: Sequence[str]) -> str:
    if not columns:
        return "no roll"
    first, last = columns[0], columns[-1]
    return first if first == last else f"{first} to {last}"


# 15.0 Loyalty, and other dice


def _loyalty(p: War, unit: int, chances: tuple[Chance, ...]) -> Preview:
    """15.1: the chance that a unit stays loyal."""
    charts = p.charts
    row = charts.counter[unit].loyalty_row
    lines = [Line(charts.loyalty_text[row], f"1-{charts.loyalty_range[row]}", "15.1.3")]
    for name, drm in loyalty_modifiers(p, p.where[unit]).items():
        modifier = charts.loyalty_modifiers[name]
        lines.append(Line(modifier.text, f"{drm:+d}", modifier.case))
    result = f"{charts.counter[unit].name} checks its loyalty"
    return Preview(lines=tuple(lines), result=result, chances=chances)


def _lost(p: War, unit: int) -> Preview:
    """15.1.1, 10.3: what becomes of a unit that is given up."""
    charts, hex_ = p.charts, p.where[unit]
    if hex_ < 0:
        return Preview(result="the defector is lost for good")  # 15.2.3e
    if charts.militia >> unit & 1:
        return Preview(result="the militia can be raised again")  # 18.5.2
    if not charts.units_of[GMD] >> unit & 1 or not must_check(p, hex_):
        return _delayed(p)
    faces = passing_faces(p, unit)
    found = _loyalty(
        p,
        unit,
        (
            Chance("defects", "fails and defects", 1 - faces / 6),
            Chance("loyal", "comes back after a die of turns", faces / 6),
        ),
    )
    if p.hexes_of(p.face_up & charts.corps) & charts.grid.neighbours(1 << hex_):
        return found
    doubt = Doubt("only a PLA corps in supply makes it check: face-down counters", "18.2.1")
    return Preview(found.path, found.lines, found.result, found.chances, uncertain=(doubt,))


def _delayed(p: War) -> Preview:
    """10.3.1: a die tells for how many turns."""
    late = sum(not in_time(p, die) for die in range(1, 7)) / 6
    chances = (Chance("late", "too late", late), Chance("back", "it comes back", 1 - late))
    return Preview(
        lines=(Line("turns until it comes back", "1 die", "10.3.1"),),
        result="delayed",
        chances=tuple(chance for chance in chances if chance.probability),
    )


def _suppression(p: War, choice: Choice, hex_: Hex) -> Preview:
    """18.4.10: a die for each unit."""
    hunters = (p.gmd_in(hex_) & ~p.fought).bit_count()
    least = found_on(p, hex_)
    return Preview(
        lines=(
            Line("units that hunt", str(hunters), "18.4.10"),
            Line("each finds them on", f"{least} or more" if least < 6 else "6", "18.4.10"),
        ),
        result="guerrilla suppression",
        chances=hunt_forecast(p, choice).chances,
    )


def _reinforcements(p: War) -> Preview:
    """10.1.2, 10.1.3: a die for each."""
    faces = sum(arrives(p, die) for die in range(1, 7))
    lines = tuple(
        Line(p.charts.counter[unit].name, f"{faces} in 6", "10.1.1")
        for unit in members(waiting(p, PLA))
    )
    return Preview(lines=lines, result=f"each arrives on 1 to {faces}")
