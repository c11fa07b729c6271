"""Everything that is ever asked, with all options of the variant article."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.verbs import VerbSpec, declared
from .charts import Charts


def verbs(sheets: Sequence[Charts]) -> tuple[VerbSpec, ...]:
    """The verbs, and the words of all sheets of counters."""
    return declared(
        hexes=(
            "arrive at attack build_up drop fly interdict intervene land mine missile mobilize "
            "move rail rise send_marines target to towards"
        ),
        units=(
            "add advance break_down eliminate expend interdict_from launch lead lose retreat "
            "select strike"
        ),
        hexsides="detonate",
        words={
            "as": [corps for sheet in sheets for corps in sheet.divisions],
            "place": [strength for sheet in sheets for strength in sheet.types],
            "receive": [
                strength
                for sheet in sheets
                for groups in sheet.emergency.values()
                for group in groups.values()
                for strength in group
            ],
            "resolve": [column for sheet in sheets for column in sheet.columns],
        },
        plain=(
            "again all call cancel carrier_strike cover declare done eliminate entrain halt hold "
            "mass nuclear pass pass_turn recommended return stay strategic_strike substitute wait"
        ),
    )
