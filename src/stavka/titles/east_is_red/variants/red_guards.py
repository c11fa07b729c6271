"""RG Chinese Red Guards: they attack in mass, and rise in the cities."""

from __future__ import annotations

from ....engine import Decision, Step, hexes
from ....hexes import set_of
from ....kit.bars import Bars, legal
from ..charts import CHINESE
from ..cities_and_industry import cities_held
from ..position import War
from ..terrain import contaminated


def must_mass(p: War, units_: tuple[int, ...]) -> bool:
    """RG, GW.2: an attack with Red Guards is a mass attack, unless there is guerrilla warfare."""
    return bool(set_of(units_) & p.charts.red_guards) and not p.guerrilla_warfare


def bars_to_rise(p: War, memo: object) -> Bars:
    yield contaminated(p)
    yield ~cities_held(p), "1960s.reinforcements", "{} is not a city in Chinese hands"


class RedGuards(Step[War, int], key="red_guards"):
    """1960s.reinforcements: units of the schedule that appear in a city of the owner's choice."""

    # How many have appeared in this phase.
    def decision(self, p: War, memo: int) -> Decision | None:
        strength = self._next(p, memo)
        cities = legal(bars_to_rise(p, memo))
        if not strength or not p.in_pool(strength) or not cities:
            return None
        options = [hexes("rise", "1960s.reinforcements", cities)]
        return p.ask(CHINESE, "Where do Red Guards rise?", "1960s.reinforcements", options)

    def _next(self, p: War, done: int) -> str:
        due = [
            line.strength
            for line in p.charts.reinforcements.get((p.scenario, p.turn), [])
            if line.hex < 0
            for _ in range(line.count)
        ]
        return due[done] if done < len(due) else ""

    def apply(self, p: War, memo: int, verb: str, value: int) -> None:
        unit = p.in_pool(self._next(p, memo))[0]
        p.place(unit, value)
        p.tell("reinforced", "1960s.reinforcements", unit, value)
        p.remember(memo + 1)
