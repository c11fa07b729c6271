"""What a learner is shown of a position: nothing is hidden in this game (9.2)."""

from __future__ import annotations

from ...kit.sights import Sight, Sights, one_in, shown
from .charts import SEAS, SIDES, Charts
from .events import CORRUPTIBLE
from .position import (
    CHITS,
    POLAND_AT_PEACE,
    POLAND_AT_WAR,
    POLAND_CONQUERED,
    POLAND_NEUTRAL,
    War,
)

POLAND = (POLAND_NEUTRAL, POLAND_AT_WAR, POLAND_CONQUERED, POLAND_AT_PEACE)


def sights(charts: Charts) -> Sights:
    return Sights(
        hexes={
            **shown(
                attacked="attacked in this step (11.2)",
                white_held="a city that White entered last (13.1)",
                red_held="a city that Red entered last (13.1)",
                terror="Red Terror (13.1)",
                unclaimed="a Red city that waits for the end of Turn B (13.2)",
            ),
            "gold": one_in("gold", "where the Gold is (20.6)"),
            "train": one_in("train", "where the Red Train is (20.10)"),
        },
        units={
            **shown(
                disordered="disordered",
                moved="has moved in this movement step",
                done="has a Done marker (10.9)",
                acted="a special unit that has been active in this turn (20.3)",
                active="activated by the present segment (7.10)",
                unsupplied="out of supply in the present segment (12.3)",
                fought="has attacked in this step (11.2)",
                retreated="has retreated in this step (11.6)",
                left_baltic="has left the Baltic Republics (10.11)",
            ),
            "raider": one_in("raider", "has the Cavalry Raid marker (20.4)"),
        },
        printed={
            "manpower": Sight("manpower", lambda p: p.charts.manpower),
            "movement": Sight("movement allowance", lambda p: _column(p, "movement_allowance")),
            "steps": Sight("steps", lambda p: [c.steps for c in p.charts.counters]),
            "attack": Sight("attack strength in good order", lambda p: _column(p, "front_attack")),
            "defence": Sight(
                "defence strength in good order", lambda p: _column(p, "front_defence")
            ),
            "disordered_attack": Sight(
                "attack strength in disorder", lambda p: _column(p, "disordered_attack")
            ),
            "disordered_defence": Sight(
                "defence strength in disorder", lambda p: _column(p, "disordered_defence")
            ),
            "army": Sight(
                "infantry or cavalry",
                lambda p: [p.charts.army >> unit & 1 for unit in range(len(p.charts.counters))],
            ),
        },
        summed=("manpower",),
        numbers={
            **shown(
                track="the place on the Turn Record Track",
                phase="the place in the sequence of play (5.0)",
                great_war="the Great War goes on (3.4)",
                verdun="the Red Verdun marker is there (20.11)",
                tsar="the Tsar event",
                withdrawals="how often the Allies have withdrawn",
                northwest_leaves="the Northwest Army leaves",
                poland_since="the place on the track since when Poland is what it is (15.0)",
                miracle="the Miracle of the Vistula has happened (15.3)",
                makhno_replaced="Makhno has come back once (14.5)",
                wrangel="Wrangel has come (6.3)",
                freikorps="the Freikorps has come (6.3)",
                raid_in_hand="the Cavalry Raid marker is in hand (20.4)",
                amphibious_in_hand="the Amphibious Invasion marker is in hand (20.2)",
                aif_offensive="an offensive of the AIF in this turn (6.3)",
                semenov="Semenov in this turn (6.3)",
                corruption_since="the place on the track since when there is corruption",
                gold_moved="the Gold has been moved in this step",
            ),
        },
        rows={
            "leaders": Sight(
                "the command box of a leader, -1 for none (20.9)",
                "leaders",
                labels=tuple(leader.name for leader in charts.leaders),
            ),
            "rail_used": Sight(
                "manpower moved by rail in this step (10.4)",
                "rail_used",
                labels=("AFSR", "Siberian", "Red"),
            ),
            "sea_used": Sight("manpower moved by sea in this step (10.5)", "sea_used", labels=SEAS),
            "event_rolls": Sight(
                "what was rolled for events in this turn, 0 before (6.3)",
                "event_rolls",
                labels=SIDES,
            ),
        },
        words={
            "initiative": Sight("who has the initiative (6.1)", "initiative", labels=SIDES),
            "chits": Sight("activation chits in the pool (7.8)", "chits", labels=CHITS),
            "fronts": Sight("Fronts activated in this turn (7.11)", "fronts", labels=CHITS),
            "segment": one_in("segment", "the chit of the present segment")._replace(labels=CHITS),
            "gold_side": Sight("whose the Gold is (20.6)", "gold_side", labels=SIDES),
            "red_seas": Sight("seas that Red controls (13.3)", "red_seas", labels=SEAS),
            "poland": Sight("what Poland is (15.0)", "poland", labels=POLAND),
            "corruption": Sight("the corrupt faction", "corruption", labels=CORRUPTIBLE),
        },
    )


def _column(p: War, name: str) -> list[int]:
    return [getattr(counter, name) or 0 for counter in p.charts.counters]
