"""15.0 Poland."""

from __future__ import annotations

import pytest

from stavka.titles.reds.movement import reach_of
from stavka.titles.reds.position import War
from tests.marks import rule

from .situations import (
    HOLD,
    events,
    number_of,
    offered,
    play,
    situation,
    stack,
    to_choose,
    verbs,
    where,
)

POLES = "turn: 8\nphase: activation\nchit: Poles\n"
# Enough Reds near Poland to keep it out of the war.
GUARD = "1518: R-A16\n"


def drawn(units: str, markers: str = "", initiative: str = "White") -> War:
    """The Polish chit is drawn."""
    return situation(
        f"turn: 8\nphase: activation\ninitiative: {initiative}\nchit: Poles\n"
        f"[White]\n1221: W-PL1\n{units}[markers]\npool: Field-Staff\n{markers}\n"
    )


# 15.1 Neutral Poland


@rule("reds", "15.1")
def test_neutral_poles_attack_only_hexes_next_to_poland() -> None:
    """1420 touches Poland, 1519 does not."""
    p = situation(f"{POLES}[White]\n1420: W-PL1\n[Red]\n1519: R-A16\n1421: R-A15\n{HOLD}")
    play(p, "done")
    assert offered(p, "attack") == {"1421"}


@rule("reds", "15.1")
@pytest.mark.parametrize(("poland", "able"), [("neutral", False), ("war", True)])
def test_red_attacks_no_neutral_poles(poland: str, able: bool) -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: West\n[White]\n1420: W-PL1\n1419: W-PL2\n"
        f"[Red]\n1519: R-A16\n[markers]\npool: Field-Staff\npoland: {poland}\n"
    )
    play(p, "done")
    assert ("attack" in verbs(p)) is able


@rule("reds", "15.1")
def test_poles_use_special_units() -> None:
    p = situation(
        "turn: 9\nphase: second-event\ninitiative: Red\n[White]\n1221: W-PL1\n[Red]\n2313: R-A05\n"
        f"{GUARD}",
        dice=(4, 5),
    )
    assert offered(p, "place") == {"1221"}, "event 9, an armored train"
    play(p, "place 1221")
    assert "W-TR1" in stack(p, "1221")
    poles = situation(f"{POLES}[White]\n1221: W-PL1, W-TR1\n[Red]\n{GUARD}")
    assert "W-TR1" in offered(poles, "select")


WAR = "[markers]\npoland: war since 10\npool: Field-Staff\n"


@rule("reds", "15.1", "10.7")
def test_special_units_follow_the_poles_that_have_gone_ahead() -> None:
    p = situation(f"{POLES}[White]\n1221: W-PL1, W-TR1, W-TK1\n[Red]\n1518: R-A16\n{WAR}")
    play(p, "select W-PL1", "move 1320", "halt", "select W-TR1", "move 1320", "select W-TK1")
    assert "1320" in offered(p, "move")


@rule("reds", "15.1", "11.6")
def test_special_units_retreat_with_the_poles() -> None:
    p = situation(
        "turn: 17\nphase: activation\nchit: West\n[White]\n1320: W-PL1, W-TR1, W-TK1\n"
        f"[Red]\n1420: R-A16, R-KON1\n{WAR}",
        dice=(6, 1),
    )
    play(p, "done", "attack 1320", "all", "resolve")
    assert events(p, "battle")[0][-1] == "dR"
    play(p, "to 1121")
    assert stack(p, "1121") == {"W-PL1", "W-TR1", "W-TK1"}


# 15.2 Entry


@rule("reds", "15.2")
@pytest.mark.parametrize(
    ("units", "markers", "initiative", "enters"),
    [
        (f"[Red]\n{GUARD}", "", "White", False),
        # Fewer than four points within five hexes.
        ("[Red]\n2313: R-A16\n", "", "White", True),
        ("[Red]\n1518: R-KON2, R-LAT\n", "", "White", True),
        ("[Red]\n1518: R-KON2, R-TUR\n", "", "White", False),
        # Two Red units in the Baltic Republics, partisans not counted.
        (f"[Red]\n{GUARD}1415: R-LAT\n1414: R-KON2\n", "", "White", True),
        (f"[Red]\n{GUARD}1415: R-LAT\n1414: R-P1\n", "", "White", False),
        (f"[Red]\n{GUARD}1415: R-LAT\n", "", "White", False),
        # A city there.
        (f"[Red]\n{GUARD}", "red: 1416", "White", True),
        # The Major Withdrawal and White initiative.
        (f"[Red]\n{GUARD}", "withdrawals: 2", "White", True),
        (f"[Red]\n{GUARD}", "withdrawals: 2", "Red", False),
        (f"[Red]\n{GUARD}", "withdrawals: 1", "White", False),
    ],
)
def test_polish_entry(units: str, markers: str, initiative: str, enters: bool) -> None:
    p = drawn(units, markers, initiative)
    assert (p.poland == "war") is enters


@rule("reds", "15.2")
def test_only_supplied_reds_keep_poland_out() -> None:
    cut = "[White]\n1617: W-CAU\n1618: W-VOL\n1619: W-5CV\n1517: W-KOR\n1418: W-MAR\n"
    assert drawn(f"[Red]\n{GUARD}{cut}").poland == "war"


@rule("reds", "15.2")
def test_entry_is_looked_at_only_when_the_polish_chit_comes() -> None:
    p = situation("turn: 8\nphase: activation\nchit: AFSR\n[White]\n2825: W-VOL\n1221: W-PL1\n")
    assert p.poland == "neutral"


# 15.3 The war


@rule("reds", "15.3")
def test_poles_at_war_move_freely_in_the_same_activation() -> None:
    p = drawn("[Red]\n2313: R-A16\n")
    play(p, "select W-PL1")
    assert p.poland == "war"


# 15.4 Conquest


@rule("reds", "15.4", "7.6")
@pytest.mark.parametrize(("markers", "conquered"), [("red: 1221", True), ("", False)])
def test_poland_is_conquered_if_red_has_warsaw_when_a_polish_activation_ends(
    markers: str, conquered: bool
) -> None:
    p = situation(
        f"{POLES}[White]\n1123: W-PL2, W-TR1\nready: W-AIR1\ndead: W-PL3\n[Red]\n1222: R-A16\n"
        f"[markers]\npool: Field-Staff\npoland: war since 3\n{markers}\n"
    )
    while "done" in verbs(p):
        play(p, "done")
    assert (p.poland == "conquered") is conquered
    assert (where(p, "W-PL2") == "gone") is conquered
    assert (where(p, "W-PL3") == "gone") is conquered
    assert (where(p, "W-PL1") == "gone") is conquered, "those still to come as well"
    assert (where(p, "W-TR1") == "gone") is conquered, "nobody is left with the train"


# 15.5 Peace


def logistics(units: str, markers: str, dice: tuple[int, ...] = ()) -> War:
    p = situation(
        f"turn: 18\nphase: activation\nchit: Logistics\n{units}"
        f"[markers]\npool: Field-Staff\n{markers}\n",
        dice=dice,
    )
    if to_choose(p) == "White":
        play(p, "rally")
    return p


HOME = "[White]\n1221: W-PL1\n[Red]\n1618: R-A16\n1920: R-A14\n2618: R-A05\n2315: R-KON2\n"


@rule("reds", "15.5")
@pytest.mark.parametrize(
    ("units", "markers", "able"),
    [
        (HOME, "poland: war since 3", True),
        (HOME, "poland: neutral", False),
        # 22 is the place of turn 18 on the track.
        (HOME, "poland: war since 23", False),
        (f"{HOME}1415: R-LAT\n", "poland: war since 3", False),
        (f"{HOME}[White]\n1521: W-PL2\n", "poland: war since 3", False),
        (f"{HOME}[White]\n1416: W-PL2\n", "poland: war since 3", True),
    ],
    ids=["open", "neutral", "first turn", "Reds in the Baltic", "Poles abroad", "Poles in Dvinsk"],
)
def test_when_peace_can_be_sought(units: str, markers: str, able: bool) -> None:
    p = logistics(units, markers)
    assert p.charts.turn["18"].seq == 23
    assert ("peace" in verbs(p)) is able


@rule("reds", "15.5")
def test_unsupplied_poles_abroad_do_not_matter() -> None:
    units = f"{HOME}[White]\n2617: W-PL2\n[Red]\n2516: R-A01\n"
    assert "peace" in verbs(logistics(units, "poland: war since 3"))


@rule("reds", "15.5", "7.6")
@pytest.mark.parametrize("die", [1, 3, 4])
def test_peace_on_1_to_3(die: int) -> None:
    p = logistics(HOME, "poland: war since 3\nred: 1315", dice=(die,))
    play(p, "peace")
    made = die <= 3
    assert (p.poland == "peace") is made
    assert (where(p, "W-PL1") == "gone") is made
    assert events(p, "peace") == [(die, made)]
    if not made:
        assert "peace" not in verbs(p), "once a turn"
        return
    assert offered(p, "remove") == {"R-A16", "R-A14"}, "an army of the West or Southwest"
    play(p, "remove R-A16")
    assert where(p, "R-A16") == "gone"
    from stavka.titles.reds.control import resource_cities

    assert not resource_cities(p) >> p.charts.riga & 1


@rule("reds", "15.5")
def test_without_an_army_in_the_west_any_army_goes() -> None:
    units = "[White]\n1221: W-PL1\n[Red]\n2813: R-A05\n2618: R-KON1\n2210: R-LAT\n"
    p = logistics(units, "poland: war since 3", dice=(1,))
    play(p, "peace")
    assert offered(p, "remove") == {"R-A05", "R-KON1"}, "infantry or cavalry armies"


@rule("reds", "15.5", "20.3")
def test_a_train_does_not_guard_the_border_alone() -> None:
    units = f"{HOME}1618: R-TR1\n"
    p = logistics(units, "poland: war since 3", dice=(1,))
    play(p, "peace", "remove R-A16")
    assert where(p, "R-TR1") == "pool", "eliminated, to come back (20.3)"


@rule("reds", "15.5")
def test_reds_may_leave_poland_after_the_peace_but_not_enter_or_attack_there() -> None:
    p = situation(
        "turn: 18\nphase: activation\nchit: West\n[Red]\n1320: R-A16\n1420: R-A15\n"
        "[White]\n1319: W-AG1\n[markers]\npoland: peace\npool: Field-Staff\n"
    )
    home = set(p.charts.grid.labels(p.charts.poland))
    play(p, "select R-A16")
    assert offered(p, "move") - home
    play(p, "select R-A15")
    assert not offered(p, "move") & home
    play(p, "done")
    assert "attack" not in verbs(p)


@rule("reds", "15.5", "15.2")
def test_no_peace_in_the_turn_in_which_poland_enters_the_war() -> None:
    units = "[White]\n1221: W-PL1\n[Red]\n2313: R-A16, R-G01\n"
    text = f"turn: 8\nphase: activation\nchit: {{}}\n{units}[markers]\npool: Logistics\n{{}}\n"
    p = situation(text.format("Poles", ""))
    assert p.poland == "war"
    while "done" in verbs(p):
        play(p, "done")
    assert to_choose(p) == "Red"
    assert verbs(p) == {"disband", "rally"}
    later = situation(text.format("Logistics", "poland: war since 9"))
    assert verbs(later) == {"disband", "rally", "peace"}


@rule("reds", "15.1", "10.10")
@pytest.mark.parametrize(
    ("chit", "company", "polish"),
    [("AFSR", "W-PL1", True), ("Poles", "W-PL1", True), ("AFSR", "W-VOL", False)],
)
def test_a_train_is_polish_by_its_company(chit: str, company: str, polish: bool) -> None:
    """From 1420 the railway leads into Poland, and away from it into Russia."""
    p = situation(
        f"turn: 8\nphase: activation\nchit: {chit}\n[White]\n1420: {company}, W-TR1\n"
        "[Red]\n1518: R-A16\n"
    )
    cost = reach_of(p, number_of(p, "W-TR1")).cost
    assert (cost(p.charts.grid.hex("1320")) is not None) is polish


@rule("reds", "15.2", "3.4")
def test_poland_enters_the_war_once_and_not_before_the_great_war_is_over() -> None:
    assert drawn("[Red]\n2313: R-A16\n", "poland: war since 3").poland_since == 3
    early = situation(
        "turn: 3\nphase: activation\nchit: Poles\n[White]\n1221: W-PL1\n[Red]\n2313: R-A16\n"
    )
    assert early.poland == "neutral"
