"""Everything that is ever asked."""

from __future__ import annotations

from stavka.engine.verbs import declared

from .charts import ODDS

VERBS = declared(
    hexes="attack move retreat",
    units="add advance select",
    words={"resolve": ODDS},
    plain="all cancel done eliminate hold",
)
