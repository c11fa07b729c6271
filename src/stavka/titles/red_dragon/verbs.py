"""Everything that is ever asked."""

from __future__ import annotations

from ...engine.verbs import declared
from .charts import COMMANDS

VERBS = declared(
    hexes=(
        "air_supply attack bridge convoy enter fly fortify guerrilla interdict march militia move "
        "panic place rail retreat suppress to"
    ),
    units=(
        "add advance bombard corps defend displace eliminate incorporate lose replace select "
        "short_attack spend take target wave withdraw"
    ),
    words={"freeze": [key for command, subs in COMMANDS.items() for key in (command, *subs)]},
    plain="all back cancel deng done halt hold pass reeducate resolve roll watch",
)
