"""Learning environments: games as choices with numbers and observations with a fixed shape.

`Encoding`, `Listing` and `Observer` need numpy alone; `aec`, `single` and `vector` make games to
learn in (docs/laboratory.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING


@contextmanager
def _told_what_is_missing() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as missing:
        why = "learning environments need more packages: pip install 'stavka[rl]'"
        raise ModuleNotFoundError(f"{why} ({missing})") from None


with _told_what_is_missing():
    from ...arrays.encoding import Encoding, Listing, Undeclared
    from ...arrays.layout import Meaning
    from ...arrays.observation import Observer, Writer
    from .desk import Desk, EncodingName, Shape
    from .match import BACK_OUTS, LIMIT
    from .recipe import Recipe

if TYPE_CHECKING:
    from .aec import Agents
    from .opposed import Opponent
    from .single import Single
    from .vector import Vector
    from .workers import Workers

__all__ = [
    "Desk",
    "Encoding",
    "Listing",
    "Meaning",
    "Observer",
    "Recipe",
    "Shape",
    "Undeclared",
    "Writer",
    "aec",
    "single",
    "vector",
]


# What a game can be like, each by its name.
def aec(
    slug: str,
    scenario: str,
    options: Sequence[str] | None = None,
    *,
    encoding: EncodingName = "flat",
    limit: int = LIMIT,
    back_outs: int = BACK_OUTS,
    seed: int | None = None,
    shaping: float = 0.0,
    copy: bool = True,
    overlay: Path | None = None,
) -> Agents:
    """A game for two agents, as PettingZoo has it."""
    with _told_what_is_missing():
        from .aec import Agents
    recipe = Recipe(slug, scenario, _all(options), encoding, limit, back_outs, overlay)
    return Agents(recipe.match(), recipe.shape(), seed, shaping, copy=copy)


def single(  # noqa: PLR0913
    slug: str,
    scenario: str,
    side: str,
    opponent: Opponent = "cadet",
    options: Sequence[str] | None = None,
    *,
    encoding: EncodingName = "flat",
    limit: int = LIMIT,
    back_outs: int = BACK_OUTS,
    seed: int | None = None,
    shaping: float = 0.0,
    copy: bool = True,
    overlay: Path | None = None,
) -> Single:
    """A game for one side against a player, as Gymnasium has it."""
    with _told_what_is_missing():
        from .single import Single
    from .opposed import Opposed

    recipe = Recipe(slug, scenario, _all(options), encoding, limit, back_outs, overlay)
    opposed = Opposed(recipe.match(), side, opponent)
    return Single(opposed, recipe.shape(), seed, shaping, copy=copy)


def vector(  # noqa: PLR0913
    slug: str,
    scenario: str,
    n: int,
    options: Sequence[str] | None = None,
    *,
    side: str = "",
    opponent: Opponent = "cadet",
    workers: int = 0,
    encoding: EncodingName = "flat",
    limit: int = LIMIT,
    back_outs: int = BACK_OUTS,
    overlay: Path | None = None,
) -> Vector | Workers:
    """So many games at once, in arrays that are written in place; with workers, by so many other
    processes."""
    from .vector import Vector
    from .workers import Workers

    recipe = Recipe(slug, scenario, _all(options), encoding, limit, back_outs, overlay)
    if workers:
        return Workers(recipe, n, workers, side, opponent)
    return Vector(recipe, n, side, opponent)


def _all(options: Sequence[str] | None) -> tuple[str, ...] | None:
    return None if options is None else tuple(options)
