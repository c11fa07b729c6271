"""Who is stronger: all pairs of players, on the same seeds, with sides exchanged.

A match is two games with one seed: a player has one side in the first and the other in the second.
Games go into a file as they end, so that a run can be stopped at any time and gone on with, by the
same rules, data and program: its first line says of which they are.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from .. import titles
from ..data import one_line, quoted
from ..engine import Choice, Decision, Title, Turn, Unsuitable, View
from ..players import Player, new_game, play_out, player
from ..players.policies import PREFIX
from ..players.staffs import Thinking
from .crew import crew_of
from .experiment import policy_version, program_version
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
        return titles.load(self.slug, self.folder)

    @property
    def folder(self) -> Path | None:
        return Path(self.overlay) if self.overlay else None


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all games of a file have in common; more players and more games may join them."""

    slug: str
    scenario: str
    options: tuple[str, ...]
    seed: str
    # The versions of the rules, of the data, and of whatever plays.
    rules: int
    data: str
    program: str


# What is said of a heading, field by field, where two are not the same.
WORDS = {
    "slug": "the title",
    "scenario": "the scenario",
    "options": "the options",
    "seed": "the seed",
    "rules": "the version of the rules",
    "data": "the version of the data",
    "program": "the version of the code that plays",
}


class Learnt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was in the file of a policy when it first took part."""

    policy: str
    content: str


class Broken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that broke off."""

    a: str
    b: str
    match: int
    side: str
    error: str

    def __str__(self) -> str:
        return f"{self.a} v {self.b}, match {self.match}, {self.a} as {self.side}: {self.error}"


class Climbed(NamedTuple):
    """All games of a ladder: those that came to their end, and those that did not."""

    halves: list[Half]
    broken: list[Broken]


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


L = TypeVar("L", bound=msgspec.Struct)
Key = tuple[str, str, int, str]


def play_half(ladder: Ladder, key: Key) -> Half | Broken:
    """One game: the same every time it is played, but for the time it takes."""
    try:
        return _played(ladder, key)
    except Exception as error:
        # One broken game must not hide the others; it is counted and shown.
        return Broken(*key, one_line(f"{type(error).__name__}: {error}"))


def _played(ladder: Ladder, key: Key) -> Half:
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


def heading_of(ladder: Ladder) -> Heading:
    return Heading(
        ladder.slug,
        ladder.scenario,
        ladder.options,
        ladder.seed,
        ladder.title().rules,
        titles.data_version(ladder.slug, ladder.folder),
        program_version(ladder.slug, "lab/ladder.py"),
    )


def turned(game: Half | Broken, sides: Sequence[str]) -> Half | Broken:
    """The same game, as the other player sees it."""
    (side,) = (s for s in sides if s != game.side)
    if isinstance(game, Broken):
        return msgspec.structs.replace(game, a=game.b, b=game.a, side=side)
    return msgspec.structs.replace(
        game,
        a=game.b,
        b=game.a,
        side=side,
        value=-game.value,
        seconds=game.seconds[::-1],
        turns=game.turns[::-1],
        playouts=game.playouts[::-1],
    )


class Results:
    """The games that have been played, in a file that grows line by line."""

    def __init__(self, ladder: Ladder, file: Path | None) -> None:
        # As either of the two players sees them: the order in which they are named does not matter.
        self.games: dict[Key, Half | Broken] = {}
        self._sides = ladder.title().sides
        self._file = file
        self._learnt: dict[str, str] = {}
        if file is None:
            return
        heading = heading_of(ladder)
        if file.exists():
            data = file.read_bytes()
            first, *lines = data.splitlines() or [b""]
            self._compare(first, heading)
            for line in lines:
                self._read(line)
        else:
            data = msgspec.json.encode(heading) + b"\n"
        now = {name: policy_version(name) for name in ladder.players if name.startswith(PREFIX)}
        for name, content in now.items():
            if self._learnt.get(name, content) != content:
                raise Unsuitable(
                    f"{file} has games of {name} when something else was in its file: name another "
                    "file for the games, or for the policy"
                )
        if not file.exists():
            file.write_bytes(data)
        elif not data.endswith(b"\n"):
            # It was cut off in the middle of a line.
            self._write(b"")
        for name in now.keys() - self._learnt.keys():
            self._write(msgspec.json.encode(Learnt(name, now[name])))

    def _compare(self, first: bytes, here: Heading) -> None:
        try:
            there = msgspec.json.decode(first, type=Heading)
        except msgspec.MsgspecError:
            raise Unsuitable(
                f"{self._file} is of another ladder, or does not say by which rules, data and "
                "program it was played, as those of an older Stavka: name another file"
            ) from None
        fields = msgspec.structs.asdict(here)
        differ = [
            f"{WORDS[name]}: {_told(getattr(there, name))} there, {_told(value)} here"
            for name, value in fields.items()
            if getattr(there, name) != value
        ]
        if differ:
            why = "; ".join(differ)
            raise Unsuitable(f"{self._file} is of another ladder ({why}): name another file")

    def _read(self, line: bytes) -> None:
        if learnt := _line(line, Learnt):
            self._learnt[learnt.policy] = learnt.content
        elif game := _line(line, Half) or _line(line, Broken):
            self._keep(game)
        # Else it is half a line: its game is played again.

    def _keep(self, game: Half | Broken) -> None:
        for one in (game, turned(game, self._sides)):
            self.games[one.a, one.b, one.match, one.side] = one

    def add(self, game: Half | Broken) -> None:
        self._keep(game)
        self._write(msgspec.json.encode(game))

    def _write(self, line: bytes) -> None:
        if self._file is not None:
            with self._file.open("ab") as lines:
                lines.write(line + b"\n")


def _line(line: bytes, kind: type[L]) -> L | None:
    """A line as what it should be, if that is what it is."""
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError:
        return None


def _told(value: object) -> str:
    return (", ".join(value) or "none") if isinstance(value, tuple) else quoted(value)


def climb(
    ladder: Ladder, file: Path | None, workers: int, progress: Callable[[int, int], None]
) -> Climbed:
    """Plays what has not been played yet; all games of the ladder.

    A game that breaks off is kept as such: it would do so again. One whose process has died, three
    times on end, is tried again when the ladder goes on.
    """
    title = ladder.title()
    title.check(ladder.scenario, ladder.options)
    for name in ladder.players:
        for side in title.sides:
            player(title, side, name, "")
    results = Results(ladder, file)
    keys = list(halves_of(ladder))
    left = [key for key in keys if key not in results.games]
    progress(len(keys) - len(left), len(keys))
    lost: dict[Key, Broken] = {}
    games = crew_of(workers).run(partial(play_half, ladder), left)
    for played, done in enumerate(games, len(keys) - len(left) + 1):
        if done.result is None:
            lost[done.batch] = Broken(*done.batch, one_line(done.lost))
        else:
            results.add(done.result)
        progress(played, len(keys))
    found = [lost[key] if key in lost else results.games[key] for key in keys]
    return Climbed(
        [game for game in found if isinstance(game, Half)],
        [game for game in found if isinstance(game, Broken)],
    )
