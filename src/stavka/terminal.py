"""Playing in a terminal: numbered choices, a piece of the board, undo and save."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from . import rules
from .board import Board
from .engine import (
    CannotUndo,
    Choice,
    Decision,
    Game,
    Illegal,
    Malformed,
    Title,
    write_record,
)
from .engine.odds import lines_of, preview_of
from .engine.presentation import DecisionView, Preview, UnitView
from .hexes import Hex, UnknownHex
from .players import Player

HELP = """\
A number makes that choice; so does its text, such as `move 1612`.
  look [HEX]      the board round a hex          units [HEX]   what stands there
  odds CHOICE     what it would bring            why CHOICE    why something is not possible
  log [N]         the last N events
  help [CASE]     a rule in our words            undo, redo    back and forth
  save FILE       write the record               quit          leave the game (it is saved)"""


class Leave(Exception):
    """The person at the keyboard has had enough."""


class Table:
    """A game at a terminal. Sides without a computer player are asked here."""

    def __init__(
        self,
        title: Title,
        game: Game,
        board: Board,
        players: dict[str, Player],
        names: dict[str, str],
        save_to: Path,
        source: TextIO | None = None,
        out: Callable[[str], None] | None = None,
    ) -> None:
        self.title = title
        self.game = game
        self.board = board
        self.players = players
        self.names = names
        self.save_to = save_to
        self._source = source or sys.stdin
        self._out = out or (lambda text: sys.stdout.write(text + "\n"))
        self._told = 0
        self._focus: Hex | None = None

    def run(self) -> None:
        """Plays until the game is over or somebody leaves."""
        try:
            while (decision := self.game.position.decision()) is not None:
                player = self.players.get(decision.side)
                if player is None:
                    self._ask(decision)
                    continue
                view = self.game.position.view(decision.side) if player.sees else None
                self.game.apply(player.choose(decision, view))
            self._tell_news()
            ended = self.title.present(self.game.position.view("")).outcome
            assert ended is not None
            self._out(f"\nThe game is over. {ended.text} [{ended.case}].")
        except Leave:
            self._out("The game is left as it is.")
        finally:
            # Whatever happens, nothing that was played is lost.
            self.save(self.save_to)

    # Asking

    def _ask(self, decision: Decision) -> None:
        last = self._tell_news(decision.side)
        choices = decision.choices()
        self._out("")
        self._tell_cause(last)
        self._out(f"{decision.side}: {decision.prompt} [{decision.case}]")
        view = self.game.position.view(decision.side).present()
        shown = view.decision
        assert shown is not None
        where = {unit.id: f" @{unit.hex}" for unit in view.units if unit.hex}
        self._out(
            _columns(
                [
                    f"{n} {choice}{where.get(choice.argument, '')}"
                    for n, choice in enumerate(choices, 1)
                ]
            )
        )
        self._forecast(shown)
        while True:
            words = self._read("> ").split(maxsplit=1)
            if not words:
                continue
            rest = words[1] if len(words) > 1 else ""
            if words[0] == "odds":
                self._odds(rest, choices)
                continue
            if self._command(words[0], rest, decision):
                return
            if words[0] in COMMANDS:
                continue
            choice = self._choice(" ".join(words), choices)
            if choice is not None and self._agreed(shown, choice) and self._make(choice):
                return

    def _forecast(self, shown: DecisionView) -> None:
        """What the first of the acts that lead to dice would bring: nobody rolls unawares."""
        for option in shown.options:
            if option.role == "act" and option.kind in ("none", "word"):
                choice = Choice(option.verb, option.values[0] if option.values else "")
                preview = preview_of(self.title, self.game.position, choice)
                if preview is not None and (preview.chances or preview.columns):
                    self._out(f"\n{option.label}:")
                    self._tell(preview)
                    return

    def _odds(self, text: str, choices: list[Choice]) -> None:
        choice = self._choice(text, choices) if text else None
        if choice is None:
            if not text:
                self._out("Which choice? Its number or its text: `odds 1`.")
            return
        refusal = self.game.position.why_not(choice)
        if refusal is not None:
            self._out(f"Not possible: {refusal}")
            return
        preview = preview_of(self.title, self.game.position, choice)
        if preview is None:
            self._out(f"{choice}: nothing that could be told beforehand.")
        else:
            self._tell(preview)

    def _tell(self, preview: Preview) -> None:
        for line in lines_of(preview):
            self._out(f"  {line}")

    def _agreed(self, shown: DecisionView, choice: Choice) -> bool:
        """The question before a costly choice; whatever is no yes is a no."""
        option = next((o for o in shown.options if o.verb == choice.verb), None)
        if option is None or not option.confirm:
            return True
        if self.game.position.why_not(choice) is not None:
            return True
        return self._read(f"{option.confirm} (y/n) ").lower() in ("y", "yes")

    def _choice(self, text: str, choices: list[Choice]) -> Choice | None:
        if text.isdigit():
            if 1 <= int(text) <= len(choices):
                return choices[int(text) - 1]
            self._out(f"There are choices 1 to {len(choices)}; `?` tells what else can be typed.")
            return None
        try:
            return Choice.parse(text)
        except Malformed as error:
            self._out(str(error))
            return None

    def _make(self, choice: Choice) -> bool:
        try:
            self.game.apply(choice)
        except Illegal as error:
            self._out(f"Not possible: {error}")
            return False
        return True

    def _command(self, word: str, rest: str, decision: Decision) -> bool:
        """Carries out a command; True if the game has changed."""
        match word:
            case "?":
                self._out(HELP)
            case "look":
                self._look(rest, decision)
            case "units":
                self._units(rest)
            case "log":
                self._log(rest)
            case "why":
                self._why(rest)
            case "help":
                self._help(rest or decision.case)
            case "save":
                self._save_as(Path(rest) if rest else self.save_to)
            case "quit":
                raise Leave
            case "undo" | "redo":
                try:
                    self.game.undo(decision.side) if word == "undo" else self.game.redo()
                except CannotUndo as error:
                    self._out(f"Not possible: {error}")
                    return False
                self._told = min(self._told, len(self.game.chronicle))
                return True
        return False

    def _at_keyboard(self) -> bool:
        return self._source is sys.stdin and sys.stdin.isatty()

    def _read(self, prompt: str) -> str:
        if self._at_keyboard():
            try:
                return input(prompt)
            except (EOFError, KeyboardInterrupt):
                raise Leave from None
        line = self._source.readline()
        if not line:
            raise Leave
        return line.strip()

    # Telling

    def _tell_news(self, side: str = "") -> int | None:
        """What has happened since somebody was last asked; which event was the last, if any."""
        last = None
        for place, event in enumerate(self.game.chronicle[self._told :], self._told):
            if event.heard_by(side):
                self._out(f"  {self.title.text(event)} [{event.case}]")
                last = place
        self._told = len(self.game.chronicle)
        return last

    def _tell_cause(self, above: int | None) -> None:
        """What led to the question, unless it is the line above."""
        cause = self.game.cause()
        if cause is not None and cause != above:
            event = self.game.chronicle[cause]
            self._out(f"Because: {self.title.text(event)} [{event.case}]")

    def _log(self, rest: str) -> None:
        decision = self.game.position.decision()
        side = decision.side if decision else ""
        count = int(rest) if rest.isdigit() else 20
        known = [event for event in self.game.chronicle if event.heard_by(side)]
        for event in known[-count:]:
            self._out(f"  {self.title.text(event)} [{event.case}]")

    def _why(self, text: str) -> None:
        try:
            refusal = self.game.position.why_not(Choice.parse(text))
        except Malformed as error:
            self._out(str(error))
            return
        self._out(str(refusal) if refusal else f"{text} is possible.")

    def _help(self, case: str) -> None:
        try:
            page = rules.explain(self.title.slug, case)
        except LookupError as error:
            self._out(str(error))
            return
        self._out(f"{page.case} {page.title}")
        self._out(textwrap.fill(" ".join(page.text.split()), min(_width(), 100)))

    def _hex(self, text: str) -> Hex | None:
        try:
            return self.board.grid.hex(text)
        except UnknownHex as error:
            self._out(str(error))
            return None

    def _look(self, text: str, decision: Decision) -> None:
        hex_ = self._hex(text) if text else self._focus or self._natural_focus(decision)
        if hex_ is None:
            return
        self._focus = hex_
        shown = self.game.position.view(decision.side).present()
        self._out(board_excerpt(self.board, shown.units, hex_))

    def _natural_focus(self, decision: Decision) -> Hex | None:
        """Where something can be done, or else where somebody is."""
        for choice in decision.choices():
            try:
                return self.board.grid.hex(choice.argument)
            except UnknownHex:
                continue
        units = self.game.position.view(decision.side).present().units
        labels = [unit.hex for unit in units if unit.hex]
        return self.board.grid.hex(labels[0]) if labels else self.board.grid.hexes[0]

    def _units(self, text: str) -> None:
        decision = self.game.position.decision()
        assert decision is not None
        by_hex: dict[str, list[str]] = {}
        for unit in self.game.position.view(decision.side).present().units:
            if unit.hex and (not text or unit.hex == text):
                states = f" ({', '.join(unit.states)})" if unit.states else ""
                by_hex.setdefault(unit.hex, []).append(f"{unit.id}{states}")
        for label, names in sorted(by_hex.items()):
            self._out(f"  {label}: {', '.join(names)}")

    def _save_as(self, path: Path) -> None:
        """Saves where somebody says; nothing of another game is overwritten without a question."""
        if not same_file(path, self.save_to) and (there := in_the_way(path)):
            if not self._at_keyboard():
                self._out(f"{there} exists already, and nothing is saved; name another file.")
                return
            if self._read(overwriting(there)).strip().lower() not in YES:
                self._out("Nothing is saved.")
                return
        self.save(path)

    def save(self, path: Path) -> None:
        """Writes the record; while the game goes on, its seed lies beside it for going on."""
        position = self.game.position
        secret = secret_file(path)
        try:
            if position.outcome() is None:
                _write(secret, position.dice.seed.hex() + "\n")
            _write(path, write_record(self.game, self.names, self.title.rules))
            if position.outcome() is not None:
                secret.unlink(missing_ok=True)
        except OSError as error:
            self._out(f"{path} cannot be written: {error.strerror}")
            return
        self._out(f"Saved in {path}")


def secret_file(path: Path) -> Path:
    """Where the seed of an unfinished game is kept: not in the record, which may be shown."""
    return path.with_name(path.name + SECRET)


SECRET = ".secret"
# What is typed to overwrite a file; anything else leaves it.
YES = ("y", "yes")


def in_the_way(path: Path) -> Path | None:
    """What a game that is saved under a name would overwrite: a file, or the seed of a game."""
    return next((file for file in (path, secret_file(path)) if file.exists()), None)


def overwriting(path: Path) -> str:
    return f"{path} exists already. Overwrite it? [y/N] "


def same_file(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()


def _write(path: Path, text: str) -> None:
    """Writes a file whole or not at all: a full disk does not cost the game that was there."""
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")
        return
    path = path.resolve()
    new = path.with_name(path.name + ".new")
    try:
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


COMMANDS = ("?", "look", "units", "log", "odds", "why", "help", "save", "quit", "undo", "redo")


def _width() -> int:
    return shutil.get_terminal_size((100, 24)).columns


def _columns(items: list[str]) -> str:
    """Items side by side, as many as fit."""
    wide = max(map(len, items)) + 2
    per_line = max(1, _width() // wide)
    lines = [items[i : i + per_line] for i in range(0, len(items), per_line)]
    return "\n".join("".join(item.ljust(wide) for item in line).rstrip() for line in lines)


# A piece of the board

CELL_WIDTH = 10


def board_excerpt(board: Board, units: Sequence[UnitView], centre: Hex, radius: int = 3) -> str:
    """The hexes round one: label and terrain above, place or units below."""
    grid = board.grid
    stacks: dict[str, list[UnitView]] = {}
    for unit in units:
        stacks.setdefault(unit.hex, []).append(unit)
    cells: dict[tuple[int, int], tuple[str, str]] = {}
    x0, y0 = grid.centre(centre)
    for hex_ in grid.hexes:
        if grid.distance(hex_, centre) > radius:
            continue
        label = grid.label(hex_)
        x, y = grid.centre(hex_)
        # On paper a flat-topped column is 1.5 wide and a hex 1.73 high, or the other way round.
        if grid.orientation == "flat":
            at = (round((x - x0) / 1.5), round((y - y0) / 1.7320508 * 2))
        else:
            at = (round((x - x0) / 1.7320508 * 2), round((y - y0) / 1.5) * 2)
        mark = "*" if hex_ == centre else " "
        cells[at] = (f"{mark}{label} {board.terrain_of(hex_)[:4]}", _cell_text(board, hex_, stacks))
    columns = sorted({x for x, _ in cells})
    rows = sorted({y for _, y in cells})
    wide = CELL_WIDTH + 1 if grid.orientation == "flat" else (CELL_WIDTH + 1) // 2 + 1
    lines = [[" "] * (wide * (columns[-1] - columns[0] + 3)) for _ in range(rows[-1] - rows[0] + 2)]
    for (x, y), (head, body) in cells.items():
        left, top = (x - columns[0]) * wide, y - rows[0]
        for line, text in ((top, head), (top + 1, body)):
            for offset, letter in enumerate(text[:CELL_WIDTH]):
                lines[line][left + offset] = letter
    return "\n".join("".join(line).rstrip() for line in lines)


def _cell_text(board: Board, hex_: Hex, stacks: dict[str, list[UnitView]]) -> str:
    units = stacks.get(board.grid.label(hex_), [])
    if units:
        first = units[0]
        more = f"+{len(units) - 1}" if len(units) > 1 else ""
        return f" {first.side[0]} {first.values}{more}"
    places = board.places_at(hex_)
    return f" {places[0].name}" if places else " ."
