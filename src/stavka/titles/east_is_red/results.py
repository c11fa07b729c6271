"""10.0 Combat resolution: the die, and what becomes of both sides."""

from __future__ import annotations

import msgspec

from ...engine import Decision, Step, UnitSet, hexes, plain, units
from ...engine.texts import counted
from ...hexes import Hex, HexSet, members, set_of
from ...kit.bars import EVERYTHING, Bars, legal
from .charts import SOVIET, enemy_of
from .cities_and_industry import cities_held, destroy_industry, intrinsic_strength
from .demolitions import cross
from .nuclear import contaminate
from .position import POOL, War
from .substitution import break_down, can_break_down
from .supply import has_supply, supplied_elsewhere
from .terrain import closed_hexes, closed_to
from .zones_of_control import blocks_a_path


class Retreat(msgspec.Struct, frozen=True):
    """10.2: units that are moved one hex by the other player."""

    side: str
    units: tuple[int, ...]
    # The unit that is being moved, if the player has picked one.
    unit: int = -1
    # 5.53: Marine Divisions whose owner does not want them back in Vladivostok.
    staying: tuple[int, ...] = ()


class Exchange(msgspec.Struct, frozen=True):
    """10.1: strength points that the attacker still has to lose, from these units."""

    side: str
    units: tuple[int, ...]
    points: int


class Advance(msgspec.Struct, frozen=True):
    """10.3: vacated hexes that may be entered, and who may enter them."""

    side: str
    hexes: tuple[int, ...]
    units: tuple[int, ...]


def resolve(
    p: War,
    *,
    side: str,
    targets: tuple[Hex, ...],
    defenders: tuple[int, ...],
    units: tuple[int, ...],
    air: tuple[int, ...],
    nuclear: bool,
    mass: bool,
    column: str,
) -> None:
    """Rolls the die for an attack and applies the result at once (9.0)."""
    charts = p.charts
    die = p.roll()
    result = charts.results[column][die]
    p.fought |= set_of(units)
    p.was_attacked |= set_of(defenders)
    p.hexes_attacked |= set_of(targets)
    p.note_air_strikes(set_of(air))
    p.tell("attacked", "9.0", targets, units, column, die, result, nuclear, mass)
    leading = tuple(u for u in units if not charts.artillery >> u & 1)

    if mass and result != "De":
        # 10.5: a mass attack that does not destroy the defender destroys itself.
        left = _hexes_of(p, leading)
        _eliminate(p, leading, "10.5")
        _offer_advance(p, enemy_of(side), left, defenders)
        return
    if result in ("Dr", "Ex", "De"):
        destroy_industry(p, side, set_of(targets))
    match result:
        case "De":
            _eliminate(p, _enemies_in(p, side, targets), "10.1")
            _after_destruction(p, side, result, targets, leading, nuclear=nuclear)
        case "Ex":
            points = _face_value(p, targets, defenders)
            _eliminate(p, _enemies_in(p, side, targets), "10.1")
            _after_destruction(p, side, result, targets, leading, nuclear=nuclear)
            p.push(ExchangeStep, Exchange(side, leading, points))
        case "Dr":
            # 13.15: a Chinese city and whoever is in it stay.
            firm = cities_held(p)
            retreating = tuple(
                u for u in _enemies_in(p, side, targets) if not firm >> p.where[u] & 1
            )
            _offer_advance(p, side, targets, leading)
            if retreating:
                p.push(RetreatStep, Retreat(enemy_of(side), retreating))
        case "Ar":
            _offer_advance(p, enemy_of(side), _hexes_of(p, leading), defenders)
            p.push(RetreatStep, Retreat(side, leading))
        case "Ae":
            left = _hexes_of(p, leading)
            _eliminate(p, leading, "10.1")
            _offer_advance(p, enemy_of(side), left, defenders)


def _hexes_of(p: War, units_: tuple[int, ...]) -> tuple[Hex, ...]:
    return tuple(sorted({p.where[u] for u in units_}))


def _eliminate(p: War, units_: tuple[int, ...], case: str) -> None:
    for unit in units_:
        p.tell("eliminated", case, unit, p.where[unit])
        p.send(unit, POOL)


def _enemies_in(p: War, side: str, targets: tuple[Hex, ...]) -> tuple[int, ...]:
    """10.22: whom a result against the defender hits, units that had retreated here too."""
    enemies = p.charts.units_of[enemy_of(side)]
    return tuple(u for target in targets for u in members(p.units_in(target) & enemies))


def _face_value(p: War, targets: tuple[Hex, ...], defenders: tuple[int, ...]) -> int:
    """10.1: an exchange goes by the numbers printed on the counters."""
    charts = p.charts
    points = sum(charts.unit_type[u].defense for u in defenders)
    garrisoned = {p.where[u] for u in defenders}
    for target in targets:
        if target not in garrisoned:
            points += intrinsic_strength(p, target)[0]
    return points


def _after_destruction(
    p: War,
    side: str,
    result: str,
    targets: tuple[Hex, ...],
    leading: tuple[int, ...],
    *,
    nuclear: bool,
) -> None:
    if nuclear:
        contaminate(p, result, targets)
    _offer_advance(p, side, targets, leading, seize=True)


def _offer_advance(
    p: War, side: str, hexes_: tuple[Hex, ...], units_: tuple[int, ...], *, seize: bool = False
) -> None:
    """10.3; 13.15: a Chinese city opens to the Soviets only if they destroyed what held it."""
    if side == SOVIET and not seize:
        hexes_ = tuple(h for h in hexes_ if not cities_held(p) >> h & 1)
    if hexes_ and units_:
        p.push(AdvanceStep, Advance(side, hexes_, units_))


# 10.2 How to retreat


def open_to_retreat(p: War, unit: int) -> Bars:
    """10.21: one hex, where neither ground nor enemy forbids it."""
    charts, side = p.charts, p.charts.unit_type[unit].side
    near = charts.passage.around(p.where[unit])
    yield ~near, "10.21", "{} is not one hex away over passable hexsides"
    yield from closed_to(p, side)
    yield blocks_a_path(p, side), "10.21", "{} is enemy-controlled and without a friendly unit"
    if charts.militia >> unit & 1:
        # Ruling: nobody chases them over the border either.
        yield ~charts.china, "17.43", "Militia do not cross the border: {}"


def retreat_hexes(p: War, unit: int) -> HexSet:
    """10.2: the best kind of hex that is open: vacant, then low stacks, then high ones."""
    charts = p.charts
    open_ = legal(open_to_retreat(p, unit))
    friends = open_ & p.occupied(charts.unit_type[unit].side)
    if vacant := open_ & ~friends:
        return vacant
    low = sum(1 << h for h in members(friends) if p.units_in(h).bit_count() < charts.limit["stack"])
    return low or friends


def may_sail(p: War, unit: int) -> bool:
    """5.53: from the hex of its landing, if Vladivostok is open to a retreat (10.21)."""
    barred = closed_hexes(p, SOVIET) | blocks_a_path(p, SOVIET)
    return bool(
        p.charts.marine >> unit & 1
        and p.where[unit] == p.landing_of(unit)
        and not barred >> p.charts.vladivostok & 1
    )


def has_way(p: War, unit: int) -> bool:
    """10.21: whether a unit that must retreat can."""
    return bool(retreat_hexes(p, unit)) or may_sail(p, unit)


def only_unit(p: War, memo: Retreat) -> int:
    """The next unit, if it does not matter which of them is moved first; or -1."""
    kinds = {(p.charts.unit_type[u].key, p.where[u]) for u in memo.units}
    return memo.units[0] if len(kinds) == 1 else -1


def retreating(p: War, memo: Retreat) -> int:
    """The unit that is being moved, or -1."""
    return memo.unit if memo.unit >= 0 else only_unit(p, memo)


def marine_to_ask(p: War, memo: Retreat) -> int:
    """5.53: the Marine Division whose owner has to be asked, or -1."""
    undecided = (u for u in memo.units if u not in memo.staying)
    return next((u for u in undecided if may_sail(p, u)), -1)


def bars_to_retreat(p: War, memo: Retreat) -> Bars:
    """Which unit is moved next."""
    yield ~set_of(memo.units), "10.1", "{} does not have to retreat"
    yield from _marine_first(p, memo)
    unit = retreating(p, memo)
    if unit >= 0:
        yield EVERYTHING, "10.2", lambda _: f"say first where {p.name(unit)} goes"


def bars_to_retreat_to(p: War, memo: Retreat) -> Bars:
    unit = retreating(p, memo)
    if unit < 0:
        yield EVERYTHING, "10.2", "say first which unit retreats"
        return
    yield from open_to_retreat(p, unit)
    worse = "{} is a worse choice: vacant hexes first, then the lower stacks"
    yield ~retreat_hexes(p, unit), "10.2", worse
    yield from _marine_first(p, memo)


def _marine_first(p: War, memo: Retreat) -> Bars:
    marine = marine_to_ask(p, memo)
    if marine >= 0:
        yield EVERYTHING, "5.53", lambda _: f"say first whether {p.name(marine)} sails"


class RetreatStep(Step[War, Retreat], key="retreat", because=("attacked",)):
    """The opposing player moves the retreating units, one after the other."""

    case = "10.2"

    def decision(self, p: War, memo: Retreat) -> Decision | None:
        if not memo.units:
            return None
        marine = marine_to_ask(p, memo)
        if marine >= 0:
            options = [plain("return", "5.53"), plain("stay", "5.53")]
            prompt = f"Take {p.name(marine)} back to Vladivostok?"
            return p.ask(memo.side, prompt, "5.53", options, of=(marine,))
        unit = retreating(p, memo)
        chooser = self.chooser(memo)
        if unit < 0:
            pick = [units("retreat", self.case, set_of(memo.units))]
            return p.ask(chooser, "Which unit retreats next?", self.case, pick, of=memo.units)
        options = [hexes("to", self.case, retreat_hexes(p, unit))]
        if not options[0].values:
            options = [plain("eliminate", "10.21")]
        return p.ask(chooser, f"Retreat {p.name(unit)}", self.case, options, of=(unit,))

    def chooser(self, memo: Retreat) -> str:
        return enemy_of(memo.side)

    def apply(self, p: War, memo: Retreat, verb: str, value: int) -> None:
        replace = msgspec.structs.replace
        if verb == "return":
            marine = marine_to_ask(p, memo)
            p.tell("returned", "5.53", marine, p.where[marine])
            p.place(marine, p.charts.vladivostok)
            self._next(p, memo, marine)
            return
        if verb == "stay":
            p.remember(replace(memo, staying=(*memo.staying, marine_to_ask(p, memo))))
            return
        if verb == "retreat":
            p.remember(replace(memo, unit=value))
            return
        unit = retreating(p, memo)
        if verb == "eliminate":
            _eliminate(p, (unit,), "10.21")
        else:
            here = p.where[unit]
            p.place(unit, value)
            p.tell("retreated", self.case, unit, here, value)
            cross(p, unit, here, value)
        self._next(p, memo, unit)

    def _next(self, p: War, memo: Retreat, gone: int) -> None:
        rest = tuple(u for u in memo.units if u != gone)
        p.remember(Retreat(memo.side, rest, staying=memo.staying))


# 10.1 Exchanges


def bars_to_lose(p: War, memo: Exchange) -> Bars:
    yield ~set_of(memo.units), "10.1", "{} is not among the attackers"


def bars_to_attackers(p: War, memo: Exchange) -> Bars:
    """8.4: a corps is broken down to lose parts of it."""
    yield ~set_of(memo.units), "8.4", "{} is not among the attackers"


class ExchangeStep(Step[War, Exchange], key="exchange", because=("attacked",)):
    """The attacker chooses what he loses; Soviet corps may be broken down for it (8.4)."""

    def decision(self, p: War, memo: Exchange) -> Decision | None:
        if memo.points <= 0 or not memo.units:
            return None
        options = [
            units("lose", "10.1", legal(bars_to_lose(p, memo))),
            units("break_down", "8.4", legal(bars_to_attackers(p, memo), can_break_down(p))),
        ]
        points = counted(memo.points, "strength point")
        prompt = f"Exchange: which attacker is lost for {points}?"
        return p.ask(memo.side, prompt, "10.1", options, of=memo.units)

    def apply(self, p: War, memo: Exchange, verb: str, value: int) -> None:
        rest = tuple(u for u in memo.units if u != value)
        if verb == "break_down":
            p.remember(Exchange(memo.side, (*rest, *break_down(p, value)), memo.points))
            return
        points = memo.points - p.charts.unit_type[value].attack
        _eliminate(p, (value,), "10.1")
        p.remember(Exchange(memo.side, rest, points))

    def end(self, p: War, memo: Exchange) -> None:
        """Whoever is left of the attack may advance, divisions of a broken corps included."""
        if p.is_in(AdvanceStep):
            hexes_ = p.memo_of(AdvanceStep).hexes
            p.frames.pop()
            _offer_advance(p, memo.side, hexes_, memo.units, seize=True)


# 10.3 Advance after combat


def may_advance(p: War, memo: Advance, hex_: Hex) -> int:
    """Participating units next to a hex that has been cleared."""
    charts = p.charts
    # 13.15: a city that has been taken is open to the advance, and to nothing else.
    taken = cities_held(p) & ~p.all_contaminated
    if closed_hexes(p, memo.side) & ~taken & 1 << hex_:
        return 0
    found = 0
    around = charts.passage.around(hex_)
    for unit in memo.units:
        here = p.where[unit]
        if here >= 0 and around >> here & 1:
            found |= 1 << unit
    if found & charts.militia:
        found &= ~_militia_held_back(p, found & charts.militia, hex_)
    if charts.passage.spread(p.chinese) >> hex_ & 1:
        found &= ~charts.artillery  # 5.23
    return found


def _militia_held_back(p: War, militia: UnitSet, hex_: Hex) -> UnitSet:
    """17.43: Militia go neither over the border nor, of their own will, out of supply."""
    if not p.charts.china >> hex_ & 1:
        return militia
    return sum(
        1 << u
        for u in members(militia)
        if has_supply(p, u, p.where[u]) and not supplied_elsewhere(p, u) >> hex_ & 1
    )


def open_advance(p: War, memo: Advance) -> tuple[int, UnitSet] | None:
    """The first of the hexes that can be entered still, and the units that can enter it."""
    for number, hex_ in enumerate(memo.hexes):
        full = p.units_in(hex_).bit_count() >= p.charts.limit["stack"]
        if not full and (able := may_advance(p, memo, hex_)):
            return number, able
    return None


def bars_to_advance(p: War, memo: Advance) -> Bars:
    """`open_advance` is what is left."""
    yield ~set_of(memo.units), "10.3", "{} took no part in the combat, or has advanced"
    if open_ := open_advance(p, memo):
        yield ~open_[1], "10.3", "{} is not next to the hex, or may not enter it"


class AdvanceStep(Step[War, Advance], key="advance", because=("attacked",)):
    """Up to three units enter each cleared hex."""

    def decision(self, p: War, memo: Advance) -> Decision | None:
        open_ = open_advance(p, memo)
        if open_ is None:
            return None
        number, able = open_
        there = memo.hexes[number]
        prompt = f"Advance into {p.label(there)}?"
        options = [units("advance", "10.3", able), plain("hold", "10.3")]
        return p.ask(memo.side, prompt, "10.3", options, at=(there,))

    def apply(self, p: War, memo: Advance, verb: str, value: int) -> None:
        open_ = open_advance(p, memo)
        assert open_ is not None
        number = open_[0]
        if verb == "hold":
            p.remember(Advance(memo.side, memo.hexes[number + 1 :], memo.units))
            return
        hex_ = memo.hexes[number]
        here = p.where[value]
        p.place(value, hex_)
        p.tell("advanced", "10.3", value, here, hex_)
        cross(p, value, here, hex_)
        rest = tuple(u for u in memo.units if u != value)
        p.remember(Advance(memo.side, memo.hexes[number:], rest))
