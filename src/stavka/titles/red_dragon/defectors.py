"""15.0 Defectors."""

from __future__ import annotations

import msgspec

from ...engine import Decision, Event, Step, UnitSet, plain, units
from ...hexes import Hex, members, set_of
from ...kit.bars import EVERYTHING, Bars, legal
from .charts import GMD, PLA
from .leaders import rating_in
from .position import GONE, SCHOOL, UNDER, War
from .reinforcements import delay
from .supply import gmd_supplied, supplied_corps_hexes


class Defection(msgspec.Struct, frozen=True):
    """15.2.3: a unit that has failed its check, and the Corps that it could be put under."""

    unit: int
    corps: tuple[int, ...]


# 15.1 GMD Loyalty Check


def loyalty_modifiers(p: War, hex_: Hex, *, disaster: bool = False) -> dict[str, int]:
    """15.1.2: what is added to the die for a unit in a hex."""
    drm = p.charts.loyalty_drm
    found = {
        "leader": drm["leader"] * rating_in(p, hex_),
        "great_victory": drm["great_victory"] if p.great_victory else 0,  # 12.4.4
        "out_of_supply": 0 if gmd_supplied(p) >> hex_ & 1 else drm["out_of_supply"],
        "political_offensive": drm["political_offensive"] if p.political_offensive else 0,
        "disaster": drm["disaster"] if disaster else 0,
    }
    return {name: value for name, value in found.items() if value}


def passes(p: War, unit: int, die: int, modifier: int) -> bool:
    """15.1.3, 15.1.4: within the range of its row; a 1 always passes, a 6 always fails (15.1.5)."""
    if die in (1, 6):
        return die == 1
    # 4.4.5: the row is that of the counter, whatever its Command has become.
    return die + modifier <= p.charts.loyalty_range[p.charts.counter[unit].loyalty_row]


def loyalty_check(p: War, unit: int, hex_: Hex, case: str) -> bool:
    """15.1.2: rolls for a unit in a hex."""
    modifier = sum(loyalty_modifiers(p, hex_).values())
    # The lowest faces pass, whatever the modifier.
    faces = passing_faces(p, unit)
    loyal = p.draw((faces, 6 - faces)) == 0
    p.tell("loyalty", case, unit, p.rolled[-1], modifier, loyal)
    return loyal


def passing_faces(p: War, unit: int) -> int:
    """With how many faces of the die a unit on the map stays loyal."""
    modifier = sum(loyalty_modifiers(p, p.where[unit]).values())
    return sum(passes(p, unit, die, modifier) for die in range(1, 7))


def must_check(p: War, hex_: Hex) -> bool:
    """15.1.1: a unit that is eliminated next to a PLA Corps in supply."""
    return bool(p.charts.grid.neighbours(1 << hex_) & supplied_corps_hexes(p))


def _stays_loyal(p: War, unit: int, hex_: Hex, *, disaster: bool) -> bool:
    """15.1.4: an eliminated unit; whether it comes back does not matter to the combat."""
    modifier = sum(loyalty_modifiers(p, hex_, disaster=disaster).values())
    die = p.roll(later=True)
    loyal = passes(p, unit, die, modifier)
    p.tell("loyalty", "15.1.1", unit, die, modifier, loyal)
    return loyal


# What becomes of eliminated units


def eliminate(
    p: War, unit: int, corps: UnitSet = 0, *, case: str = "12.3.5", disaster: bool = False
) -> None:
    """10.2.2, 15.1.1: a unit is eliminated; `corps` are the PLA Corps involved in the combat."""
    hex_ = p.where[unit]
    p.tell_of("eliminated", case, unit, hex_)
    if not p.charts.units_of[GMD] >> unit & 1:
        drop_defector(p, unit)
        delay(p, unit)
        return
    if not must_check(p, hex_) or _stays_loyal(p, unit, hex_, disaster=disaster):
        delay(p, unit)  # 15.1.6
    else:
        defect(p, unit, corps)


# 15.2 Failure


def bars_to_incorporate(p: War, memo: Defection) -> Bars:
    """15.2.3: once the Political Offensive has begun; one Defector under a Corps.

    18.4.12: never under Guerrillas.
    """
    if not p.offensive:
        yield EVERYTHING, "15.2.3", "the Political Offensive has not begun"
    yield ~p.charts.corps, "15.2.3", "{} is no corps"
    yield set_of(pla for _, pla in p.under), "15.2.3", "{} has a defector already"
    involved = set_of(memo.corps) & p.units_on_map(PLA)
    yield ~involved, "15.2.3", "{} did not take part"


def defect(p: War, unit: int, corps: UnitSet) -> None:
    """15.2, 15.2.1: a unit changes sides: Re-Education, or Lipu-Lifu if the PLA wants it."""
    p.send(unit, GONE)
    # 18.2: whether the PLA is asked must not tell which face-down counters are Corps.
    unseen = corps & p.charts.face_down & ~p.face_up if p.offensive else 0
    memo = Defection(unit, tuple(members(corps)))
    if unseen or legal(bars_to_incorporate(p, memo)):
        p.push(DefectionStep, memo)
    else:
        reeducate(p, unit)


def reeducate(p: War, unit: int) -> None:
    """15.2.2b: two turns ahead on the track, or out of the game."""
    limit = p.charts.limit
    turn = p.turn + limit["reeducation_turns"]
    p.send(unit, SCHOOL - turn if turn <= limit["turns"] else GONE)
    p.tell("defected", "15.2.2", unit, turn)


class DefectionStep(Step[War, Defection], key="defection", because=("loyalty",)):
    """15.2.3: the PLA decides for each unit."""

    def decision(self, p: War, memo: Defection) -> Decision | None:
        options = [
            units("incorporate", "15.2.3", legal(bars_to_incorporate(p, memo))),
            plain("reeducate", "15.2.2"),
        ]
        prompt = f"{p.charts.counter[memo.unit].name} defects"
        return p.ask(PLA, prompt, "15.2", options, of=(memo.unit,))

    def apply(self, p: War, memo: Defection, verb: str, value: int) -> None:
        p.frames.pop()
        if verb == "reeducate":
            reeducate(p, memo.unit)
            return
        p.send(memo.unit, UNDER)
        p.under = (*p.under, (memo.unit, value))
        p.tell_of("incorporated", "15.2.3", value, memo.unit, p.where[value])

    def follows(self, memo: Defection, event: Event) -> bool:
        """Several units can fail their Loyalty Checks before the PLA is asked."""
        return bool(event.facts[0] == memo.unit)


def spend_defector(p: War, defector: int) -> None:
    """15.2.3e: an L-L Defector that has taken a loss."""
    p.under = tuple(pair for pair in p.under if pair[0] != defector)
    p.send(defector, GONE)
    p.tell("defector_lost", "15.2.3", defector)


def drop_defector(p: War, unit: int) -> None:
    """A PLA Corps leaves the map, and the Defector under it with it (15.2.3g)."""
    if p.under and (defector := p.defector_under(unit)) >= 0:
        spend_defector(p, defector)
