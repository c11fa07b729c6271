"""Who is stronger: all pairs of players, on the same seeds, with sides exchanged.

A match is two games with one seed: a player has one side in the first and the other in the second.
Games go into a file as they end, so that a run can be stopped at any time and gone on with.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec

from .. import titles
from ..engine import Choice, Decision, Title, Turn, Unsuitable, View
from ..players import Player, new_game, play_out, player
from ..players.staffs import Thinking
from .crew import crew_of
from .rating import Half


class Ladder(msgspec.Struct, frozen=True):
    """What to play."""

    slug: str
    scenario: str
    options: tuple[str, ...]
    players: tuple[str, ...]
    # Matches of each pair.
    games: int
    seed: str
    overlay: str = ""

    def title(self) -> Title[Any]:
        return titles.load(self.slug, Path(self.overlay) if self.overlay else None)


class Timed:
    """A player with a watch."""

    sees = True

    def __init__(self, title: Title[Any], player: Player) -> None:
        self._title = title
        self._player = player
        self.seconds = 0.0
        self._turns: set[Turn] = set()

    @property
    def turns(self) -> int:
        return len(self._turns)

    @property
    def playouts(self) -> int:
        return self._player.thinker.played if isinstance(self._player, Thinking) else 0

    def choose(self, decision: Decision, view: View[Any] | None) -> Choice:
        assert view is not None
        turn = self._title.turn_of(view.imagine())
        if turn.side == view.side:
            self._turns.add(turn)
        begin = time.process_time()
        choice = self._player.choose(decision, view if self._player.sees else None)
        self.seconds += time.process_time() - begin
        return choice


Key = tuple[str, str, int, str]


def play_half(ladder: Ladder, key: Key) -> Half:
    """One game: the same every time it is played, but for the time it takes."""
    a, b, match, side = key
    title = ladder.title()
    (other,) = (s for s in title.sides if s != side)
    seed = f"{ladder.seed} {match}"
    names = {s: a if s == side else b for s in title.sides}
    position, players = new_game(title, ladder.scenario, ladder.options, names, seed)
    timed = {s: Timed(title, player) for s, player in players.items()}
    play_out(position, dict[str, Player](timed))
    outcome = position.outcome()
    assert outcome is not None
    both = timed[side], timed[other]
    return Half(
        a,
        b,
        match,
        side,
        title.value(position, side),
        outcome.goes_to,
        (both[0].seconds, both[1].seconds),
        (both[0].turns, both[1].turns),
        (both[0].playouts, both[1].playouts),
    )


def halves_of(ladder: Ladder) -> Iterator[Key]:
    """All games, match by match, so that whoever stops early has something of each pair."""
    sides = ladder.title().sides
    for match in range(ladder.games):
        for a, b in combinations(ladder.players, 2):
            for side in sides:
                yield a, b, match, side


class Results:
    """The games that have been played, in a file that grows line by line."""

    def __init__(self, ladder: Ladder, file: Path | None) -> None:
        self.halves: dict[Key, Half] = {}
        self._file = file
        what = msgspec.structs.replace(ladder, games=0, players=())
        if file is None:
            return
        if file.exists():
            data = file.read_bytes()
            first, *lines = data.splitlines() or [b""]
            self._compare(first, what)
            for line in lines:
                self._read(line)
            if not data.endswith(b"\n"):
                # It was cut off in the middle of a line.
                self._write(b"")
        else:
            file.write_bytes(msgspec.json.encode(what) + b"\n")

    def _compare(self, first: bytes, what: Ladder) -> None:
        try:
            same = msgspec.json.decode(first, type=Ladder) == what
        except msgspec.MsgspecError:
            same = False
        if not same:
            raise Unsuitable(f"{self._file} is of another ladder: name another file")

    def _read(self, line: bytes) -> None:
        try:
            half = msgspec.json.decode(line, type=Half)
        except msgspec.MsgspecError:
            # Half a line: its game is played again.
            return
        self.halves[half.a, half.b, half.match, half.side] = half

    def add(self, half: Half) -> None:
        self.halves[half.a, half.b, half.match, half.side] = half
        self._write(msgspec.json.encode(half))

    def _write(self, line: bytes) -> None:
        if self._file is not None:
            with self._file.open("ab") as lines:
                lines.write(line + b"\n")


def climb(
    ladder: Ladder, file: Path | None, workers: int, progress: Callable[[int, int], None]
) -> list[Half]:
    """Plays what has not been played yet; all games of the ladder."""
    title = ladder.title()
    title.check(ladder.scenario, ladder.options)
    for name in ladder.players:
        for side in title.sides:
            player(title, side, name, "")
    results = Results(ladder, file)
    keys = list(halves_of(ladder))
    left = [key for key in keys if key not in results.halves]
    progress(len(keys) - len(left), len(keys))
    games = crew_of(workers).run(partial(play_half, ladder), left)
    for played, done in enumerate(games, len(keys) - len(left) + 1):
        if done.result is None:
            raise RuntimeError(f"{done.batch}: {done.lost}")
        results.add(done.result)
        progress(played, len(keys))
    return [results.halves[key] for key in keys]
