"""11.0 Movement, with what belongs to it: 17.2.3, 18.1, 18.3, 18.4, 19.3."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ...engine import Decision, Option, Step, UnitSet, derived, hexes, plain, units
from ...hexes import (
    Charge,
    Hex,
    HexSet,
    Movement,
    Passage,
    Reach,
    flood,
    flood_waves,
    members,
    set_of,
)
from .air import AirWindow, Window, air_supply_hexes, available_air, interdicted, place_air_supply
from .bridges import bridge_hexes, bridge_pairs, place_bridge
from .charts import GMD, HALVES, PLA, enemy_of
from .commands import key_of
from .explosives import remove_lone_elbs
from .guerrillas import guerrilla_reach, may_end, negate_guerrillas
from .leaders import can_fly, can_take, flights, fly, must_follow
from .position import EDGE, GROUND, War
from .short_attacks import escapes, roll_for_loss, short_attack, short_targets
from .stacking import legal_stack, room_for
from .supply import gmd_supplied, in_supply, negated_ways, source_of
from .weather import cost_factor

# What a step costs, in parts.
Price = tuple[Charge, ...]

# The case of each way to move.
CASES = {"march": "11.4", "convoy": "11.3", "rail": "11.2", "enter": "10.1.5"}


class Moving(msgspec.Struct, frozen=True):
    """A Movement Segment: the unit in hand, if any, and how it is moving."""

    unit: int = -1
    # Half points spent so far; what is left over is neither kept nor passed on (11.1.6).
    spent: int = 0
    # How it moves, once that is settled: move, convoy, march (Fast March), enter, rail.
    mode: str = ""
    # 7.1.1: supply is traced at the start of the unit's move.
    out_of_supply: bool = False
    # Leaders who go along.
    leaders: tuple[int, ...] = ()
    # 18.3: it has made a Short Attack.
    struck: bool = False


def begin_gmd_movement(p: War) -> None:
    p.push(MovementSegment, Moving())


def begin_pla_movement(p: War) -> None:
    p.push(MovementSegment, Moving())
    p.push(AirWindow, Window(while_moving=True))  # 14.3.1


# Who can move


def waiting_units(p: War, side: str) -> UnitSet:
    """11.1.1: units that have not moved, on the map or about to enter it."""
    charts = p.charts
    found = (p.on_map | p.box(EDGE)) & charts.units_of[side] & ~p.moved
    if side == PLA:
        # 13.2.3, 18.5.2: these never move; Guerrillas that arrive are placed (18.4.1).
        found &= ~(charts.elbs | charts.militia)
        return found & (p.on_map | ~charts.guerrillas)
    found &= ~p.units_at(p.fdp)  # 16.2.4
    if p.frozen:
        found &= ~sum(1 << u for u in members(found & p.on_map) if key_of(p, u) == p.frozen)
    return found


@derived(*GROUND)
def waiting_leaders(p: War) -> UnitSet:
    """17.2.3: before anybody has moved; those who arrive at any time of the segment."""
    charts = p.charts
    found = 0
    able = p.box(EDGE) if p.begun else p.box(EDGE) | p.on_map
    for leader in members(charts.leaders & able & ~p.moved):
        if can_fly(p, leader):
            found |= 1 << leader
    if waiting_tanks(p):
        found |= 1 << charts.jiang
    return found


def armored_group(p: War) -> UnitSet:
    """17.2.9a: the tanks with Jiang."""
    return p.gmd_in(p.where[p.charts.jiang]) & p.charts.armor


def waiting_tanks(p: War) -> UnitSet:
    """17.2.9: those of his tanks that have not moved go with him."""
    return armored_group(p) & waiting_units(p, GMD)


def must_escape(p: War, memo: Moving) -> bool:
    """18.3.8: whether the unit in hand must get away before anything else is done."""
    return memo.struck and bool(p.charts.infantry >> memo.unit & 1)


# How far they go


def allowance(p: War, unit: int, *, out_of_supply: bool) -> int:
    """11.1.2: the printed MA in half points; out of supply half, rounded up to a point (7.4.1)."""
    ma = p.charts.ma[unit]
    return HALVES * (-(-ma // 2) if out_of_supply else ma)


@derived(*GROUND)
def _movement(p: War, side: str) -> Movement:
    return p.charts.movement(cost_factor(p, side), negated_ways(p), bridge_pairs(p))


def normal_reach(p: War, unit: int, spent: int = 0, *, out_of_supply: bool = False) -> Reach:
    """11.1: where a unit gets with what it has left, hex by hex (11.1.4, 11.1.5).

    1.2: no Zone of Control hinders it.
    """
    charts = p.charts
    side = charts.counter[unit].side
    if charts.guerrillas >> unit & 1:
        return guerrilla_reach(p, unit, spent)
    movement = _movement(p, side)
    if halts_at_canal(p, unit):
        movement = charts.without_canal(movement)
    points = allowance(p, unit, out_of_supply=out_of_supply) - spent
    return p.reach(
        movement,
        p.where[unit],
        max(points, 0),
        closed=p.pla if side == GMD else p.gmd,  # 11.1.8
        stop=p.fdp,  # 16.2.3, 16.2.4; to the PLA it is closed
        flown=interdicted(p),
        one_hex=not spent,  # 11.1.7
    )


def halts_at_canal(p: War, unit: int) -> bool:
    """19.3.3: on turn 1 units of the 7th Army and the 9th PA stop behind the Grand Canal."""
    if p.turn > p.charts.limit["canal_halt_last_turn"]:
        return False
    counter = p.charts.counter[unit]
    return counter.subcommand == "7A" or counter.command == "9PA"


def over_canal(p: War, unit: int, memo: Moving) -> dict[Hex, Price]:
    """The hexes just over the canal that a unit can still step into, with their price."""
    if not halts_at_canal(p, unit):
        return {}
    charts, here = p.charts, p.where[unit]
    movement = _movement(p, GMD)
    left = allowance(p, unit, out_of_supply=memo.out_of_supply) - memo.spent
    found = {}
    for there in charts.grid.adjacent(here):
        direction = charts.grid.direction(here, there)
        if not charts.canal_entering[direction] >> there & 1 or p.pla >> there & 1:
            continue
        price = movement.charges_into(there, direction)
        if not price:
            continue
        if interdicted(p) >> there & 1:
            price = (*price, Charge("interdicted", charts.cost["interdicted"]))
        if price_of(price) <= left or not memo.spent:  # 11.1.7
            found[there] = price
    return found


def reached(p: War, memo: Moving) -> HexSet:
    """11.1: where the unit in hand gets on foot, if there is room."""
    unit = memo.unit
    found = normal_reach(p, unit, memo.spent, out_of_supply=memo.out_of_supply).hexes
    found &= ~(1 << p.where[unit])
    if p.charts.guerrillas >> unit & 1:
        return found & may_end(p)
    for there in over_canal(p, unit, memo):
        found |= 1 << there
    return found


def destinations(p: War, memo: Moving) -> HexSet:
    """11.1: hexes that can be reached, and in which there is room."""
    return room_for(p, memo.unit, reached(p, memo))


def short_attack_targets(p: War, memo: Moving) -> UnitSet:
    """18.3.8: an infantry unit needs somewhere to go after its Short Attack."""
    targets = short_targets(p, memo.unit)
    if not targets or not p.charts.infantry >> memo.unit & 1:
        return targets
    return targets if destinations(p, memo) & escapes(p, memo.unit) else 0


def convoy_reach(
    p: War, unit: int, spent: int = 0, *, guerrillas: bool = True, aircraft: bool = True
) -> Reach:
    """11.3, 11.3.3: twice the MA along roads and railroads.

    18.4.7, 14.3.5: not past Guerrillas, nor through interdicted hexes.
    """
    charts = p.charts
    points = HALVES * charts.ma[unit] * charts.limit["convoy_factor"]
    movement = charts.convoy(cost_factor(p, GMD), negated_ways(p) if guerrillas else 0)
    closed = p.pla | (interdicted(p) if aircraft else 0)
    return p.reach(movement, p.where[unit], max(points - spent, 0), closed=closed, stop=p.fdp)


def convoy_ends(p: War) -> HexSet:
    """11.3.2: not next to the enemy, Guerrillas excepted."""
    return ~p.charts.grid.neighbours(p.pla)


def march_reach(
    p: War, unit: int, spent: int = 0, *, enemies: bool = True, aircraft: bool = True
) -> Reach:
    """11.4, 11.4.1: three points more, never next to the enemy (11.4.2).

    14.3.5: nor through interdicted hexes.
    """
    charts = p.charts
    points = HALVES * (charts.ma[unit] + charts.limit["fast_march"])
    closed = p.gmd | (charts.grid.neighbours(p.gmd) if enemies else 0)
    closed |= interdicted(p) if aircraft else 0
    left = max(points - spent, 0)
    return p.reach(_movement(p, PLA), p.where[unit], left, closed=closed, one_hex=not spent)


# 11.2 GMD rail movement


def rail_hexes(p: War, unit: int) -> HexSet:
    """Where a unit can get by rail; the Railroad Security unit has rules of its own.

    14.3.6: aircraft do not hinder trains.
    """
    charts, here = p.charts, p.where[unit]
    if unit == charts.rr_security:
        return _security_hexes(p)
    if p.rail_moves >= charts.limit["rail_units"]:
        return 0  # 11.2.1
    if p.turn < charts.limit["rail_and_convoy_from_turn"]:
        return 0  # 19.3.2
    cut = negated_ways(p)
    closed = p.pla | cut
    if here == EDGE:  # 11.2.2: off-board
        start = charts.rail.exits & charts.sources[GMD] & ~closed
        return _along_rails(charts.rail_passage(cut), start, closed, p.fdp)
    if not charts.cities & charts.rail.hexes & gmd_supplied(p) & 1 << here:
        return 0  # 11.2.2, 7.4.1a
    return _along_rails(charts.rail_passage(cut), 1 << here, closed, p.fdp)


def _along_rails(passage: Passage, start: HexSet, closed: HexSet, stop: HexSet) -> HexSet:
    """All hexes of the line up to those that are closed; those to stop in are the last."""
    reached = flood(passage, start, blocked=closed | stop)
    return reached | passage.spread(reached) & stop & ~closed


def _security_hexes(p: War) -> HexSet:
    """11.2.6: any distance along the railroads, into Guerrillas but no further, never OOS."""
    charts = p.charts
    here = p.where[charts.rr_security]
    if here == EDGE:
        start = charts.rail.exits & charts.sources[GMD] & ~p.pla
    elif gmd_supplied(p) >> here & 1:
        start = 1 << here
    else:
        return 0
    stop = negated_ways(p) | p.fdp
    # Guerrillas at the edge are as far as it gets from there.
    ends = start & stop if here == EDGE else 0
    reached = _along_rails(charts.rail_passage(0), start & ~ends, p.pla, stop)
    return (reached | ends) & gmd_supplied(p)


def rail_path(p: War, unit: int, there: Hex) -> tuple[Hex, ...]:
    """The way of a train; the Railroad Security unit may end it in a hex with Guerrillas."""
    charts, here = p.charts, p.where[unit]
    shut = (p.pla | negated_ways(p) | p.fdp) & ~(1 << there)
    start = 1 << here if here >= 0 else charts.rail.exits & charts.sources[GMD] & ~shut
    path = flood_waves(charts.rail_passage(0), start, blocked=shut).path(there)
    return (EDGE, *path) if here == EDGE else tuple(path)


# 10.1.5, 10.1.6 Entering the map


def entry_prices(p: War, unit: int) -> dict[Price, HexSet]:
    """The hexes of a unit's supply source by what the first hex costs."""
    return _entry_prices(p, p.charts.counter[unit].side, source_of(p, unit))


@derived(*GROUND)
def _entry_prices(p: War, side: str, source: str) -> dict[Price, HexSet]:
    charts = p.charts
    factor = cost_factor(p, side)
    open_ = charts.sources[source] & ~p.occupied(enemy_of(side))
    # A road or railroad that leaves the map there leads in.
    paved = charts.ways.exits & ~negated_ways(p)
    flown = interdicted(p)
    toll = Charge("interdicted", charts.cost["interdicted"])
    prices: dict[Price, HexSet] = {}
    for kind, ground in (*charts.terrain.items(), ("road", charts.land)):
        there = ground & open_ & (paved if kind == "road" else ~paved)
        price = charts.price(factor, kind)
        prices |= {price: there & ~flown, (*price, toll): there & flown}
    return {price: there for price, there in prices.items() if there}


def price_of(charges: Iterable[Charge]) -> int:
    return sum(charge.points for charge in charges)


def entry_price(p: War, unit: int, there: Hex) -> Price:
    return next(price for price, hexes_ in entry_prices(p, unit).items() if hexes_ >> there & 1)


def entry_hexes(p: War, unit: int) -> HexSet:
    found = 0
    for there in entry_prices(p, unit).values():
        found |= there
    return found


# The Movement Segment


@derived(*GROUND)
def options_in_hand(p: War, memo: Moving) -> list[Option]:
    """What the unit in hand can do: asked for after its move, and by the decision that follows."""
    return MovementSegment().options_of_unit(p, memo)


class MovementSegment(Step[War, Moving], key="movement"):
    """Take a unit, move it as far as it goes or you like, take the next; then end the segment."""

    def decision(self, p: War, memo: Moving) -> Decision | None:
        side = p.current.side
        waiting = waiting_units(p, side)
        if side == GMD:
            waiting |= waiting_leaders(p)
        options: list[Option] = []
        if memo.unit >= 0:
            options = [*options_in_hand(p, memo)]
            waiting &= ~(1 << memo.unit)
            if must_escape(p, memo):
                return p.ask(side, self._prompt(p, memo), "18.3.8", options, of=(memo.unit,))
        elif not waiting and not p.begun:
            return None
        options.append(units("select", "11.1.1", waiting))
        if side == GMD and (drops := air_supply_hexes(p)):
            options.append(hexes("air_supply", "7.3.2", drops))
        options.append(plain("done", "11.1.1"))
        return p.ask(side, self._prompt(p, memo), "11.0", options, of=(memo.unit,))

    def _prompt(self, p: War, memo: Moving) -> str:
        if memo.unit < 0:
            return "Move units"
        name = p.charts.counter[memo.unit].name
        if memo.struck:
            return f"{name} has made a Short Attack and moves away"
        return f"Move {name}"

    # What the unit in hand can do

    def options_of_unit(self, p: War, memo: Moving) -> list[Option]:
        charts, unit = p.charts, memo.unit
        if charts.leaders >> unit & 1:
            return self._options_of_leader(p, memo)
        if charts.units_of[PLA] >> unit & 1:
            return self._options_of_pla(p, memo)
        return self._options_of_gmd(p, memo)

    def _options_of_leader(self, p: War, memo: Moving) -> list[Option]:
        leader = memo.unit
        may_fly = p.where[leader] == EDGE or not p.begun
        options = [hexes("fly", "17.2.3", flights(p, leader) if may_fly else 0)]
        if leader == p.charts.jiang:
            options.append(hexes("move", "17.2.9", group_hexes(p, memo)))
        return options

    def _options_of_gmd(self, p: War, memo: Moving) -> list[Option]:
        charts, unit = p.charts, memo.unit
        if p.where[unit] == EDGE:
            if unit == charts.rr_security:
                return [hexes("rail", "11.2.6", room_for(p, unit, rail_hexes(p, unit)))]
            return [
                hexes("enter", "10.1.5", room_for(p, unit, entry_hexes(p, unit))),
                hexes("rail", "11.2", room_for(p, unit, rail_hexes(p, unit))),
            ]
        here = 1 << p.where[unit]
        if here & p.fdp:
            return []  # 16.2.4: it has moved into an FDP
        if unit == charts.rr_security:
            there = rail_hexes(p, unit) & ~here
            return [hexes("rail", "11.2.6", room_for(p, unit, there))]
        walked = reached(p, memo) if memo.mode != "convoy" else 0
        driven = railed = 0
        # 11.2.5: a convoy or a train, not both.
        if memo.mode in ("", "convoy") and may_convoy(p, memo):
            driven = convoy_reach(p, unit, memo.spent).hexes & ~here & convoy_ends(p)
        if memo.mode == "":
            railed = rail_hexes(p, unit) & ~here
        room = room_for(p, unit, walked | driven | railed)
        options = _possible(
            ("move", "11.1", walked & room),
            ("convoy", "11.3", driven & room),
            ("rail", "11.2", railed & room),
        )
        if memo.mode == "" and (companions := can_take(p, unit) & ~set_of(memo.leaders)):
            options.append(units("take", "17.2.1", companions))
        return options

    def _options_of_pla(self, p: War, memo: Moving) -> list[Option]:
        charts, unit = p.charts, memo.unit
        if p.where[unit] == EDGE:
            return [hexes("enter", "10.1.5", room_for(p, unit, entry_hexes(p, unit)))]
        if memo.struck:
            options = [hexes("move", "18.3.8", destinations(p, memo) & escapes(p, unit))]
            if not charts.infantry >> unit & 1:
                options.append(plain("halt", "18.3.11"))
            return options
        walked = reached(p, memo) if memo.mode != "march" else 0
        marched = 0
        if memo.mode in ("", "march", "enter") and may_march(p, memo):
            marched = march_reach(p, unit, memo.spent).hexes & ~(1 << p.where[unit])
        room = room_for(p, unit, walked | marched)
        options = _possible(
            ("move", "11.1", walked & room),
            ("march", "11.4", marched & room),
        )
        if p.short_attacks:
            # 18.3.4: after a Fast March nobody is next to the enemy (11.4.2).
            options.append(units("short_attack", "18.3", short_attack_targets(p, memo)))
        if banks := bridge_hexes(p, unit):
            options.append(hexes("bridge", "18.1.1", banks))
        return options

    # What is done with it

    def apply(self, p: War, memo: Moving, verb: str, value: int) -> None:
        match verb:
            case "select":
                self._release(p, memo)
                self._select(p, value)
            case "take":
                p.remember(msgspec.structs.replace(memo, leaders=(*memo.leaders, value)))
            case "fly":
                p.moved |= 1 << memo.unit
                fly(p, memo.unit, value)
                p.remember(Moving())
            case "move" if p.charts.leaders >> memo.unit & 1:
                move_group(p, memo, value)
                p.remember(Moving())
            case "move" | "march" | "convoy":
                self._move(p, memo, verb, value)
            case "enter":
                self._enter(p, memo, value)
            case "rail":
                self._rail(p, memo, value)
            case "short_attack":
                short_attack(p, memo.unit, value)
                p.moved |= 1 << memo.unit
                p.begun = True
                p.remember(msgspec.structs.replace(memo, struck=True))
            case "bridge":
                place_bridge(p, memo.unit, value)
                p.moved |= 1 << memo.unit
                p.begun = True
                self._release(p, memo)
            case "halt":
                self._release(p, memo)
            case "air_supply":
                place_air_supply(p, value)
            case "done":
                self._release(p, memo)
                p.finish()

    def _select(self, p: War, unit: int) -> None:
        oos = p.where[unit] >= 0 and not p.charts.leaders >> unit & 1 and not in_supply(p, unit)
        p.remember(Moving(unit=unit, out_of_supply=oos))
        if p.watching and p.begun and p.current.side == PLA and available_air(p):
            p.push(AirWindow, Window(while_moving=True))  # 14.3.1: between two units

    def _release(self, p: War, memo: Moving) -> None:
        """The unit in hand has ended its move."""
        p.remember(Moving())
        unit = memo.unit
        if unit < 0 or not p.moved >> unit & 1 or p.where[unit] < 0:
            return
        if p.current.side == GMD:
            negate_guerrillas(p, p.where[unit])
        elif memo.struck:
            roll_for_loss(p, unit)

    def _move(self, p: War, memo: Moving, verb: str, there: Hex) -> None:
        unit = memo.unit
        over = over_canal(p, unit, memo)
        if there in over:
            left = allowance(p, unit, out_of_supply=memo.out_of_supply) - memo.spent
            paid = min(price_of(over[there]), left)
            self._go(p, memo, (p.where[unit], there), paid, verb)
            self._release(p, memo)
            return
        match verb:
            case "march":
                found = march_reach(p, unit, memo.spent)
            case "convoy":
                found = convoy_reach(p, unit, memo.spent)
            case _:
                found = normal_reach(p, unit, memo.spent, out_of_supply=memo.out_of_supply)
        cost = found.cost(there)
        assert cost is not None
        matters = self._path_matters(p, found, cost)
        path = tuple(found.path(there)) if matters else (p.where[unit], there)
        self._go(p, memo, path, cost, verb)
        spent = memo.spent + cost
        if memo.struck:
            self._release(p, memo)
            return
        self._keep(p, msgspec.structs.replace(memo, spent=spent, mode=verb))

    def _keep(self, p: War, memo: Moving) -> None:
        """The unit stays in hand if there is something that it can still do."""
        p.remember(memo)
        if not any(option.values for option in options_in_hand(p, memo)):
            self._release(p, memo)

    def _path_matters(self, p: War, found: Reach, cost: int) -> bool:
        """Somebody wants to read it, or cities or bridges may lie on the way."""
        if p.chronicle is not None:
            return True
        if p.current.side == GMD:
            foreign = p.pla_cities
            for here, there, _ in p.bridges:
                foreign |= 1 << here | 1 << there
        else:
            foreign = p.charts.cities & ~p.pla_cities
        return bool(found.hexes & foreign) and any(wave & foreign for wave in found.waves[:cost])

    def _go(self, p: War, memo: Moving, path: tuple[Hex, ...], cost: int, how: str) -> None:
        """Puts a unit, and Leaders with it, at the end of its path."""
        unit, there = memo.unit, path[-1]
        along = {*memo.leaders, *members(must_follow(p, unit))}
        pass_through(p, unit, path)
        p.place(unit, there)
        for leader in sorted(along):
            p.place(leader, there)
        p.moved |= 1 << unit
        p.begun = True
        self._tell(p, unit, path, cost, how)
        # At once: to wait until the unit is done would tell whether it can do more (18.2).
        remove_lone_elbs(p)

    def _tell(self, p: War, unit: int, path: tuple[Hex, ...], cost: int, how: str) -> None:
        if p.chronicle is None:
            return
        case = CASES.get(how, "11.1")
        if p.open_to_all(unit):
            p.tell("moved", case, unit, path, cost, how)
        else:
            # 18.2: everybody sees a counter move; what it is, how fast and which way is secret.
            p.tell("moved", case, unit, path, cost, how, secret_of=PLA)
            p.tell("counter_moved", "18.2.1", path[0], path[-1], not_for=PLA)

    def _enter(self, p: War, memo: Moving, there: Hex) -> None:
        cost = price_of(entry_price(p, memo.unit, there))
        self._go(p, memo, (EDGE, there), cost, "enter")
        # 11.1.7: a unit that cannot pay for its first hex goes no further.
        cost = max(cost, 1)
        self._keep(p, msgspec.structs.replace(memo, spent=cost, mode="enter"))

    def _rail(self, p: War, memo: Moving, there: Hex) -> None:
        unit = memo.unit
        self._go(p, memo, rail_path(p, unit, there), p.charts.cost["rail_move"], "rail")
        if unit == p.charts.rr_security:
            self._release(p, memo)
            return
        p.rail_moves += 1
        # 11.2.4: it may leave the line and go on with what it has left.
        spent = p.charts.cost["rail_move"]
        self._keep(p, msgspec.structs.replace(memo, spent=spent, mode="rail"))


def _possible(*ways: tuple[str, str, HexSet]) -> list[Option]:
    """Ways to go (verb, case, hexes), but for those that lead nowhere."""
    return [hexes(verb, case, there) for verb, case, there in ways if there]


def may_convoy(p: War, memo: Moving) -> bool:
    """11.3.1, 7.4.1a: in supply, on a road or railroad that nobody negates."""
    here = 1 << p.where[memo.unit]
    return bool(
        not memo.out_of_supply
        and p.turn >= p.charts.limit["rail_and_convoy_from_turn"]
        and here & p.charts.ways.hexes & ~negated_ways(p)
    )


def may_march(p: War, memo: Moving) -> bool:
    """11.4, 7.4.1b: in supply; not Guerrillas."""
    if memo.out_of_supply or p.charts.guerrillas >> memo.unit & 1:
        return False
    if memo.mode == "enter":
        # What it has entered so far must be allowed in a Fast March, too.
        shut = p.charts.grid.neighbours(p.gmd) | interdicted(p)
        return not shut >> p.where[memo.unit] & 1
    return True


def pass_through(p: War, unit: int, path: tuple[Hex, ...]) -> None:
    """Cities that a unit passes through change hands (19.1.5); bridges do not survive the GMD."""
    between = 0
    for hex_ in path[1:-1]:
        between |= 1 << hex_
    if not between or p.charts.guerrillas >> unit & 1:
        return
    if p.current.side == GMD:
        p.pla_cities &= ~between
        p.destroy_bridges(between)
    else:
        p.pla_cities |= between & p.charts.cities


# 17.2.9 Jiang Weiguo's Armored Group


def group_hexes(p: War, memo: Moving) -> HexSet:
    """Where Jiang and his tanks that have not moved can go together."""
    return room_for(p, memo.unit, group_reached(p, memo), waiting_tanks(p))


def group_reached(p: War, memo: Moving) -> HexSet:
    """Where they get, if there is room; those who stay must be a legal stack."""
    tanks = waiting_tanks(p)
    if not tanks:
        return 0
    here = p.where[memo.unit]
    rest = p.units_in(here) & ~tanks & ~(1 << memo.unit)
    if not legal_stack(p, here, rest, GMD):
        return 0
    return group_reach(p)[0].hexes & ~(1 << here)


def group_reach(p: War) -> tuple[Reach, int]:
    """How far the slowest of them gets, and with how many half points."""
    tanks = members(waiting_tanks(p))
    slowest = min(tanks, key=lambda unit: p.charts.ma[unit])
    oos = not in_supply(p, slowest)
    points = allowance(p, slowest, out_of_supply=oos)
    return normal_reach(p, slowest, out_of_supply=oos), points


def move_group(p: War, memo: Moving, there: Hex) -> None:
    tanks = waiting_tanks(p)
    first = members(tanks)[0]
    found, _ = group_reach(p)
    cost = found.cost(there)
    assert cost is not None
    path = tuple(found.path(there))
    here = p.where[first]
    pass_through(p, first, path)
    for unit in members(tanks):
        p.place(unit, there)
        p.moved |= 1 << unit
        p.tell("moved", "17.2.9", unit, path, cost, "move")
    p.place(memo.unit, there)
    p.moved |= 1 << memo.unit
    # Other Leaders go along if nobody is left to be with.
    if not p.gmd_in(here):
        for leader in members(p.leaders_in(here)):
            p.place(leader, there)
    p.begun = True
    negate_guerrillas(p, there)
