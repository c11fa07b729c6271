"""What a guest is told and does, against a real server."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from stavka import titles
from stavka.guest.pages import LETTERS
from stavka.guest.play import Guest
from stavka.guest.trouble import Trouble
from tests.server.client import make

from .company import Company, any_choice, east, guest_of


@pytest.fixture
def table(address: str) -> Company:
    return east(address)


@pytest.fixture
def guest(table: Company, tmp_path: Path) -> Guest:
    """Both sides are set up, and the guest moves."""
    found = guest_of(table.link, tmp_path)
    found.look()
    table.person_comes()
    found.choose(["recommended", "done"])
    table.person_chooses("recommended", "done", "done", "done")
    found.look()
    return found


def test_the_situation_is_told_with_the_question(guest: Guest) -> None:
    told = guest.look()
    assert "The East Is Red: M+1, Full Readiness." in told
    assert "You play Soviet. Chinese is played by Anna." in told
    assert "Turn 1 of 10, Soviet Initial Movement Phase. You have to choose." in told
    assert "QUESTION for Soviet: Move units [5.0]" in told
    assert "* select UNIT: Pick up." in told and "7-4-9.1, 7-4-9.2" in told


def test_what_has_happened_is_told_once(guest: Guest) -> None:
    guest.choose(["select 7-4-9.1"])
    assert "12. Soviet" not in guest.look()
    moved = guest.choose(["move 1812"])
    assert "moves from 1611 (Zabaikalsk) to 1812" in moved.text
    assert "moves from 1611" not in guest.look()
    assert "moves from 1611" in guest.look("log")


def test_several_choices_are_made_in_a_row(guest: Guest) -> None:
    told = guest.choose(["select 7-4-9.1", "move 1812", "select 7-4-9.2"])
    assert told.text.startswith("Done: select 7-4-9.1; move 1812; select 7-4-9.2.\n")
    assert "QUESTION for Soviet: Move 7-4-9.2" in told.text


def test_a_row_of_choices_stops_at_the_first_that_is_refused(guest: Guest) -> None:
    told = guest.choose(["select 7-4-9.1", "move 0427", "select 7-4-9.2"])
    assert told.text.startswith("Done: select 7-4-9.1.\nNot done: move 0427; select 7-4-9.2. ")
    assert "move 0427 is refused: 0427 is occupied by enemy units." in told.text
    assert not told.refused and "QUESTION for Soviet: Move 7-4-9.1" in told.text


def test_a_refusal_is_a_sentence(guest: Guest) -> None:
    told = guest.choose(["move 1812"])
    assert told.refused
    assert told.text == "Nothing is done. move 1812 is refused: pick up a unit first. [5.0]"
    assert guest.why("move 1812").startswith("Not possible: pick up a unit first.\nRule 5.0")
    with pytest.raises(Trouble, match="move 1812 is not possible: pick up a unit first"):
        guest.preview("move 1812")
    with pytest.raises(Trouble, match="is not a choice: a verb is expected"):
        guest.choose(["attack 1812 with everything"])


def test_a_row_of_choices_stops_when_another_phase_begins(guest: Guest) -> None:
    told = guest.choose(["done", "done"], sure=True)
    assert told.text.startswith("Done: done.\nNot done: done. Another phase has begun")
    assert "QUESTION for Soviet: Attack enemy hexes" in told.text


def test_odds_and_chances_are_told_before_the_die_and_the_row_stops_at_it(guest: Guest) -> None:
    guest.choose(["done"], sure=True)
    assert guest.choose(["attack 1612", "all"]).text.startswith("Done: attack 1612; all.")
    odds = guest.preview("resolve 6-1")
    assert "Chances, from the worst for you to the best:" in odds and "%" in odds
    told = guest.choose(["resolve 6-1", "done"])
    assert told.text.startswith("Done: resolve 6-1.\nNot done: done. Dice have fallen")
    assert "(dice " in told.text


def test_a_verb_without_its_argument_is_asked_for_it(guest: Guest) -> None:
    what = "select what? It takes a unit: choices(verb='select')."
    assert guest.choose(["select"]).text == f"Nothing is done. {what}"
    assert guest.why("select") == what
    told = guest.choose(["substitute now"])
    assert told.refused and "substitute is written alone" in told.text


def test_what_is_costly_is_asked_first(guest: Guest) -> None:
    told = guest.choose(["done"])
    assert told.refused and "19 units have not moved. End the phase?" in told.text
    assert "sure=true" in told.text
    assert guest.choose(["done"], sure=True).text.startswith("Done: done.")


def test_undo_takes_back_and_tells_what(guest: Guest) -> None:
    guest.choose(["select 7-4-9.1", "move 1812"])
    told = guest.undo()
    assert told.text.startswith("Taken back:\n") and "to 1812" in told.text
    assert "undo() puts down what you have in hand" in told.text
    guest.undo()
    refused = guest.undo()
    assert refused.refused and refused.text.startswith("Nothing is taken back: ")


def test_a_preview_tells_way_and_cost(guest: Guest) -> None:
    guest.choose(["select 7-4-9.1"])
    told = guest.preview("move 1812").splitlines()
    assert told[:2] == ["move 1812:", "Way: 1611 1710 1811 1812"]
    assert told[-1] == "Result: 8 points, 1 left"


def test_all_choices_are_listed_as_they_are_written(guest: Guest) -> None:
    guest.choose(["select 7-4-9.1"])
    told = guest.choices("move").splitlines()
    assert told[0].startswith("move HEX: Move here (44).")
    assert "  move 1112 Choibalsan (0)" in told
    with pytest.raises(Trouble, match="'fly' cannot be chosen now; these can: move, "):
        guest.choices("fly")


def test_a_hex_is_told_with_its_neighbours(guest: Guest) -> None:
    told = guest.look("hex", "Boketu")
    assert told.startswith("Hex 2115 Boketu: rough\n")
    assert "Chinese: 4-6-6.7: Chinese Infantry Army" in told
    assert "ESE 2216: rough (between them: rail)" in told
    assert "Chinese zone of control" in told or "lies in: " in told
    assert "2 N: 1611 Zabaikalsk: clear; Soviet 7-4-9.1" in guest.look("area", "1613")


@pytest.mark.parametrize(
    ("what", "where", "words"),
    [
        ("hex", "", "Name a hex or a place in `where`"),
        ("hex", "9999", "Hex 9999 is not on this map"),
        ("area", "zabai", "Did you mean petrovsk-zabaikalsky, zabaikalsk?"),
        ("overlay", "luck", "one of reach, zoc, supply, control"),
    ],
)
def test_a_look_that_goes_nowhere_says_what_is_wanted(
    what: str, where: str, words: str, guest: Guest
) -> None:
    with pytest.raises(Trouble) as told:
        guest.look(what, where)  # type: ignore[arg-type]
    assert words in str(told.value)


def test_units_are_told_by_side_hex_and_box(guest: Guest) -> None:
    assert "Soviet" not in guest.look("units", "Chinese")
    assert guest.look("units", "1610").startswith("1610 Borzya - Soviet: 12-3-12.1: ")
    assert guest.look("units", "7-4-9.3") == "3128 Grodekovo - Soviet: 7-4-9.3: Soviet Tank Corps"
    assert guest.look("units", "0101") == "No unit that you know of is there."


def test_other_looks_tell_something(guest: Guest) -> None:
    assert "Soviet supply (" in guest.look("overlay", "supply")
    assert "Chinese, Game-Turn 2 at 0132 Tsinan" in guest.look("forces")
    assert "Nobody is lost" in guest.look("forces")
    assert "Peking 0427: " in guest.look("places")
    assert "has taken the seat" in guest.look("talk")


def test_rules_are_told_by_contents_chapter_case_chart_and_word(guest: Guest) -> None:
    assert "6 Zones of Control (10 cases)" in guest.rules()
    assert guest.rules("7").startswith("7 Stacking\n7.0 ")
    assert guest.rules("5.0").startswith("5.0 Movement: In your Movement Phase")
    assert guest.why("5.0") == guest.rules("5.0")
    assert "Combat Results Table" in guest.rules("combat results")
    assert "militia" in guest.rules("militia").lower()
    with pytest.raises(Trouble, match="Nothing in the rules is called 'cavalry charge'"):
        guest.rules("cavalry charge")


def test_what_others_say_and_do_is_heard(table: Company, guest: Guest) -> None:
    assert guest.say("Good luck!").text == "Said.\nSoviet says: 'Good luck!'"
    assert table.person.state()["talk"][-1]["text"] == "Good luck!"
    table.person.send("say", text="And to you")
    assert "Chinese says: 'And to you'" in guest.look()


def test_further_pages_are_of_the_same_answer(table: Company, tmp_path: Path) -> None:
    guest = guest_of(table.link, tmp_path)
    guest.choose(["place 3-7-9"])
    first = guest.choices("at")
    assert first.endswith("(page 1 of 2)") and len(first) < LETTERS + 100
    # The question is another one then.
    guest.undo()
    second = guest.choices("at", page=2)
    assert second.endswith("(page 2 of 2)") and not set(first.split("\n")) & set(second.split("\n"))
    with pytest.raises(Trouble, match="There is no page 9: there are 2"):
        guest.choices("at", page=9)
    with pytest.raises(Trouble, match="'at' cannot be chosen now"):
        guest.choices("at")


@pytest.mark.parametrize("slug", titles.TITLES)
def test_no_answer_of_any_title_is_too_long(slug: str, address: str, tmp_path: Path) -> None:
    """A few thousand tokens are about four letters each."""
    title = titles.load(slug)
    players = dict.fromkeys(title.sides, "person")
    link = one_seat(address, slug, title.scenarios[0].key, players)
    guest = guest_of(link, tmp_path)
    rnd = random.Random(7)
    for _ in range(5):
        told = guest.look()
        assert len(told) < LETTERS + 2_000, told
        done = guest.choose([any_choice(guest, rnd)], sure=True)
        assert not done.refused and len(done.text) < LETTERS + 2_000, done.text
    assert len(guest.look("units")) < LETTERS + 2_000


def one_seat(address: str, slug: str, scenario: str, players: dict[str, str]) -> str:
    """The link to a table's only seat, which plays all sides."""
    new = {"title": slug, "scenario": scenario, "players": players, "hot_seat": True}
    invitation = make(address, "/api/tables", new)["invitations"][0]["secret"]
    return f"{address}/#join/{invitation}"
