"""Battles that were fought: who against whom, what was shown before the die, and what fell."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from stavka import titles
from stavka.engine import Game, load_record, replay
from stavka.review import Battle, battle_of
from stavka.review.luck import BETWEEN

RECORDS = Path(__file__).parent.parent / "records"
# A whole game of each title.
GAMES = {
    "east-is-red": "east-is-red-m1-current.stavka",
    "reds": "reds-1918-19.stavka",
    "red-dragon": "red-dragon-campaign.stavka",
    "red-star": "red-star-barbarossa.stavka",
}
# At most so many battles of a game: each takes some ten milliseconds.
SOME = 12


@cache
def game_of(slug: str) -> Game:
    return replay(load_record(RECORDS / GAMES[slug]), titles.load(slug))


def fought(slug: str, number: int, eyes: str) -> Battle | None:
    """The battle of a move, from 1."""
    game = game_of(slug)
    first = max(0, number - BETWEEN - 1)
    return battle_of(titles.load(slug), game.at(first), game.moves[first:number], eyes)


def battles(slug: str) -> list[tuple[int, str]]:
    """The moves, from 1, that resolved an attack, and how the log tells of it."""
    title, game = titles.load(slug), game_of(slug)
    found = []
    for number in range(len(game.moves)):
        for event in game.events_of(number):
            rolled = title.rolled(event)
            if rolled is not None and rolled.targets:
                found.append((number + 1, title.text(event)))
    return found[:: max(1, len(found) // SOME)]


@pytest.mark.parametrize("slug", GAMES)
def test_a_battle_shows_what_the_log_tells(slug: str) -> None:
    seen = battles(slug)
    assert seen
    for number, text in seen:
        # Red Dragon: the last choice before the die may be the defender's.
        found = [fought(slug, number, side) for side in titles.load(slug).sides]
        battle = next((battle for battle in found if battle and battle.attackers), None)
        assert battle is not None
        assert battle.targets and all(label in text for label in battle.targets)
        assert battle.attackers and battle.column in text
        assert {unit.side for unit in battle.attackers}.isdisjoint(
            unit.side for unit in battle.defenders
        )
        assert all(unit.hex in battle.targets for unit in battle.defenders)
        if battle.die:
            (face,) = [f for f in battle.preview.faces if f.die == battle.die]
            assert (face.column, face.result) == (battle.column, battle.result)
            assert face.text in ("", battle.text) or not battle.text


@pytest.mark.parametrize("slug", ["east-is-red", "red-star"])
def test_the_faces_of_the_die_are_the_chances(slug: str) -> None:
    counted = 0
    for number, _ in battles(slug):
        battle = fought(slug, number, "")
        assert battle is not None
        faces = battle.preview.faces
        if not faces:
            continue
        counted += 1
        assert [face.die for face in faces] == list(range(1, len(faces) + 1))
        assert battle.die
        assert battle.worse + battle.chance + battle.better == pytest.approx(1)
        for chance in battle.preview.chances:
            alike = sum(face.text == chance.text for face in faces)
            if all(face.text for face in faces):
                assert chance.probability == pytest.approx(alike / len(faces))
    assert counted


def test_several_dice_have_no_faces() -> None:
    """Reds! 11.3: both sides roll, and multiply."""
    number, _ = battles("reds")[0]
    battle = fought("reds", number, "")
    assert battle is not None
    assert battle.preview.chances and not battle.preview.faces and not battle.die


def test_a_move_without_an_attack_has_no_battle() -> None:
    moves = {number for number, _ in battles("east-is-red")}
    assert 1 not in moves
    assert fought("east-is-red", 1, "") is None


def test_who_does_not_see_the_attackers_is_shown_no_odds() -> None:
    """Red Dragon 18.2: the sum would tell what lies face-down, or tell of units that are not."""
    blind = 0
    for number, _ in battles("red-dragon"):
        ours, theirs = (fought("red-dragon", number, eyes) for eyes in ("PLA", "GMD"))
        assert ours is not None and theirs is not None
        if game_of("red-dragon").moves[number - 1].side == "PLA" and not theirs.preview.lines:
            blind += 1
            assert theirs.preview.chances == () and theirs.chance == 0
            assert ours.preview.lines or ours.preview.uncertain
    assert blind
