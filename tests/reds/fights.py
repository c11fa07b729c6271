"""Short ways to ask what is shown before a die is rolled, in 36ths."""

from __future__ import annotations

from collections.abc import Iterable

from stavka.engine import Choice
from stavka.engine.presentation import Chance, Doubt, Preview
from stavka.titles.reds.position import War

from .situations import TITLE, play, verbs


def preview(p: War, text: str) -> Preview:
    found = TITLE.preview(p, Choice.parse(text))
    assert found is not None, text
    return found


def counted(chances: Iterable[Chance]) -> dict[str, int]:
    """How many of the 36 falls of two dice bring which results: `{"a ad": 24, "AR": 12}`."""
    found: dict[str, int] = {}
    for chance in chances:
        key = " ".join(sorted(chance.result.split(", ")))
        found[key] = found.get(key, 0) + round(36 * chance.probability)
    return found


def effects(chances: Iterable[Chance]) -> dict[str, int]:
    """What takes effect, in how many of the 36 falls."""
    return {chance.text: round(36 * chance.probability) for chance in chances}


def announced(p: War, target: str, *attackers: str) -> Preview:
    """What is shown of an attack that has been put together."""
    while "attack" not in verbs(p):
        play(p, "done")
    play(p, f"attack {target}", *(f"add {unit}" for unit in attackers))
    return preview(p, "resolve")


def doubt(shown: Preview, *words: str) -> Doubt:
    """The one doubt that names all these things, and no other unit."""
    found = [d for d in shown.uncertain if all(word in d.text for word in words)]
    return min(found, key=lambda d: len(d.text))
