"""The shelf: finished games that must replay to the end they had.

A change of the rules that alters one of them is either a mistake, or must say so: it puts a new
record on the shelf, adds one to the version of the title's rules (`Title.rules`), and notes the
fingerprint of the shelf in `records/rules.toml`. By the version people are told that a game of
theirs was played by other rules.
"""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path

import pytest

from stavka import titles
from stavka.engine import BadRecord, load_record, read_record, replay, verify

SHELF = sorted((Path(__file__).parent / "records").glob("*.stavka"))


def test_every_playable_scenario_is_on_the_shelf() -> None:
    kept = {(record.title, record.scenario) for record in map(load_record, SHELF)}
    for slug in titles.playable():
        assert {(slug, s.key) for s in titles.load(slug).scenarios} <= kept


@pytest.mark.parametrize("path", SHELF, ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_it_did(path: Path) -> None:
    record = load_record(path)
    title = titles.load(record.title)
    assert record.digest is not None
    assert replay(record, title).position.digest() == record.digest
    assert len(verify(record, title).proven) == 5


def fingerprint(slug: str) -> str:
    """Of the choices, dice and ends of a title's games on the shelf."""
    found = hashlib.blake2b(digest_size=8)
    for path in SHELF:
        if load_record(path).title == slug:
            _, _, game = path.read_bytes().partition(b"\n")
            found.update(game)
    return found.hexdigest()


@pytest.mark.parametrize("slug", titles.playable())
def test_no_recorded_game_changes_without_another_version_of_the_rules(slug: str) -> None:
    versions = tomllib.loads((SHELF[0].parent / "rules.toml").read_text("utf-8"))[slug]
    newest = str(titles.load(slug).rules)
    assert list(versions) == [str(number) for number in range(1, int(newest) + 1)]
    assert versions[newest] == fingerprint(slug), "the rules have changed: see above"


def test_a_record_of_other_rules_says_so() -> None:
    first, *lines = SHELF[0].read_text("utf-8").splitlines()
    assert '"rules"' not in first
    spoilt = "\n".join([first, *lines[:1], *lines[2:]])
    title = titles.load(load_record(SHELF[0]).title)
    with pytest.raises(BadRecord, match=r"does not tell by which version .* these are version 1"):
        replay(read_record(spoilt), title)
    other = spoilt.replace('"scenario"', '"rules": 7, "scenario"', 1)
    with pytest.raises(BadRecord, match="played by version 7 of the rules, and these are version"):
        replay(read_record(other), title)
    same = spoilt.replace('"scenario"', f'"rules": {title.rules}, "scenario"', 1)
    with pytest.raises(BadRecord) as found:
        replay(read_record(same), title)
    assert "version" not in str(found.value)
