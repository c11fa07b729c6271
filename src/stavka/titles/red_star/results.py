"""7.8-7.14 Combat results: losses, retreats, stacks that grow too high."""

from __future__ import annotations

from typing import Annotated

import msgspec

from ...engine import Decision, Option, Step, UnitSet, hexes, plain, units, words
from ...engine.texts import some_of
from ...hexes import Hex, HexSet, Passage, members, set_of
from ...kit.bars import EVERYTHING, Bars, legal
from .advance import begin_advance
from .battle import (
    Battle,
    battle_frame,
    change_battle,
    exchanged,
    exchanged_keys,
    lose,
    strike,
)
from .charts import enemy_of
from .combat import Odds, may_bombard, odds_of
from .contested import bars_to_enter, enemy_contested
from .control import enter
from .overrun import end_overrun
from .position import War
from .returning import eliminate
from .soviet_army import draw, needs_marker
from .stacking import bars_to_remove, culprits, violates

replace = msgspec.structs.replace


class BattleStep(Step[War, Battle], key="battle"):
    """7.1.2 b-p: what follows the declaration, stage by stage."""

    def decision(self, p: War, memo: Battle) -> Decision | None:
        if memo.stage != "siege":
            return None
        options = [plain("bombard", "7.6.2"), plain("hold_fire", "7.6.2")]
        return p.ask(memo.side, "Use the Siege Artillery?", "7.6.2", options, at=memo.targets)

    def apply(self, p: War, memo: Battle, verb: str, value: int) -> None:
        p.siege_used = p.siege_used or verb == "bombard"
        p.remember(replace(memo, stage="roll", siege=verb == "bombard"))

    def end(self, p: War, memo: Battle) -> None:
        match memo.stage:
            case "draw":
                for unit in (*memo.attackers, *memo.defenders):
                    if needs_marker(p, unit):
                        draw(p, unit, "6.2.2")
                fires = may_bombard(p, memo) and odds_in(p, memo).column is not None
                p.push(BattleStep, replace(memo, stage="siege" if fires else "roll"))
            case "roll":
                roll_for(p, memo)
            case "after":
                after_result(p, memo)


def odds_in(p: War, battle: Battle) -> Odds:
    """The odds once all markers have been drawn."""
    return odds_of(
        p,
        battle.side,
        battle.targets,
        battle.attackers,
        overrun=battle.overrun,
        defenders=battle.defenders,
    )


def roll_for(p: War, battle: Battle) -> None:
    """7.1.2 l-n: the die, and the result."""
    odds = odds_in(p, battle)
    limit = p.charts.limit
    if odds.column is None:
        # Ruling: markers drawn after the declaration leave the attack below the table. Nobody
        # fights in the streets either (7.4.4).
        p.tell("called_off", "7.1.2", battle.targets, battle.attackers)
        result = "NE"
        battle = replace(battle, urban=False)
    else:
        die = p.roll() + odds.die + (limit["siege_die"] if battle.siege else 0)
        die = min(die, limit["highest_die"])
        result = p.charts.results[die][odds.column]
        p.tell(
            "attacked",
            "8.0.3" if battle.overrun else "7.1.2",
            battle.targets,
            battle.attackers,
            int(odds.attack),
            int(odds.defence),
            odds.name,
            die,
            result,
        )
    p.push(BattleStep, replace(battle, stage="after", result=result))
    apply_result(p, p.frames[-1].memo)


def apply_result(p: War, battle: Battle) -> None:
    """7.8.2."""
    result = battle.result
    attacker, defender = battle.side, enemy_of(battle.side)
    to_attacker, _, to_defender = result.partition("/")
    if result[0] == "D" or to_defender.isdigit():
        _guests_die(p, battle)
    if result == "AE":
        for unit in battle.attackers:
            strike(p, unit, "7.8.2")
    elif result == "DE":
        for unit in battle.defenders:
            strike(p, unit, "7.8.2")
    elif result[0] == "A":
        p.push(SatisfyStep, Satisfy(attacker, int(result[1:])))
    elif result[0] == "D":
        p.push(SatisfyStep, Satisfy(defender, int(result[1:])))
    else:
        # The defender applies his losses first. NE has numbers for nobody.
        if to_attacker.isdigit():
            p.push(LossesStep, Losses(attacker, int(to_attacker), battle.attackers))
        if to_defender.isdigit():
            p.push(LossesStep, Losses(defender, int(to_defender), battle.defenders))


def _guests_die(p: War, battle: Battle) -> None:
    """7.14.3: units that had retreated into the space die if it suffers anything."""
    for target in battle.targets:
        for unit in members(p.units_in(target)):
            if unit not in battle.defenders:
                eliminate(p, unit, "7.14.3")


def after_result(p: War, battle: Battle) -> None:
    """7.1.2 o: bystanders, city fighting, then the advance."""
    if not battle.overrun and not battle.attackers_retreat:
        _bystanders_die(p, battle)
    if battle.urban:
        p.push(BattleStep, replace(battle, stage="done"))
        _fight_in_the_streets(p, battle)
        battle = p.frames.pop().memo
    if battle.overrun:
        end_overrun(p, battle)
    else:
        begin_advance(p, battle)


def _bystanders_die(p: War, battle: Battle) -> None:
    """7.9.10, 7.10.3: units that did not attack share the fate of those in their space that did."""
    for space in battle.spaces:
        still_there = any(p.where[u] == space for u in battle.attackers)
        if still_there and not battle.attackers_retreat:
            continue
        for unit in members(p.units_in(space)):
            if unit not in battle.attackers:
                eliminate(p, unit, "7.10.3" if still_there else "7.9.10")


def _fight_in_the_streets(p: War, battle: Battle) -> None:
    """7.4.4: motorized attackers of a city roll for another step."""
    limit = p.charts.limit
    for unit in battle.attackers:
        if not p.charts.motorized >> unit & 1:
            continue
        shaken = battle.attackers_retreat or unit in battle.shaken
        die = p.roll(later=True)
        p.tell("street_fighting", "7.4.4", unit, die)
        if die <= limit["urban_shaken" if shaken else "urban_fresh"]:
            lose(p, unit, "7.4.4")


# 7.8.1 Steps or spaces


class Satisfy(msgspec.Struct, frozen=True):
    side: str
    number: int


class SatisfyStep(Step[War, Satisfy], key="satisfy", because=("attacked",)):
    """7.8.2, 7.10.1: a number is satisfied by step losses, by retreating, or by some of both."""

    def decision(self, p: War, memo: Satisfy) -> Decision | None:
        if not may_retreat(p, memo.side):
            return None
        numbers = [str(n) for n in range(memo.number + 1)]
        battle: Battle = p.frames[battle_frame(p)].memo
        group = battle.attackers if memo.side == battle.side else battle.defenders
        where = ", ".join(map(p.label, members(p.hexes_of(set_of(group)))))
        who = some_of([*map(p.called, group)])
        prompt = f"{who} in {where}: a result of {memo.number}. Retreat how many spaces?"
        options = [words("retreat", "7.8.2", numbers)]
        return p.ask(memo.side, prompt, "7.8.2", options, of=group, at=battle.targets)

    def apply_word(self, p: War, memo: Satisfy, verb: str, word: str) -> None:
        p.frames.pop()
        self._go_on(p, memo, int(word))

    def end(self, p: War, memo: Satisfy) -> None:
        self._go_on(p, memo, 0)

    def _go_on(self, p: War, memo: Satisfy, spaces: int) -> None:
        battle: Battle = p.frames[-1].memo
        attacking = memo.side == battle.side
        group = battle.attackers if attacking else battle.defenders
        if spaces:
            p.push(RetreatStep, Retreat(memo.side, spaces))
            change_battle(p, **{"attackers_retreat" if attacking else "defenders_retreat": True})
        p.push(LossesStep, Losses(memo.side, memo.number - spaces, group))


def may_retreat(p: War, side: str) -> bool:
    """7.13, 7.13.1, 7.13.3: nobody retreats from a space with a unit that cannot."""
    battle: Battle = p.frames[battle_frame(p)].memo
    group = battle.attackers if side == battle.side else battle.defenders
    return not p.units_at(p.hexes_of(set_of(group))) & p.charts.immobile


# 7.9 Step losses


class Losses(msgspec.Struct, frozen=True):
    side: str
    left: int
    units: tuple[int, ...]
    # How many steps each has lost in this combat.
    taken: tuple[tuple[int, int], ...] = ()

    def exchange(self, old: int, new: int) -> Losses:
        taken = exchanged_keys(self.taken, old, new)
        return replace(self, units=exchanged(self.units, old, new), taken=taken)


def contests(p: War, unit: int) -> bool:
    """5.0.2, 5.0.3: whether a unit can contest spaces where it stands."""
    if not p.charts.contesting >> unit & 1:
        return False
    if not p.weak >> unit & 1:
        return True
    return (p.units_in(p.where[unit]) & p.weak).bit_count() > 1


def bars_to_lose(p: War, memo: Losses) -> Bars:
    """7.9.9: contesting units first, and so before what cannot move (7.13.2).

    7.9.8: if all are such, each once before any twice.
    """
    yield ~set_of(memo.units), "7.8.1", "{} was not part of the combat"
    strong = [u for u in memo.units if contests(p, u)]
    if not strong:
        return
    yield ~set_of(strong), "7.9.9", "units that can contest are lost before {}"
    if len(strong) == len(memo.units):
        taken = dict(memo.taken)
        least = min(taken.get(u, 0) for u in strong)
        again = set_of(u for u in strong if taken.get(u, 0) > least)
        yield again, "7.9.8", "each unit loses a step before any loses two"


class LossesStep(Step[War, Losses], key="losses", because=("attacked",)):
    """7.9.7: the owner picks the units that lose steps."""

    def decision(self, p: War, memo: Losses) -> Decision | None:
        if memo.left <= 0:
            return None
        choice = legal(bars_to_lose(p, memo))
        if choice.bit_count() == 1 or memo.left >= sum(p.steps[u] for u in memo.units):
            return None
        prompt = f"Lose {memo.left} more steps" if memo.left > 1 else "Lose a step"
        return p.ask(memo.side, prompt, "7.9.7", [units("lose", "7.9.8", choice)])

    def apply(self, p: War, memo: Losses, verb: str, value: int) -> None:
        self._lose(p, memo, value)

    def _lose(self, p: War, memo: Losses, unit: int) -> None:
        taken = dict(memo.taken)
        taken[unit] = taken.get(unit, 0) + 1
        p.remember(replace(memo, left=memo.left - 1, taken=tuple(sorted(taken.items()))))
        battle: Battle = p.frames[battle_frame(p)].memo
        # 7.15.9: these losses shorten the enemy's advance; those of a retreat do not.
        if memo.side == battle.side:
            change_battle(p, attackers_lost=battle.attackers_lost + 1)
        else:
            change_battle(p, defenders_lost=battle.defenders_lost + 1)
        lose(p, unit, "7.9.7")

    def end(self, p: War, memo: Losses) -> None:
        if memo.left <= 0 or not memo.units:
            return
        # Only one unit can take the next step, or none will be left of any.
        p.push(LossesStep, memo)
        self._lose(p, memo, members(legal(bars_to_lose(p, memo)))[0])


# 7.10-7.12 Retreats


class Group(msgspec.Struct, frozen=True):
    """Units that retreat together."""

    units: Annotated[tuple[int, ...], msgspec.Meta(min_length=1)]
    origin: int
    here: int
    gone: int = 0


class Retreat(msgspec.Struct, frozen=True):
    side: str
    distance: int
    groups: tuple[Group, ...] = ()
    started: bool = False
    # Units that have reached their goals; with the spaces that they were driven from.
    arrived: tuple[int, ...] = ()
    origins: tuple[tuple[int, int], ...] = ()
    # 7.12.1: a unit that makes room in an overfull space.
    making_room: bool = False

    def exchange(self, old: int, new: int) -> Retreat:
        changed = (replace(g, units=exchanged(g.units, old, new)) for g in self.groups)
        groups = tuple(group for group in changed if group.units)
        arrived = exchanged(self.arrived, old, new)
        origins = exchanged_keys(self.origins, old, new)
        return replace(self, groups=groups, arrived=arrived, origins=origins)


def grouped(p: War, units_: tuple[int, ...]) -> tuple[Group, ...]:
    """One group for each space."""
    spaces = sorted({p.where[u] for u in units_})
    return tuple(
        Group(tuple(u for u in units_ if p.where[u] == space), space, space) for space in spaces
    )


def retreating(memo: Retreat) -> UnitSet:
    """7.14.5: the units that retreat from the same combat, whether they have gone yet or not."""
    return set_of((*memo.arrived, *(unit for group in memo.groups for unit in group.units)))


def deserted(p: War, memo: Retreat) -> HexSet:
    """7.14.5: contested spaces without a friend but those that retreat from the same combat."""
    friends, others = p.occupied(memo.side), retreating(memo)
    for hex_ in members(p.hexes_of(others)):
        if not p.units_in(hex_) & ~others:
            friends &= ~(1 << hex_)
    return enemy_contested(p, memo.side) & ~friends


class Way(msgspec.Struct, frozen=True):
    """A step of a retreat: its priority (7.10.6) and the steps it costs to the end."""

    hex: int
    rank: int
    price: int


def open_for_retreat(p: War, memo: Retreat, group: Group) -> HexSet:
    """7.10.7: spaces that a group may retreat into at all."""
    return p.area & ~p.occupied(enemy_of(memo.side)) & ~closed_without_supply(p, memo, group)


def closed_without_supply(p: War, memo: Retreat, group: Group) -> HexSet:
    """7.11.2, 7.14.4: contested spaces, but to join a unit that can contest.

    7.14.5: one that was there.
    """
    if not any((p.out | p.lack) >> u & 1 for u in group.units):
        return 0
    joined = p.strong(memo.side)
    others = retreating(memo)
    for hex_ in members(p.hexes_of(others)):
        if not p.is_strong(p.units_in(hex_) & ~others):
            joined &= ~(1 << hex_)
    return enemy_contested(p, memo.side) & ~joined


def passage_of(p: War, group: Group) -> Passage:
    """7.10.7, 7.14.2: the Siege Artillery retreats along railroads."""
    siege = set_of(group.units) & p.charts.siege
    return p.charts.siege_passage if siege else p.charts.passage


def toll(p: War, empty: HexSet, group: Group, here: Hex, there: Hex) -> tuple[int, int]:
    """7.11.1, 7.14.1: steps that any unit, and that a motorized unit, has to lose.

    They are for contested spaces that are empty, and for major rivers.
    """
    charts = p.charts
    river = charts.over_major[charts.grid.direction(here, there)] >> there & 1
    if river and not set_of(group.units) & charts.motorized:
        river = 0
    return empty >> there & 1, river


def ways(p: War, memo: Retreat, group: Group) -> list[Way]:
    """7.10.4, 7.10.6: the next steps of a retreat that can be completed.

    7.10.5: whatever they would cost in movement points.
    """
    charts, grid = p.charts, p.charts.grid
    open_ = open_for_retreat(p, memo, group)
    passage = passage_of(p, group)
    contested, empty = enemy_contested(p, memo.side), deserted(p, memo)

    def price(here: Hex, gone: int) -> int | None:
        """The fewest steps lost on the way from here to the end."""
        if gone == memo.distance:
            return 0
        best: int | None = None
        for there in members(charts.steps(passage, here) & open_):
            if grid.distance(group.origin, there) != gone + 1:
                continue
            rest = price(there, gone + 1)
            if rest is not None:
                total = rest + sum(toll(p, empty, group, here, there))
                best = total if best is None else min(best, total)
        return best

    found = []
    for there in members(charts.steps(passage, group.here) & open_):
        if grid.distance(group.origin, there) != group.gone + 1:
            continue
        rest = price(there, group.gone + 1)
        if rest is None:
            continue
        rank = (contested >> there & 1) + (empty >> there & 1)
        found.append(Way(there, rank, rest + sum(toll(p, empty, group, group.here, there))))
    return found


def retreat_hexes(p: War, memo: Retreat, group: Group) -> HexSet:
    """7.10.6: the best rank, and whatever costs fewer steps than that."""
    found = ways(p, memo, group)
    if not found:
        return 0
    rank = min(way.rank for way in found)
    price = min(way.price for way in found if way.rank == rank)
    return set_of(way.hex for way in found if way.rank == rank or way.price < price)


def bars_to_retreat(p: War, memo: Retreat) -> Bars:
    group, grid = memo.groups[0], p.charts.grid
    here, origin = 1 << group.here, group.origin
    yield from bars_to_enter(p, memo.side, "7.10.7")
    yield ~grid.neighbours(here), "7.10.4", "{} is not the next space"
    case = "7.14.2" if set_of(group.units) & p.charts.siege else "7.10.7"
    yield ~passage_of(p, group).spread(here), case, "there is no way of retreat to {}"
    away = grid.disc(origin, group.gone + 1) & ~grid.disc(origin, group.gone)
    yield ~away, "7.10.4", "a retreat leads away from where it began, not to {}"
    lost = "without supply nobody retreats into {}, which is contested"
    yield closed_without_supply(p, memo, group), "7.14.4", lost
    worse = ~retreat_hexes(p, memo, group)
    yield worse & deserted(p, memo), "7.10.6", "{} is contested and empty; there are better spaces"
    yield worse, "7.10.6", "{} comes after better spaces, or leads nowhere"


def bars_to_detach(p: War, memo: Retreat) -> Bars:
    group = memo.groups[0].units
    yield ~set_of(group), "7.10.2", "{} is not in the stack that retreats now"
    if len(group) == 1:
        yield EVERYTHING, "7.10.2", "{} retreats alone"


class RetreatStep(Step[War, Retreat], key="retreat", because=("attacked",)):
    """7.10.2: stacks retreat together, or some of their units on their own."""

    def decision(self, p: War, memo: Retreat) -> Decision | None:
        if not memo.started or not memo.groups:
            return None
        group = memo.groups[0]
        there = retreat_hexes(p, memo, group)
        if not there or (len(group.units) == 1 and there.bit_count() == 1):
            return None
        options: list[Option] = [hexes("retreat", "7.10.6", there)]
        options.append(units("detach", "7.10.2", legal(bars_to_detach(p, memo))))
        names = ", ".join(map(p.called, group.units))
        return p.ask(memo.side, f"Retreat {names}", "7.10", options, of=group.units)

    def apply(self, p: War, memo: Retreat, verb: str, value: int) -> None:
        if verb == "detach":
            self._split(p, memo, (value,))
        else:
            self._go(p, memo, value)

    def _split(self, p: War, memo: Retreat, alone: tuple[int, ...]) -> None:
        group = memo.groups[0]
        rest = tuple(u for u in group.units if u not in alone)
        singles = tuple(replace(group, units=(u,)) for u in alone)
        together = (replace(group, units=rest),) if rest else ()
        p.remember(replace(memo, groups=(*singles, *together, *memo.groups[1:])))

    def _go(self, p: War, memo: Retreat, there: Hex) -> None:
        group = memo.groups[0]
        any_step, motorized_step = toll(p, deserted(p, memo), group, group.here, there)
        for unit in group.units:
            p.tell("retreated", "7.10", unit, group.here, there)
            p.place(unit, there)
        gone = group.gone + 1
        if gone == memo.distance:
            arrived = (*memo.arrived, *group.units)
            origins = (*memo.origins, *((unit, group.origin) for unit in group.units))
            p.remember(replace(memo, groups=memo.groups[1:], arrived=arrived, origins=origins))
        else:
            moved_on = replace(group, here=there, gone=gone)
            p.remember(replace(memo, groups=(moved_on, *memo.groups[1:])))
        if any_step:
            p.push(TollStep, Toll(memo.side, group.units, "7.11.1"))
        if motorized_step:
            tanks = tuple(u for u in group.units if p.charts.motorized >> u & 1)
            p.push(TollStep, Toll(memo.side, tanks, "7.14.1"))
        enter(p, memo.side, group.units, (there,))

    def end(self, p: War, memo: Retreat) -> None:
        if not memo.started:
            self._start(p, memo)
        elif not memo.groups:
            self._finish(p, memo)
        else:
            p.push(RetreatStep, memo)
            self._go_on(p, memo)

    def _go_on(self, p: War, memo: Retreat) -> None:
        """Nobody has to choose."""
        group = memo.groups[0]
        if there := retreat_hexes(p, memo, group):
            self._go(p, memo, members(there)[0])
        elif len(group.units) > 1:
            # Those who cannot retreat at all do not keep the others from going together (7.10.2).
            alone = (replace(group, units=(unit,)) for unit in group.units)
            lost = tuple(one.units[0] for one in alone if not retreat_hexes(p, memo, one))
            self._split(p, memo, lost or group.units)
        else:
            strike(p, group.units[0], "7.10.7")

    def _start(self, p: War, memo: Retreat) -> None:
        battle: Battle = p.frames[battle_frame(p)].memo
        attacking = memo.side == battle.side
        units_ = battle.attackers if attacking else battle.defenders
        if attacking and not battle.overrun:
            # Before anybody goes: others may make room in a space that is left (7.12.1).
            _bystanders_die(p, battle)
        p.push(RetreatStep, replace(memo, groups=grouped(p, units_), started=True))

    def _finish(self, p: War, memo: Retreat) -> None:
        spaces = tuple(sorted({p.where[u] for u in memo.arrived}))
        if memo.making_room:
            # 7.12.1: nobody makes room in a space that somebody was sent to; the enemy does.
            crowd: Crowd = p.frames[-1].memo
            rest = tuple(s for s in crowd.hexes if s not in spaces)
            final = tuple(sorted({*crowd.final, *spaces}))
            p.remember(replace(crowd, hexes=rest, final=final))
        else:
            p.push(CrowdStep, Crowd(memo.side, spaces, origins=memo.origins))


class Toll(msgspec.Struct, frozen=True):
    """7.11.1, 7.14.1: one of these units loses a step."""

    side: str
    units: tuple[int, ...]
    case: str

    def exchange(self, old: int, new: int) -> Toll:
        return replace(self, units=exchanged(self.units, old, new))


class TollStep(Step[War, Toll], key="toll", because=("retreated",)):
    def decision(self, p: War, memo: Toll) -> Decision | None:
        if len(memo.units) < 2:
            return None
        choice = set_of(memo.units)
        prompt = "Which unit loses a step on the retreat?"
        return p.ask(memo.side, prompt, memo.case, [units("lose", memo.case, choice)])

    def apply(self, p: War, memo: Toll, verb: str, value: int) -> None:
        p.frames.pop()
        lose(p, value, memo.case)

    def end(self, p: War, memo: Toll) -> None:
        if memo.units:
            lose(p, memo.units[0], memo.case)


# 7.12 Retreat and stacking


class Crowd(msgspec.Struct, frozen=True):
    """Spaces that a retreat has overfilled."""

    side: str
    # The owner may still make room here; there only the enemy puts things right.
    hexes: tuple[int, ...]
    final: tuple[int, ...] = ()
    # The units that have retreated, with the spaces that they were driven from.
    origins: tuple[tuple[int, int], ...] = ()

    def exchange(self, old: int, new: int) -> Crowd:
        return replace(self, origins=exchanged_keys(self.origins, old, new))


def one_space_more(p: War, memo: Crowd, unit: int) -> Retreat:
    """7.12.1, 7.10.4: a unit that makes room retreats on, away from where it was driven from."""
    here = p.where[unit]
    origin = dict(memo.origins).get(unit, here)
    gone = p.charts.grid.distance(origin, here)
    group = Group((unit,), origin, here, gone)
    return Retreat(memo.side, gone + 1, (group,), started=True, making_room=True)


def to_make_room(p: War, memo: Crowd, space: Hex) -> UnitSet:
    """7.12.1: units that can retreat from an overfull space, and no more than needed."""
    stack = p.units_in(space)
    needed = fewest_removals(p, stack)
    found = 0
    for unit in members(culprits(p, stack)):
        if fewest_removals(p, stack & ~(1 << unit)) < needed:
            further = one_space_more(p, memo, unit)
            if retreat_hexes(p, further, further.groups[0]):
                found |= 1 << unit
    return found


def fewest_removals(p: War, stack: UnitSet) -> int:
    """How many units have to leave before a stack is legal."""
    rest, of = stack, p.charts.stacking_of
    while violates(p, rest):
        rest &= ~(1 << min(members(culprits(p, rest)), key=lambda u: (-of[u], u)))
    return (stack & ~rest).bit_count()


def first_overfull(p: War, spaces: tuple[int, ...]) -> Hex | None:
    return next((s for s in spaces if violates(p, p.units_in(s))), None)


def bars_to_make_room(p: War, memo: Crowd) -> Bars:
    space = first_overfull(p, memo.hexes)
    able = 0 if space is None else to_make_room(p, memo, space)
    yield ~able, "7.12.1", "{} cannot make room by retreating"


def bars_to_clear(p: War, memo: Crowd) -> Bars:
    """7.12.1: the enemy's turn comes when the owner has had his."""
    space = first_overfull(p, memo.final)
    waiting = first_overfull(p, memo.hexes) is not None
    yield from bars_to_remove(p, 0 if waiting or space is None else p.units_in(space))


class CrowdStep(Step[War, Crowd], key="crowd", because=("attacked",)):
    """7.12.1: the owner makes room, or the enemy removes units."""

    def decision(self, p: War, memo: Crowd) -> Decision | None:
        if (space := first_overfull(p, memo.hexes)) is not None:
            able = legal(bars_to_make_room(p, memo))
            if not able:
                return None
            options = [units("make_room", "7.12.1", able), plain("stand", "7.12.1")]
            prompt = f"Too many units in {p.label(space)}: who retreats further?"
            return p.ask(memo.side, prompt, "7.12.1", options, at=(space,))
        if (space := first_overfull(p, memo.final)) is not None:
            choice = legal(bars_to_remove(p, p.units_in(space)))
            prompt = f"Too many enemy units in {p.label(space)}: remove one"
            options = [units("remove", "7.12.1", choice)]
            return p.ask(enemy_of(memo.side), prompt, "7.12.1", options, at=(space,))
        return None

    def apply(self, p: War, memo: Crowd, verb: str, value: int) -> None:
        match verb:
            case "make_room":
                battle: Battle = p.frames[battle_frame(p)].memo
                if battle.overrun and memo.side == battle.side:
                    p.moved |= 1 << value  # 8.0.6
                p.push(RetreatStep, one_space_more(p, memo, value))
            case "stand":
                self._give_up(p, memo)
            case "remove":
                # 7.12.2: a loss, but none that shortens an advance.
                strike(p, value, "7.12.1")

    def _give_up(self, p: War, memo: Crowd) -> None:
        space = first_overfull(p, memo.hexes)
        assert space is not None
        rest = tuple(s for s in memo.hexes if s != space)
        p.remember(replace(memo, hexes=rest, final=(*memo.final, space)))

    def end(self, p: War, memo: Crowd) -> None:
        if first_overfull(p, memo.hexes) is not None:
            # Nobody can make room.
            p.push(CrowdStep, memo)
            self._give_up(p, memo)
