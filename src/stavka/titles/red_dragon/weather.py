"""5.0 Weather."""

from __future__ import annotations

from ...hexes import members
from .charts import PLA
from .position import BOX, War

ROLLED = "5.1.2"


def weather_phase(p: War) -> None:
    """5.1: as in history, or rolled for; 5.1.3, 19.3.4: the first turn is Good."""
    charts = p.charts
    if p.turn > 1:
        if ROLLED in p.options:
            die = p.roll()
            p.weather = charts.weather_table[p.weather][die]
            p.tell("weather_rolled", "5.1.2", p.weather, die)
        else:
            p.weather = charts.historical_weather[p.turn]
            p.tell("weather", "5.1.1", p.weather)
    # 14.1.5, 14.1.7: units used last turn are back; those of a Poor turn wait for better weather.
    for unit in members(charts.air):
        p.send(unit, BOX)
    p.sorties = 0


def cost_factor(p: War, side: str) -> int:
    """5.2, 5.2.2, 5.2.3: Poor weather and Thaw double all costs; 5.2.1: Good weather does not.

    China News! 5 spares the PLA that.
    """
    if side == PLA and p.event("carts"):
        return 1
    return p.charts.weather_factor[p.weather]
