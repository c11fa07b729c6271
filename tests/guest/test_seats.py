"""A guest takes its seat, keeps it, adds to the dice, and comes back."""

from __future__ import annotations

import json
import random
import stat
from pathlib import Path

import pytest

from stavka.guest.keep import Keeping, Kept, file_for
from stavka.guest.link import read_link
from stavka.guest.marks import Marks, drawn, drawn_anew, judge, verdict
from stavka.guest.seat import Seat
from stavka.guest.trouble import Trouble
from stavka.server.messages import DiceState
from tests.server.client import make, table_of
from tests.server.running import PATIENCE

from .company import Company, any_choice, east, guest_of


def test_a_guest_takes_its_seat_and_everybody_reads_that_it_has_come(
    address: str, tmp_path: Path
) -> None:
    table = east(address)
    table.person_comes()
    guest_of(table.link, tmp_path).look()
    state = table.person.state()
    assert [seat["name"] for seat in state["seats"]] == ["A guest", "Anna"]
    assert "“A guest” has taken the seat of Soviet." in [said["text"] for said in state["talk"]]


@pytest.mark.parametrize("first", ["guest", "person"])
def test_the_dice_can_be_rolled_when_guest_and_person_have_come(
    first: str, address: str, tmp_path: Path
) -> None:
    table = east(address)
    guest = guest_of(table.link, tmp_path)
    if first == "guest":
        assert "Chinese is played by somebody who has not come yet." in guest.look()
        table.person_comes()
        guest.look()
    else:
        table.person_comes()
        guest.look()
        table.person_opens()
    dice = table.person.state()["dice"]
    assert dice["wait_for"] == [] and not dice["alone"]
    assert set(dice["shares"]) == {"Soviet", "Chinese"}


def test_a_guest_comes_back_with_the_link_that_it_has_used(address: str, tmp_path: Path) -> None:
    table = east(address)
    guest_of(table.link, tmp_path).choose(["recommended"])
    told = guest_of(table.link, tmp_path).look()
    assert "You play Soviet." in told and "22 on the map" in told


def test_a_used_invitation_is_told_clearly(address: str, tmp_path: Path) -> None:
    table = east(address)
    guest_of(table.link, tmp_path / "here").look()
    with pytest.raises(Trouble) as told:
        guest_of(table.link, tmp_path / "elsewhere").look()
    assert str(told.value).startswith("The seat of this invitation was taken on ")
    assert "An invitation is good once." in str(told.value)
    assert table.invitation not in str(told.value)


def test_what_is_kept_is_for_its_owner_alone(address: str, tmp_path: Path) -> None:
    table = east(address)
    folder = tmp_path / "seats"
    guest_of(table.link, folder).look()
    file = file_for(folder, table.invitation)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    kept = json.loads(file.read_text())
    assert kept["secret"].startswith(table_of(table.invitation))
    assert table.invitation not in f"{file.name} {file.read_text()}"


def test_the_secret_is_kept_before_anything_else_is_asked(address: str, tmp_path: Path) -> None:
    table = east(address)
    keeping = Keeping(tmp_path / "seat")
    Seat(read_link(table.link), keeping).sit_down()
    assert keeping.read().secret and keeping.read().marks.share


def test_a_file_that_is_something_else_is_not_overwritten(address: str, tmp_path: Path) -> None:
    table = east(address)
    file = file_for(tmp_path, table.invitation)
    file.write_text("[1, 2]")
    with pytest.raises(Trouble, match="is not what was kept of a seat"):
        guest_of(table.link, tmp_path).look()
    assert file.read_text() == "[1, 2]"
    # The invitation has not been used.
    table.person_comes()
    assert table.person.state()["seats"][0]["since"] == ""


def test_a_seat_can_be_entered_by_its_own_link(address: str, tmp_path: Path) -> None:
    table = east(address)
    table.person_comes()
    told = guest_of(f"{address}/#seat/{table.person.secret}", tmp_path).look()
    assert "You play Chinese." in told


def test_a_spectator_looks_and_chooses_nothing(address: str, tmp_path: Path) -> None:
    table = east(address)
    table.person_comes()
    guest_of(table.link, tmp_path).look()
    watching = table._http.post(f"/api/seats/{table.person.secret}/spectator").json()["secret"]
    guest = guest_of(f"{address}/#seat/{watching}", tmp_path)
    assert "You watch: this seat plays no side." in guest.look()
    told = guest.choose(["recommended"])
    assert told.refused and "Soviet has to choose" in told.text


def test_a_secret_that_opens_nothing_is_told_so(address: str, tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="There is no such seat"):
        guest_of(f"{address}/#seat/0123456789abcdef.nothing", tmp_path).look()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "reds",
        "http://127.0.0.1:8421/",
        "http://127.0.0.1:8421/#seat/",
        "ftp://127.0.0.1/#join/a.b",
        "http://127.0.0.1:8421/#join/nodot",
    ],
)
def test_what_is_no_link_is_refused_and_not_repeated(text: str) -> None:
    with pytest.raises(Trouble) as told:
        read_link(text)
    assert str(told.value).startswith("this is no link to a seat")
    assert "nodot" not in str(told.value)


def test_the_link_for_another_device_brings_the_share_along() -> None:
    letters = "A" * 42 + "E"
    link = read_link(f"https://example.org/#seat/ab.cd/dice/{letters}/{letters}")
    assert link == ("https://example.org", "ab.cd", False, "00" * 31 + "01", "00" * 31 + "01")


def test_a_server_that_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Trouble) as told:
        guest_of("http://127.0.0.1:9/#join/0123456789abcdef.secret", tmp_path).look()
    assert "does not answer" in str(told.value) and "secret" not in str(told.value)


# Dice


def dice(**told: object) -> DiceState:
    """What a server says of the dice of two seats, all of whom are committed."""
    fields: dict[str, object] = {
        "commitment": "pledge",
        "shares": {"Red": "", "White": "theirs"},
        "wait_for": ("Red", "White"),
        "wanted": True,
        "anew": False,
        "alone": False,
        "file": 0,
        "seats": ("Red", "White"),
        "begun": "",
        "seed": "",
        "opened": {},
    }
    return DiceState(**{**fields, **told})  # type: ignore[arg-type]


def test_a_share_is_opened_when_everything_is_as_it_was_told() -> None:
    marks = drawn("t", "Red", "pledge")
    found = judge(marks, "t", "Red", dice(shares={"Red": marks.own, "White": "theirs"}))
    assert found.open and not found.warning
    assert found.marks.step == "opened" and found.marks.seen["White"] == "theirs"


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"commitment": "another"}, "another secret for the dice"),
        ({"shares": {"Red": "forged", "White": "theirs"}}, "is not what was drawn here"),
    ],
)
def test_a_share_stays_shut_if_the_server_says_something_else(
    told: dict[str, object], words: str
) -> None:
    marks = drawn("t", "Red", "pledge")
    found = judge(marks, "t", "Red", dice(**{"shares": {"Red": marks.own, "White": "t"}, **told}))
    assert not found.open and words in found.warning


def test_a_share_that_is_changed_after_ours_was_opened_is_noticed() -> None:
    marks = drawn("t", "Red", "pledge")
    first = judge(marks, "t", "Red", dice(shares={"Red": marks.own, "White": "theirs"})).marks
    later = judge(first, "t", "Red", dice(shares={"Red": marks.own, "White": "other"}))
    assert "What White adds to the dice was changed" in later.warning


def test_whoever_is_asked_anew_draws_a_share_that_nobody_has_seen() -> None:
    marks = drawn("t", "Red", "pledge")
    assert drawn_anew(marks, "t", "Red", dice()) == marks
    opened = judge(marks, "t", "Red", dice(shares={"Red": marks.own, "White": "w"})).marks
    again = drawn_anew(opened, "t", "Red", dice())
    assert again.share != marks.share and again.redrawn and again.commitment == "pledge"


def test_at_the_end_the_dice_are_checked(address: str, tmp_path: Path) -> None:
    players = {"Upland": "person", "Vale": "random"}
    new = {"title": "river-line", "scenario": "crossing", "players": players}
    invitation = make(address, "/api/tables", new)["invitations"][0]["secret"]
    guest = guest_of(f"{address}/#join/{invitation}", tmp_path)
    rnd = random.Random(3)
    while True:
        while guest.looked():
            guest.waited(PATIENCE)
        told = guest.look()
        if "The game is over." in told:
            break
        assert "The dice were checked" not in told
        guest.choose(["done" if "* done: " in told else any_choice(guest, rnd)], sure=True)
    assert "The dice were checked: everything is what was committed to" in told


def test_dice_that_are_not_what_was_committed_to_are_told_so() -> None:
    assert verdict("t", dice(), Marks()) == ""
    false = dice(seed="00" * 32, commitment="pledge")
    assert "the secret is not the one" in verdict("t", false, Marks())


def test_two_guests_with_one_link_share_the_seat(address: str, tmp_path: Path) -> None:
    table = east(address)
    one, other = guest_of(table.link, tmp_path), guest_of(table.link, tmp_path)
    one.look()
    assert "You play Soviet." in other.look()


def test_nothing_is_kept_where_nothing_can_be_written(address: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    table = Company(address, "red-dragon", "campaign", "GMD", "PLA")
    with pytest.raises(Trouble, match="cannot be written"):
        guest_of(table.link, tmp_path / "file").look()
    assert Keeping(tmp_path / "none").read() == Kept()
