"""What is shown before an attack: what the rules would do with every roll."""

from __future__ import annotations

from stavka.engine import Choice
from stavka.engine.forecast import ways
from stavka.engine.presentation import Preview
from tests.marks import rule

from .fights import best_odds, chinese_attack, shown, soviet_attack
from .situations import TITLE, play, verbs
from .test_variants_chinese import missiles, red_guards
from .test_variants_soviet import assault, moving


@rule("east-is-red", "10.0")
def test_the_table_as_it_is() -> None:
    p = soviet_attack("0419: 7-4-9.1, 4-6-9.1", "0420: 4-6-6.1")
    play(p, "attack 0420", "all")
    # 11 to 6 in the open; lowered to one to two there are retreats of the attacker and worse.
    assert shown(p) == {"attacker retreats": 18, "defender retreats": 18}
    assert shown(p, "resolve 1-2") == {
        "attacker eliminated": 6,
        "attacker retreats": 24,
        "defender retreats": 6,
    }


@rule("east-is-red", "10.5")
def test_a_mass_attack_that_cannot_destroy_the_defender_destroys_itself() -> None:
    p = chinese_attack("0420: 4-6-9.1", "0419: 4-6-6.1, 4-6-6.2")
    play(p, "attack 0420", "all", "mass")
    assert best_odds(p) == "2-1"
    assert shown(p) == {"attacker eliminated": 36}
    (chance,) = TITLE.preview(p, Choice("resolve", "2-1")).chances  # type: ignore[union-attr]
    assert chance.result == "Ar, Ex, Dr"
    decision = p.view("Chinese").present().decision
    assert decision is not None
    (resolve,) = (option for option in decision.options if option.verb == "resolve")
    assert "100%" in resolve.confirm


@rule("east-is-red", "13.15")
def test_a_city_does_not_retreat() -> None:
    p = soviet_attack("2522: 3-7-9.1, 3-7-9.2, 3-7-9.3", "2523: 1-3-3.1")
    play(p, "attack 2523", "all")
    assert shown(p) == {"attacker retreats": 18, "no effect": 18}


@rule("east-is-red", "RG", "10.5")
def test_red_guards_are_shown_with_the_mass_attack_that_they_force() -> None:
    p = red_guards("0617: 1-2-9.1")
    before = TITLE.preview(p, Choice("attack", "0617"))
    assert before is not None and before.result == "16 to 2: 6-1"
    play(p, "attack 0617", "all")
    assert TITLE.preview(p, Choice("resolve", "6-1")) == before


@rule("east-is-red", "SW.3")
def test_the_end_of_the_world_is_announced() -> None:
    p = moving(
        "0617: 7-4-9.1, 3-7-9.1", "0618: 4-6-6.1", scenario="m1-current",
        phase="soviet-combat", options="SW.3",
    )  # fmt: skip
    found = shown(play(assault(p, "0618"), "nuclear"))
    assert found["the game ends: the world burns: both players lose"] == 1
    strike = play(missiles(options="SW.3"), "launch 0-1-9.1")
    assert shown(strike, "missile 1620")["the game ends: the world burns: both players lose"] == 1


@rule("east-is-red", "US.4")
def test_so_is_an_attack_on_americans() -> None:
    p = moving(
        "0728: 7-4-9.1, 7-4-9.2, 7-4-9.3", "0828: 3-4-6.1", scenario="m1-full",
        phase="soviet-combat", options="SW.3 US", markers="flags: americans-in", turn=4,
    )  # fmt: skip
    found = shown(assault(play(p, "pass"), "0828"))
    assert [36 * chance for text, chance in found.items() if "world war" in text] == [36 * 6]


@rule("east-is-red", "13.21")
def test_empty_industry_is_destroyed_not_driven_off() -> None:
    p = soviet_attack("2424: 7-4-9.1, 7-4-9.2", "")
    found = shown(p, "attack 2524")
    assert {text for text in found if "industry destroyed" in text}
    assert not [text for text in found if "defender" in text]


@rule("east-is-red", "15.21", "15.3")
def test_contamination_that_bars_the_advance() -> None:
    p = soviet_attack("0419: 7-4-9.1, 7-4-9.2, 4-6-9.1", "0420: 5-3-6.1")
    play(p, "attack 0420", "all", "nuclear")
    found = shown(p)
    assert found["defender eliminated, contamination bars the advance"] > 0
    assert found["defender eliminated"] > 0


@rule("east-is-red", "10.21")
def test_whoever_finds_no_way_back_dies() -> None:
    # All around 0420 are Soviet units or their zones.
    p = soviet_attack("0419: 7-4-9.1; 0320: 3-7-9.1; 0521: 3-7-9.2; 0421: 1-2-9.1", "0420: 4-6-6.1")
    play(p, "attack 0420", "add 7-4-9.1")
    assert "defender eliminated, no way to retreat" in shown(p)


@rule("east-is-red", "10.21", "10.2")
def test_several_units_without_a_way_are_not_said_to_retreat() -> None:
    ring = "0419: 7-4-9.1, 7-4-9.2, 7-4-9.3; 0320: 3-7-9.1; 0521: 3-7-9.2; 0421: 1-2-9.1"
    p = soviet_attack(ring, "0420: 4-6-6.1, 5-3-6.1")
    play(p, "attack 0420", "add 7-4-9.1", "add 7-4-9.2", "add 7-4-9.3")
    assert shown(p)["defender eliminated, no way to retreat"] == 24
    # With friends in 0320 there is one.
    p = soviet_attack(ring.replace("0320", "0220"), "0420: 4-6-6.1, 5-3-6.1; 0320: 4-6-6.2")
    play(p, "attack 0420", "add 7-4-9.1", "add 7-4-9.2", "add 7-4-9.3")
    assert shown(p)["defender retreats"] == 24


@rule("east-is-red", "13.15")
def test_an_empty_city_that_falls_is_told_from_one_that_holds() -> None:
    p = soviet_attack("2522: 7-4-9.1, 7-4-9.2", "0132: 4-6-6.1")
    play(p, "attack 2523", "all")
    assert shown(p)["no effect"] == 24, "Dr"
    assert shown(p)["the city can be entered"] == 6, "De"
    # Nobody is left of a single division, and nobody enters.
    p = soviet_attack("2522: 2-2-6.1; 2520: 0-1-1.1", "0132: 4-6-6.1")
    play(p, "attack 2523", "add 2-2-6.1", "strike 0-1-1.1")
    assert shown(p)["attacker eliminated"] == 12, "Ex"
    # Nor of two, whichever goes first.
    p = soviet_attack("2522: 1-2-9.1, 1-2-9.2; 2520: 0-1-1.1", "0132: 4-6-6.1")
    play(p, "attack 2523", "add 1-2-9.1", "add 1-2-9.2", "strike 0-1-1.1")
    assert shown(p)["exchange: attacker loses 2 points"] == 12


@rule("east-is-red", "5.53", "10.21")
def test_marines_with_the_sea_behind_them_have_a_way() -> None:
    """Every hex round Takang is controlled; from where they landed they can sail."""
    for landing, fate in (("0430", "retreats"), ("0829", "eliminated, no way to retreat")):
        p = soviet_attack(
            "0430: 2-2-6.1", "0331: 4-6-6.1; 0329: 1-3-3.1", markers=f"landing: {landing}; "
            "destroyed: 0430",
        )  # fmt: skip
        play(p, "attack 0329", "add 2-2-6.1", "nuclear")
        assert shown(p, "resolve 1-2")[f"attacker {fate}"] == 24


@rule("east-is-red", "8.2")
def test_what_the_soviets_may_do_first_is_named_with_what_it_would_bring() -> None:
    def attack(soviet: str, flags: str = "") -> Preview:
        p = moving(
            soviet, "0618: 4-6-6.1, 4-6-6.2, 4-6-6.3", phase="chinese-combat",
            markers=f"flags: {flags}",
        )  # fmt: skip
        play(p, *["pass"] * ("pass" in verbs(p)), "attack 0617", "all")
        found = TITLE.preview(p, Choice("resolve", best_odds(p)))
        assert found is not None
        return found

    # Twelve to six; built up to a 3-7-9 they are seven, as a 4-6-9 six again.
    found = attack("0617: 1-2-9.1, 1-2-9.2, 1-2-9.3")
    assert found.columns == ("1-1", "2-1")
    (doubt,) = found.uncertain
    assert (doubt.case, doubt.result) == ("8.2", "1-1") and "3-7-9 in 0617" in doubt.text
    assert {c.result: c.probability for c in doubt.chances} == {"Ar": 0.5, "Dr": 0.5}
    assert not attack("0617: 1-2-9.1, 1-2-9.2, 1-2-9.3", "declines").uncertain
    assert not attack("0617: 3-7-9.1; 0610: 4-6-9.1").uncertain, "as good in divisions"
    # Which corps is asked for if there are several.
    (doubt,) = attack("0617: 1-2-9.1, 1-2-9.2, 2-1-9.1, 2-1-9.2").uncertain
    assert doubt.result == "1-1" and "2-1-9, 4-6-9 in 0617" in doubt.text


@rule("east-is-red", "SW.3")
def test_the_dice_of_a_great_war_do_not_multiply_the_work() -> None:
    """Of the second die it only matters whether it is a six, and only after a six."""
    p = moving(
        "0617: 7-4-9.1, 3-7-9.1", "0618: 4-6-6.1", scenario="m1-current",
        phase="soviet-combat", options="SW.3",
    )  # fmt: skip
    play(assault(p, "0618"), "nuclear")
    found = ways(p, Choice("resolve", best_odds(p)), len(p.frames) - 1)
    assert found is not None and len(list(found)) < 150


def test_asking_changes_nothing() -> None:
    p = soviet_attack("0419: 7-4-9.1, 4-6-9.1", "0420: 4-6-6.1")
    play(p, "attack 0420", "all")
    before = p.to_json()
    shown(p)
    assert p.to_json() == before and p.chronicle is not None and p.horizon < 0
