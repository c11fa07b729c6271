"""What a learner is shown of a position; of mines only the Chinese Player's view tells."""

from __future__ import annotations

from ...kit.sights import Sight, Sights, one_in, shown
from .charts import CHINESE, SOVIET
from .position import War
from .position_file import MISSIONS

SIGHTS = Sights(
    hexes={
        **shown(
            hexes_attacked="attacked in this Combat Phase (9.14)",
            expended="a Supply unit was expended here in this Combat Phase (11.42)",
            destroyed="industry without intrinsic strength (13.22)",
            contaminated="contaminated before this Soviet Combat Phase (15.21)",
            newly_contaminated="contaminated in this Soviet Combat Phase (15.21)",
            chinese_contaminated="contaminated by Chinese missiles before this phase (SW.4)",
            newly_chinese_contaminated="contaminated by Chinese missiles in this phase (SW.4)",
        ),
        "landing": one_in("landing", "where the Marine Division landed (5.54)"),
        "second_landing": one_in("second_landing", "where the second one landed (5.54)"),
        "soviet_hindered": Sight(
            "interdicted for Soviet units (INT.3)",
            lambda p: p.interdicted(SOVIET),
            by=("interdiction",),
        ),
        "chinese_hindered": Sight(
            "interdicted for Chinese units (INT.3)",
            lambda p: p.interdicted(CHINESE),
            by=("interdiction",),
        ),
    },
    sides=shown(
        mines="mined; known to the Chinese Player alone (16.0)",
        neutralized="a mine was neutralized; known to the Chinese Player alone (16.4)",
        demolished="demolished (16.1)",
    ),
    units={
        **shown(
            moved="has moved in this Movement Phase",
            moved_this_turn="has moved in this Player-Turn, not by rail (5.44)",
            railed="has moved by rail (5.4)",
            began_on_rail="began the Player-Turn on a railway (5.41)",
            unsupplied="out of supply for this Movement Phase (11.0)",
            fought="has attacked in this Combat Phase (9.14)",
            was_attacked="has been attacked in this Combat Phase (9.14)",
            struck="has made an air strike in this Player-Turn (14.2)",
            fired="has launched a missile strike in this Combat Phase (SW.2)",
        ),
        "omg": one_in("omg", "has the Operational Maneuver Group marker (OMG.1)"),
    },
    printed={
        "attack": Sight("attack strength", lambda p: [k.attack for k in p.charts.unit_type]),
        "defence": Sight("defence strength", lambda p: [k.defense for k in p.charts.unit_type]),
        "movement": Sight("movement allowance", lambda p: [k.movement for k in p.charts.unit_type]),
        "mechanized": Sight("mechanized", lambda p: [k.mechanized for k in p.charts.unit_type]),
        "tank": Sight("a tank unit", lambda p: [k.tank for k in p.charts.unit_type]),
        "air": Sight("an Air unit", lambda p: _each(p, p.charts.air | p.charts.us_air)),
        "supply": Sight("a Supply unit", lambda p: _each(p, p.charts.supply)),
    },
    summed=("attack", "defence"),
    numbers={
        **shown(
            turn="the Game-Turn",
            phase="the place in the sequence of play (4.2)",
            rail_moves="units moved by rail in this Movement Phase (5.4)",
            marine_ready="the Marine Division began the Game-Turn in Vladivostok (5.51)",
            koreans_in="North Korea has intervened (17.5)",
            strategic_strike="there has been a strategic strike (19.0)",
            declines="no more substitution in this Chinese Player-Turn (8.2)",
            emergency_called="emergency reinforcements have been called for (ER.3)",
            airborne_used="the airborne move has been made (CA.1)",
            guerrilla_warfare="guerrilla warfare has been declared (GW.1)",
            second_marine_ready="the second one began the Game-Turn in Vladivostok (5.51)",
            nuclear_turn="the turn of the first Soviet nuclear attack, or 0 (US.3)",
            us_in="the US Marines have come (US.3)",
        ),
        "emergency": Sight(
            "groups of emergency reinforcements still to come (ER.4)",
            lambda p: len(p.emergency),
            by=("emergency",),
        ),
    },
    words={"carrier_mission": Sight("what the carriers do", "carrier_mission", labels=MISSIONS)},
    unseen={"interdiction": "soviet_hindered and chinese_hindered show what its markers do"},
)


def _each(p: War, units: int) -> list[int]:
    return [units >> unit & 1 for unit in range(len(p.names.units))]
