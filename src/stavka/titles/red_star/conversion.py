"""17.0 Unit breakdown and buildup."""

from __future__ import annotations

from itertools import combinations

import msgspec

from ...engine import Decision, Option, Step, UnitSet, derived, plain, units
from ...hexes import members, set_of
from ...kit.bars import EVERYTHING, Bars, legal
from .charts import AXIS, SOVIET, Conversion
from .contested import contested_by, next_to
from .position import BREAKDOWN, FORCE_POOL, GROUND, War
from .soviet_army import release


class Converting(msgspec.Struct, frozen=True):
    """What is being converted: a verb and the unit that was picked for it."""

    verb: str = ""
    unit: int = -1
    # 17.3: the first corps that an army breaks down into.
    first: int = -1


def begin_conversions(p: War) -> None:
    p.converted = 0
    p.parts = ()


# 17.2 German units


def bars_to_convert(p: War) -> Bars:
    """17.1: German corps and battlegroups in supply, in uncontested spaces or in mud."""
    german = p.on_map & p.charts.currency
    yield ~german, "17.2.1", "{} is no German corps or battlegroup on the map"
    yield p.out | p.lack | p.emergency, "17.1", "{} is not in supply"
    if not p.mud:
        contested = p.those_in(german, contested_by(p, SOVIET))
        yield contested, "17.1", "{} is in a contested space, and it is not mud"


@derived(*GROUND, "out", "lack", "emergency")
def may_convert(p: War) -> UnitSet:
    """17.1: the German units that can take part in a breakdown or a buildup."""
    return legal(bars_to_convert(p))


def _enough_counters(p: War, kinds: tuple[str, ...], returned: UnitSet) -> bool:
    """17.2.2: whether the box holds counters enough, with those that go back into it."""
    box, of_kind = p.box(BREAKDOWN) | returned, p.charts.of_kind
    return all((box & of_kind[kind]).bit_count() >= kinds.count(kind) for kind in kinds)


def can_break_down(p: War) -> UnitSet:
    """17.2.1; 19.2.4: not on turn one where units are frozen."""
    charts, found = p.charts, 0
    possible: dict[tuple[str, int], bool] = {}
    for unit in members(may_convert(p) & ~p.converted & ~p.frozen()):
        what = (charts.kind[unit].key, p.steps[unit])
        if what not in possible:
            line = charts.breakdowns.get(what)
            possible[what] = line is not None and _enough_counters(
                p, (line.parts[0][0], line.parts[1][0]), 1 << unit
            )
        if possible[what]:
            found |= 1 << unit
    return found


def available_part(p: War, unit: int) -> bool:
    """17.2.3: a battlegroup from a breakdown, of which the other half is still unused."""
    return any(unit in pair for pair in p.parts)


def buildup_of(p: War, one: int, other: int) -> Conversion | None:
    """What two units in a space can be built up to."""
    charts = p.charts
    what = [(charts.kind[one].key, p.steps[one]), (charts.kind[other].key, p.steps[other])]
    line = charts.buildups.get((min(what), max(what)))
    if line is None:
        return None
    # 17.2.3: at most one of them comes from a breakdown of this turn.
    old = [u for u in (one, other) if p.converted >> u & 1]
    if len(old) > 1 or any(not available_part(p, u) for u in old):
        return None
    return line if _enough_counters(p, (line.whole[0],), 1 << one | 1 << other) else None


def can_build_up(p: War) -> UnitSet:
    found = 0
    together: dict[int, list[int]] = {}
    for unit in members(may_convert(p)):
        together.setdefault(p.where[unit], []).append(unit)
    for group in together.values():
        for one, other in combinations(group, 2):
            if buildup_of(p, one, other):
                found |= 1 << one | 1 << other
    return found


def partners(p: War, unit: int) -> UnitSet:
    able = may_convert(p)
    return set_of(
        u
        for u in members(p.units_in(p.where[unit]) & able & ~(1 << unit))
        if buildup_of(p, unit, u)
    )


def bars_to_break_down(p: War, memo: Converting) -> Bars:
    yield from bars_to_convert(p)
    yield p.frozen(), "19.2.4", "{} does not break down on turn 1"
    yield p.converted, "17.1", "{} has been converted in this turn"
    kind, lines = p.charts.kind, p.charts.breakdowns
    in_chart = set_of(u for u in members(may_convert(p)) if (kind[u].key, p.steps[u]) in lines)
    none = ~can_break_down(p)
    yield in_chart & none, "17.2.2", "there are no counters for {} to break down into"
    yield none, "17.2.1", "the chart has nothing for {} here"
    yield from _bars_while_converting(p, memo)


def bars_to_build_up(p: War, memo: Converting) -> Bars:
    yield from bars_to_convert(p)
    yield _used_up(p), "17.1", "{} has been converted in this turn"
    yield ~can_build_up(p), "17.2.1", "the chart has nothing for {} here"
    yield from _bars_while_converting(p, memo)


def bars_to_join(p: War, memo: Converting) -> Bars:
    yield from bars_to_convert(p)
    yield _used_up(p), "17.1", "{} has been converted in this turn"
    partner = p.called(memo.unit) if memo.unit >= 0 else "anything"
    able = partners(p, memo.unit) if memo.unit >= 0 else 0
    yield ~able, "17.2.1", f"the chart does not join {{}} with {partner} here"


def _used_up(p: War) -> UnitSet:
    """17.1, 17.2.3: what has been converted and is no part that may still be built up."""
    return set_of(u for u in members(p.converted) if not available_part(p, u))


def _bars_while_converting(p: War, memo: Converting) -> Bars:
    if memo.unit >= 0:
        yield EVERYTHING, "17.1", lambda _: being_converted(p, memo)


def being_converted(p: War, memo: Converting) -> str:
    return f"{p.called(memo.unit)} is being converted: go on or back"


def break_down(p: War, unit: int) -> None:
    line = p.charts.breakdowns[p.charts.kind[unit].key, p.steps[unit]]
    hex_ = p.where[unit]
    p.send(unit, BREAKDOWN)
    made = []
    for kind, steps in line.parts:
        counter = members(p.box(BREAKDOWN) & p.charts.of_kind[kind])[0]
        p.set_steps(counter, steps)
        p.place(counter, hex_)
        made.append(counter)
    p.converted |= set_of(made)
    p.parts = (*p.parts, (made[0], made[1]))
    p.tell("broken_down", "17.2.1", unit, hex_, tuple(made))


def build_up(p: War, one: int, other: int) -> int:
    line = buildup_of(p, one, other)
    assert line is not None
    kind, steps = line.whole
    hex_ = p.where[one]
    for unit in (one, other):
        p.send(unit, BREAKDOWN)
    counter = members(p.box(BREAKDOWN) & p.charts.of_kind[kind])[0]
    p.set_steps(counter, steps)
    p.place(counter, hex_)
    p.converted |= 1 << counter
    p.tell("built_up", "17.2.1", counter, hex_)
    return counter


class GermanConversion(Step[War, Converting], key="german_conversion"):
    """2.0 I a."""

    def decision(self, p: War, memo: Converting) -> Decision | None:
        options: list[Option]
        if memo.unit >= 0:
            options = [units("with", "17.2.1", partners(p, memo.unit)), plain("back", "17.1")]
            prompt = f"Build {p.called(memo.unit)} up with which unit?"
            return p.ask(AXIS, prompt, "17.2", options, of=(memo.unit,))
        down, up = can_break_down(p), can_build_up(p)
        if not down and not up:
            return None
        options = [
            units("break_down", "17.2.1", down),
            units("build_up", "17.2.1", up),
            plain("done", "17.1"),
        ]
        return p.ask(AXIS, "Break units down or build them up", "17.2", options)

    def apply(self, p: War, memo: Converting, verb: str, value: int) -> None:
        match verb:
            case "break_down":
                break_down(p, value)
            case "build_up":
                p.remember(Converting(verb, value))
            case "with":
                p.remember(Converting())
                build_up(p, memo.unit, value)
            case "back":
                p.remember(Converting())
            case "done":
                p.finish()


# 17.3-17.5 Soviet units


def bars_to_reorganize(p: War, case: str) -> Bars:
    """17.1, 15.4.6, 15.6.6: what holds for all Soviet units, whatever is done with them."""
    charts = p.charts
    yield ~p.on_map, case, "{} is not on the map"
    stranger = "{} neither builds armies nor joins them"
    yield charts.airborne, "15.4.6", stranger
    yield charts.guards_cavalry, "15.6.6", stranger
    yield p.out | p.lack | p.emergency, case, "{} is not in supply"
    yield p.converted, "17.1", "{} has been converted in this turn"


def bars_to_divide(p: War, memo: Converting) -> Bars:
    """17.3: armies in supply that are not next to an Axis unit."""
    armies = p.on_map & p.charts.armies
    yield from bars_to_reorganize(p, "17.3")
    yield ~armies, "17.3", "{} is no army"
    yield p.those_in(armies, next_to(p, AXIS)), "17.3", "{} is next to an Axis unit"
    if (p.box(FORCE_POOL) & p.charts.soviet_corps).bit_count() < 2:
        yield EVERYTHING, "17.3", "there are no two corps in the Force Pool"
    yield from _bars_while_converting(p, memo)


def bars_to_corps(p: War, memo: Converting) -> Bars:
    able = corps_in_pool(p, memo.first) if memo.verb == "break_down" else 0
    yield ~able, "17.3", "{} is not in the Force Pool"


def corps_in_pool(p: War, taken: int = -1) -> UnitSet:
    """One corps of each kind that the Force Pool Box holds."""
    pool = p.box(FORCE_POOL) & p.charts.soviet_corps
    if taken >= 0:
        pool &= ~(1 << taken)
    found: dict[str, int] = {}
    for unit in members(pool):
        found.setdefault(p.charts.kind[unit].key, unit)
    return set_of(found.values())


def corps_to_build_up(p: War) -> UnitSet:
    """17.4: corps in supply, two in a space, while there is an infantry army in the pool."""
    if not p.box(FORCE_POOL) & p.charts.infantry_armies:
        return 0
    able = _corps_in_supply(p)
    found = 0
    for stack in p.stacks.values():
        here = stack & able
        if here.bit_count() > 1:
            found |= here
    return found


def bars_to_unite(p: War, memo: Converting) -> Bars:
    yield from bars_to_reorganize(p, "17.4")
    if not p.box(FORCE_POOL) & p.charts.infantry_armies:
        yield EVERYTHING, "17.4", "there is no infantry army in the Force Pool"
    yield ~corps_to_build_up(p), "17.4", "{} has nobody to join here"
    yield from _bars_while_converting(p, memo)


def bars_to_unite_with(p: War, memo: Converting) -> Bars:
    """17.4: another corps in the space."""
    yield from bars_to_reorganize(p, "17.4")
    mates = 0
    if memo.verb == "build_up":
        mates = p.units_in(p.where[memo.unit]) & _corps_in_supply(p) & ~(1 << memo.unit)
    yield ~mates, "17.4", "{} has nobody to join here"


def _corps_in_supply(p: War) -> UnitSet:
    return p.on_map & p.charts.soviet_corps & ~(p.out | p.lack) & ~p.converted


def armies_to_rebuild(p: War, corps: int) -> UnitSet:
    """17.5: reduced armies in supply that a corps is next to."""
    charts = p.charts
    able = p.on_map & charts.armies & ~(p.out | p.lack) & ~p.converted
    if charts.kind[corps].key != "soviet_mechanized_corps":
        able &= ~charts.tank_armies
    near = charts.grid.disc(p.where[corps], 1)
    found = 0
    for unit in members(p.units_at(near & p.soviet) & able):
        if p.steps[unit] == 1:
            found |= 1 << unit
    return found


def corps_to_incorporate(p: War) -> UnitSet:
    reduced = set_of(u for u in members(p.on_map & p.charts.armies) if p.steps[u] == 1)
    near = p.hexes_of(reduced)
    near |= p.charts.grid.neighbours(near)
    return set_of(
        u
        for u in members(_corps_in_supply(p) if reduced else 0)
        if near >> p.where[u] & 1 and armies_to_rebuild(p, u)
    )


def bars_to_incorporate(p: War, memo: Converting) -> Bars:
    yield from bars_to_reorganize(p, "17.5")
    yield ~corps_to_incorporate(p), "17.5", "{} has nobody to join here"
    yield from _bars_while_converting(p, memo)


def bars_to_take_in(p: War, memo: Converting) -> Bars:
    charts, corps = p.charts, memo.unit
    yield from bars_to_reorganize(p, "17.5")
    if corps >= 0 and charts.kind[corps].key != "soviet_mechanized_corps":
        yield charts.tank_armies, "17.5", "a tank army takes mechanized corps only"
    full = set_of(u for u in members(p.on_map) if p.steps[u] > 1)
    yield full, "17.5", "{} is at full strength"
    able = armies_to_rebuild(p, corps) if memo.verb == "incorporate" else 0
    yield ~able, "17.5", "{} has nobody to join here"


class SovietConversion(Step[War, Converting], key="soviet_conversion"):
    """2.0 I c: in production turns."""

    def decision(self, p: War, memo: Converting) -> Decision | None:
        if not p.production():
            return None
        options: list[Option]
        back = plain("back", "17.1")
        if memo.verb == "break_down":
            options = [units("corps", "17.3", legal(bars_to_corps(p, memo))), back]
            prompt = f"{p.called(memo.unit)} becomes two corps"
            return p.ask(SOVIET, prompt, "17.3", options, of=(memo.unit,))
        if memo.verb == "build_up":
            options = [units("with", "17.4", legal(bars_to_unite_with(p, memo))), back]
            prompt = f"Build {p.called(memo.unit)} up with which corps?"
            return p.ask(SOVIET, prompt, "17.4", options, of=(memo.unit,))
        if memo.verb == "incorporate":
            options = [units("into", "17.5", armies_to_rebuild(p, memo.unit)), back]
            prompt = f"Which army takes {p.called(memo.unit)}?"
            return p.ask(SOVIET, prompt, "17.5", options, of=(memo.unit,))
        options = [
            units("break_down", "17.3", legal(bars_to_divide(p, memo))),
            units("build_up", "17.4", corps_to_build_up(p)),
            units("incorporate", "17.5", corps_to_incorporate(p)),
        ]
        if not any(option.values for option in options):
            return None
        options.append(plain("done", "17.1"))
        return p.ask(SOVIET, "Breakdown, buildup and incorporation", "17.0", options)

    def apply(self, p: War, memo: Converting, verb: str, value: int) -> None:
        match verb:
            case "break_down" | "build_up" | "incorporate":
                p.remember(Converting(verb, value))
            case "corps" if memo.first < 0:
                p.remember(Converting(memo.verb, memo.unit, value))
            case "corps":
                p.remember(Converting())
                divide_army(p, memo.unit, (memo.first, value))
            case "with":
                p.remember(Converting())
                unite_corps(p, memo.unit, value)
            case "into":
                p.remember(Converting())
                incorporate(p, memo.unit, value)
            case "back":
                p.remember(Converting())
            case "done":
                p.finish()


def divide_army(p: War, army: int, corps: tuple[int, int]) -> None:
    """17.3: the army goes into the Force Pool Box."""
    hex_ = p.where[army]
    release(p, army)
    p.send(army, FORCE_POOL)
    for unit in corps:
        p.place(unit, hex_)
        p.converted |= 1 << unit
    p.tell("broken_down", "17.3", army, hex_, corps)


def unite_corps(p: War, one: int, other: int) -> None:
    """17.4: the corps go into the Force Pool Box, an infantry army comes out of it."""
    hex_ = p.where[one]
    army = members(p.box(FORCE_POOL) & p.charts.infantry_armies)[0]
    for unit in (one, other):
        p.send(unit, FORCE_POOL)
    p.place(army, hex_)
    p.converted |= 1 << army
    p.tell("built_up", "17.4", army, hex_)


def incorporate(p: War, corps: int, army: int) -> None:
    """17.5: the army's marker is turned to its full side."""
    p.send(corps, FORCE_POOL)
    p.set_steps(army, p.charts.kind[army].steps)
    p.converted |= 1 << army
    p.tell("incorporated", "17.5", corps, army)
