"""10.0 Reinforcements, replacements, and the Delay Procedure."""

from __future__ import annotations

import msgspec

from ...engine import Decision, Step, UnitSet, hexes, plain, units
from ...hexes import Hex, members, set_of
from ...kit.bars import EVERYTHING, Bars, legal
from .charts import GMD, PLA
from .position import ASIDE, BEYOND, BOX, DEFECTORS, EDGE, GONE, OFF, SCHOOL, TRACK, War
from .supply import in_supply, supplied_corps_hexes

# 10.3 The Delay Procedure


def delay(p: War, unit: int, case: str = "10.3.1") -> None:
    """10.3.2: a die tells how many turns a unit must wait before it comes back."""
    charts = p.charts
    if charts.militia >> unit & 1:
        p.send(unit, BOX)  # 10.2.3
        return
    die = p.roll(later=True)
    if in_time(p, die):
        p.send(unit, TRACK - p.turn - die)
    else:
        p.send(unit, BEYOND if charts.counter[unit].side == GMD else ASIDE)  # 10.3.3
    p.tell_of("delayed", case, unit, die, p.turn + die)


def in_time(p: War, die: int) -> bool:
    """10.3.3: whether a unit comes back before the game is over."""
    return p.turn + die <= p.charts.limit["turns"]


# 10.1 Reinforcements


def arrives(p: War, die: int) -> bool:
    """10.1.2, 10.1.3."""
    limit = p.charts.limit
    first = p.turn == limit["reinforcements_from_turn"]
    return die <= limit["enter_on_turn_two" if first else "enter_later"]


def waiting(p: War, side: str) -> UnitSet:
    """10.1.1, 10.1.4: reinforcements of a side for which there is a roll this turn."""
    charts = p.charts
    if p.turn < charts.limit["reinforcements_from_turn"]:
        return 0
    return sum(
        1 << unit
        for unit in members(charts.reinforcements)
        if p.where[unit] == OFF and charts.counter[unit].side == side
    )


def gmd_reinforcement(p: War) -> None:
    """The GMD rolls for everybody that waits, once for the 12th Army.

    10.2: replacements are back.
    """
    charts = p.charts
    held_back = p.event("wuhan")
    for unit, where in enumerate(p.where):
        if where == TRACK - p.turn and charts.counter[unit].side == GMD:
            if held_back and charts.combat_units >> unit & 1:
                p.send(unit, TRACK - p.turn - 1 if p.turn < charts.limit["turns"] else BEYOND)
            else:
                p.send(unit, EDGE)
                p.tell("returns", "10.2.1", unit)
    if held_back:
        return
    rolling = waiting(p, GMD)
    army = rolling & charts.twelfth_army
    if army:  # 10.1.1, Exception
        die = p.roll()
        p.tell("army_rolled", "10.1.1", die, arrives(p, die))
        if arrives(p, die):
            for unit in members(army):
                p.send(unit, EDGE)
    for unit in members(rolling & ~army):
        die = p.roll()
        p.tell("reinforcement_rolled", "10.1.1", unit, die, arrives(p, die))
        if arrives(p, die):
            p.send(unit, EDGE)


# The PLA Reinforcement and Replacement Segment


class Recruiting(msgspec.Struct, frozen=True):
    """The PLA segment: whether the dice have been rolled, and a unit that is being rebuilt."""

    rolled: bool = False
    # 15.2.2d: the unit, and the Loss Factors spent on it so far.
    unit: int = -1
    factors: int = 0


def begin_pla_reinforcement(p: War) -> None:
    charts = p.charts
    for unit, where in enumerate(p.where):
        if where == SCHOOL - p.turn:
            p.send(unit, DEFECTORS)  # 15.2.2c
            p.tell("reeducated", "15.2.2", unit)
        elif where == TRACK - p.turn and charts.counter[unit].side == PLA:
            # 13.2.5: ELBs are placed, all others enter the map.
            p.send(unit, BOX if charts.elbs >> unit & 1 else EDGE)
    p.push(Recruit, Recruiting())


def bars_while_rebuilding(p: War, memo: Recruiting) -> Bars:
    """15.2.2d: a unit is rebuilt before anything else is done."""
    if memo.unit >= 0:
        name = p.charts.counter[memo.unit].name
        yield EVERYTHING, "15.2.2", f"the defectors for {name} are chosen first"


def bars_to_replace(p: War, memo: Recruiting) -> Bars:
    """15.2.2d: eliminated PLA infantry that the Defectors at hand can replace."""
    charts = p.charts
    infantry = charts.infantry & charts.units_of[PLA]
    yield ~infantry, "15.2.2", "{} is no PLA infantry"
    factors = sum(charts.loss_factor[unit] for unit in members(p.box(DEFECTORS)))
    last = TRACK - charts.limit["turns"]
    lost = p.box(ASIDE) | set_of(u for u in members(infantry) if last <= p.where[u] < TRACK)
    found = set_of(unit for unit in members(infantry & lost) if charts.cf[unit] <= factors)
    yield ~found, "15.2.2", "{} is not eliminated, or the defectors do not suffice"
    yield from bars_while_rebuilding(p, memo)


def bars_to_spend(p: War, memo: Recruiting) -> Bars:
    yield ~p.box(DEFECTORS), "15.2.2", "{} is no re-educated defector at hand"
    if memo.unit < 0:
        yield EVERYTHING, "15.2.2", "choose a unit to be replaced first"


def bars_to_raise_militia(p: War, memo: Recruiting) -> Bars:
    """18.5.1: cities with a PLA unit in supply and without Militia, while there are Militia."""
    charts = p.charts
    yield ~charts.cities, "18.5.1", "{} is no city"
    garrisons = p.hexes_of(charts.militia)
    yield garrisons, "18.5.1", "there are militia in {} already"
    able = set_of(
        hex_
        for hex_ in members(p.pla & charts.cities & ~garrisons)
        if _militia_for(p, hex_)
        and any(in_supply(p, unit) for unit in members(p.pla_in(hex_) & ~charts.elbs))
    )
    yield ~able, "18.5.1", "no supplied PLA unit is in {}, or no militia are left"
    yield from bars_while_rebuilding(p, memo)


def _militia_for(p: War, hex_: Hex) -> UnitSet:
    """The Militia that can be placed in a city: Xu and Be only in their own."""
    charts = p.charts
    at_hand = p.box(BOX) & charts.militia
    own = {charts.xuzhou: 1 << charts.militia_xu, charts.bengbu: 1 << charts.militia_be}
    named = 1 << charts.militia_xu | 1 << charts.militia_be
    return at_hand & own.get(hex_, 0) or at_hand & ~named


def place_militia(p: War, hex_: Hex) -> None:
    """18.5."""
    unit = members(_militia_for(p, hex_))[0]
    p.place(unit, hex_)
    p.tell("militia", "18.5.1", unit, hex_)


def bars_to_raise_guerrillas(p: War, memo: object) -> Bars:
    """18.4.1: with a PLA Corps in supply; 4.1.4: not with others."""
    yield p.guerrillas, "4.1.4", "guerrillas do not stack with one another"
    yield ~supplied_corps_hexes(p), "18.4.1", "no in-supply PLA corps is in {}"


def bars_to_place_guerrillas(p: War, memo: Recruiting) -> Bars:
    """18.4.1: those that have arrived."""
    yield from bars_to_raise_guerrillas(p, memo)
    yield from bars_while_rebuilding(p, memo)
    if not p.box(EDGE) & p.charts.guerrillas:
        yield EVERYTHING, "18.4.1", "no guerrillas have arrived"


def place_guerrilla(p: War, unit: int, hex_: Hex) -> None:
    p.place(unit, hex_)
    p.tell("guerrilla", "18.4.1", unit, hex_)


class Recruit(Step[War, Recruiting], key="recruiting"):
    """The PLA rolls for reinforcements, rebuilds units, raises Militia, places Guerrillas."""

    def decision(self, p: War, memo: Recruiting) -> Decision | None:
        if memo.unit >= 0:
            prompt = f"Defectors for {p.name(memo.unit)}"
            options = [units("spend", "15.2.2", legal(bars_to_spend(p, memo)))]
            return p.ask(PLA, prompt, "15.2.2", options, of=(memo.unit,))
        to_roll = not memo.rolled and bool(waiting(p, PLA))
        # 18.2: whether the PLA is asked must not tell what its counters are.
        cities = p.hexes_of(p.charts.face_down) & p.charts.cities
        arrived = p.box(EDGE) & p.charts.guerrillas
        if not (to_roll or cities or arrived or p.box(DEFECTORS)):
            return None
        placing = legal(bars_to_place_guerrillas(p, memo)) if arrived else 0
        options = [
            units("replace", "15.2.2", legal(bars_to_replace(p, memo))),
            hexes("militia", "18.5.1", legal(bars_to_raise_militia(p, memo))),
            hexes("guerrilla", "18.4.1", placing),
            plain("roll", "10.1.1") if to_roll else plain("done", "8.0"),
        ]
        return p.ask(PLA, "Reinforcements and replacements", "10.0", options)

    def apply(self, p: War, memo: Recruiting, verb: str, value: int) -> None:
        match verb:
            case "roll":
                self._roll(p)
                p.remember(Recruiting(rolled=True))
            case "replace":
                p.remember(Recruiting(memo.rolled, value))
            case "spend":
                self._spend(p, memo, value)
            case "militia":
                place_militia(p, value)
            case "guerrilla":
                place_guerrilla(p, members(p.box(EDGE) & p.charts.guerrillas)[0], value)
            case "done":
                p.finish()

    def _roll(self, p: War) -> None:
        """10.1.1; which units arrive is for the PLA to know (18.2), but for Guerrillas."""
        charts = p.charts
        arrived = 0
        for unit in members(waiting(p, PLA)):
            die = p.roll()
            open_ = charts.guerrillas >> unit & 1
            comes = arrives(p, die)
            if not open_:
                arrived += comes
                p.tell("reinforcement_rolled", "10.1.1", unit, die, comes, secret_of=PLA)
            if comes:
                p.send(unit, EDGE)
        for unit in members(charts.guerrillas):
            if p.where[unit] == EDGE:
                p.tell("guerrillas_arrive", "10.1.1", unit)
        p.tell("counters_arrive", "10.1.1", arrived)

    def _spend(self, p: War, memo: Recruiting, defector: int) -> None:
        """15.2.2d, e: until the Loss Factors reach the printed CF; what is left over is lost."""
        charts = p.charts
        p.send(defector, GONE)
        factors = memo.factors + charts.loss_factor[defector]
        p.tell("spent", "15.2.2", defector)
        if factors < charts.cf[memo.unit]:
            p.remember(Recruiting(memo.rolled, memo.unit, factors))
            return
        p.send(memo.unit, EDGE)
        p.tell("replaced", "15.2.2", memo.unit, secret_of=PLA)
        p.tell("counters_arrive", "15.2.2", 1, not_for=PLA)
        p.remember(Recruiting(memo.rolled))
