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
    slope: float = 0.06
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
    guns: float = 1.2
    # GMD: a hex nearer to Xuzhou in the first turns; a neighbour; being out of supply; a stack
    # that is in supply again.
    rally: float = 0.1
    company: float = 0.03
    unsupplied: float = 0.5
    # GMD: a hex nearer to the south edge, once Xuzhou decides nothing any more.
    south: float = 0.0
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


PLA_STYLES = Styles(
    portfolio=(
        WarStyle(name="sweep", own_loss=0.1),
        WarStyle(name="rush", xuzhou=9.0, own_loss=0.02),
        WarStyle(name="siege", own_loss=0.06, use=0.03),
        WarStyle(name="thrift", own_loss=0.06, use=0.015, wave=3.0),
        WarStyle(name="noose", block=0.6, use=0.015, slope=0.1),
    ),
    characters=(
        WarStyle(
            name="bold",
            person="Commander Lei Tiehan",
            text="Goes for Xuzhou at once, and counts victories rather than losses.",
            xuzhou=6.0,
            own_loss=0.02,
            use=0.015,
        ),
        WarStyle(
            name="careful",
            person="Commissar Wen Shouyi",
            text="Cuts the roads first, spares his columns, and attacks what cannot get away.",
            own_loss=0.06,
            wave=2.0,
            block=0.8,
            least=0.15,
        ),
        WarStyle(
            name="methodical",
            person="Chief of Staff Gu Minghe",
            text="Plans every attack with as little as will do, and keeps the rest at hand.",
            use=0.015,
            slope=0.03,
        ),
    ),
    pool=(
        WarStyle(name="hammer", use=0.005, aircraft=-1.5, caution=0.0, slope=0.1),
        WarStyle(name="sickle", own_loss=0.05, use=0.012, block=99.0, slope=0.16, xuzhou=1.0),
    ),
)
GMD_STYLES = Styles(
    portfolio=(
        WarStyle(name="fortress"),
        WarStyle(name="wall", company=0.12, per_side=13.0),
        WarStyle(name="retreat", south=0.04, share=0.8),
        WarStyle(name="sally", boldness="2:1", share=0.5),
        WarStyle(name="fear", share=0.9, cut=0.8),
    ),
    characters=(
        WarStyle(
            name="bold",
            person="General Shen Weigang",
            text="Strikes back wherever a column stands alone.",
            boldness="2:1",
            share=0.5,
        ),
        WarStyle(
            name="careful",
            person="General Luo Jingan",
            text="Looks over his shoulder for the road to the south, and takes it in time.",
            south=0.03,
            share=0.8,
            cut=0.7,
            boldness="4:1",
        ),
        WarStyle(
            name="methodical",
            person="General Pan Zhizhong",
            text="Stands corps beside corps, guns among them, and leaves no gap.",
            company=0.1,
        ),
    ),
    pool=(
        WarStyle(name="rock", inertia=0.3, share=0.7, company=0.06, unsupplied=1.0),
        WarStyle(name="reed", share=1.0, per_side=9.0, south=0.02, interdict=0.6, boldness="4:1"),
    ),
)
STYLES = {PLA: PLA_STYLES, GMD: GMD_STYLES}


def styles(side: str) -> Styles:
    return STYLES[side]
