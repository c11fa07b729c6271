"""Records: a game as a text that replays to the identical position (docs/formats.md).

JSON Lines: a header, one line for each choice with its dice, and, once the game is over or has been
closed, a last line with the seed and the outcome.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ..data import newer_format, one_line
from .choices import Choice, Malformed
from .dice import ContinuedDice, Dice, NoSuchRoll, RecordedDice
from .game import Game
from .position import Illegal, Outcome, Position
from .position_file import BadPosition
from .shares import Pledge, Share, Source
from .soundness import admit
from .title import Title, Unsuitable

FORMAT = 2
# What is written where the dice follow from the seed alone: older programs can read it.
SEED_ALONE = 1
T = TypeVar("T")


class BadRecord(Exception):
    """A record that cannot be read or does not replay: the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        self.line, self.reason = line, one_line(reason)
        super().__init__(f"line {line}: {self.reason}")


@dataclass(slots=True)
class Line:
    side: str
    choice: Choice
    dice: tuple[int, ...]
    # Where it stands in the file.
    number: int = field(default=0, compare=False)


@dataclass(slots=True)
class Record:
    title: str
    scenario: str
    options: tuple[str, ...]
    players: dict[str, str]
    commitment: str
    # The version of the rules that it was played by (`Title.rules`); 0 if it tells none.
    rules: int = 0
    # What the dice follow from besides the seed: what was fixed with it, and the players' shares;
    # and how many of the first dice came from a file.
    pledge: Pledge | None = None
    shares: tuple[Share, ...] = ()
    file: int = 0
    # The position file that the game began with; empty if it began with the scenario.
    beginning: str = ""
    # The dice that fell before the first choice.
    opening: tuple[int, ...] = ()
    lines: list[Line] = field(default_factory=list)
    # What the last line tells, if there is one, and where it stands: the fingerprint of the final
    # position, and how the game ended (None if it was closed before its end).
    last: int = 0
    seed: bytes | None = None
    digest: str | None = None
    outcome: Outcome | UnsetType | None = UNSET

    def cut(self, choices: int) -> None:
        """Leaves the first choices only, and nothing of how the game went on."""
        self.lines = self.lines[: max(choices, 0)]
        self.digest, self.outcome = None, UNSET

    def dice(self) -> Dice:
        """The seed's dice if it has been revealed, else the dice that were written down."""
        written = (*self.opening, *(d for line in self.lines for d in line.dice))
        source = self.source()
        if source is None:
            return RecordedDice(written)
        key = source.key()
        return ContinuedDice(key, written[: self.file]) if self.file else Dice(key)

    def source(self) -> Source | None:
        """What the dice follow from, once it has been revealed."""
        return Source(self.seed, self.pledge, self.shares, self.file) if self.seed else None


def header_line(
    title: str,
    scenario: str,
    options: Iterable[str],
    players: dict[str, str],
    source: Source,
    rules: int,
    beginning: str = "",
    dice: Iterable[int] = (),
) -> str:
    line: dict[str, Any] = {
        "stavka": FORMAT if source.pledge or source.file else SEED_ALONE,
        "title": title,
        "rules": rules,
        "scenario": scenario,
        "options": list(options),
        "players": players,
        "commitment": source.commitment(),
    }
    if source.pledge:
        line["pledge"] = source.pledge._asdict()
        line["shares"] = {share.who: share.committed for share in source.shares}
    if source.file:
        line["file"] = source.file
    if beginning:
        line["position"] = beginning
    values = list(dice)
    if values:
        line["dice"] = values
    return _json(line)


def choice_line(side: str, choice: Choice, dice: Iterable[int]) -> str:
    # As `_json` would write it, in a tenth of the time: a game has thousands of them.
    values = ", ".join(map(str, dice))
    rolled = f', "dice": [{values}]' if values else ""
    return f'{{"side": {_text(side)}, "choice": {_text(str(choice))}{rolled}}}'


def last_line(source: Source, position: Position) -> str:
    ended = position.outcome()
    line: dict[str, Any] = {"seed": source.seed.hex()}
    if source.shares:
        line["shares"] = {share.who: share.value.hex() for share in source.shares}
    line["digest"] = position.digest()
    line["outcome"] = ended._asdict() if ended else None
    return _json(line)


def _text(value: str) -> str:
    return msgspec.json.encode(value).decode()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def write_record(
    game: Game,
    players: dict[str, str],
    rules: int,
    source: Source | None = None,
    *,
    closed: bool | None = None,
) -> str:
    """A game as a record, with the version of its rules (`Title.rules`).

    What the dice follow from, without a word the seed of the position, is revealed when the game
    is over, or if `closed` says so.
    """
    position = game.position
    source = source or Source(position.dice.seed)
    lines = [
        header_line(
            position.title,
            position.scenario,
            position.options,
            players,
            source,
            rules,
            game.beginning,
            game.opening,
        )
    ]
    lines += [choice_line(move.side, move.choice, move.dice) for move in game.moves]
    if closed if closed is not None else position.outcome() is not None:
        lines.append(last_line(source, position))
    return "\n".join(lines) + "\n"


# The lines as they are written. Whatever else a line has is left to later versions.

Die = Annotated[int, Meta(ge=1, le=10_000)]


# Nothing that a terminal takes for an order, and nothing that looks like another line.
Name = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]{1,200}$")]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class _Pledge(msgspec.Struct):
    table: Name
    seats: tuple[Name, ...]
    file: Annotated[int, Meta(ge=0, le=1_000_000)]
    begun: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]


class _Header(msgspec.Struct):
    title: str
    scenario: str
    options: tuple[str, ...]
    players: dict[str, str]
    commitment: str
    rules: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    pledge: _Pledge | None = None
    shares: dict[Name, Hash] = {}
    file: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    position: str = ""
    dice: tuple[Die, ...] = ()


class _Choice(msgspec.Struct):
    side: str
    choice: str
    dice: tuple[Die, ...] = ()


class _Ended(msgspec.Struct):
    winner: str
    level: str
    reason: str
    case: str


# Up to 64 bytes, which is what a key may have.
Key = Annotated[str, Meta(pattern="^([0-9a-fA-F]{2}){1,64}$")]


class _Last(msgspec.Struct):
    seed: Key
    shares: dict[str, Hash] = {}
    digest: str | None = None
    outcome: _Ended | UnsetType | None = UNSET


def read_record(text: str) -> Record:
    record: Record | None = None
    # No other sign ends a line: JSON may have any in its texts.
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        value = _object(number, line)
        if record is None:
            record = _read_header(number, value)
        elif record.seed is not None:
            raise BadRecord(number, "there is something after the end")
        elif "seed" in value:
            last = _convert(number, value, _Last)
            record.last = number
            record.seed, record.digest = bytes.fromhex(last.seed), last.digest
            record.shares = _opened(number, record.shares, last.shares)
            record.outcome = (
                Outcome(*msgspec.structs.astuple(last.outcome))
                if isinstance(last.outcome, _Ended)
                else last.outcome
            )
        else:
            made = _convert(number, value, _Choice)
            try:
                choice = Choice.parse(made.choice)
            except Malformed as error:
                raise BadRecord(number, str(error)) from None
            record.lines.append(Line(made.side, choice, made.dice, number))
    if record is None:
        raise BadRecord(1, "is empty")
    return record


def _opened(line: int, shares: Iterable[Share], values: dict[str, str]) -> tuple[Share, ...]:
    """The shares of the first line with what the last one says that they are."""
    found = tuple(
        share._replace(value=bytes.fromhex(values.get(share.who, ""))) for share in shares
    )
    if {share.who for share in found} != set(values):
        raise BadRecord(line, "does not open the shares that the first line has")
    return found


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        value = msgspec.json.decode(line)
    except (msgspec.DecodeError, ValueError) as error:
        raise BadRecord(number, f"is not JSON: {error}") from None
    except RecursionError:
        raise BadRecord(number, "is not JSON of ours: it is nested too deeply") from None
    if not isinstance(value, dict):
        raise BadRecord(number, "is no line of a record: a JSON object is expected")
    return value


def _convert(number: int, value: dict[str, Any], kind: type[T]) -> T:
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, ValueError) as error:
        raise BadRecord(number, f"lacks or spoils a field: {error}") from None


def _read_header(number: int, value: dict[str, Any]) -> Record:
    written = value.get("stavka")
    if type(written) is int and written > FORMAT:
        raise BadRecord(number, newer_format(written, FORMAT))
    if type(written) is not int or not SEED_ALONE <= written <= FORMAT:
        raise BadRecord(number, f"is not the header of a record of format {FORMAT}")
    head = _convert(number, value, _Header)
    if head.shares and (head.pledge is None or set(head.shares) != set(head.pledge.seats)):
        raise BadRecord(number, "has other shares than seats")
    return Record(
        head.title,
        head.scenario,
        head.options,
        head.players,
        head.commitment,
        head.rules,
        Pledge(*msgspec.structs.astuple(head.pledge)) if head.pledge else None,
        tuple(Share(who, published) for who, published in head.shares.items()),
        head.file,
        head.position,
        head.dice,
    )


def load_record(path: Path) -> Record:
    return read_record(path.read_text(encoding="utf-8"))


def replay(record: Record, title: Title, watch: Callable[[int, Game], None] | None = None) -> Game:
    """Plays a record again by the rules; BadRecord if a choice, a die or the end does not fit.

    `watch` is shown the game before the first choice, as number 0, and after each.
    """
    game = _begin(record, title)
    try:
        _play(record, game, watch)
    except BadRecord as error:
        if record.rules != title.rules:
            why = f"{error.reason} ({_other_rules(record, title)})"
            raise BadRecord(error.line, why) from None
        raise
    return game


def replay_as_far(record: Record, title: Title) -> tuple[Game, BadRecord | None]:
    """Plays a record again as far as it goes by these rules; with what stops it, if anything does.

    Only a record of other rules may stop: one of these rules has to fit.
    """
    try:
        return replay(record, title), None
    except BadRecord as error:
        lines = [line for line in record.lines if line.number < error.line]
        if record.rules == title.rules or not lines:
            raise
        part = replace(record, lines=lines, digest=None, outcome=UNSET)
        return replay(part, title), error


def _other_rules(record: Record, title: Title) -> str:
    """Why a game may go another way than it did."""
    played = f"it was played by version {record.rules} of the rules"
    if not record.rules:
        played = "it does not tell by which version of the rules it was played"
    return f"{played}, and these are version {title.rules}"


def _play(record: Record, game: Game, watch: Callable[[int, Game], None] | None) -> None:
    if watch is not None:
        watch(0, game)
    for number, line in enumerate(record.lines, 1):
        decision = game.position.decision()
        if decision is not None and decision.side != line.side:
            raise BadRecord(line.number, f"{line.side} chooses where {decision.side} has to")
        try:
            move = game.apply(line.choice)
        except (Illegal, NoSuchRoll) as error:
            raise BadRecord(line.number, f"{line.choice}: {error}") from None
        if move.dice != line.dice:
            raise BadRecord(line.number, f"the dice are {list(move.dice)}, not {list(line.dice)}")
        if watch is not None:
            watch(number, game)
    _check_end(record, game)


def _begin(record: Record, title: Title) -> Game:
    dice = record.dice()
    try:
        if record.beginning:
            # Whoever wrote the record may have written anything.
            admit(title, record.beginning)
        position = title.begin(record.scenario, record.options, record.beginning, dice)
        game = Game(position, record.beginning)
    except BadPosition as error:
        raise BadRecord(1, f"the position that it begins with, {error}") from None
    except (Unsuitable, NoSuchRoll) as error:
        raise BadRecord(1, str(error)) from None
    if game.opening != record.opening:
        fell = f"the first dice are {list(game.opening)}, not {list(record.opening)}"
        raise BadRecord(1, fell)
    return game


def _check_end(record: Record, game: Game) -> None:
    """What the last line says of the end, if there is one."""
    number = record.last
    if record.digest is not None and record.digest != game.position.digest():
        raise BadRecord(number, "the final position is another one")
    if record.outcome is not UNSET and record.outcome != game.position.outcome():
        ended, written = ending_of(game.position.outcome()), _written(record.outcome)
        raise BadRecord(number, f"{ended}, not, as is written, {written}")


def ending_of(ended: Outcome | None) -> str:
    return "the game is not over" if ended is None else f"the outcome is {_written(ended)}"


def _written(ended: Outcome | UnsetType | None) -> str:
    """As a record has it, word for word: what is compared are the fields."""
    return ", ".join(filter(None, ended)) if isinstance(ended, Outcome) else "no end"
