"""What the other side hides appears in no answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from stavka.guest.play import Guest, What
from stavka.guest.trouble import Trouble

from .company import Company, east, guest_of


def told_why(guest: Guest, choice: str) -> str:
    """Why not, without the name of what was asked for; the dice may have others choose first."""
    try:
        return guest.why(choice).replace(choice, "X")
    except Trouble as trouble:
        return str(trouble)


def everything(guest: Guest, hexes: list[str]) -> Iterator[str]:
    """Whatever a guest can be told."""
    wheres = {"hex": hexes, "area": hexes, "overlay": ["reach", "supply", "control"]}
    for what in get_args(What):
        for where in wheres.get(what, [""]):
            for page in range(1, 4):
                try:
                    yield guest.look(what, where, page)
                except Trouble:
                    break
    # Which question comes first is for the dice to say; the guest may not be asked at all.
    for tell in (Guest.choices, lambda g: g.preview("select nobody"), lambda g: g.undo().text):
        try:
            yield tell(guest)
        except Trouble as trouble:
            yield str(trouble)


def test_face_down_counters_are_told_to_nobody_else(address: str, tmp_path: Path) -> None:
    """Red Dragon 18.2: nobody but the PLA knows what its face-down counters are."""
    table = Company(address, "red-dragon", "campaign", "GMD", "PLA")
    guest = guest_of(table.link, tmp_path)
    guest.look()
    table.person_comes()
    told = [guest.look()]
    hidden = [
        unit
        for unit in table.person.state()["presentation"]["units"]
        if unit["side"] == "PLA" and unit["hex"] and not unit["id"].startswith("guerrilla")
    ]
    assert len(hidden) > 20
    answers = "\n".join([*everything(guest, ["2014", "2114"]), *told])
    names = [unit["title"] for unit in hidden]
    names += [unit["id"] for unit in hidden if len(unit["id"]) > len("1st")]
    assert "PLA counter, face down" in answers
    assert [name for name in names if name in answers] == []
    # Whoever asks by a real name learns no more than by a name that nobody has.
    asked = [f"select {name}" for name in (hidden[0]["id"], hidden[-1]["id"], "nobody")]
    assert len({told_why(guest, choice) for choice in asked}) == 1


@pytest.mark.parametrize("mined", ["2917 3017", "2827 2927"])
def test_mines_are_told_to_nobody_else(mined: str, address: str, tmp_path: Path) -> None:
    """East Is Red 16: what the Chinese mine is their secret; their log counts it, ours does not."""
    table = east(address)
    guest = guest_of(table.link, tmp_path)
    guest.look()
    table.person_comes()
    guest.choose(["recommended", "done"])
    table.person_chooses("recommended", "done")
    guest.look()
    before, log = guest.look(), guest.look("log")
    here, there = mined.split()
    table.person_chooses(f"mine {here}", f"towards {there}")
    assert any(
        "mine" in marker["kind"] for marker in table.person.state()["presentation"]["markers"]
    )
    after = guest.look()
    assert after.splitlines()[:8] == before.splitlines()[:8]
    assert guest.look("log") == log and guest.look("markers") == "Nothing is marked on the map."
