"""Where in the games of a title each kind of choice can be met.

Most turn up in a few random games, which take a fraction of a second each. Those that seldom do
have a position file in `rare/`; `python -m tests.web.tour` looks for them at length and writes it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import cycle
from pathlib import Path

from stavka import titles
from stavka.engine import Dice, Position, Title, seed_from
from stavka.players import Random
from tests.whole_games import variants
from tools.fingerprints import verbs_of

RARE = Path(__file__).parent / "rare"
# How many games are looked through before a kind of choice counts as rare, and at length.
GAMES = 16
AT_LENGTH = 600
# Games of more choices than this show nothing that shorter ones do not.
CHOICES = 4000


def games(title: Title) -> Iterator[Iterator[Position]]:
    """Random games without end; of each the positions, as long as nobody goes on."""
    for number, (scenario, options) in enumerate(cycle(variants(title))):
        yield _moments(title, scenario, options, f"tour {number}")


def _moments(
    title: Title, scenario: str, options: tuple[str, ...], seed: str
) -> Iterator[Position]:
    position = title.start(scenario, options, seed=seed_from(seed))
    player = Random(title, seed)
    while position.number < CHOICES and (decision := position.decision()) is not None:
        yield position
        position.apply(player.choose(decision, None))


def places(title: Title, most: int = GAMES, wanted: Collection[str] = ()) -> dict[str, str]:
    """Verb -> the position file of a moment at which it is offered.

    Looks until all that is wanted has turned up: what is not rare, unless somebody says otherwise.
    """
    wanted = set(wanted) or verbs_of(title) - rare(title.slug).keys()
    found: dict[str, str] = {}
    for _, game in zip(range(most), games(title), strict=False):
        for position in game:
            decision = position.decision()
            assert decision is not None
            for option in decision.options:
                if option.verb not in found:
                    found[option.verb] = title.write(position)
        if wanted <= found.keys():
            break
    return found


def rare(slug: str) -> dict[str, str]:
    return {
        file.stem.partition(".")[2]: file.read_text(encoding="utf-8")
        for file in sorted(RARE.glob(f"{slug}.*.txt"))
    }


def last_moves(title: Title, number: int = 4) -> str:
    """The position file of a game that is nearly over."""
    trail: list[Position] = []
    for position in _moments(title, title.scenarios[0].key, (), "last moves"):
        trail = [*trail[-number + 1 :], position.clone()]
    return title.write(trail[0])


def look_for_the_rare() -> None:
    for slug in titles.playable():
        title = titles.load(slug)
        often = places(title)
        if missing := verbs_of(title) - often.keys():
            found = places(title, AT_LENGTH, missing)
            for verb in sorted(missing & found.keys()):
                title.read(found[verb], Dice(seed_from("rare")))
                RARE.mkdir(exist_ok=True)
                (RARE / f"{slug}.{verb}.txt").write_text(found[verb], encoding="utf-8")


if __name__ == "__main__":
    look_for_the_rare()
