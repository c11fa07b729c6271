"""17.3 Reinforcements, 17.4 Militia, 17.5 Korean intervention, 19.0 Strategic strike."""

from __future__ import annotations

from ...engine import Decision, Option, Step, hexes, plain
from ...hexes import HexSet, members
from ...kit.bars import Bars, legal
from .charts import CHINESE, IN_A_CITY, SOVIET, enemy_of
from .options import EMERGENCY, GUERRILLA_WARFARE, KOREANS, STRATEGIC_STRIKE, US_INTERVENTION
from .position import War
from .terrain import contaminated
from .variants.emergency import begin_emergency
from .variants.guerrilla_warfare import Declaration
from .variants.red_guards import RedGuards
from .variants.us_intervention import AmericanLanding, begin_carrier_turn


def begin_soviet_turn(p: War) -> None:
    """4.2 A1."""
    p.struck = 0
    p.declines = False
    p.note_marines()  # 5.51
    if EMERGENCY in p.options:
        begin_emergency(p)
    if US_INTERVENTION in p.options:
        begin_carrier_turn(p)
    p.push(SovietReinforcement)


def begin_chinese_turn(p: War) -> None:
    """4.2 B1."""
    p.declines = False
    place_reinforcements(p, CHINESE)
    if US_INTERVENTION in p.options:
        p.push(AmericanLanding)
    if p.charts.red_guards:
        p.push(RedGuards, 0)
    p.push(KoreanIntervention, 0)
    p.push(Mobilization, 0)
    if GUERRILLA_WARFARE in p.options:
        p.push(Declaration)


def place_reinforcements(p: War, side: str) -> None:
    """17.3: they appear now or never, if there are counters and the hex is not the enemy's."""
    if p.strategic_strike:
        return  # 19.0: both schedules are erased
    for line in p.charts.reinforcements[p.scenario, p.turn]:
        if line.side != side or line.hex == IN_A_CITY:
            continue
        held = p.occupied(enemy_of(side)) >> line.hex & 1 or p.all_contaminated >> line.hex & 1
        for unit in [] if held else p.in_pool(line.strength)[: line.count]:
            p.place(unit, line.hex)
            p.tell("reinforced", "17.3", unit, line.hex)


class SovietReinforcement(Step[War, None], key="soviet_reinforcement"):
    """With 19.0 in play the Soviet Player may strike at the rest of China first."""

    def decision(self, p: War, memo: None) -> Decision | None:
        if STRATEGIC_STRIKE not in p.options or p.strategic_strike:
            return None
        options = [plain("strategic_strike", "19.0"), plain("pass", "19.0")]
        return p.ask(SOVIET, "Strategic strike against the rest of China?", "19.0", options)

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        if verb == "strategic_strike":
            p.strategic_strike = True
            p.note_nuclear_attack(SOVIET)  # US.3
            p.tell("strategic_strike", "19.0")
        p.finish()

    def end(self, p: War, memo: None) -> None:
        place_reinforcements(p, SOVIET)


# 17.4 Chinese Militia


def bars_to_mobilize(p: War, done: HexSet) -> Bars:
    """17.41, 17.42: cities that no Soviet unit is in now, before the Chinese move."""
    yield ~p.charts.cities, "17.4", "{} is not a major city"
    yield p.soviet, "17.41", "{} is occupied by Soviet units"
    yield contaminated(p)
    yield done, "17.4", "{} has mobilized in this Game-Turn"


class Mobilization(Step[War, int], key="mobilization"):
    """One Militia Corps in every major city without Soviet units, while there are counters."""

    def decision(self, p: War, memo: HexSet) -> Decision | None:
        cities = self._cities(p, memo)
        if not cities or not p.in_pool("1-3-3"):
            return None
        if cities.bit_count() <= len(p.in_pool("1-3-3")):
            return None
        # 17.45: too few counters for all cities.
        return p.ask(
            CHINESE, "Mobilize Militia in which city?", "17.4", [hexes("mobilize", "17.4", cities)]
        )

    def _cities(self, p: War, done: HexSet) -> HexSet:
        if p.turn < p.charts.limit["militia_from_turn"]:
            return 0
        return legal(bars_to_mobilize(p, done))

    def apply(self, p: War, memo: HexSet, verb: str, value: int) -> None:
        mobilize(p, value)
        p.remember(memo | 1 << value)

    def end(self, p: War, memo: HexSet) -> None:
        cities = self._cities(p, memo)
        if cities.bit_count() <= len(p.in_pool("1-3-3")):
            for hex_ in members(cities):
                mobilize(p, hex_)


def mobilize(p: War, hex_: int) -> None:
    """17.44: even into a full city."""
    unit = p.in_pool("1-3-3")[0]
    p.place(unit, hex_)
    p.tell("mobilized", "17.4", unit, hex_)


# 17.5 Korean intervention


def bars_to_intervene(p: War, memo: int) -> Bars:
    at_home = p.charts.korea & p.charts.land
    yield ~at_home, "17.5", "{} is not a land hex of North Korea"


class KoreanIntervention(Step[War, int], key="korean_intervention"):
    """Both North Korean corps appear together, in any hex of North Korea, and only once."""

    # How many of them have appeared in this phase.
    def decision(self, p: War, memo: int) -> Decision | None:
        if KOREANS not in p.options or p.turn < p.charts.limit["koreans_from_turn"]:
            return None
        if p.strategic_strike or memo == p.charts.types["4-5-6"].count:
            return None  # 19.0: nobody comes any more but Militia
        if p.koreans_in and not memo:
            return None
        options: list[Option] = [hexes("intervene", "17.5", legal(bars_to_intervene(p, memo)))]
        if not memo:
            options.append(plain("wait", "17.5"))
        return p.ask(CHINESE, "Do the North Koreans intervene?", "17.5", options)

    def apply(self, p: War, memo: int, verb: str, value: int) -> None:
        if verb == "wait":
            p.finish()
            return
        unit = p.in_pool("4-5-6")[0]
        p.koreans_in = True
        p.place(unit, value)
        p.tell("intervened", "17.5", unit, value)
        p.remember(memo + 1)
