"""Why a choice is advised, in words."""

from __future__ import annotations

from ....hexes import Hex
from ..charts import CHINESE, SOVIET
from ..combat import Attack, odds_of
from ..position import War
from ..victory import industry_cut_off, points_of
from .slopes import slope_of
from .styles import WarStyle


def place(p: War, hex_: Hex) -> str:
    """A hex by the name of what is there, or by its number."""
    places = p.charts.board.places_at(hex_)
    return f"{places[0].name} ({p.label(hex_)})" if places else p.label(hex_)


def why_there(p: War, unit: int, hex_: Hex, style: WarStyle) -> str:
    """What a unit brings about by going to a hex."""
    side = p.charts.unit_type[unit].side
    after = p.clone()
    after.place(unit, hex_)
    found = _scored(p, after, side)
    goal = slope_of(p, side, style).goal(hex_)
    if not found and goal >= 0:
        found = f"on the way to {place(p, goal)}" if goal != hex_ else f"holds {place(p, goal)}"
    return found


def _scored(p: War, after: War, side: str) -> str:
    if p.conditions.on_points:
        points = points_of(after, side) - points_of(p, side)
        return f"scores {points}" if points > 0 else ""
    cut = industry_cut_off(after) - industry_cut_off(p)
    if side == SOVIET and cut > 0:
        return f"cuts off {cut} industrial hexes"
    if side == CHINESE and cut < 0:
        return f"joins {-cut} industrial hexes to the west again"
    return ""


def why_attack(p: War, attack: Attack) -> str:
    """The odds of an attack, and how likely it is that the defender has to go."""
    column = odds_of(p, attack).column
    target = ", ".join(place(p, hex_) for hex_ in attack.targets)
    if column is None:
        return f"hopeless against {target}"
    dice = p.charts.results[column].values()
    good = ("De",) if attack.mass else ("De", "Ex") if _firm(p, attack) else ("De", "Ex", "Dr")
    chance = round(100 * sum(result in good for result in dice) / len(dice))
    weapons = ", nuclear" if attack.nuclear else ", in mass" if attack.mass else ""
    return f"{column} on {target}{weapons}: {chance} % to clear it"


def _firm(p: War, attack: Attack) -> bool:
    """13.15: whoever is in a Chinese city does not retreat from it."""
    soviet = p.current.side == SOVIET
    return soviet and any(p.charts.cities >> hex_ & 1 for hex_ in attack.targets)
