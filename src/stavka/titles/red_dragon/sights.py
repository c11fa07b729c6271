"""What a learner is shown of a position.

18.2: to the GMD a face-down PLA counter is as good as any other. In its view they have been given
identities that could be theirs, so that their rows say where a counter is and not which.
"""

from __future__ import annotations

from ...hexes import set_of
from ...kit.sights import Sight, Sights, shown
from .charts import COMMANDS, WEATHERS

SIGHTS = Sights(
    hexes=shown(
        fdp="a Final Defense Position (16.0)",
        pla_cities="a city that the PLA controls (7.2.1)",
        attacked="attacked in this phase (12.1.8)",
    ),
    sides=shown(bridges="an assault bridge (18.1)"),
    units={
        **shown(
            moved="has moved in this segment",
            fought="has fought in this phase (12.1)",
            struck="has made a Short Attack in this phase (18.3)",
            negated="a Guerrilla without effect (18.4.9)",
            face_up="shown because of a combat (18.2.2)",
            sorties="can be placed once more in this turn (China News! 10)",
        ),
        "face_down": Sight(
            "face down: to the GMD this row is that of any face-down counter (18.2)",
            lambda p: p.charts.face_down & ~p.face_up,
            by=("face_up",),
        ),
        "with_defector": Sight(
            "a PLA Corps above an L-L Defector (15.2.3)",
            lambda p: set_of(corps for _, corps in p.under),
            by=("under",),
        ),
        "under_corps": Sight(
            "an L-L Defector under a PLA Corps (15.2.3)",
            lambda p: set_of(defector for defector, _ in p.under),
            by=("under",),
        ),
    },
    printed={
        "combat": Sight("combat factor", lambda p: p.charts.cf),
        "movement": Sight("movement allowance", lambda p: p.charts.ma),
        "loss": Sight("loss factor", lambda p: p.charts.loss_factor),
        "rating": Sight("rating of a Leader", lambda p: p.charts.rating),
        "corps": Sight("a Corps", lambda p: [c.size == "XXX" for c in p.charts.counter]),
        "defend_only": Sight(
            "can only defend", lambda p: [c.defend_only for c in p.charts.counter]
        ),
        "reinforcement": Sight(
            "arrives in the course of the game",
            lambda p: [c.reinforcement for c in p.charts.counter],
        ),
    },
    summed=("combat",),
    numbers=shown(
        turn="the turn",
        phase="the place in the sequence of play (8.0)",
        news="the total of China News! in this turn (9.0)",
        bridges_left="assault bridges never used (18.1)",
        great_victory="a Great Victory is in effect (12.4)",
        great_victory_next="a Great Victory will be in effect in the next turn (12.4)",
        short_attacks="Short Attacks that are mandated (18.3)",
        popas="propaganda attacks still to be made (18.7)",
        offensive="the turn in which the Political Offensive began, or 0 (18.7)",
        trenches="Approach Trench Tactics (16.2.7)",
        rail_moves="GMD units moved by rail in this segment (11.2)",
        begun="somebody has moved in this segment (17.2.3)",
        watching="the GMD wants to be asked again while the PLA moves (14.3.1)",
    ),
    words={
        "weather": Sight("the weather (5.1.3)", "weather", labels=WEATHERS),
        "frozen": Sight(
            "the Command that may not move (9.1.2)",
            "frozen",
            labels=tuple(key for command, subs in COMMANDS.items() for key in (command, *subs)),
        ),
    },
    unseen={"under": "with_defector and under_corps show who it is about"},
    owners=lambda p: [counter.side for counter in p.charts.counter],
)
