"""8.0 Soviet unit build-up and breakdown."""

from __future__ import annotations

from functools import lru_cache

from ...engine import Decision, Option, Step, UnitSet, derived, hexes, plain, units, words
from ...hexes import Hex, HexSet, members, set_of, union
from ...kit.bars import EVERYTHING, Bars
from .charts import SOVIET, Charts
from .position import GROUND, POOL, War


def can_break_down(p: War) -> UnitSet:
    """8.3: corps whose divisions are all among the unused counters."""
    return _breakable(p.charts, p.on_map, p.box(POOL))


@lru_cache(maxsize=4096)
def _breakable(charts: Charts, on_map: UnitSet, pool: UnitSet) -> UnitSet:
    """Which units are where does not matter, so that the answer holds while they only move."""
    found = 0
    for strength, parts in charts.divisions.items():
        corps = charts.of_strength[strength] & on_map
        if corps and all(
            (charts.of_strength[d] & pool).bit_count() >= count for d, count in parts.items()
        ):
            found |= corps
    return found


def possible_corps(p: War, hex_: Hex) -> list[str]:
    """8.0: the corps that the divisions in a hex can form, counters permitting."""
    here: dict[str, int] = {}
    for unit in members(p.units_in(hex_)):
        key = p.charts.unit_type[unit].key
        here[key] = here.get(key, 0) + 1
    return [
        corps
        for corps, parts in p.charts.divisions.items()
        if all(here.get(d, 0) >= count for d, count in parts.items()) and p.in_pool(corps)
    ]


@derived(*GROUND)
def can_build_up(p: War) -> HexSet:
    """The hexes in which divisions can form a corps."""
    if (p.charts.division_units & p.on_map).bit_count() < 3:
        return 0
    found = 0
    for hex_, stack in p.stacks.items():
        if stack.bit_count() >= 3 and p.soviet >> hex_ & 1 and possible_corps(p, hex_):
            found |= 1 << hex_
    return found


def bars_to_break_down(p: War, memo: object) -> Bars:
    charts = p.charts
    corps = union(charts.of_strength[strength] for strength in charts.divisions)
    yield ~(corps & p.on_map), "8.0", "{} is not a Soviet corps on the map"
    yield ~can_break_down(p), "8.3", "there are not enough unused divisions for {}"


def bars_to_build_up(p: War, memo: object) -> Bars:
    yield ~can_build_up(p), "8.0", "the units in {} do not make up an unused corps"


def bars_in_chinese_phases(p: War, memo: object) -> Bars:
    """8.2: the other player has moments of his own for it in them (Substitution)."""
    if p.current.side != SOVIET:
        yield EVERYTHING, "8.0", "only the Soviet Player substitutes units"


def substitution_options(p: War) -> list[Option]:
    return [
        units("break_down", "8.0", can_break_down(p)),
        hexes("build_up", "8.0", can_build_up(p)),
    ]


def break_down(p: War, corps: int) -> list[int]:
    """Replaces a corps by its divisions, which take over what it has done (8.2, 8.5)."""
    hex_ = p.where[corps]
    parts = p.charts.divisions[p.charts.unit_type[corps].key]
    divisions = [u for d, count in parts.items() for u in p.in_pool(d)[:count]]
    _take_over(p, [corps], divisions)
    p.send(corps, POOL)
    for division in divisions:
        p.place(division, hex_)
    p.tell("broken_down", "8.0", corps, hex_)
    return divisions


def build_up(p: War, hex_: Hex, strength: str) -> int:
    """Replaces divisions in a hex by the corps that they form."""
    divisions = _divisions_for(p, hex_, strength)
    corps = p.in_pool(strength)[0]
    _take_over(p, divisions, [corps])
    for division in divisions:
        p.send(division, POOL)
    p.place(corps, hex_)
    p.tell("built_up", "8.0", corps, hex_)
    return corps


def _divisions_for(p: War, hex_: Hex, strength: str) -> list[int]:
    """Divisions that have done nothing yet, if these are enough; else as few of them as can be."""
    used = p.moved | p.railed | p.fought | p.was_attacked | p.unsupplied
    kind, parts = p.charts.unit_type, p.charts.divisions[strength]
    fresh = [kind[u].key for u in members(p.units_in(hex_) & ~used)]
    enough = all(fresh.count(d) >= count for d, count in parts.items())
    order = sorted(members(p.units_in(hex_)), key=lambda u: bool(used >> u & 1) == enough)
    return [
        unit
        for d, count in parts.items()
        for unit in [u for u in order if kind[u].key == d][:count]
    ]


def _take_over(p: War, old: list[int], new: list[int]) -> None:
    """What a unit has done in a phase or turn cannot be undone by exchanging its counter."""
    before = set_of(old)
    after = set_of(new)
    for name in (
        *("moved", "moved_this_turn", "railed", "unsupplied", "fought", "was_attacked"),
        "began_on_rail",
    ):
        units_ = getattr(p, name)
        # 5.41 wants every part of a unit to have begun on a railway, and 9.14 protects a unit only
        # if every part has been attacked; the rest binds the whole if it binds a part.
        every = name in ("began_on_rail", "was_attacked")
        applies = units_ & before == before if every else units_ & before
        setattr(p, name, (units_ & ~after) | (after if applies else 0))


def apply_substitution(p: War, verb: str, value: int) -> None:
    """Carries out `break_down` or `build_up`; asks which corps if there are several."""
    if verb == "break_down":
        break_down(p, value)
        return
    corps = possible_corps(p, value)
    if len(corps) == 1:
        build_up(p, value, corps[0])
    else:
        p.push(BuildUp, value)


class BuildUp(Step[War, Hex], key="build_up"):
    """Which corps the divisions of a hex are to form."""

    def decision(self, p: War, memo: Hex) -> Decision | None:
        prompt = f"Build up in {p.label(memo)}: which corps?"
        return p.ask(
            SOVIET,
            prompt,
            "8.0",
            [words("as", "8.0", possible_corps(p, memo)), plain("cancel", "8.0")],
            at=(memo,),
        )

    def apply(self, p: War, memo: Hex, verb: str, value: int) -> None:
        p.finish()

    def apply_word(self, p: War, memo: Hex, verb: str, word: str) -> None:
        p.finish()
        build_up(p, memo, word)


def open_substitutions(p: War) -> list[Option]:
    """What the Soviet Player can substitute, unless he has said that he will not."""
    options = [] if p.declines else substitution_options(p)
    return [option for option in options if option.values]


class Substitution(Step[War, None], key="substitution", because=("announced",)):
    """8.2: a moment at which the Soviet Player may substitute units, in either Player-Turn."""

    def decision(self, p: War, memo: None) -> Decision | None:
        options = open_substitutions(p)
        if not options:
            return None
        options.append(plain("pass", "8.2"))
        if p.current.side != SOVIET:
            options.append(plain("pass_turn", "8.2"))
        return p.ask(SOVIET, "Break down or build up Soviet units", "8.2", options)

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        if verb in ("break_down", "build_up"):
            apply_substitution(p, verb, value)
            return
        if verb == "pass_turn":
            p.declines = True
        p.finish()
