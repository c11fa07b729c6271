"""US American intervention: a Marine division, and aircraft that fly from any sea hex."""

from __future__ import annotations

from ....engine import Decision, Step, derived, hexes, plain
from ....hexes import Hex, HexSet, members, set_of
from ....kit.bars import Bars, legal
from ..charts import CHINESE
from ..position import GROUND, War
from ..terrain import closed_hexes
from .war import VariantWar


def bars_to_send_marines(p: War, memo: None) -> Bars:
    """US.1: every coastal hex that a Chinese unit could enter."""
    yield ~p.charts.coastal, "US.1", "{} is not a coastal hex"
    yield closed_hexes(p, CHINESE), "US.1", "{} is closed to Chinese units"


def distance_to_sea(p: War, hex_: Hex) -> int:
    """US.2: from the nearest all-sea hex, which is where the carriers are."""
    found, far = 1 << hex_, 0
    while not found & p.charts.all_sea:
        found |= p.charts.grid.neighbours(found)
        far += 1
    return far


@derived(*GROUND)
def supplied_from_the_sea(p: War) -> HexSet:
    """US.1: within ten hexes of a coastal hex."""
    return p.charts.grid.within(p.charts.coastal, p.charts.limit["us_supply_range"])


def carrier_is_ready(p: War) -> bool:
    """US.2: one mission in a Game-Turn, once the Americans are in the war."""
    return isinstance(p, VariantWar) and p.us_in and not p.carrier_mission


def carrier_points(p: War, targets: tuple[Hex, ...]) -> int:
    """US.2, 14.1: the strength of the strike by its range from the sea."""
    far = distance_to_sea(p, targets[0])
    return next((points for range_, points in p.charts.air_strikes if far <= range_), 0)


def carrier(p: War) -> int:
    """The counter of the strike, which is never on the map."""
    return p.charts.us_air.bit_length() - 1


def americans_attack(p: War, units: tuple[int, ...], air: tuple[int, ...]) -> bool:
    return bool(set_of((*units, *air)) & (p.charts.us_marine | p.charts.us_air))


def may_use_nuclear_weapons(p: War, units: tuple[int, ...], air: tuple[int, ...]) -> bool:
    """US.3: with Americans in the attack, after a Soviet nuclear attack in an earlier turn."""
    provoked = isinstance(p, VariantWar) and 0 < p.nuclear_turn < p.turn
    return provoked and americans_attack(p, units, air)


class AmericanLanding(Step[VariantWar, None], key="american_landing"):
    """US.1: the Marines arrive once, in a Chinese Reinforcement Phase from turn four on."""

    def decision(self, p: VariantWar, memo: None) -> Decision | None:
        if p.us_in or p.strategic_strike or p.turn < p.charts.limit["us_from_turn"]:
            return None
        places = legal(bars_to_send_marines(p, memo))
        if not places:
            return None
        options = [hexes("send_marines", "US.1", places), plain("wait", "US.1")]
        return p.ask(CHINESE, "Do the Americans intervene?", "US.1", options)

    def apply(self, p: VariantWar, memo: None, verb: str, value: int) -> None:
        if verb == "send_marines":
            p.us_in = True
            unit = members(p.charts.us_marine)[0]
            p.place(unit, value)
            p.tell("americans_landed", "US.1", unit, value)
        p.finish()


class CarrierCover(Step[VariantWar, None], key="carrier_cover"):
    """US.2: before Soviet attacks, the strike can be put into the hex of the Marines."""

    def decision(self, p: VariantWar, memo: None) -> Decision | None:
        if not carrier_is_ready(p) or not p.hexes_of(p.charts.us_marine):
            return None
        options = [plain("cover", "US.2"), plain("pass", "US.2")]
        return p.ask(CHINESE, "Cover the US Marines with carrier aircraft?", "US.2", options)

    def apply(self, p: VariantWar, memo: None, verb: str, value: int) -> None:
        if verb == "cover":
            p.carrier_mission = "cover"
            p.tell("covered", "US.2", p.where[members(p.charts.us_marine)[0]])
        p.finish()


def use_up_cover(p: War) -> None:
    """US.2: aircraft that have defended the Marines fight no more in the same Game-Turn."""
    if p.carrier_mission == "cover" and p.was_attacked & p.charts.us_marine:
        p.carrier_mission = "strike"


def begin_carrier_turn(p: War) -> None:
    """US.2: strikes and cover of the last Game-Turn are over; interdiction lasts."""
    if p.carrier_mission != "interdiction":
        p.carrier_mission = ""
