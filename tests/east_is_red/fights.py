"""Short ways to set up a Combat Phase and to read an attack that is being put together."""

from __future__ import annotations

from stavka.titles.east_is_red.charts import QUARTERS
from stavka.titles.east_is_red.combat import Attack, Term, odds_of
from stavka.titles.east_is_red.position import War

from .situations import situation


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
