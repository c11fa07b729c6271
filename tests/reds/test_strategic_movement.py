"""10.2-10.5 Strategic movement, the Gold (20.6) and the Red Train (20.10)."""

from __future__ import annotations

import pytest

from stavka.titles.reds.goals import goals
from stavka.titles.reds.position import War
from stavka.titles.reds.strategic_movement import train_hexes
from tests.marks import rule

from .situations import TITLE, number_of, offered, play, situation, stack, to_choose, verbs, where


def strategic(side: str, units: str, markers: str = "", turn: str = "3") -> War:
    """A side's Strategic Movement Step."""
    other = "Red" if side == "White" else "White"
    return situation(
        f"turn: {turn}\nphase: second-strategic\ninitiative: {other}\n{units}[markers]\n{markers}\n"
    )


def ways(p: War, unit: str, way: str = "rail") -> set[str]:
    return offered(play(p, f"select {unit}"), way)


@rule("reds", "10.2")
def test_only_infantry_cavalry_and_the_gold_move_strategically() -> None:
    p = strategic(
        "Red",
        "[Red]\n2313: R-A05, R-TR1, R-G01\n2315: R-KON2\n2611: R-LAT, R-RF1\n3408: R-P1\n",
    )
    assert offered(p, "select") == {"R-A05", "R-KON2", "R-LAT"}
    assert "gold" in verbs(p)


@rule("reds", "10.2")
def test_from_friendly_city_to_friendly_city() -> None:
    p = strategic("Red", "[Red]\n2313: R-A05\n2414: R-LAT\n")
    assert offered(p, "select") == {"R-A05"}, "2414 is no city"
    reached = ways(p, "R-A05")
    assert {"2315", "2618", "3119", "1611", "2505"} <= reached
    assert not {"2414", "3012", "3212", "2421"} & reached, "no city, White, White, out of bounds"


@rule("reds", "10.2", "12.9")
def test_units_out_of_supply_do_not_move_strategically() -> None:
    units = "[Red]\n2618: R-A08\n[White]\n2617: W-CAU\n2518: W-5CV\n2619: W-VOL\n"
    assert "R-A08" not in offered(strategic("Red", units, turn="8"), "select")
    assert "R-A08" in offered(strategic("Red", "[Red]\n2618: R-A08\n", turn="8"), "select")


@rule("reds", "10.2", "10.3")
def test_rail_and_sea_are_not_combined_nor_rail_and_river() -> None:
    p = strategic("White", "[White]\n2924: W-VOL\n3326: W-AIB\n2825: W-KOR\n", turn="8")
    assert "3326" not in ways(p, "W-VOL"), "by rail to Novorossiysk, but not on by sea"
    # Kotlas has a railway from Viatka and a river from Vologda.
    red = strategic("Red", "[Red]\n2315: R-A05\n")
    assert "2505" in ways(red, "R-A05")
    cut = strategic("Red", "[Red]\n2315: R-A05\n[White]\n2706: W-KAP\n")
    assert "2210" in ways(cut, "R-A05")
    assert "2505" not in offered(cut, "rail") | offered(cut, "river")


@rule("reds", "10.3")
def test_by_river() -> None:
    p = strategic("Red", "[Red]\n2611: R-A05\n")
    assert {"3010", "2311", "3119", "3620"} & ways(p, "R-A05", "river") == {"3010", "2311"}, (
        "Simbirsk is White and stops the ships"
    )


@rule("reds", "10.3", "19.2")
@pytest.mark.parametrize(("turn", "open_"), [("3", True), ("4", False)])
def test_no_river_movement_in_winter(turn: str, open_: bool) -> None:
    p = strategic("Red", "[Red]\n2611: R-A05\n", turn=turn)
    assert bool(ways(p, "R-A05", "river")) is open_
    assert offered(p, "rail")


@rule("reds", "10.3")
def test_units_and_enemy_cities_block_the_way() -> None:
    p = strategic("Red", "[Red]\n2313: R-A05\n[White]\n2414: W-KAP\n2617: W-CAU\n", turn="8")
    reached = ways(p, "R-A05")
    assert "2315" in reached
    assert "2716" not in reached, "Tambov lies beyond 2616, which 2617 controls"
    assert "2618" in reached, "by Orel and Kursk"


@rule("reds", "10.3", "12.7")
@pytest.mark.parametrize(
    ("units", "markers", "open_"),
    [
        ("", "", False),
        ("2423: R-A14\n", "", True),
        ("", "terror: 2423", True),
    ],
)
def test_makhno_cities_are_passed_with_a_friend_or_under_red_terror(
    units: str, markers: str, open_: bool
) -> None:
    """From Kharkov to Melitopol's line and Sevastopol the railway passes Ekaterinoslav."""
    p = strategic("Red", f"[Red]\n2421: R-A16\n{units}", f"red: 2525\n{markers}", turn="8")
    assert ("2525" in ways(p, "R-A16")) is open_


@rule("reds", "10.3")
def test_white_does_not_pass_a_makhno_city_under_red_terror() -> None:
    p = strategic("White", "[White]\n2421: W-VOL\n", "terror: 2423\nwhite: 2525", turn="8")
    assert "2525" not in ways(p, "W-VOL")


@rule("reds", "10.3", "17.2")
def test_neutral_garrisons_block_but_whites_pass_the_ukrainians() -> None:
    """The only railway to Odessa passes Kiev."""
    kiev = "[Neutral]\n1920: N-UKR\n"
    red = "[Red]\n2318: R-A16\n"
    assert "2124" in ways(strategic("Red", red, turn="8"), "R-A16")
    assert "2124" not in ways(strategic("Red", red + kiev, turn="8"), "R-A16")
    white = strategic("White", f"[White]\n2224: W-CAU\n2124: W-AIO\n{kiev}", turn="8")
    assert "2124" in ways(white, "W-CAU")


@rule("reds", "10.3")
def test_empty_neutral_cities_may_be_passed() -> None:
    """Gomel and Minsk's neighbours are neutral after Turn B until somebody enters them."""
    p = strategic("Red", "[Red]\n2117: R-A16\n", "neutral: 1918\nred: 1618", turn="8")
    assert "1618" in ways(p, "R-A16")
    assert "1918" not in offered(p, "rail"), "but nobody ends there"


# 10.4 Limits


@rule("reds", "10.4")
def test_white_moves_two_points_of_each_of_two_factions() -> None:
    units = (
        "[White]\n2825: W-VOL, W-KOR\n2924: W-MAR\n4301: W-SIC, W-SD1\n3705: W-SD2\n"
        "1904: W-NOR\n4922: W-TRC\n"
    )
    p = strategic("White", units, turn="8")
    inland = {"W-MAR", "W-SIC", "W-SD1", "W-SD2"}
    assert inland <= offered(p, "select")
    assert "W-TRC" not in offered(p, "select"), "Islamic units have no allowance"
    play(p, "select W-VOL", "rail 2924")
    assert "W-MAR" not in offered(p, "select"), "two points are used"
    play(p, "select W-SD1", "rail 3705", "select W-SD2", "rail 4301")
    assert "W-SIC" not in offered(p, "select")


@rule("reds", "10.4")
def test_red_moves_nine_points() -> None:
    p = strategic("Red", "[Red]\n2313: R-A05, R-LAT\n2315: R-A01\n2618: R-A08\n2611: R-KON2\n")
    play(p, "select R-A05", "rail 2311", "select R-A01", "rail 2317")
    assert "R-A08" not in offered(p, "select"), "only one point is left"
    assert "R-KON2" not in offered(p, "select")
    play(p, "select R-LAT", "rail 2315")
    assert verbs(p) & {"select"} == set()


@rule("reds", "10.4")
def test_nobody_moves_twice() -> None:
    p = strategic("Red", "[Red]\n2313: R-A05\n2315: R-LAT\n")
    play(p, "select R-A05", "rail 2311")
    assert offered(p, "select") == {"R-LAT"}


# 10.5 By sea


@rule("reds", "10.5", "13.4")
def test_by_sea_from_port_to_port_of_one_sea_that_the_side_controls() -> None:
    p = strategic("White", "[White]\n1904: W-NOR\n2825: W-VOL\n", turn="8")
    assert ways(p, "W-NOR", "sea") == {"1201", "1403", "1605"}
    assert ways(p, "W-VOL", "sea") == {"2525", "3326"}, "Odessa is Red"
    red = strategic("Red", "[Red]\n3620: R-A11\n", "red: 4423", turn="8")
    assert not ways(red, "R-A11", "sea")
    later = strategic(
        "Red", "[Red]\n3620: R-A11\n", "red: 4423\nred seas: Caspian\nwithdrawals: 2", turn="8"
    )
    assert "4423" in ways(later, "R-A11", "sea")


@rule("reds", "10.5")
def test_four_points_a_sea() -> None:
    units = "[White]\n2825: W-VOL, W-KOR, W-MAR, W-DRO\n2525: W-ALX\n1904: W-NOR\n"
    p = strategic("White", units, turn="8")
    play(p, "select W-VOL", "sea 3326", "select W-KOR", "sea 3326", "select W-MAR", "sea 3326")
    assert {"W-DRO", "W-ALX"} <= offered(p, "select"), "Drozdovsky may go by rail as well"
    assert "W-NOR" in offered(p, "select"), "each sea counts for itself"
    assert not ways(p, "W-DRO", "sea")


@rule("reds", "10.5", "19.2")
@pytest.mark.parametrize(("turn", "closed"), [("8", False), ("13", True)])
def test_the_white_and_baltic_seas_are_closed_in_winter(turn: str, closed: bool) -> None:
    p = strategic(
        "White", "[White]\n1904: W-NOR\n1312: W-NW1\n2825: W-VOL\n", "white: 1116", turn=turn
    )
    able = offered(p, "select")
    assert ("W-NOR" in able) is not closed
    assert ("W-NW1" in able) is not closed
    assert "W-VOL" in able


@rule("reds", "10.5")
def test_von_der_goltz_never_sails() -> None:
    p = strategic(
        "White", "[White]\n1116: W-VDG\n1312: W-NW1\n", "white: 1116\nflags: freikorps", turn="8"
    )
    assert ways(p, "W-NW1", "sea") == {"1116"}
    assert "W-VDG" not in offered(p, "select") or not ways(p, "W-VDG", "sea")


@rule("reds", "10.5", "10.3", "8.4")
@pytest.mark.parametrize(("kappel", "open_"), [("3122: W-KAP\n", True), ("", False)])
def test_the_example_of_strategic_movement(kappel: str, open_: bool) -> None:
    """The army sails from Odessa; 1 Don goes by Tsaritsyn, for Rostov is Red, and Kappel negates
    the zone of a Red army on the line."""
    p = strategic(
        "White",
        f"[White]\n2124: W-VOL\n2921: W-DON1\n3119: W-5CV\n{kappel}[Red]\n3223: R-A11\n",
        turn="8",
    )
    assert "2825" in ways(p, "W-VOL", "sea")
    assert ("2825" in ways(p, "W-DON1")) is open_
    if open_:
        play(p, "rail 2825")
        assert where(p, "W-DON1") == "2825"


# 20.6 The Gold


@rule("reds", "10.3", "10.10", "20.6")
@pytest.mark.parametrize(("poland", "open_"), [("neutral", False), ("war", True), ("peace", False)])
def test_the_gold_does_not_pass_poland_while_it_is_closed(poland: str, open_: bool) -> None:
    """The garrison in 1721 leaves only the way over Warsaw from Minsk to Rovno."""
    p = situation(
        "turn: 8\nphase: second-strategic\ninitiative: White\n[Red]\n1618: R-A16\n"
        f"[White]\n1721: W-AG1\n[markers]\ngold: 1618 Red\nred: 1622\npoland: {poland}\n"
    )
    assert ("1622" in offered(p, "gold")) is open_


@rule("reds", "20.6", "10.3", "10.4")
def test_the_gold_moves_by_rail_and_river_together() -> None:
    p = strategic("White", "[White]\n3010: W-KAP\n", "gold: 3010 White")
    assert "4301" in offered(p, "gold"), "down the Volga to Simbirsk, then by rail to Omsk"
    play(p, "gold 4301")
    assert p.label(p.gold) == "4301"
    assert "gold" not in verbs(p), "once"


@rule("reds", "20.6")
def test_only_its_owner_moves_the_gold() -> None:
    p = strategic("White", "[White]\n4301: W-SD1\n3705: W-SD2\n")
    assert "gold" not in verbs(p)
    assert "gold" in verbs(strategic("Red", "[Red]\n2313: R-A05\n"))


@rule("reds", "20.6")
def test_the_gold_belongs_to_who_was_there_last() -> None:
    p = situation(
        "turn: 3\nphase: activation\nchit: Siberian\n[White]\n3011: W-KAP\n3705: W-SD1\n"
        "[markers]\ngold: 3010 Red\n"
    )
    play(p, "select W-KAP", "move 3010")
    assert p.gold_side == "White"


# 20.10 The Red Train


def train_step(units: str = "", markers: str = "", turn: str = "3") -> War:
    return situation(f"turn: {turn}\nphase: red-train\n{units}[markers]\n{markers}\n")


@rule("reds", "20.10")
def test_the_red_train_goes_where_rails_lead_from_moscow() -> None:
    p = train_step("[White]\n2514: W-KAP\n2617: W-CAU\n", turn="8")
    assert to_choose(p) == "Red"
    there = offered(p, "train")
    assert {"2313", "2315", "1611", "2611"} <= there
    assert not {"2414", "2514", "2616", "2617"} & there, "units and their zones"
    assert "3612" in there, "a White city does not stop it, only units do"
    assert not {"2613", "2216"} & there, "no railway"


@rule("reds", "20.10")
def test_a_friendly_unit_negates_a_zone_for_the_red_train() -> None:
    units = "[White]\n2617: W-CAU\n[Red]\n2616: R-A08\n"
    assert "2616" in offered(train_step(units, turn="8"), "train")


@rule("reds", "20.10")
def test_the_red_train_may_stay() -> None:
    p = train_step(markers="train: 2315")
    play(p, "stay")
    assert p.label(p.train) == "2315"


@rule("reds", "20.10")
def test_whites_drive_the_red_train_away_until_the_next_turn() -> None:
    p = situation(
        "turn: 3\nphase: activation\nchit: Siberian\n[White]\n2913: W-CZ2\n3705: W-SD1\n"
        "[markers]\ntrain: 2813\n"
    )
    play(p, "select W-CZ2", "move 2813")
    assert p.train < 0
    back = train_step(markers="train: none")
    play(back, "train 2313")
    assert back.label(back.train) == "2313"


@rule("reds", "20.10")
def test_a_train_driven_away_before_its_step_waits_for_the_next_turn() -> None:
    """Partisans rise where the train stands; the Reds hold Moscow."""
    p = situation(
        "turn: 8\nphase: second-event\ninitiative: Red\n[White]\n2825: W-VOL\n[Red]\n2313: R-A05\n"
        "[markers]\ntrain: 2818\n",
        dice=(4, 4, 1, 3),
    )
    play(p, "partisans W-P3", "place 2818")
    assert "train: waits" in TITLE.write(p)
    while "done" in verbs(p):
        play(p, "done")
    assert p.current.key == "command", "there was no Red Train Step"
    assert "train: none" in TITLE.write(p)


@rule("reds", "20.10")
def test_no_step_for_a_train_that_waits() -> None:
    assert "train" not in verbs(train_step(markers="train: waits"))
    assert "train" in verbs(train_step(markers="train: none"))


def test_a_stack_is_not_entered_beyond_its_limit() -> None:
    p = strategic("Red", "[Red]\n2313: R-A05\n2315: R-A01, R-KON2\n")
    assert "2315" not in ways(p, "R-A05")
    assert stack(p, "2315") == {"R-A01", "R-KON2"}


@rule("reds", "20.3", "10.2")
def test_an_armored_train_that_is_left_alone_is_lost() -> None:
    p = strategic("Red", "[Red]\n2313: R-A05, R-A03, R-TR1\n")
    play(p, "select R-A05", "rail 2315", "done")
    assert where(p, "R-TR1") == "2313", "another army is with it"
    p = strategic("Red", "[Red]\n2313: R-A05, R-TR1\n")
    play(p, "select R-A05", "rail 2315")
    assert where(p, "R-TR1") == "2313", "only when all have moved"
    play(p, "done")
    assert where(p, "R-TR1") not in ("2313", "2315")


@rule("reds", "10.2", "10.4", "10.5")
def test_the_north_army_has_no_trains_and_its_ships_no_more_than_four_points() -> None:
    units = "[White]\n1904: W-NOR\n1201: W-NOM\n[Red]\n2313: R-A05\n"
    p = strategic("White", units)
    assert ways(p, "W-NOR") == set()
    assert offered(p, "sea") == {"1201", "1403", "1605"}
    assert "W-NOR" not in offered(p, "select"), "it is in hand already"
    assert "W-NOM" in offered(p, "select")
    fleet = "[White]\n1904: W-NOR, W-NOM\n1605: W-AIM, W-AIA\n[Red]\n2313: R-A05\n"
    p = strategic("White", fleet)
    play(p, "select W-NOR", "sea 1201", "select W-AIM", "sea 1403")
    assert offered(p, "select") == {"W-NOM", "W-AIA"}
    play(p, "select W-AIA", "sea 1403")
    assert "W-NOM" not in offered(p, "select"), "four points have sailed"


@rule("reds", "10.2", "10.3")
def test_nobody_travels_to_where_he_is() -> None:
    p = strategic("Red", "[Red]\n3010: R-A05\n2313: R-LAT\n", "gold: 3010 Red")
    assert "3010" not in ways(p, "R-A05")
    assert "3010" not in offered(p, "river")
    assert "3010" not in offered(p, "gold")


@rule("reds", "8.5", "10.3")
def test_a_river_leads_into_a_zone_but_not_beyond() -> None:
    """Down the Volga from Kazan: Whites beside Simbirsk close the way to Samara."""
    text = "[Red]\n3010: R-A05\n{}[White]\n2912: W-WES\n"
    p = strategic("Red", text.format(""), "red: 3012, 3212")
    assert "3012" in ways(p, "R-A05", "river")
    assert "3212" not in offered(p, "river")
    negated = strategic("Red", text.format("3012: R-G01\n"), "red: 3012, 3212")
    assert "3212" in ways(negated, "R-A05", "river")


GOLD = "gold: 4301 White\nwhite: 4301, 3408"


@rule("reds", "10.3", "20.6")
@pytest.mark.parametrize(
    ("reds", "open_"), [("", True), ("3507: R-P1", False), ("3508: R-A05", False)]
)
def test_what_stops_the_gold_of_the_whites(reds: str, open_: bool) -> None:
    """Partisans and armies on the line from Omsk to Ufa."""
    p = strategic("White", f"[White]\n4301: W-SIC\n[Red]\n2313: R-A01\n{reds}\n", GOLD)
    assert ("3408" in offered(p, "gold")) is open_


@rule("reds", "6.3", "20.6")
def test_semenov_stops_the_gold_in_the_east_alone() -> None:
    east = strategic("White", "[White]\n4301: W-SIC\n", f"{GOLD}\nflags: semenov")
    assert "gold" not in verbs(east) or offered(east, "gold") == set()
    south = strategic(
        "White",
        "[White]\n2825: W-VOL\n2924: W-KUB1\n",
        "gold: 2825 White\nwhite: 2825, 2924\nflags: semenov",
    )
    assert "2924" in offered(south, "gold")


@rule("reds", "10.3", "19.2", "20.6")
def test_the_gold_takes_no_frozen_river() -> None:
    """From Kotlas only the Dvina leads to Archangel."""
    for turn, open_ in (("3", True), ("4", False)):
        p = strategic("White", "[White]\n2505: W-KAP\n", "gold: 2505 White", turn)
        assert ("1904" in offered(p, "gold")) is open_


@rule("reds", "10.5", "10.11")
def test_the_northwest_army_leaves_the_baltic_republics_by_sea_for_good() -> None:
    units = "[White]\n1312: W-NW1\n1611: W-NW2\n[Red]\n2313: R-A05\n"
    p = strategic("White", units, "white: 1312", "9")
    before = p.left_baltic
    play(p, "select W-NW1", "sea 1611")
    assert p.left_baltic & ~before == 1 << number_of(p, "W-NW1")


@rule("reds", "20.10", "3.4")
def test_where_the_red_train_cannot_go() -> None:
    def hexes(units: str, turn: str = "8") -> set[str]:
        p = situation(f"turn: {turn}\nphase: command\n{units}[markers]\ntrain: 2313\n")
        return set(p.charts.grid.labels(train_hexes(p)))

    free = hexes("[Red]\n2311: R-A05\n")
    assert {"2313", "2617", "2618", "1920"} <= free
    guarded = hexes("[White]\n2617: W-AG1\n[Red]\n2311: R-A05\n")
    assert "2617" not in guarded, "an enemy unit without a zone"
    assert "2617" in free
    assert "1920" not in hexes("[Red]\n2311: R-A05\n[Neutral]\n1920: N-UKR\n")
    assert "1920" not in hexes("[Red]\n2311: R-A05\n", "3"), "before Turn B"
    assert hexes("[White]\n2313: W-VOL\n[Red]\n2311: R-A05\n") == set()


@rule("reds", "20.10")
def test_the_red_train_is_not_moved_to_where_it_is() -> None:
    p = train_step(markers="train: 2315")
    assert "2315" not in offered(p, "train")
    assert "2313" in offered(p, "train")
    cut_off = train_step("[White]\n2313: W-VOL\n", turn="8")
    assert "train" not in verbs(cut_off), "there is nothing to choose without Moscow"


@rule("reds", "10.2")
def test_the_next_unit_is_chosen_anew_after_a_journey() -> None:
    p = strategic("Red", "[Red]\n2313: R-A05\n2315: R-LAT\n")
    play(p, "select R-LAT", "rail 2618")
    assert "rail" not in verbs(p)
    assert offered(p, "select") == {"R-A05"}


@rule("reds", "10.2", "13.1")
def test_nobody_starts_from_a_neutral_city() -> None:
    """What Poles hold is neutral, in the war too."""
    p = strategic("White", "[White]\n1320: W-PL1\n2825: W-VOL\n", "poland: war", "20")
    assert offered(p, "select") == {"W-VOL"}


@rule("reds", "10.5", "13.1")
def test_nobody_sails_from_a_port_that_his_side_does_not_control() -> None:
    """Poles in Riga, von der Goltz in Libau before his event: both ports are neutral."""
    units = "[White]\n1315: W-PL1\n1312: W-NW1\n1116: W-VDG\n[Red]\n2313: R-A05\n"
    p = strategic("White", units, "poland: war", "8")
    assert offered(p, "select") == {"W-NW1"}


@rule("reds", "10.3", "10.10", "20.6")
@pytest.mark.parametrize(
    ("poles", "open_"),
    [("", True), ("1920: W-PL1\n", False), ("[Neutral]\n1920: N-UKR\n", True)],
)
def test_the_gold_of_the_whites_passes_ukrainians_but_no_poles(poles: str, open_: bool) -> None:
    """By rail from Kursk to Rovno leads the line over Kiev."""
    p = strategic(
        "White",
        f"[White]\n2825: W-VOL\n{poles}[Red]\n2313: R-A05\n",
        "gold: 2318 White\nwhite: 2318 1622 1918\npoland: war",
        "13",
    )
    assert ("1622" in offered(p, "gold")) is open_
    assert "1918" in offered(p, "gold")


@rule("reds", "10.10", "20.6")
@pytest.mark.parametrize("poland", ["neutral", "war"])
def test_the_gold_of_the_whites_does_not_pass_poland(poland: str) -> None:
    """From Kovno to Rovno the line over Minsk is cut; that over Warsaw is not for them."""
    p = strategic(
        "White",
        "[White]\n2825: W-VOL\n[Red]\n1517: R-G01\n1721: R-G02\n1417: R-G03\n",
        f"gold: 1418 White\nwhite: 1418 1622 1218\npoland: {poland}",
        "13",
    )
    assert "1218" in offered(p, "gold")
    assert "1622" not in offered(p, "gold")


@rule("reds", "20.6")
def test_what_a_computer_player_wants_follows_the_gold() -> None:
    p = strategic("Red", "[Red]\n2313: R-A05\n[White]\n4301: W-SIC\n", "gold: 3010 Red")
    before = goals(p, "White")
    play(p, "gold 2611")
    assert goals(p, "White") != before


@rule("reds", "10.3", "20.6")
def test_the_gold_changes_from_river_to_rail_as_often_as_it_likes() -> None:
    """The railway from Kotlas is cut: up the river to Vologda, then by rail to Moscow."""
    units = "[Red]\n2313: R-A05\n[White]\n2606: W-NG1\n2706: W-AG1\n"
    p = strategic("Red", units, "gold: 2505 Red", "8")
    assert {"2210", "2313", "3115"} <= offered(p, "gold")


@rule("reds", "8.5", "10.3")
def test_a_railway_leads_into_a_zone_but_not_beyond() -> None:
    """The Caucasus Army at 2619 controls Voronezh."""
    p = strategic("Red", "[Red]\n2313: R-A05\n[White]\n2619: W-CAU\n", "red: 2721", "8")
    assert "2618" in ways(p, "R-A05")
    assert not {"2619", "2719"} & offered(p, "rail")


@rule("reds", "10.4", "10.5", "6.3")
def test_who_has_no_trains_left_still_has_ships() -> None:
    north = strategic("White", "[White]\n1904: W-NOR\n", "white: 2210 2505", "8")
    assert ways(north, "W-NOR", "sea")
    assert offered(north, "rail") | offered(north, "river") == set(), "not of the two factions"
    units = "[White]\n2825: W-VOL, W-KOR, W-SD1\n"
    used = play(strategic("White", units, "", "8"), "select W-VOL", "rail 2924", "select W-KOR")
    assert offered(used, "sea")
    assert "rail" not in verbs(used)
    for flags, stopped in (("", False), ("flags: semenov", True)):
        siberian = play(strategic("White", units, flags, "8"), "select W-SD1")
        assert offered(siberian, "sea")
        assert ("rail" not in verbs(siberian)) is stopped


@rule("reds", "10.3", "17.1", "20.6")
@pytest.mark.parametrize(("garrison", "open_"), [("", True), ("[Neutral]\n1218: N-LIT\n", False)])
def test_the_gold_of_the_whites_does_not_pass_the_lithuanians(garrison: str, open_: bool) -> None:
    """From Vilna to Libau by Kovno; the line by Dvinsk is cut."""
    p = strategic(
        "White",
        f"[White]\n2825: W-VOL\n[Red]\n1417: R-G01\n1517: R-G02\n{garrison}",
        "gold: 1418 White\nwhite: 1418 1116\npoland: war",
        "13",
    )
    assert ("1116" in offered(p, "gold")) is open_


@rule("reds", "3.4", "20.6")
@pytest.mark.parametrize(("turn", "open_"), [("4", False), ("5", True)])
def test_the_gold_does_not_pass_the_occupied_zone_in_the_great_war(turn: str, open_: bool) -> None:
    """All rails from Novocherkassk lead over Rostov or beside it; the rivers are frozen."""
    p = strategic("White", "[White]\n2825: W-VOL\n2822: W-AG1\n", "gold: 2921 White", turn)
    assert ("2825" in offered(p, "gold")) is open_


@rule("reds", "6.3", "20.6")
@pytest.mark.parametrize(("flags", "open_"), [("", True), ("flags: semenov", False)])
def test_semenov_stops_the_gold_at_the_edge_of_the_east_too(flags: str, open_: bool) -> None:
    """Guryev is the last hex of the East Front."""
    p = strategic("White", "[White]\n2825: W-VOL\n", f"gold: 3717 White\n{flags}", "8")
    assert ("3414" in offered(p, "gold")) is open_


@rule("reds", "10.3", "13.1", "20.6")
def test_a_unit_that_travels_takes_the_gold_that_lies_where_it_arrives() -> None:
    """The Whites have left Tula, a Red City, and their Gold in it."""
    p = strategic("Red", "[Red]\n2313: R-A05\n", "gold: 2315 White", "8")
    play(p, "select R-A05", "rail 2315")
    assert p.gold_side == "Red"
