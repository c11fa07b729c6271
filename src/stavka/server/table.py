"""A table: a game, who sits at it, and what each seat may do and see.

Nothing here waits for anything or stores anything; `tables.py` does both.
"""

from __future__ import annotations

import logging
import time
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import msgspec

from .. import titles
from ..engine import (
    CannotUndo,
    Choice,
    ContinuedDice,
    Decision,
    Dice,
    Game,
    Malformed,
    Move,
    Position,
    Title,
    View,
    new_seed,
    write_record,
)
from ..engine.forces import Forces
from ..engine.position_file import parse
from ..engine.presentation import OutcomeView, Presentation
from ..players import THINKING, Plan, Player, Thinking, lines_of, player, suited, without_odds
from ..review.losses import losses_of
from ..review.story import Story
from .clocks import Clock, Hand, view_of
from .company import Company
from .dice import WaitingDice
from .history import Chapter, Past
from .limits import ACTIONS
from .log import Log
from .messages import (
    PERSON,
    Answer,
    Choose,
    Leader,
    LogLine,
    Query,
    RemarkView,
    Say,
    SeatState,
    Undo,
    Why,
    Wish,
)
from .problems import Forbidden, Refusal
from .results import End
from .sight import Sight
from .storage import Action, Remark, Resumption, Snapshot, StoredPlan, StoredTable
from .thinking import Job
from .together import common_hexes

log = logging.getLogger(__name__)

# Who plays for a computer player that there is no more.
STAND_IN = "cadet"
# Why nothing can be done at a table that whoever keeps the server has closed.
CLOSED = "this table is closed: {}"
# How a game has ended that nobody has won by its rules.
ON_TIME = "On time"


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at a table: the sides that are played from it; none for a spectator."""

    key: bytes
    sides: tuple[str, ...]


# At least so many moves lie between two snapshots of a game that is told again.
RETOLD_EVERY = 50
# The player whose plans are told to people who ask for a hint.
ADVISER = "staff"


class Table:
    kind: Literal["game", "what-if", "lesson"] = "game"
    # Whether there is a position: the first dice may have to fall before that.
    begun = True

    def __init__(
        self, stored: StoredTable, actions: Sequence[Action] = (), past: Past | None = None
    ) -> None:
        """The table as its actions have left it: all of them, or those after what is known."""
        self.stored = stored
        self.company = Company(stored)
        # How much time there is to choose, where somebody wants to know.
        self.clock: Clock | None = None
        self.title = titles.load(stored.title)
        self.machines: dict[str, Player] = {
            # Not from the seed of the dice: what a player thinks has nothing to do with them.
            side: _machine(self.title, side, name, f"{stored.id} {side}")
            for side, name in stored.players.items()
            if name != PERSON
        }
        if past is None:
            self.game = Game(self.beginning(), stored.beginning)
            self._sight = Sight(self.title.sides)
        else:
            self.game = self._resumed(past)
            self._sight = Sight.resumed(self.title.sides, past.story.noticed, past.story.changes)
        # After how many moves the chapters of its history end that are stored.
        self._ends = past.ends if past else []
        self._log = Log(self.title, self.game, self._sight, past.story.lines if past else ())
        # How many actions there have been, also those that took something back.
        self.version = past.snapshot.actions if past else 0
        for action in actions:
            self.repeat(action)
            self.version += 1
        self._log.update(self.game)
        # What the seats had noticed when the table was opened.
        self.opened = {eyes: self._sight.changes(eyes) for eyes in self._sight.eyes}
        # What was said, and what has been looked at from which seat by which side.
        self.remarks: list[Remark] = []
        self.seen: dict[tuple[bytes, str], int] = {}
        # What computer players wanted, turn by turn.
        self.plans: list[StoredPlan] = []
        # How far a computer player is with its plan, in hundredths.
        self.thought = 0
        # What each pair of eyes was shown last, and after how many changes that they noticed. What
        # others do in secret leaves it as it is: the next look is not slower for it.
        self._shown: dict[str, tuple[int, Presentation]] = {}
        # Whether what was done after this moment, and after so many actions, does not go by the
        # rules of today.
        self.stranded, self.reached = False, 0

    def beginning(self) -> Position:
        stored = self.stored
        return self.title.begin(stored.scenario, stored.options, stored.beginning, self._dice())

    def _resumed(self, past: Past) -> Game:
        position = self.title.from_json(past.snapshot.state, self._dice())
        if position.digest() != past.snapshot.digest:
            raise ValueError("the last position is another one")
        told = past.story
        return Game.resumed(position, self.stored.beginning, told.opening, told.moves, told.events)

    def _dice(self) -> Dice:
        stored = self.stored
        # The dice of a file come after those of the position that it began with.
        first = parse(stored.beginning).count("rolls") if stored.beginning and stored.rolled else 0
        if stored.dice and not stored.dice.settled:
            return WaitingDice(stored.rolled, first)
        key = stored.source().key()
        return ContinuedDice(key, stored.rolled, first) if stored.rolled else Dice(key)

    def repeat(self, action: Action) -> None:
        """Does again what was done; ValueError if it is not the same by the rules of today."""
        match action.kind:
            case "choose":
                choice = Choice.parse(action.text)
                self._compare(action, self._make(partial(self.game.apply, choice)))
            case "undo":
                self._take_back(action.side, int(action.text))
            case "redo":
                self._compare(action, self._make(self.game.redo))

    def retold(self, actions: Sequence[Action]) -> list[Snapshot]:
        """Does again all that was done at a table that has just begun; with snapshots now and then,
        so that nobody has to do it a second time."""
        kept: list[Snapshot] = []
        for action in actions:
            self.repeat(action)
            self.version += 1
            if action.kind == "undo":
                self._log.update(self.game)
                kept = [snapshot for snapshot in kept if snapshot.moves <= len(self.game.moves)]
            elif self._since_last() >= RETOLD_EVERY:
                kept += self.snapshot(self.version)
        # Nothing that could be done again was: whoever goes on from here need not know of it.
        return [*kept, self._taken(self.version)] if self._since_last() else kept

    def end(self) -> End | None:
        """How the game has ended, if it has; whether it tells who is stronger is for the storage to
        say too. Where both have lost it does not."""
        outcome, stored = self.game.position.outcome(), self.stored
        if outcome is None:
            return None
        _, level, reason, _ = outcome
        draw = outcome.goes_to == "draw"
        results = {side: 0.5 if draw else float(side == outcome.goes_to) for side in stored.players}
        machines = {side: name for side, name in stored.players.items() if name != PERSON}
        begun_here = not (stored.beginning or stored.rolled or stored.resumed)
        counts = begun_here and not machines and outcome.goes_to != "nobody"
        return End(
            *(stored.title, stored.scenario, results, machines),
            *(level, reason, counts),
        )

    # Time

    @property
    def on_time(self) -> bool:
        """Whether somebody has lost because he did not choose in time."""
        return self.clock is not None and bool(self.clock.over)

    @property
    def over(self) -> bool:
        """Whether nobody has to choose any more."""
        return self.on_time or self.game.position.decision() is None

    def hand(self, chosen: str = "") -> Hand:
        """Whose time runs now, after a side has made a choice; nobody's where nobody can choose."""
        side = self.to_choose()
        waits = not self.company.settled or self.stranded or self.stored.closed or self.full()
        if not side or waits:
            return Hand(chosen=chosen)
        turn = str(self.title.turn_of(self.game.position))
        return Hand(turn, side, self.company.account_of(side), chosen)

    def end_on_time(self) -> End:
        """How the game ends for whoever is late, and the others."""
        stored, clock = self.stored, self.clock
        assert clock is not None
        results = {side: float(side != clock.side) for side in stored.players}
        begun_here = not (stored.beginning or stored.rolled or stored.resumed)
        reason = _late(clock)
        return End(stored.title, stored.scenario, results, {}, ON_TIME, reason, begun_here)

    def _lost_on_time(self, shown: Presentation) -> Presentation:
        """What is shown of a game that is over by no rule."""
        assert self.clock is not None
        outcome = OutcomeView(self.clock.claimant, ON_TIME, _late(self.clock), "")
        return msgspec.structs.replace(shown, decision=None, to_choose="", outcome=outcome)

    # Other rules

    def strand(self, actions: int) -> None:
        """More was done than goes by the rules of today: so many actions were there. How many of
        them somebody has noticed nobody can tell any more, and how many there were nobody may."""
        self.reached = self.version
        self._sight.skip(ACTIONS)
        self.version = actions
        self.stranded = True

    @property
    def base(self) -> int:
        """After how many moves the rules of today have begun."""
        if self.stranded:
            return len(self.game.moves)
        return self.stored.resumed.moves if self.stored.resumed else 0

    def resumption(self, rolls: int) -> tuple[Snapshot, Resumption]:
        """The moment from which it is to go on, to be stored. So many dice have fallen after it:
        nobody may know the next ones."""
        moves = len(self.game.moves)
        position = self.game.position.clone()
        position.dice.rolls += rolls
        self._sight.skip(1)
        ends = [end for end in self._ends if end < moves]
        first = ends[-1] if ends else 0
        state, digest = position.written()
        story = self._chapter(first).encode()
        actions = self.version + 1
        return (
            Snapshot(moves, state, story, first, actions, self.title.rules, digest),
            Resumption(moves, position.dice.rolls, self.title.write(position)),
        )

    def _by_these_rules(self) -> Game:
        """The game from where on it is played by the rules of today."""
        resumed = self.stored.resumed
        if resumed is None:
            return self.game
        moves = self.game.moves[resumed.moves :]
        return Game.resumed(self.game.position.clone(), resumed.beginning, (), moves, ())

    def _since_last(self) -> int:
        """How many moves have been made since the last snapshot."""
        return len(self.game.moves) - (self._ends[-1] if self._ends else 0)

    def _compare(self, action: Action, move: Move) -> None:
        if (move.side, move.dice) != (action.side, action.dice):
            raise ValueError(f"choice {len(self.game.moves)} does not go as it went")

    def _make(self, make: Callable[[], Move]) -> Move:
        before = self.game.position.clone()
        move = make()
        self._sight.made(before, self.game)
        return move

    def _take_back(self, side: str, left: int) -> None:
        self.game.undo(side, left)
        self._sight.undone(left)
        while self._ends and self._ends[-1] > left:
            self._ends.pop()

    @property
    def events(self) -> int:
        """How many events have been told."""
        return len(self.game.chronicle)

    def check_open(self) -> None:
        """Nothing more happens at a table that is closed."""
        if self.stored.closed:
            raise Refusal(CLOSED.format(self.stored.closed))

    # What a seat does: each returns the action to be stored

    def choose(self, seat: Seat, message: Choose) -> Action:
        decision = self._own_decision(seat)
        number = self.version_of(seat)
        if message.number != number:
            raise Refusal(
                f"this choice was meant for decision {message.number}, the game is at {number}"
            )
        choice = _choice(message.verb, message.argument)
        if decision.value(choice) is None:
            why = self._why(decision.side, choice)
            raise Refusal(why.reason, why.case)
        return self._done(self._chosen(self._make(partial(self.game.apply, choice))))

    def undo(self, seat: Seat, message: Undo) -> Action:
        moves = self.game.moves
        if not self._own_last(seat):
            raise Refusal("there is no choice of yours to be taken back")
        side = moves[-1].side
        if message.to is not None and not 1 <= message.to <= self.moves_of(seat):
            raise Refusal("there is nothing to take back")
        target = self.target(seat, message)
        if target < self.base:
            raise Refusal("what was played by other rules stays")
        try:
            self._take_back(side, target)
        except CannotUndo as error:
            raise Refusal(str(error)) from None
        return self._done(Action("undo", side, str(target)))

    def target(self, seat: Seat, message: Undo) -> int:
        """How many moves an undo that is possible leaves."""
        if message.to is None:
            return len(self.game.moves) - 1
        return self.places(seat)[message.to - 1]

    def can_undo(self, seat: Seat) -> bool:
        if not self._own_last(seat) or len(self.game.moves) <= self.base:
            return False
        return self.game.can_undo(self.game.moves[-1].side)

    def _in_hand(self, seat: Seat) -> bool:
        """Whether the last choice took something in hand that has not been used yet."""
        if not self.can_undo(seat):
            return False
        return self.game.position.screen.picks_up(self.game.moves[-1].choice.verb)

    def redo(self, seat: Seat) -> Action:
        side = self._own_decision(seat).side
        try:
            move = self._make(self.game.redo)
        except CannotUndo as error:
            raise Refusal(str(error)) from None
        return self._done(Action("redo", side, str(move.choice), move.dice))

    def _own_decision(self, seat: Seat) -> Decision:
        """The decision, if it is for the seat to make."""
        decision = self.game.position.decision()
        if decision is None or self.on_time:
            raise Refusal("the game is over")
        if not seat.sides:
            raise Refusal("spectators look on")
        if decision.side not in seat.sides:
            raise Refusal(f"{decision.side} has to choose now")
        return decision

    def _own_last(self, seat: Seat) -> bool:
        """Whether the last choice was made from the seat, and nobody else has been asked since.

        Whoever is asked may have chosen something in secret; that undo ends only then would tell.
        """
        moves, decision = self.game.moves, self.game.position.decision()
        if not moves or decision is None or self.on_time:
            return False
        return {moves[-1].side, decision.side} <= set(seat.sides)

    def _chosen(self, move: Move) -> Action:
        return Action("choose", move.side, str(move.choice), move.dice)

    def _done(self, action: Action) -> Action:
        self._changed(1)
        return action

    def _changed(self, actions: int) -> None:
        self.version += actions
        self._log.update(self.game)

    # What computer players do

    def to_choose(self) -> str:
        """The side that has to choose, which everybody may know; nothing if the game is over."""
        decision = self.game.position.decision()
        return decision.side if decision is not None and not self.on_time else ""

    def machine_to_choose(self) -> bool:
        """Computer players wait for the dice, whether they want to roll any or not."""
        decision = self.game.position.decision()
        ready = self.company.settled and not self.full() and not self.stranded
        ready = ready and not self.stored.closed
        return ready and decision is not None and decision.side in self.machines

    def full(self) -> bool:
        """Nothing more can be done here."""
        return self.version >= ACTIONS

    def people(self) -> bool:
        return len(self.machines) < len(self.stored.players)

    def job(self) -> Job | None:
        """What a computer player has to think about before it can choose, if anything."""
        decision = self.game.position.decision()
        player = self.machines.get(decision.side) if decision else None
        if decision is None or not isinstance(player, Thinking):
            return None
        view = self.game.position.view(decision.side)
        if not player.due(view):
            return None
        return self._job(self.stored.players[decision.side], player.seed, view, player.plan)

    def job_of(self, seat: Seat, plan: Plan | None) -> Job | None:
        """What the staff has to think about before it can advise a seat, if anything."""
        if ADVISER not in suited(self.title):
            return None
        view = self.game.position.view(self._own_decision(seat).side)
        # One seed for all tables: whoever sees the same is told the same.
        staff = THINKING[ADVISER](self.title, "advice")
        staff.plan = plan
        return self._job(ADVISER, staff.seed, view, plan) if staff.due(view) else None

    def _job(self, player: str, seed: bytes, view: View, plan: Plan | None) -> Job:
        return Job(self.stored.title, player, view.side, seed, view.state(), plan)

    def take_plan(self, side: str, plan: Plan | None) -> StoredPlan | None:
        """Goes on with what a computer player has thought of; without, a cadet's advice does.

        A plan for a turn that begins is to be stored.
        """
        player = self.machines[side]
        assert isinstance(player, Thinking)
        before, player.plan = player.plan, plan
        if plan is None:
            player.plan = player.thinker.without_thought(self.game.position.view(side))
            return None
        if before is not None and before.turn == plan.turn:
            return None
        stored = StoredPlan(len(self.game.moves), side, msgspec.json.encode(plan))
        self.plans.append(stored)
        return stored

    def leaders(self) -> dict[str, Leader]:
        found = {}
        for side, machine in self.machines.items():
            if isinstance(machine, Thinking) and (leader := machine.thinker.leader(side)):
                found[side] = Leader(leader.person, leader.text)
        return found

    def wishes(self, seat: Seat) -> tuple[Wish, ...]:
        """What computer players wanted: nobody is told before the end, or, at a teaching table,
        before the turn is over."""
        position, numbers = self.game.position, self.places(seat)
        over = position.decision() is None
        if not over and not self.stored.teaching:
            return ()
        now = str(self.title.turn_of(position))
        names, leaders = titles.board(self.stored.title), self.leaders()
        found = []
        for stored in self.plans:
            plan = msgspec.json.decode(stored.plan, type=Plan)
            if stored.moves > len(self.game.moves) or (plan.turn == now and not over):
                continue
            # Where counters are everybody sees; chances would tell what hidden ones are.
            odds = over or not position.secrets
            leader = leaders.get(stored.side)
            found.append(
                Wish(
                    stored.side,
                    leader.person if leader else "",
                    bisect_left(numbers, stored.moves),
                    lines_of(plan, names, odds=odds),
                    plan.intentions if odds else without_odds(plan.intentions),
                )
            )
        return tuple(found)

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
            if view is not None and isinstance(player, Thinking):
                if player.due(view):
                    break
                choice = player.follow(view)
            else:
                choice = player.choose(decision, view)
            move = self._make(partial(self.game.apply, choice))
            actions.append(self._chosen(move))
            snapshots += self.snapshot(self.version + len(actions))
        self._changed(len(actions))
        return actions, snapshots

    def snapshot(self, actions: int) -> list[Snapshot]:
        """The position and how it came about, if the last move has brought a change of side; else
        nothing. `actions` is how many there have been."""
        position = self.game.position
        decision = position.decision()
        moves = self.game.moves
        if moves and decision is not None and moves[-1].side == decision.side:
            return []
        if self.game.can_redo():
            # What can be done again is not in a snapshot, and may be done again after it.
            return []
        return [self._taken(actions)]

    def _taken(self, actions: int) -> Snapshot:
        """A snapshot of the present moment."""
        self._log.update(self.game)
        first = self._ends[-1] if self._ends else 0
        moves = len(self.game.moves)
        self._ends.append(moves)
        state, digest = self.game.position.written()
        story = self._chapter(first).encode()
        return Snapshot(moves, state, story, first, actions, self.title.rules, digest)

    def _chapter(self, first: int) -> Chapter:
        """What has happened after the first so many moves."""
        game, sight = self.game, self._sight
        place = game.moves[first].events if first else 0
        return Chapter(
            game.moves[first:],
            game.chronicle[place:],
            self._log.since(place),
            {eyes: [p for p in sight.places(eyes) if p >= first] for eyes in sight.eyes},
            {eyes: sight.changes(eyes) for eyes in sight.eyes},
            game.opening,
        )

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
        changes = self._sight.changes(eyes)
        before, shown = self._shown.get(eyes, (-1, None))
        if shown is None or before != changes:
            shown = self.title.present(self.game.position.view(eyes))
            self._shown[eyes] = changes, shown
        return shown

    # A seat counts what it notices. A seat with several sides counts everything: whoever makes
    # choices in secret makes them there.

    def version_of(self, seat: Seat) -> int:
        """How many changes of the table the seat has noticed."""
        return self.version if len(seat.sides) > 1 else self._sight.changes(self.eyes(seat))

    def moves_of(self, seat: Seat) -> int:
        """How many moves there are for the seat."""
        return len(self.places(seat))

    def places(self, seat: Seat) -> Sequence[int]:
        """The places in the game, from 0, of the moves that the seat counts."""
        if len(seat.sides) > 1:
            return range(len(self.game.moves))
        return self._sight.places(self.eyes(seat))

    def numbers(self, seat: Seat) -> dict[int, int]:
        """The places in the game -> how the seat counts the moves there, from 1."""
        return {at: n for n, at in enumerate(self.places(seat), 1)}

    def line(self, seat: Seat, moves: int) -> list[Move]:
        """The game up to a move as the seat counts, from 1; nothing for 0, the beginning."""
        return self.game.moves[: self.places(seat)[moves - 1] + 1] if moves else []

    def log(self, seat: Seat) -> list[LogLine]:
        eyes = self.eyes(seat)
        return self._log.lines(eyes) if len(seat.sides) > 1 else self._log.seen(eyes)

    def known(self, seat: Seat, version: int, lines: int) -> int:
        """How many lines of its log a seat need not be told again that had so many in a version.

        At a hot seat the log is another one whenever another side chooses. What was told before
        the table was opened may have been told by another version of the program.
        """
        eyes = self.eyes(seat)
        if len(seat.sides) > 1 or version <= self.opened[eyes]:
            return 0
        return min(lines, self._log.count(eyes, self._sight.kept(eyes, version)))

    def state(self, seat: Seat, log: Sequence[LogLine], log_from: int = 0) -> SeatState:
        """What a seat sees; `log` is what `log()` gives, of which the first lines are known."""
        game, stored = self.game, self.stored
        decision = game.position.decision()
        own = not self.over and decision is not None and decision.side in seat.sides
        version = self.version_of(seat)
        shown = self.presentation(self.eyes(seat))
        if shown.decision is not None:
            # The title counts all choices and keeps no log; a seat has its own count and log.
            cause = self._log.cause(game) or msgspec.UNSET
            asked = msgspec.structs.replace(shown.decision, number=version, cause=cause)
            shown = msgspec.structs.replace(shown, decision=asked)
        if self.on_time:
            shown = self._lost_on_time(shown)
        return SeatState(
            version=version,
            table=stored.id,
            kind=self.kind,
            sides=seat.sides,
            players=stored.players,
            presentation=shown,
            log_from=log_from,
            log=tuple(log[log_from:]),
            moves=self.moves_of(seat),
            since=self._since(seat),
            seen=min(self.seen.get((seat.key, self.eyes(seat)), 0), self.moves_of(seat)),
            talk=self._talk(seat),
            can_undo=self.can_undo(seat),
            can_redo=own and game.can_redo(),
            in_hand=self._in_hand(seat),
            thinking=self.machine_to_choose(),
            thought=self.thought,
            leaders=self.leaders(),
            teaching=stored.teaching,
            secrets=game.position.secrets,
            can_export=self.can_export(seat),
            seats=self.company.infos(),
            dice=self.company.dice(seat.key, over=self.over),
            proposals=self.company.views(seat.sides),
            data=stored.data,
            closed=stored.closed,
            clock=view_of(self.clock, self.title.sides),
        )

    def _since(self, seat: Seat) -> int:
        """How many moves had been made with the last of the side's own turn."""
        moves, eyes, places = self.game.moves, self.eyes(seat), self.places(seat)
        if not eyes:
            return 0
        for number in range(len(places), 0, -1):
            move = moves[places[number - 1]]
            if move.side == eyes and not move.answer:
                return number
        return 0

    # Talk

    def remark(self, seat: Seat, message: Say) -> Remark:
        """What somebody says or notes, to be stored."""
        if self.kind != "game":
            raise Refusal("nobody else is at this board")
        if not seat.sides:
            raise Refusal("spectators look on")
        eyes = self.eyes(seat) or seat.sides[0]
        about = -1
        if message.about is not None:
            place = self._log.place(eyes, message.about)
            if place is None:
                raise Refusal(f"there is no line {message.about} in the log")
            about = place
        key = seat.key if message.private else b""
        return Remark(eyes, message.text.strip(), self.events, about, key)

    def look_at(self, seat: Seat, moves: int) -> tuple[str, int]:
        """Notes that a side has looked at everything up to a move; returns what is to be stored."""
        if not 0 <= moves <= self.moves_of(seat):
            raise Refusal(f"there are {self.moves_of(seat)} moves only")
        eyes = self.eyes(seat)
        self.seen[seat.key, eyes] = moves
        return eyes, moves

    def _talk(self, seat: Seat) -> tuple[RemarkView, ...]:
        """At a hot seat a note is that of the side that has written it."""
        eyes, log, unheard = self.eyes(seat), self._log, self.company.unheard(seat.key)
        return tuple(
            RemarkView(
                speaker=remark.speaker,
                text=remark.text,
                after=log.number(eyes, remark.events),
                about=log.number(eyes, remark.about) if log.hears(eyes, remark.about) else None,
                private=bool(remark.seat),
            )
            for remark in self.remarks
            if (remark.seat == seat.key and remark.speaker == eyes)
            or (not remark.seat and remark.speaker not in unheard)
        )

    # Questions

    def answer(self, seat: Seat, query: Query) -> Answer:
        """An answer from what the seat may know; what takes long is asked elsewhere."""
        eyes = self.eyes(seat)
        if query.kind == "overlay":
            position = self.game.position.view(eyes).imagine()
            areas = self.title.overlay(position, eyes, query.argument)
            return Answer(query.id, query.kind, overlay=areas)
        if query.kind == "stack":
            position = self.game.position.view(eyes).imagine()
            lines = self.title.stack(position, eyes, query.argument)
            return Answer(query.id, query.kind, stack=lines)
        if query.kind == "wishes":
            return Answer(query.id, query.kind, wishes=self.wishes(seat))
        if query.kind == "forces":
            return Answer(query.id, query.kind, forces=self._forces(seat))
        side = self._own_decision(seat).side
        if query.kind == "together":
            hexes = common_hexes(self.game.position.view(side), query.verb, query.argument)
            return Answer(query.id, query.kind, together=hexes)
        choice = _choice(query.verb, query.argument)
        if query.kind == "why":
            return Answer(query.id, query.kind, why=self._why(side, choice))
        preview = self.title.preview(self.asked(seat), choice)
        return Answer(query.id, query.kind, preview=preview)

    def asked(self, seat: Seat) -> Position:
        """A position that a seat could be in, in which it is asked what it is asked now."""
        return self.game.position.view(self._own_decision(seat).side).imagine()

    def _forces(self, seat: Seat) -> Forces:
        """Order of battle, arrivals and losses; moves are counted as the seat does."""
        eyes, number, replace = self.eyes(seat), self.numbers(seat), msgspec.structs.replace
        forces = self.title.forces(self.game.position.view(eyes).imagine(), eyes)
        losses = losses_of(self.title, self.game, eyes)
        # A loss that is told was noticed; what happened before the first move has no number.
        counted = tuple(replace(one, move=number.get(one.move - 1, 0)) for one in losses)
        return replace(forces, losses=counted)

    def _why(self, side: str, choice: Choice) -> Why:
        """Why a choice is not possible, as far as the side can know."""
        refusal = self.game.position.view(side).imagine().why_not(choice)
        return Why(refusal.reason, refusal.case) if refusal else Why("", "")

    def fork(self, seat: Seat) -> Position:
        """The position as a seat knows it, with dice of its own, to try things on."""
        if not seat.sides:
            raise Refusal("spectators look on")
        if self.over:
            raise Refusal("the game is over")
        return self.game.position.view(self.eyes(seat)).imagine(new_seed())

    # Files

    def can_export(self, seat: Seat) -> bool:
        """A record and a position file hold everything: while a game with secrets goes on they are
        only for somebody who plays all sides."""
        position = self.game.position
        if self.stranded:
            return False
        if self.over or set(seat.sides) == set(self.title.sides):
            return True
        return bool(seat.sides) and not position.secrets

    def record(self, seat: Seat) -> str:
        self._check_export(seat)
        stored = self.stored
        # Without all shares a revealed seed would prove nothing. A game that is over on time is one
        # that was closed before its end.
        closed = (self.on_time or None) if self.company.settled else False
        return write_record(
            self._by_these_rules(), stored.players, self.title.rules, stored.source(), closed=closed
        )

    def position_file(self, seat: Seat) -> str:
        self._check_export(seat)
        return self.title.write(self.game.position)

    def story(self, seat: Seat) -> Story:
        """What an after-action report is written from; it tells as much as a record."""
        self._check_export(seat)
        return Story.of_game(self._by_these_rules(), self.stored.players)

    def _check_export(self, seat: Seat) -> None:
        if not self.can_export(seat):
            raise Forbidden("it would tell what this seat may not know while the game goes on")


def _machine(title: Title[Any], side: str, name: str, seed: str) -> Player:
    """A computer player. For a policy that this server does not offer any more a cadet stands in,
    so that the game goes on."""
    if name not in suited(title):
        log.warning("nobody here is %s; a cadet plays the %s instead", name, side)
        name = STAND_IN
    return player(title, side, name, seed)


def _late(clock: Clock) -> str:
    """Why whoever is late has lost."""
    days = "its day" if clock.days == 1 else f"its {clock.days} days"
    return f"{clock.side} did not choose in {days}, nor in the day of grace"


def _choice(verb: str, argument: str) -> Choice:
    try:
        return Choice.from_json({"verb": verb, "argument": argument})
    except Malformed as error:
        raise Refusal(str(error)) from None
