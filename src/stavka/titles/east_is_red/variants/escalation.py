"""SW.3, US.4: how a nuclear attack, or an attack on Americans, can end the game."""

from __future__ import annotations

from ....engine import Outcome
from ....hexes import Hex, set_of
from ..charts import SOVIET
from ..options import ESCALATION
from ..position import War
from ..victory import end_game


def leads_to_world_war(p: War, side: str, targets: tuple[Hex, ...], *, nuclear: bool) -> bool:
    """Rolls the dice that an attack calls for before it is resolved; true if the game is over."""
    limit = p.charts.limit
    if nuclear:
        p.note_nuclear_attack(side)
    if side == SOVIET and set_of(targets) & p.hexes_of(p.charts.us_marine):
        die = _die_for(p, limit["us_escalation"])
        over = die >= limit["us_escalation"]
        p.tell("risked", "US.4", (die,), over)
        if over and nuclear:
            _both_lose(p, "US.4")
        elif over:
            end_game(p, world_war=True)
        return over
    if nuclear and ESCALATION in p.options:
        first = p.roll()
        dice = (first, _die_for(p, limit["escalation"] - first))
        over = sum(dice) >= limit["escalation"]
        p.tell("risked", "SW.3", dice, over)
        if over:
            _both_lose(p, "SW.3")
        return over
    return False


def _die_for(p: War, needed: int) -> int:
    """A die of which it only matters whether it shows so much: two lots of faces to look into."""
    low = min(max(needed - 1, 0), 6)
    p.draw((low, 6 - low))
    return p.rolled[-1]


def _both_lose(p: War, case: str) -> None:
    p.frames.clear()
    p.ended = Outcome("", "Strategic nuclear war", "the world burns: both players lose", case)
    p.tell("burned", case)
