"""The ways to play each side that the title knows."""

from __future__ import annotations

from ...engine import Style, Styles
from .charts import GMD, PLA


class WarStyle(Style, frozen=True, kw_only=True):
    """Weights, in corps as victory counts them if nothing else is said."""

    # PLA: what a lost factor costs on turn 1 (less on each later turn), and one that is used.
    own_loss: float = 0.04
    use: float = 0.02
    # PLA: how much dearer it is to lose a unit for certain, in a Human Wave.
    wave: float = 1.0
    absent: float = 5.0
    # PLA: what an attack must promise.
    least: float = 0.1
    # PLA: what it is worth to enter Xuzhou as long as that wins the game.
    xuzhou: float = 3.0
    # PLA: what aircraft are expected to add to a defence, in factors.
    aircraft: float = 0.0
    # PLA: how strongly free units are drawn along, for each hex of the way.
    slope: float = 0.12
    # PLA: how many hexes free units go out of their way so as not to stand next to the enemy.
    caution: float = 1.5
    # PLA: what a small unit must cut off to be sent onto a road.
    block: float = 1.5
    # GMD: how much of what the PLA could bring does come, and what comes from one side at most.
    share: float = 0.6
    per_side: float = 11.0
    # GMD: how likely it is that the PLA cuts what it can cut.
    cut: float = 0.5
    # GMD: what it costs to lose Xuzhou as long as that loses the game; guns that are left alone.
    hold: float = 8.0
    guns: float = 0.5
    # GMD: a hex nearer to Xuzhou in the first turns; a neighbour; being out of supply; a stack
    # that is in supply again.
    rally: float = 0.1
    company: float = 0.03
    unsupplied: float = 0.5
    reopen: float = 0.2
    # GMD: what a move, and a leader's flight, must promise.
    inertia: float = 0.1
    flight: float = 0.1
    # GMD: what a fighter-bomber must spare it to be sent before the PLA moves, and what an air
    # unit must save when an attack has been announced.
    interdict: float = 0.25
    sortie: float = 0.1
    # GMD: the least column at which it attacks.
    boldness: str = "3:1"


STYLES = {
    PLA: Styles(portfolio=(WarStyle(name="sweep"),)),
    GMD: Styles(portfolio=(WarStyle(name="fortress"),)),
}


def styles(side: str) -> Styles:
    return STYLES[side]
