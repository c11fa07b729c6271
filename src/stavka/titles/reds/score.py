"""How the victory of 4.0 comes about, for a screen: conditions, of which one is enough."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.presentation import Line
from ...engine.score import Score
from .charts import RED
from .control import controlled, resource_cities
from .poland import red_manpower_in_poland
from .position import POLAND_CONQUERED, War
from .victory import other_resource_cities, russian_cities
from .withdrawal import MAJOR


def score(p: War) -> Score:
    return Score(tuple(_conditions(p)))


def _conditions(p: War) -> Iterator[Line]:
    own, limit = controlled(p, RED), p.charts.limit
    for name, cities in (
        ("Red cities outside Poland and the Baltic Republics", russian_cities(p)),
        ("Red resource cities", resource_cities(p)),
    ):
        yield Line(name, f"{(cities & own).bit_count()} of {cities.bit_count()}", "4.2")
    conquered = p.poland == POLAND_CONQUERED
    yield Line("Poland is conquered", "yes" if conquered else "no", "4.2")
    if conquered:
        held = f"{red_manpower_in_poland(p)}, {limit['poland_garrison']} needed"
        yield Line("Red manpower in Poland", held, "15.4")
    yield Line("Moscow is Red", "yes" if own >> p.charts.moscow & 1 else "no", "4.3")
    others = f"{other_resource_cities(p)}, {limit['red_cities_to_hold']} needed"
    yield Line("Other Red resource cities", others, "4.3")
    if p.scenario == "1918-19":
        yield Line("Withdrawals of the Allies", f"{p.withdrawals} of {MAJOR}", "4.4")
