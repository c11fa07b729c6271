"""12.3.5 The combat results: panic, the dice, losses, retreats, and what follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from ...engine import Decision, Step, UnitSet, hexes, units
from ...engine.texts import counted
from ...hexes import Hex, HexSet, members, set_of
from ...kit.bars import Bars, legal
from .advance import offer_advance
from .air import expend_air
from .charts import GMD, PLA, enemy_of
from .combat import (
    Attack,
    attack_hexes,
    attack_strength,
    defence_strength,
    defenders_in,
    is_concentric,
    odds_column,
    shifted,
    shifts,
)
from .defectors import defect, eliminate, loyalty_check, spend_defector
from .explosives import companions, remove_lone_elbs
from .final_positions import (
    fdp_left,
    fighters,
    gunners,
    panic,
    panic_hexes,
    place_fdp,
    runners,
    shift_unit,
)
from .leaders import leader_loss, without_units
from .position import GONE, USED, War
from .reinforcements import delay
from .stacking import room_for
from .supply import gmd_supplied


class Rolling(msgspec.Struct, frozen=True):
    """An attack about to be rolled for; 16.2.2: who defends an FDP, as far as chosen."""

    attack: Attack
    defending: tuple[int, ...] = ()


class Panic(msgspec.Struct, frozen=True):
    """16.1.3a: the defenders run, and have a choice where to."""

    attack: Attack


class Fight(msgspec.Struct, frozen=True):
    """An attack that has been rolled for."""

    attack: Attack
    defenders: tuple[int, ...]
    # 17.2.7: the Leaders of all stacks in it, each with the units of his stack.
    leaders: tuple[tuple[int, tuple[int, ...]], ...]
    # 13.2.6: each ELB of the stacks in it, with the units it was placed with.
    elbs: tuple[tuple[int, tuple[int, ...]], ...] = ()
    disaster: bool = False
    # 17.1.7: what Human Wave Assaults cost has been paid as part of a loss.
    waves_paid: bool = False

    @property
    def corps(self) -> UnitSet:
        """15.2.3a: whoever was involved; those that are PLA Corps can take defectors in."""
        return set_of(self.attack.units) | set_of(self.defenders)


class Loss(msgspec.Struct, frozen=True):
    """Printed factors that a side still has to lose, from these units."""

    side: str
    units: tuple[int, ...]
    points: int
    fight: Fight


class Retreat(msgspec.Struct, frozen=True):
    """Units that still have to retreat; the first of them has a choice."""

    units: tuple[int, ...]
    fight: Fight
    # Defenders keep away from the attackers if they can.
    defending: bool


# 16.1.3 Before the dice

Reply = Literal["stand", "flee", "dig in", "check"]


def reply_to(p: War, attack: Attack) -> Reply:
    """12.2.3, 16.1: what GMD units out of supply do when they are attacked from all sides."""
    target = attack.target
    if attack.side == GMD or (gmd_supplied(p) | p.fdp) >> target & 1:
        return "stand"
    if not is_concentric(p, attack):
        return "stand"
    if panic_hexes(p, target):
        return "flee"
    return "dig in" if fdp_left(p) and not p.charts.cities >> target & 1 else "check"


class Resolution(Step[War, Attack], key="resolution"):
    """An attack has been announced and answered; nothing is left to decide before it is made."""

    def decision(self, p: War, memo: Attack) -> Decision | None:
        return None

    def end(self, p: War, memo: Attack) -> None:
        target = memo.target
        for general in memo.generals:
            p.send(general, USED)  # 17.1.8
        if memo.deng:
            p.send(p.charts.deng, USED)
        match reply_to(p, memo):
            case "stand":
                p.push(Roll, Rolling(memo))
            case "flee":
                there = panic_hexes(p, target)
                if there & (there - 1):
                    p.push(PanicStep, Panic(memo))
                else:
                    _flee(p, memo, members(there)[0])
            case "dig in":
                place_fdp(p, target, "16.1.3")
                p.push(Roll, Rolling(memo))
            case "check":
                _check_before_combat(p, memo)


def _flee(p: War, attack: Attack, there: Hex) -> None:
    """16.1.3a: no attack takes place; the attackers may pursue."""
    running = runners(p, attack.target, there)
    forced_off = p.gmd_in(attack.target) & ~running
    panic(p, attack.target, there, running)
    _pursue(p, attack)
    for unit in members(forced_off):
        eliminate(p, unit, set_of(attack.units), case="11.2.6")


def bars_to_panic(p: War, memo: Panic) -> Bars:
    nearest = panic_hexes(p, memo.attack.target)
    yield ~nearest, "16.1.3", "{} is not one of the nearest FDPs"


class PanicStep(Step[War, Panic], key="panic", because=("announced",)):
    """16.1.3a: several FDPs are equally near."""

    def decision(self, p: War, memo: Panic) -> Decision | None:
        target = memo.attack.target
        options = [hexes("panic", "16.1.3", legal(bars_to_panic(p, memo)))]
        return p.ask(GMD, "The defenders panic", "16.1.3", options, at=(target,))

    def apply(self, p: War, memo: Panic, verb: str, value: int) -> None:
        p.frames.pop()
        _flee(p, memo.attack, value)


def _check_before_combat(p: War, attack: Attack) -> None:
    """16.1.3c: no FDP can be had: every defender checks its loyalty, the rest is attacked."""
    p.push(Roll, Rolling(attack))
    corps = set_of(attack.units)
    for unit in members(p.gmd_in(attack.target)):
        if not loyalty_check(p, unit, attack.target, "16.1.3"):
            defect(p, unit, corps)


def _nobody_left(p: War, attack: Attack) -> None:
    """16.1.3c: all have defected, and there is no combat that would show who attacks (18.2.2)."""
    p.tell("deserted", "16.1.3", attack.target)
    leader_loss(p, without_units(p.leaders_in(attack.target)))
    _pursue(p, attack)


# 12.3 The dice


def bars_to_defend(p: War, memo: Rolling) -> Bars:
    able = fighters(p, memo.attack.target) & ~set_of(memo.defending)
    yield ~able, "16.2.2", "{} cannot be one of the defenders"


class Roll(Step[War, Rolling], key="roll", because=("announced",)):
    """16.2.2: the GMD names the two units that defend an FDP; then the dice are rolled."""

    def decision(self, p: War, memo: Rolling) -> Decision | None:
        target = memo.attack.target
        if memo.attack.side == GMD or not p.fdp >> target & 1:
            return None
        able = fighters(p, target)
        most = p.charts.limit["fdp_fighting"]
        if able.bit_count() <= most or len(memo.defending) >= most:
            return None
        options = [units("defend", "16.2.2", legal(bars_to_defend(p, memo)))]
        return p.ask(GMD, f"Who defends {p.label(target)}?", "16.2.2", options, at=(target,))

    def apply(self, p: War, memo: Rolling, verb: str, value: int) -> None:
        p.remember(Rolling(memo.attack, (*memo.defending, value)))

    def end(self, p: War, memo: Rolling) -> None:
        if defenders := those_who_defend(p, memo):
            resolve(p, memo.attack, defenders)
        else:
            _nobody_left(p, memo.attack)


def those_who_defend(p: War, rolling: Rolling) -> UnitSet:
    """12.1.6: all units of the hex; 16.2.2: of those in an FDP the chosen ones and their guns."""
    attack = rolling.attack
    defenders = defenders_in(p, attack)
    if attack.side == PLA and p.fdp >> attack.target & 1:
        chosen = set_of(rolling.defending) or fighters(p, attack.target)
        defenders = chosen | gunners(p, attack.target) or defenders
    return defenders


def resolve(p: War, attack: Attack, defenders: UnitSet) -> None:
    """Reveals, adds up, rolls and applies."""
    charts = p.charts
    p.face_up |= (set_of(attack.units) | defenders) & charts.face_down  # 18.2.2
    p.revealed = True
    fight = _fight(p, attack, defenders)
    ours, theirs = attack_strength(p, attack), defence_strength(p, attack, defenders)

    def total(thrown: Sequence[int]) -> tuple[int, int]:
        return ours.points + thrown[0], theirs.points + thrown[1]

    def column_of(thrown: Sequence[int]) -> int:
        return odds_column(p, *total(thrown))

    # 13.1.2, 14.2.2: a die for each support unit.
    thrown = p.throw(len(ours.dice), len(theirs.dice), alike=column_of)
    attacking, defending = total(thrown)
    raw = column_of(thrown)
    column = charts.columns[shifted(p, raw, shifts(p, attack, defenders))]
    die = p.roll()
    result = charts.results[column][die]
    p.tell(
        "attacked",
        "12.3.5",
        attack.side,
        attack.target,
        attack.units,
        tuple(members(defenders)),
        (attacking, defending),
        (charts.columns[raw], column),
        die,
        result,
    )
    if result == "DD":
        fight = msgspec.structs.replace(fight, disaster=True)
    _apply_result(p, fight, result)


def _fight(p: War, attack: Attack, defenders: UnitSet) -> Fight:
    charts = p.charts
    involved = set_of(attack.units) | defenders
    stacks = p.hexes_of(involved)
    leaders = tuple(
        (leader, tuple(members(p.gmd_in(p.where[leader]))))
        for leader in members(p.units_at(stacks) & charts.leaders)
    )
    elbs = tuple(
        (unit, tuple(members(companions(p, p.where[unit]))))
        for unit in members(p.units_at(stacks) & charts.elbs)
    )
    return Fight(attack, tuple(members(defenders)), leaders, elbs)


def loss_number(p: War, defenders: tuple[int, ...]) -> int:
    """Half of the defenders' printed factors, rounded up."""
    return -(-sum(p.charts.cf[unit] for unit in defenders) // 2)


def _apply_result(p: War, fight: Fight, result: str) -> None:
    attack = fight.attack
    attackers = _standing(p, attack.units)
    p.push(Aftermath, fight)
    match result:
        case "AE":
            # A Human Wave Assault pays once, in the aftermath (17.1.7).
            others = tuple(unit for unit in attackers if unit not in attack.waves)
            _wipe_out(p, others, fight)
        case "AA":
            _attrition_of_attacker(p, fight)
        case "AR":
            _retreat(p, Retreat(attackers, fight, defending=False))
        case "DR":
            _retreat(p, Retreat(_standing(p, fight.defenders), fight, defending=True))
        case "DA":
            _lose(p, enemy_of(attack.side), fight.defenders, loss_number(p, fight.defenders), fight)
        case "AA/DA":
            # The defender removes first: whoever defects can already take a loss (15.2.3f).
            points = loss_number(p, fight.defenders)
            p.push(Attrition, fight)
            _lose(p, enemy_of(attack.side), fight.defenders, points, fight)
        case "DE" | "DD":
            _wipe_out(p, _standing(p, fight.defenders), fight)


def _standing(p: War, units_: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(unit for unit in units_ if p.where[unit] >= 0)


def _wipe_out(p: War, units_: tuple[int, ...], fight: Fight) -> None:
    """All are eliminated; an L-L Defector dies for his Corps, which then retreats (15.2.3d)."""
    saved = []
    attacking = units_ and units_[0] in fight.attack.units
    for unit in units_:
        defector = p.defector_under(unit)
        if defector >= 0 and not fight.disaster:
            spend_defector(p, defector)
            if not attacking:
                saved.append(unit)
        else:
            eliminate(p, unit, fight.corps, disaster=fight.disaster)
    _retreat(p, Retreat(tuple(saved), fight, defending=True))


# Losses


class Attrition(Step[War, Fight], key="attrition"):
    """AA/DA: when the defender has lost his units, the attacker loses as much."""

    def decision(self, p: War, memo: Fight) -> Decision | None:
        return None

    def end(self, p: War, memo: Fight) -> None:
        _attrition_of_attacker(p, memo)


def _attrition_of_attacker(p: War, fight: Fight) -> None:
    """17.1.7: what a Human Wave Assault costs helps to satisfy the loss."""
    points = loss_number(p, fight.defenders) - end_waves(p, fight)
    # The frame on top is that of the aftermath, in which they are not to pay again.
    p.remember(msgspec.structs.replace(fight, waves_paid=True))
    _lose(p, fight.attack.side, fight.attack.units, points, fight)


def end_waves(p: War, fight: Fight) -> int:
    """17.1.6: each unit in a Human Wave Assault, or its Defector, is eliminated; once.

    The Defector goes first: a Corps that is lost takes its Defector with it.
    """
    paid = 0
    if fight.waves_paid:
        return paid
    for unit in _standing(p, fight.attack.waves):
        defector = p.defector_under(unit)
        if defector >= 0:
            paid += p.charts.loss_factor[defector]
            spend_defector(p, defector)
        else:
            paid += p.charts.cf[unit]
            eliminate(p, unit, fight.corps, case="17.1.6")
    return paid


def _candidates(p: War, units_: tuple[int, ...]) -> UnitSet:
    """15.2.3d: units, or the L-L Defectors under them."""
    found = set_of(_standing(p, units_))
    for defector, corps in p.under:
        if found >> corps & 1:
            found |= 1 << defector
    return found


def _lose(p: War, side: str, units_: tuple[int, ...], points: int, fight: Fight) -> None:
    """Asks the owner for what he loses, unless there is nothing to choose.

    17.1.7: a Human Wave whose Defector has paid is as good as any other attacker for the rest.
    """
    units_ = _standing(p, units_)
    if points <= 0 or not units_:
        return
    candidates = _candidates(p, units_)
    total = sum(worth(p, unit) for unit in members(candidates))
    if candidates == set_of(units_) and (len(units_) == 1 or total <= points):
        for unit in units_:
            eliminate(p, unit, fight.corps)
        return
    p.push(LossStep, Loss(side, units_, points, fight))


def worth(p: War, unit: int) -> int:
    """What a unit or an L-L Defector pays of a loss."""
    return p.charts.loss_factor[unit] if p.where[unit] < 0 else p.charts.cf[unit]


def bars_to_lose(p: War, memo: Loss) -> Bars:
    yield ~_candidates(p, memo.units), "12.3.5", "{} did not take part in the combat"


class LossStep(Step[War, Loss], key="loss", because=("attacked",)):
    """The owner removes units of his choice until their printed factors are enough."""

    def decision(self, p: War, memo: Loss) -> Decision | None:
        candidates = legal(bars_to_lose(p, memo))
        if memo.points <= 0 or not candidates:
            return None
        prompt = f"Who is lost for {counted(memo.points, 'combat factor')}?"
        options = [units("lose", "12.3.5", candidates)]
        return p.ask(memo.side, prompt, "12.3.5", options, of=members(candidates))

    def apply(self, p: War, memo: Loss, verb: str, value: int) -> None:
        # A unit that defects may be asked about before the next is lost.
        p.remember(msgspec.structs.replace(memo, points=memo.points - worth(p, value)))
        if p.charts.units_of[memo.side] >> value & 1:
            eliminate(p, value, memo.fight.corps)
        else:
            spend_defector(p, value)


# Retreats


def _ways_out(p: War, unit: int) -> HexSet:
    """The hexes next to a unit that it could retreat to, if there is room."""
    charts = p.charts
    here = 1 << p.where[unit]
    if unit == charts.rr_security:
        open_ = charts.rail_passage(0).spread(here)  # 11.2.6c
    else:
        open_ = charts.passage.spread(here)
    return open_ & ~p.occupied(enemy_of(charts.counter[unit].side))


def retreat_hexes(p: War, unit: int, fight: Fight, *, defending: bool) -> HexSet:
    """One hex, not into the enemy, within stacking; if possible not next to the attackers.

    16.2.3: an FDP is as good as another hex.
    """
    charts = p.charts
    found = room_for(p, unit, _ways_out(p, unit))
    if defending:
        away = found & ~charts.grid.neighbours(attack_hexes(p, fight.attack))
        return away or found
    return found


def _may_hide_something(p: War, unit: int) -> bool:
    """18.2: whether the PLA is asked must not tell where its face-down counters leave room."""
    ways = _ways_out(p, unit)
    face_down = p.charts.face_down & ~p.face_up
    return bool(ways & (ways - 1) and ways & p.hexes_of(face_down))


def _retreat(p: War, memo: Retreat) -> None:
    """Moves whoever has no choice, and asks for the first who has one."""
    charts = p.charts
    units_ = memo.units
    while units_:
        unit, units_ = units_[0], units_[1:]
        here = p.where[unit]
        if here < 0 or charts.elbs >> unit & 1:
            continue  # 13.2.5: an ELB that was used leaves anyway
        if p.fdp >> here & 1:
            continue  # 16.2.5
        there = 0
        if not charts.militia >> unit & 1:  # 18.5.2
            there = retreat_hexes(p, unit, memo.fight, defending=memo.defending)
        if there & (there - 1) or (there and _may_hide_something(p, unit)):
            p.push(RetreatStep, Retreat((unit, *units_), memo.fight, memo.defending))
            return
        if there:
            shift_unit(p, unit, members(there)[0], "retreated", "12.3.5")
        else:
            eliminate(p, unit, memo.fight.corps)


def bars_to_retreat(p: War, memo: Retreat) -> Bars:
    open_ = retreat_hexes(p, memo.units[0], memo.fight, defending=memo.defending)
    yield ~open_, "12.3.5", "{} is not open to this retreat"


class RetreatStep(Step[War, Retreat], key="retreat", because=("attacked",)):
    """The owner chooses the hex, unit by unit."""

    def decision(self, p: War, memo: Retreat) -> Decision | None:
        unit = memo.units[0]
        counter = p.charts.counter[unit]
        options = [hexes("retreat", "12.3.5", legal(bars_to_retreat(p, memo)))]
        return p.ask(counter.side, f"Retreat {counter.name}", "12.3.5", options, of=(unit,))

    def apply(self, p: War, memo: Retreat, verb: str, value: int) -> None:
        p.frames.pop()
        shift_unit(p, memo.units[0], value, "retreated", "12.3.5")
        _retreat(p, msgspec.structs.replace(memo, units=memo.units[1:]))


# After the result


class Aftermath(Step[War, Fight], key="aftermath"):
    """Human waves, Leaders, tanks, ELBs, air units, Great Victory; then the advance."""

    def decision(self, p: War, memo: Fight) -> Decision | None:
        return None

    def end(self, p: War, memo: Fight) -> None:
        attack = memo.attack
        end_waves(p, memo)
        leader_loss(p, memo.leaders)
        _tank_breakdown(p, attack)
        _remove_elbs(p, memo)
        _great_victory(p, memo)
        _pursue(p, attack)


def _pursue(p: War, attack: Attack) -> None:
    """14.1.6, 14.2.4: the air unit goes home unharmed; then the attackers may advance."""
    if attack.air >= 0:
        expend_air(p, attack.air)
    p.push(Close)
    offer_advance(p, attack.side, attack.target, set_of(attack.units))


def _tank_breakdown(p: War, attack: Attack) -> None:
    """18.6, 18.6.1: the PLA Tank Battalion after each of its attacks."""
    tanks = p.charts.tank_battalion
    if tanks in attack.units and p.where[tanks] >= 0:
        die = p.roll(later=True)
        p.tell("breakdown", "18.6.1", tanks, die)
        if die >= p.charts.limit["tank_breakdown"]:
            eliminate(p, tanks, case="18.6.1")


def _great_victory(p: War, fight: Fight) -> None:
    """12.4: all defending PLA units are eliminated, and the GMD has lost nothing."""
    attack = fight.attack
    if attack.side != GMD:
        return
    if _standing(p, fight.defenders) or _standing(p, attack.units) != attack.units:
        return
    if any(p.where[leader] == GONE for leader, _ in fight.leaders):
        return
    p.great_victory_next = True  # 12.4.1; 12.4.3: a second one changes nothing
    p.tell("great_victory", "12.4", attack.target)


def _remove_elbs(p: War, fight: Fight) -> None:
    """13.2.5: used; 13.2.6: gone for good if the units they were with are eliminated."""
    used = (*fight.attack.units, *fight.defenders)
    for unit, others in fight.elbs:
        if not _standing(p, others):
            p.tell_of("elb_lost", "13.2.6", unit)
            p.send(unit, GONE)
        elif p.where[unit] >= 0 and unit in used:
            p.tell_of("elb_removed", "13.2.5", unit, p.where[unit])
            delay(p, unit, "13.2.5")


class Close(Step[War, None], key="close"):
    """18.2.2: when the combat is over, PLA units are face-down again."""

    def decision(self, p: War, memo: None) -> Decision | None:
        return None

    def end(self, p: War, memo: None) -> None:
        p.face_up = 0
        remove_lone_elbs(p)
