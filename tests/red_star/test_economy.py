"""14.0 The Soviet war economy."""

from __future__ import annotations

from stavka.hexes import members
from stavka.titles.red_star.supply import permanent_sources
from tests.marks import rule

from .situations import (
    box_of,
    events,
    offered,
    play,
    refused,
    situation,
    started,
    to_choose,
    verbs,
    where,
)


def administration(turn: int, soviet: str, axis: str = "3901: GIK26", sc: str = "heartland") -> str:
    return (
        f"scenario: {sc}\nturn: {turn}\nphase: administrative\n[Axis]\n{axis}\n[Soviet]\n{soviet}\n"
    )


@rule("red-star", "14.1.1")
def test_seven_kinds_of_assets() -> None:
    p = started("motherland")
    kinds = {p.charts.kind[u].key for u in members(p.on_map & p.charts.assets)}
    assert kinds == {
        "factory",
        "oil",
        "oil_pipeline",
        "coal_mine",
        "iron",
        "minerals",
        "strategic_port",
    }


FACTORIES = (
    "3026: A-FACT-01, A-FACT-02\n3632: A-FACT-03\n4828: A-FACT-04\n4329: A-COAL-01\n4840: SA03"
)


@rule("red-star", "14.2.1", "14.2.2", "2.0")
def test_up_to_three_factories_are_evacuated_in_a_production_turn() -> None:
    p = situation(administration(9, FACTORIES))
    while "evacuate" not in verbs(p):
        play(p, f"at {min(offered(p, 'at'))}" if "at" in verbs(p) else "done")
    assert to_choose(p) == "Soviet"
    assert offered(p, "evacuate") == {"A-FACT-01", "A-FACT-02", "A-FACT-03", "A-FACT-04"}
    assert refused(p, "evacuate A-COAL-01").case == "14.2.1"
    play(p, "evacuate A-FACT-01", "evacuate A-FACT-03", "evacuate A-FACT-04")
    assert box_of(p, "A-FACT-01") == "evacuated"
    assert "evacuate" not in verbs(p)
    assert where(p, "A-FACT-02") == "3026"


@rule("red-star", "14.2.1", "14.4.2")
def test_no_evacuation_and_no_leader_without_production() -> None:
    p = situation(administration(8, FACTORIES + "\nleaders: LEADER-Konev"))
    while p.current.key == "administrative":
        assert not {"evacuate", "at"} & verbs(p)
        play(p, "done")


@rule("red-star", "14.2.2")
def test_contested_or_cut_off_factories_stay() -> None:
    axis = "2926: GIK26\n3532: GIK01"
    p = situation(administration(9, FACTORIES, axis))
    while "evacuate" not in verbs(p):
        play(p, f"at {min(offered(p, 'at'))}" if "at" in verbs(p) else "done")
    # Kharkov is contested, Soviet units or not.
    assert refused(p, "evacuate A-FACT-01").case == "14.2.2"
    # A factory in the open steppe has no railroad.
    p = situation(administration(9, "2145: A-FACT-01\n4828: A-FACT-04"))
    while "evacuate" not in verbs(p):
        play(p, f"at {min(offered(p, 'at'))}" if "at" in verbs(p) else "done")
    assert offered(p, "evacuate") == {"A-FACT-04"}
    assert refused(p, "evacuate A-FACT-01").case == "14.2.2"


@rule("red-star", "14.3", "2.0")
def test_strategic_ports_without_a_railroad_are_lost_in_production_turns() -> None:
    # Murmansk: its railway runs south through Kandalaksha (8521).
    def port(turn: int, axis: str) -> str:
        p = situation(
            administration(turn, "9121: A-PORT-01\n4828: SA03", axis, sc="motherland"), dice=[1] * 9
        )
        while p.current.key == "administrative" and p.turn == turn:
            play(p, f"at {min(offered(p, 'at'))}" if "at" in verbs(p) else "done")
        return where(p, "A-PORT-01") or box_of(p, "A-PORT-01")

    assert port(9, "3901: GIK26") == "9121"
    assert port(9, "8521: GIK26") == "destroyed"
    assert port(8, "8521: GIK26") == "9121", "no production turn"


@rule("red-star", "14.4.2", "14.4.3", "14.4.4", "14.4.1", "2.0")
def test_a_leader_comes_if_fewer_assets_are_lost_than_the_production_number() -> None:
    text = "4828: SHQ-WESTER, SA03\nleaders: LEADER-Konev, LEADER-Popov\n"
    # The production number of turn 5 is 1.
    p = situation(administration(5, text, "4928: GIK26"), dice=[2, 1, 1])
    while "at" not in verbs(p):
        play(p, "done")
    assert to_choose(p) == "Soviet"
    there = offered(p, "at")
    assert "4831" in there
    assert refused(p, "at 4828").case == "14.4.4", "contested"
    assert refused(p, "at 4842").case == "14.4.4", "not in supply"
    # First the space, then the draw: the second of the pool.
    play(p, "at 4831")
    assert where(p, "LEADER-Popov") == "4831"
    assert events(p, "leader")
    p = situation(administration(5, text + "destroyed: A-FACT-01\n"), dice=[2])
    while p.current.key == "administrative":
        assert "at" not in verbs(p)
        play(p, "done")


TEN = (
    "4840: LEADER-Zhukov, LEADER-Rokossovsky, LEADER-Vasilevsky, LEADER-Vatutin, "
    "LEADER-Malinovsky, LEADER-Tolbukhin, LEADER-Govorov, LEADER-Bagramyan, LEADER-Yeremenko"
)


@rule("red-star", "14.4.5")
def test_ten_leaders_at_most() -> None:
    for more, comes in (("", True), (", LEADER-Golikov", False)):
        text = f"4828: SHQ-WESTER\n{TEN}{more}\nleaders: LEADER-Konev\n"
        p = situation(administration(9, text), dice=[1])
        seen = False
        while p.current.key == "administrative":
            seen = seen or "at" in verbs(p)
            play(p, "at 4828" if "at" in verbs(p) else "done")
        assert seen is comes


@rule("red-star", "14.4.5", "14.4.1", "15.2.1")
def test_zhukov_waits_while_ten_others_are_on_the_map() -> None:
    others = TEN.replace("LEADER-Zhukov", "LEADER-Konev")
    for more, comes in (("", True), (", LEADER-Golikov", False)):
        text = f"[Axis]\n3901: GIK26\n[Soviet]\n4828: SHQ-WESTER\n{others}{more}\n"
        p = situation(f"turn: 9\nphase: soviet-reinforcement\n{text}ready: LEADER-Zhukov")
        play(p, "select LEADER-Zhukov")
        assert ("4828" in offered(p, "place")) is comes
        if not comes:
            assert refused(p, "place 4828").case == "14.4.5"


@rule("red-star", "14.4.4", "14.4.3")
def test_one_leader_a_turn_and_none_without_a_place_for_it() -> None:
    text = "4828: SHQ-WESTER, SA03\nleaders: LEADER-Konev, LEADER-Popov\n"
    p = situation(administration(9, text), dice=[1, 1, 1])
    asked = 0
    while p.current.key == "administrative":
        asked += "at" in verbs(p)
        play(p, "at 4829" if "at" in verbs(p) else "done")
    assert asked == 1
    assert len(events(p, "leader")) == 1
    # With the enemy in every source nobody finds supply anywhere.
    sources = p.charts.grid.labels(permanent_sources(p, "Soviet"))
    axis = "\n".join(f"{label}: GDEP{n:02}" for n, label in enumerate(sources, 1))
    p = situation(administration(9, "4830: SA03\nleaders: LEADER-Konev\n", axis), dice=[1, 1])
    while p.current.key == "administrative":
        assert "at" not in verbs(p)
        play(p, "done")
    assert box_of(p, "LEADER-Konev") == "leaders"


@rule("red-star", "14.2.1", "14.2.2")
def test_evacuation_can_be_left_and_is_not_offered_in_vain() -> None:
    text = "4828: A-FACT-01, A-FACT-02\n4829: A-FACT-03, SA03\n"
    p = situation(administration(9, text, "3901: GTK03"), dice=[1, 1, 1])
    while "evacuate" not in verbs(p):
        play(p, "at 4829" if "at" in verbs(p) else "done")
    decision = p.decision()
    assert decision is not None and "up to 3 " in decision.prompt
    play(p, "evacuate A-FACT-01")
    decision = p.decision()
    assert decision is not None and "up to 2 " in decision.prompt
    play(p, "done")
    assert "evacuate" not in verbs(p)
    assert box_of(p, "A-FACT-01") == "evacuated"
    assert (where(p, "A-FACT-02"), where(p, "GTK03")) == ("4828", "3901")
    assert len(events(p, "evacuated")) == 1
    # Contested factories stay, and where there is none nobody is asked.
    for soviet, axis in (
        ("4828: A-FACT-01\n", "4829: GIK26\n3901: GTK03"),
        ("4830: SA03\n", "3901: GTK03"),
    ):
        p = situation(administration(9, soviet, axis), dice=[1, 1, 1])
        while p.current.key == "administrative":
            assert "evacuate" not in verbs(p)
            play(p, f"at {min(offered(p, 'at'))}" if "at" in verbs(p) else "done")
