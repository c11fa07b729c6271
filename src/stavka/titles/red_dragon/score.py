"""How the victory of 3.0 comes about, for a screen: who counts as an eliminated corps."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.presentation import Line
from ...engine.score import Rung, Score
from .charts import GMD, PLA
from .position import War
from .victory import corps_eliminated, eliminated, sudden_death


def score(p: War) -> Score:
    lost, needed = corps_eliminated(p), p.charts.limit["victory_corps"]
    total = Line("Corps-equivalents eliminated", str(lost), "3.2.1")
    sudden = p.ended is not None and p.ended.case == "3.1"
    last = p.charts.limit["sudden_death_turns"]
    levels = (
        Rung("GMD victory", f"below {needed}", GMD, lost < needed and not sudden),
        Rung("PLA Corps Elimination Victory", f"from {needed}", PLA, lost >= needed and not sudden),
        Rung("PLA Sudden Death Victory", f"Xuzhou by turn {last}", PLA, sudden),
    )
    return Score(tuple(_lines(p)), total, levels)


def _lines(p: War) -> Iterator[Line]:
    charts = p.charts
    lost, beyond = eliminated(p)
    corps = charts.corps | charts.leaders | charts.asterisked
    for name, units in (
        ("GMD Corps", charts.corps),
        ("GMD Leaders", charts.leaders),
        ("GMD artillery regiments", charts.asterisked),
    ):
        yield Line(name, str((lost & units).bit_count()), "3.2.2")
    for name, units in (
        ("Other GMD units, {} of them", lost & ~corps),
        ("Replacements beyond turn 10, {} of them", beyond),
    ):
        number, whole = units.bit_count(), charts.limit["units_for_a_corps"]
        yield Line(name.format(number), _in_corps(number, whole), "3.2.3")
    if p.turn <= charts.limit["sudden_death_turns"]:
        yield Line("A supplied PLA Corps in Xuzhou", "yes" if sudden_death(p) else "no", "3.1")


def _in_corps(units: int, whole: int) -> str:
    """Units of which so many make a corps, in corps.

    >>> _in_corps(7, 3), _in_corps(2, 3), _in_corps(3, 3), _in_corps(0, 3)
    ('2 1/3', '2/3', '1', '0')
    """
    corps, rest = divmod(units, whole)
    part = f"{rest}/{whole}" if rest else ""
    return f"{corps or ''} {part}".strip() or "0"
