"""Short ways to set up a Combat Phase and to read an attack that is being put together."""

from __future__ import annotations

import pytest

from stavka.engine import Choice
from stavka.engine.presentation import Preview
from stavka.kit.sums import QUARTERS, Term
from stavka.titles.east_is_red.combat import Attack, odds_of
from stavka.titles.east_is_red.position import War

from .situations import TITLE, situation


def soviet_attack(
    soviet: str,
    chinese: str,
    *,
    turn: int = 2,
    markers: str = "",
    dice: list[int] | None = None,
) -> War:
    """A Soviet Combat Phase; lines of the position file are parted by semicolons."""
    return _fight("soviet-combat", soviet, chinese, turn, markers, dice)


def chinese_attack(
    soviet: str,
    chinese: str,
    *,
    turn: int = 2,
    markers: str = "",
    dice: list[int] | None = None,
) -> War:
    """A Chinese Combat Phase in which the Soviet Player does not want to substitute units."""
    return _fight("chinese-combat", soviet, chinese, turn, f"{markers}; flags: declines", dice)


def _fight(
    phase: str, soviet: str, chinese: str, turn: int, markers: str, dice: list[int] | None
) -> War:
    parts = (f"phase: {phase}; turn: {turn}", "[Soviet]", soviet, "[Chinese]", chinese)
    text = "; ".join((*parts, "[markers]", markers))
    return situation("\n".join(line.strip() for line in text.split(";")), dice)


def _attack_of(p: War) -> Attack:
    attack = p.frames[-1].memo
    assert isinstance(attack, Attack)
    return attack


def strengths(p: War) -> tuple[float, float]:
    """The strength points of both sides in the attack that is being put together."""
    odds = odds_of(p, _attack_of(p))
    return odds.attack / QUARTERS, odds.defence / QUARTERS


def terms(p: War) -> tuple[Term, ...]:
    """The sum line by line."""
    return odds_of(p, _attack_of(p)).terms


def cases(p: War) -> set[str]:
    """The cases that the sum names."""
    return {term.case for term in terms(p)}


def best_odds(p: War) -> str:
    """The best column at which the attack can be resolved; nothing if there is none."""
    decision = p.decision()
    assert decision is not None
    option = decision.option("resolve")
    return str(option.values[0]) if option else ""


def _preview(p: War, text: str) -> Preview:
    preview = TITLE.preview(p, Choice.parse(text or f"resolve {best_odds(p)}"))
    assert preview is not None
    return preview


def shown(p: War, text: str = "") -> dict[str, float]:
    """The chances of a choice in thirty-sixths, by words; of the best odds if none is given."""
    chances = _preview(p, text).chances
    assert sum(chance.probability for chance in chances) == pytest.approx(1)
    return {chance.text: round(36 * chance.probability, 6) for chance in chances}


def columns(p: War, text: str = "") -> tuple[str, ...]:
    """The columns that may be used."""
    return _preview(p, text).columns


def doubts(p: War, text: str = "") -> list[str]:
    """The cases by which what is shown may yet change."""
    return [doubt.case for doubt in _preview(p, text).uncertain]


def parts(p: War, text: str) -> list[tuple[str, int]]:
    """What a move is charged, by the cases, and the sum that is shown under no case."""
    preview = _preview(p, text)
    if not preview.lines:
        return []
    charged = [(line.case, int(line.value)) for line in preview.lines]
    total = int(preview.result.split()[0])
    assert sum(points for _, points in charged) == total
    return [*charged, ("", total)]
