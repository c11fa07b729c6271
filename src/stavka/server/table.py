"""A table: a game, who sits at it, and what each seat may do and see.

Nothing here waits for anything or stores anything; `tables.py` does both.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from .. import titles
from ..engine import (
    CannotUndo,
    Choice,
    Decision,
    Dice,
    Game,
    Malformed,
    Move,
    Position,
    commitment,
    write_record,
)
from ..engine.presentation import Presentation
from ..players import PLAYERS, Player
from .dice import ContinuedDice
from .log import Log
from .messages import Answer, Choose, LogLine, Query, SeatState, Undo, Why
from .storage import Action, Snapshot, StoredTable


class Refusal(Exception):
    """Something that a seat may not do now; the reason is for the person who tried it."""

    def __init__(self, reason: str, case: str = "") -> None:
        self.reason, self.case = reason, case
        super().__init__(reason)


class Forbidden(Exception):
    """Something that a seat may not have; the reason is for the person who asked."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at a table: the sides that are played from it; none for a spectator."""

    key: bytes
    sides: tuple[str, ...]


class Table:
    def __init__(self, stored: StoredTable, actions: Sequence[Action] = ()) -> None:
        """The table as its actions have left it."""
        self.stored = stored
        self.title = titles.load(stored.title)
        self.machines: dict[str, Player] = {
            side: PLAYERS[name](self.title, f"{stored.seed.hex()} {side} {len(actions)}")
            for side, name in stored.players.items()
            if name in PLAYERS
        }
        self.game = Game(self.beginning())
        # Grows with every action, also with those that take something back.
        self.version = len(actions)
        for action in actions:
            self._repeat(action)
        self._log = Log(self.title, self.game)
        # What the present version shows, for each pair of eyes that have looked.
        self._shown: dict[str, Presentation] = {}

    def beginning(self) -> Position:
        stored = self.stored
        if stored.beginning:
            return self.title.read(stored.beginning, self._dice())
        return self.title.start(stored.scenario, stored.options, dice=self._dice(), chronicle=[])

    def _dice(self) -> Dice:
        stored = self.stored
        return ContinuedDice(stored.seed, stored.rolled) if stored.rolled else Dice(stored.seed)

    def _repeat(self, action: Action) -> None:
        match action.kind:
            case "choose":
                self.game.apply(Choice.parse(action.text))
            case "undo":
                self.game.undo(action.side, int(action.text))
            case "redo":
                self.game.redo()

    # What a seat does: each returns the action to be stored

    def choose(self, seat: Seat, message: Choose) -> Action:
        decision = self._own_decision(seat)
        number = self.game.position.number
        if message.number != number:
            raise Refusal(
                f"this choice was meant for decision {message.number}, the game is at {number}"
            )
        choice = _choice(message.verb, message.argument)
        if decision.value(choice) is None:
            why = self._why(decision.side, choice)
            raise Refusal(why.reason, why.case)
        return self._done(self._chosen(self.game.apply(choice)))

    def undo(self, seat: Seat, message: Undo) -> Action:
        moves = self.game.moves
        if not moves or moves[-1].side not in seat.sides:
            raise Refusal("there is no choice of yours to be taken back")
        side = moves[-1].side
        # Moves are counted from 1, as the log counts them.
        target = len(moves) - 1 if message.to is None else message.to - 1
        try:
            self.game.undo(side, target)
        except CannotUndo as error:
            raise Refusal(str(error)) from None
        return self._done(Action("undo", side, str(target)))

    def redo(self, seat: Seat) -> Action:
        side = self._own_decision(seat).side
        try:
            move = self.game.redo()
        except CannotUndo as error:
            raise Refusal(str(error)) from None
        return self._done(Action("redo", side, str(move.choice), move.dice))

    def _own_decision(self, seat: Seat) -> Decision:
        """The decision, if it is for the seat to make."""
        decision = self.game.position.decision()
        if decision is None:
            raise Refusal("the game is over")
        if not seat.sides:
            raise Refusal("spectators look on")
        if decision.side not in seat.sides:
            raise Refusal(f"{decision.side} has to choose now")
        return decision

    def _chosen(self, move: Move) -> Action:
        return Action("choose", move.side, str(move.choice), move.dice)

    def _done(self, action: Action) -> Action:
        self._changed(1)
        return action

    def _changed(self, actions: int) -> None:
        self.version += actions
        self._log.update(self.game)
        self._shown.clear()

    # What computer players do

    def machine_to_choose(self) -> bool:
        decision = self.game.position.decision()
        return decision is not None and decision.side in self.machines

    def people(self) -> bool:
        return len(self.machines) < len(self.stored.players)

    def let_machines_choose(self, seconds: float) -> tuple[list[Action], list[Snapshot]]:
        """Computer players choose as long as it is their turn, for about so long at most."""
        actions: list[Action] = []
        snapshots: list[Snapshot] = []
        until = time.perf_counter() + seconds
        while self.machine_to_choose() and (not actions or time.perf_counter() < until):
            position = self.game.position
            decision = position.decision()
            assert decision is not None
            player = self.machines[decision.side]
            view = position.view(decision.side) if player.sees else None
            actions.append(self._chosen(self.game.apply(player.choose(decision, view))))
            snapshots += self.snapshot()
        self._changed(len(actions))
        return actions, snapshots

    def snapshot(self) -> list[Snapshot]:
        """The position, if the last move has brought a change of side; else nothing."""
        position = self.game.position
        decision = position.decision()
        moves = self.game.moves
        if moves and decision is not None and moves[-1].side == decision.side:
            return []
        return [Snapshot(len(moves), position.to_json())]

    # What a seat sees

    def eyes(self, seat: Seat) -> str:
        """The side through whose eyes a seat looks; nothing for what everybody may know.

        At a hot seat it is the side that has to choose: whoever sits there now is that side.
        """
        if len(seat.sides) == 1:
            return seat.sides[0]
        decision = self.game.position.decision()
        return decision.side if decision is not None and decision.side in seat.sides else ""

    def presentation(self, eyes: str) -> Presentation:
        shown = self._shown.get(eyes)
        if shown is None:
            shown = self._shown[eyes] = self.title.present(self.game.position.view(eyes))
        return shown

    def log(self, seat: Seat) -> list[LogLine]:
        return self._log.lines(self.eyes(seat))

    def state(self, seat: Seat, log: Sequence[LogLine], log_from: int = 0) -> SeatState:
        """What a seat sees; `log` is what `log()` gives, of which the first lines are known."""
        game, stored = self.game, self.stored
        decision = game.position.decision()
        own = decision is not None and decision.side in seat.sides
        last = game.moves[-1].side if game.moves else ""
        # Dice of an imported record do not follow from the seed: there is nothing to check.
        over = decision is None and not stored.rolled
        return SeatState(
            version=self.version,
            table=stored.id,
            sides=seat.sides,
            players=stored.players,
            presentation=self.presentation(self.eyes(seat)),
            log_from=log_from,
            log=tuple(log[log_from:]),
            moves=len(game.moves),
            can_undo=last in seat.sides and game.can_undo(last),
            can_redo=own and game.can_redo(),
            thinking=self.machine_to_choose(),
            can_export=self.can_export(seat),
            commitment=commitment(stored.seed),
            seed=stored.seed.hex() if over else "",
        )

    # Questions

    def answer(self, seat: Seat, query: Query) -> Answer:
        """An answer from what the seat may know; `history` is asked elsewhere."""
        eyes = self.eyes(seat)
        if query.kind == "overlay":
            position = self.game.position.view(eyes).imagine()
            areas = self.title.overlay(position, eyes, query.argument)
            return Answer(query.id, query.kind, overlay=areas)
        side = self._own_decision(seat).side
        choice = _choice(query.verb, query.argument)
        if query.kind == "why":
            return Answer(query.id, query.kind, why=self._why(side, choice))
        position = self.game.position.view(side).imagine()
        return Answer(query.id, query.kind, preview=self.title.preview(position, choice))

    def _why(self, side: str, choice: Choice) -> Why:
        """Why a choice is not possible, as far as the side can know."""
        refusal = self.game.position.view(side).imagine().why_not(choice)
        return Why(refusal.reason, refusal.case) if refusal else Why("", "")

    def look_back(self, line: Sequence[Move], snapshot: Snapshot | None, eyes: str) -> Presentation:
        """What a side could see after the moves of a line of play, with nothing to choose.

        The snapshot, if there is one, is of a moment on that line.
        """
        if snapshot is not None:
            position = self.title.from_json(snapshot.state, self._dice())
        else:
            position = self.beginning()
        for move in line[snapshot.moves if snapshot else 0 :]:
            position.apply(move.choice)
        return msgspec.structs.replace(self.title.present(position.view(eyes)), decision=None)

    # Files

    def can_export(self, seat: Seat) -> bool:
        """A record and a position file hold everything: while a game goes on they are only for
        somebody who plays all sides."""
        return self.game.position.decision() is None or set(seat.sides) == set(self.title.sides)

    def record(self, seat: Seat) -> str:
        self._check_export(seat)
        if self.stored.beginning:
            raise Refusal("the game began with a position file, so that a record cannot tell it")
        # Without all dice following from it, a revealed seed would prove nothing.
        closed = False if self.stored.rolled else None
        return write_record(self.game, self.stored.players, closed=closed)

    def position_file(self, seat: Seat) -> str:
        self._check_export(seat)
        return self.title.write(self.game.position)

    def _check_export(self, seat: Seat) -> None:
        if not self.can_export(seat):
            raise Forbidden("it would tell what this seat may not know while the game goes on")


def _choice(verb: str, argument: str) -> Choice:
    try:
        return Choice.from_json({"verb": verb, "argument": argument})
    except Malformed as error:
        raise Refusal(str(error)) from None
