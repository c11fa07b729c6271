"""Records: a game as a text that replays to the identical position (docs/formats.md).

JSON Lines: a header, one line for each choice with its dice, and, once the game is over or has been
closed, a last line with the seed and the outcome.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..data import newer_format
from .choices import Choice, Malformed
from .dice import Dice, RecordedDice, commitment, keeps_commitment
from .game import Game
from .position import Illegal, Position
from .position_file import BadPosition
from .title import Title, Unsuitable

FORMAT = 1


class BadRecord(Exception):
    """A record that cannot be read or does not replay: the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        self.line, self.reason = line, reason
        super().__init__(f"line {line}: {reason}")


@dataclass(slots=True)
class Line:
    side: str
    choice: Choice
    dice: tuple[int, ...]


@dataclass(slots=True)
class Record:
    title: str
    scenario: str
    options: tuple[str, ...]
    players: dict[str, str]
    commitment: str
    # The position file that the game began with; empty if it began with the scenario.
    beginning: str = ""
    # The dice that fell before the first choice.
    opening: tuple[int, ...] = ()
    lines: list[Line] = field(default_factory=list)
    seed: bytes | None = None
    digest: str | None = None

    def dice(self) -> Dice:
        """The seed's dice if it has been revealed, else the dice that were written down."""
        if self.seed is not None:
            return Dice(self.seed)
        return RecordedDice((*self.opening, *(d for line in self.lines for d in line.dice)))


def header_line(
    title: str,
    scenario: str,
    options: Iterable[str],
    players: dict[str, str],
    published: str,
    beginning: str = "",
    dice: Iterable[int] = (),
) -> str:
    line: dict[str, Any] = {
        "stavka": FORMAT,
        "title": title,
        "scenario": scenario,
        "options": list(options),
        "players": players,
        "commitment": published,
    }
    if beginning:
        line["position"] = beginning
    values = list(dice)
    if values:
        line["dice"] = values
    return _json(line)


def choice_line(side: str, choice: Choice, dice: Iterable[int]) -> str:
    line: dict[str, Any] = {"side": side, "choice": str(choice)}
    values = list(dice)
    if values:
        line["dice"] = values
    return _json(line)


def last_line(seed: bytes, position: Position) -> str:
    ended = position.outcome()
    return _json(
        {
            "seed": seed.hex(),
            "digest": position.digest(),
            "outcome": ended._asdict() if ended else None,
        }
    )


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def write_record(game: Game, players: dict[str, str], *, closed: bool | None = None) -> str:
    """A game as a record; the seed is revealed when the game is over, or if `closed` says so."""
    position = game.position
    seed = position.dice.seed
    lines = [
        header_line(
            position.title,
            position.scenario,
            position.options,
            players,
            commitment(seed),
            game.beginning,
            game.opening,
        )
    ]
    lines += [choice_line(move.side, move.choice, move.dice) for move in game.moves]
    if closed if closed is not None else position.outcome() is not None:
        lines.append(last_line(seed, position))
    return "\n".join(lines) + "\n"


def read_record(text: str) -> Record:
    record: Record | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except json.JSONDecodeError as error:
            raise BadRecord(number, f"is not JSON: {error.msg}") from None
        try:
            if record is None:
                record = _read_header(number, value)
            elif "seed" in value:
                record.seed = bytes.fromhex(value["seed"])
                record.digest = value.get("digest")
            elif record.seed is not None:
                raise BadRecord(number, "there is a choice after the end")
            else:
                dice = tuple(int(d) for d in value.get("dice", ()))
                record.lines.append(Line(value["side"], Choice.parse(value["choice"]), dice))
        except (KeyError, TypeError, AttributeError, Malformed) as error:
            raise BadRecord(number, f"lacks or spoils a field: {error}") from None
        except ValueError as error:
            raise BadRecord(number, str(error)) from None
    if record is None:
        raise BadRecord(1, "is empty")
    return record


def _read_header(number: int, value: Any) -> Record:
    written = value.get("stavka") if isinstance(value, dict) else None
    if type(written) is int and written > FORMAT:
        raise BadRecord(number, newer_format(written, FORMAT))
    if written != FORMAT:
        raise BadRecord(number, f"is not the header of a record of format {FORMAT}")
    return Record(
        value["title"],
        value["scenario"],
        tuple(value["options"]),
        dict(value["players"]),
        value["commitment"],
        str(value.get("position", "")),
        tuple(int(d) for d in value.get("dice", ())),
    )


def load_record(path: Path) -> Record:
    return read_record(path.read_text(encoding="utf-8"))


def replay(record: Record, title: Title, watch: Callable[[int, Game], None] | None = None) -> Game:
    """Plays a record again by the rules; BadRecord if a choice or a die does not fit."""
    try:
        position = title.begin(record.scenario, record.options, record.beginning, record.dice())
    except BadPosition as error:
        raise BadRecord(1, f"the position that it begins with, {error}") from None
    except (Unsuitable, LookupError) as error:
        raise BadRecord(1, str(error)) from None
    game = Game(position, record.beginning)
    if game.opening != record.opening:
        fell = f"the first dice are {list(game.opening)}, not {list(record.opening)}"
        raise BadRecord(1, fell)
    for number, line in enumerate(record.lines, 2):
        decision = game.position.decision()
        if decision is not None and decision.side != line.side:
            raise BadRecord(number, f"{line.side} chooses where {decision.side} has to")
        try:
            move = game.apply(line.choice)
        except (Illegal, LookupError) as error:
            raise BadRecord(number, f"{line.choice}: {error}") from None
        if move.dice != line.dice:
            raise BadRecord(number, f"the dice are {list(move.dice)}, not {list(line.dice)}")
        if watch is not None:
            watch(number - 1, game)
    if record.digest is not None and record.digest != game.position.digest():
        raise BadRecord(len(record.lines) + 2, "the final position is another one")
    return game


def verify(record: Record, title: Title) -> list[str]:
    """What can be said for a record: rules, dice, commitment. BadRecord if something is wrong."""
    game = replay(record, title)
    findings = [f"{len(record.lines)} choices replay by the rules"]
    rolls = game.position.dice.rolls
    if record.seed is None:
        findings.append(f"{rolls} rolls are as recorded; the seed has not been revealed")
        return findings
    if not keeps_commitment(record.seed, record.commitment):
        raise BadRecord(1, "the revealed seed is not the one that was committed to")
    findings.append(f"{rolls} rolls follow from the seed")
    findings.append("the seed is the one committed to before the first roll")
    return findings
