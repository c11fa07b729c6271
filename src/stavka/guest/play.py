"""What a guest does at its table, in words: look, ask, try, choose, take back, wait.

Nothing here knows the protocol by which a language model asks, nor any rule of any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from .. import titles
from ..engine import Choice, Malformed
from ..engine.presentation import OptionView
from ..server.messages import Agree, Choose, LogLine, Refused, RemarkView, Say, Undo
from .ground import Ground
from .pages import paged
from .rulebook import Rulebook
from .seat import Seat
from .trouble import Trouble, ended, sentence
from .words import Words, line_of, preview_lines, remark, short

What = Literal[
    "situation", "units", "hex", "area", "places", "markers", "overlay", "forces", "log", "talk"
]
# So many lines of what has happened are told unasked; hexes that "area" tells of, each way.
NEWS = 40
RADIUS = 2


class Told(NamedTuple):
    """An answer, and whether it says that nothing was done."""

    text: str
    refused: bool = False


class Guest:
    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._ground: Ground | None = None
        self._rules: Rulebook | None = None
        # How many lines of the log, and how many remarks, have been told; none before the first
        # look.
        self._lines: int | None = None
        self._remarks = 0
        # What was asked for last that can have several pages, and all of the answer.
        self._asked = ("", "")
        self._answer: list[str] = []

    # What there is

    @property
    def ground(self) -> Ground:
        if self._ground is None:
            self._ground = Ground(self._slug)
        return self._ground

    @property
    def _slug(self) -> str:
        return self._seat.state.presentation.title

    @property
    def _words(self) -> Words:
        return Words(self._seat.state, self.ground)

    @property
    def rulebook(self) -> Rulebook:
        if self._rules is None:
            self._rules = Rulebook(self._seat.wire, self._slug)
        return self._rules

    # Looking

    def look(self, what: What = "situation", where: str = "", page: int = 1) -> str:
        return self._paged((what, where.strip()), page, lambda: self._look(what, where.strip()))

    def _paged(self, asked: tuple[str, str], page: int, tell: Callable[[], Iterator[str]]) -> str:
        """A page of an answer; further pages are of the answer whose first page was told."""
        if page == 1 or asked != self._asked:
            self._seat.look()
            self._asked, self._answer = asked, list(tell())
        return paged(self._answer, page)

    def _look(self, what: What, where: str) -> Iterator[str]:
        words = self._words
        match what:
            case "situation":
                return self._situation()
            case "units":
                return self._units(where)
            case "hex":
                return self._hex(where)
            case "area":
                return self._area(where)
            case "places":
                return self.ground.places()
            case "markers":
                return _or(words.markers(where), "Nothing is marked on the map.")
            case "overlay":
                return self._overlay(where)
            case "forces":
                forces = self._seat.ask("forces").forces
                return words.forces(forces) if forces else iter(())
            case "log":
                newest_first = (line_of(line) for line in reversed(self._seat.log))
                return _or(newest_first, "Nothing has happened yet.")
            case "talk":
                said = map(remark, reversed(self._seat.state.talk))
                return _or(said, "Nobody has said anything.")

    def _situation(self) -> Iterator[str]:
        yield from self._words.situation(first=self._lines is None)
        yield from self._dice()
        yield from self.news()
        if self._seat.state.presentation.decision:
            yield from self._words.question()

    def _dice(self) -> Iterator[str]:
        seat = self._seat
        if seat.warning:
            yield f"WARNING: {seat.warning}"
        if seat.redrawn:
            yield (
                "What this seat adds to the dice was drawn again, because a seat has passed to"
                " somebody else before the first roll."
            )
        if seat.verdict:
            yield seat.verdict

    def _units(self, where: str) -> Iterator[str]:
        units, words = self._seat.state.presentation.units, self._words
        boxes = {box.name.lower(): box.key for box in self._seat.state.presentation.boxes}
        sides = {unit.side.lower() for unit in units}
        asked = where.lower()
        if not where:
            found = list(units)
        elif asked in sides:
            found = [unit for unit in units if unit.side.lower() == asked]
        elif asked in boxes:
            found = [unit for unit in units if unit.box == boxes[asked]]
        elif named := [unit for unit in units if unit.id == where]:
            found = named
        else:
            found = words.at(self.ground.label(self.ground.hex(where)))
        return _or(words.units(found), "No unit that you know of is there.")

    def _hex(self, where: str) -> Iterator[str]:
        here = self.ground.hex(_needed(where, "hex"))
        label = self.ground.label(here)
        words, ground = self._words, self.ground
        yield from self._other_data()
        yield from ground.describe(here)
        yield from words.units(words.at(label))
        yield from words.markers(label)
        for line in self._seat.ask("stack", argument=label).stack or ():
            yield f"  {line.text}: {line.value} [{line.case}]"
        if areas := self._areas_with(label):
            yield f"  lies in: {', '.join(areas)}"
        yield "Around it:"
        for there in ground.board.grid.adjacent(here):
            between = ground.between(here, there)
            beyond = f" (between them: {between})" if between else ""
            yield f"  {ground.direction(here, there)} {self._short(there)}{beyond}"

    def _areas_with(self, label: str) -> list[str]:
        """The areas of all overlays that a hex belongs to."""
        found: list[str] = []
        for kind in self._seat.state.presentation.overlays:
            areas = self._seat.ask("overlay", argument=kind).overlay or ()
            found += [area.name for area in areas if label in area.hexes]
        return found

    def _area(self, where: str) -> Iterator[str]:
        here = self.ground.hex(_needed(where, "area"))
        grid = self.ground.board.grid
        yield from self._other_data()
        yield f"Within {RADIUS} hexes of {self.ground.short(here)}:"
        for there in self.ground.around(here, RADIUS):
            steps = grid.distance(here, there)
            way = f"{steps} {self.ground.direction(here, there)}" if steps else "here"
            yield f"{way}: {self._short(there)}"

    def _short(self, there: int) -> str:
        """A hex in one line: ground, units, markers."""
        label = self.ground.label(there)
        units = [f"{unit.side} {short(unit)}" for unit in self._words.at(label)]
        marked = [text.partition(": ")[2] for text in self._words.markers(label)]
        return "; ".join([self.ground.short(there), *units, *marked])

    def _other_data(self) -> Iterator[str]:
        if self._seat.state.data != titles.data_version(self._slug):
            yield (
                "(The server plays with other data than this program has: the map may differ from"
                " what is told here.)"
            )

    def _overlay(self, where: str) -> Iterator[str]:
        kinds = self._seat.state.presentation.overlays
        if where not in kinds:
            raise Trouble(f"Name the overlay in `where`: one of {', '.join(kinds)}.")
        areas = self._seat.ask("overlay", argument=where).overlay or ()
        return _or(self._words.overlay(areas), "There is nothing of the kind now.")

    # News

    def news(self) -> list[str]:
        """What has happened and was said since this was last told."""
        lines, talk = self._seat.log, self._seat.state.talk
        first = self._lines is None
        told, heard = min(self._lines or 0, len(lines)), min(self._remarks, len(talk))
        self._lines, self._remarks = len(lines), len(talk)
        found = _news(lines[told:], "Last lines of the log:" if first else "What has happened:")
        said: Sequence[RemarkView] = talk[heard:][-NEWS:]
        return [*found, *map(remark, said)]

    def _question(self) -> list[str]:
        return [*self.news(), *self._words.question()]

    # Asking

    def choices(self, verb: str = "", page: int = 1) -> str:
        return self._paged(("choices", verb), page, lambda: self._choices(verb))

    def _choices(self, verb: str) -> Iterator[str]:
        decision = self._seat.state.presentation.decision
        if decision is None:
            raise Trouble(self._words.whose())
        verbs = [option.verb for option in decision.options]
        if verb and verb not in verbs:
            raise Trouble(f"{verb!r} cannot be chosen now; these can: {', '.join(verbs)}.")
        return self._words.choices(verb)

    def why(self, choice: str) -> str:
        """Why something is not possible; a case of the rules is told as it is."""
        page = self.rulebook.page(choice.strip())
        if page is not None:
            return "\n".join(self.rulebook.tell(page.case))
        wanted = _parsed(choice)
        self._seat.look()
        if malformed := self._malformed(wanted):
            return malformed
        why = self._seat.ask("why", wanted.verb, wanted.argument).why
        if why is None or not why.reason:
            return f"{wanted} is possible."
        return "\n".join([f"Not possible: {ended(why.reason)}", *self._case(why.case)])

    def _case(self, case: str) -> Iterator[str]:
        if case and self.rulebook.page(case):
            yield f"Rule {next(self.rulebook.tell(case))}"

    def preview(self, choice: str) -> str:
        wanted = _parsed(choice)
        self._seat.look()
        if malformed := self._malformed(wanted):
            raise Trouble(malformed)
        why = self._seat.ask("why", wanted.verb, wanted.argument).why
        if why is not None and why.reason:
            raise Trouble(f"{wanted} is not possible: {ended(why.reason)}")
        preview = self._seat.ask("preview", wanted.verb, wanted.argument).preview
        lines = list(preview_lines(preview)) if preview else []
        if not lines:
            return f"{wanted} is possible; nothing that could be told beforehand comes of it."
        return "\n".join([f"{wanted}:", *lines])

    def rules(self, about: str = "", page: int = 1) -> str:
        return paged(self.rulebook.tell(about), page)

    # Doing

    def choose(self, choices: Sequence[str], *, sure: bool = False) -> Told:
        """Makes choices one after the other, as long as nothing unforeseen happens."""
        wanted = [_parsed(choice) for choice in choices]
        if not wanted:
            raise Trouble("Name at least one choice, such as 'done'.")
        self._seat.look()
        done: list[str] = []
        stopped = ""
        for choice in wanted:
            stopped = stopped or self._in_the_way(choice, sure=sure)
            if stopped:
                break
            before = _Moment.of(self._seat)
            refused = self._make(choice)
            if refused is not None:
                stopped = self._refusal(choice, refused)
                break
            done.append(str(choice))
            stopped = before.changed(self._seat)
        left = [str(choice) for choice in wanted[len(done) :]]
        if not done:
            return Told("\n".join([f"Nothing is done. {stopped}", *self.news()]), refused=True)
        lines = [f"Done: {'; '.join(done)}."]
        if left:
            lines.append(f"Not done: {'; '.join(left)}. {stopped}")
        return Told("\n".join([*lines, *self._question()]))

    def _in_the_way(self, choice: Choice, *, sure: bool) -> str:
        """Why a choice is not even tried."""
        if self._seat.state.presentation.decision is None:
            return self._words.whose()
        option = self._option(choice)
        if option is not None and option.confirm and not sure:
            return f"{choice} asks first: {option.confirm} Choose it with sure=true if so."
        return self._malformed(choice)

    def _malformed(self, choice: Choice) -> str:
        """What is wrong with the way in which something that is offered was written."""
        option = self._option(choice)
        if option is None:
            return ""
        if option.values and not choice.argument:
            return f"{choice} what? It takes a {option.kind}: choices(verb={option.verb!r})."
        if choice.argument and not option.values:
            return f"{choice.verb} is written alone, without {choice.argument!r}."
        return ""

    def _option(self, choice: Choice) -> OptionView | None:
        decision = self._seat.state.presentation.decision
        options = decision.options if decision else ()
        return next((option for option in options if option.verb == choice.verb), None)

    def _make(self, choice: Choice) -> Refused | None:
        decision = self._seat.state.presentation.decision
        assert decision is not None
        return self._seat.send(Choose(decision.number, choice.verb, choice.argument))

    def _refusal(self, choice: Choice, refused: Refused) -> str:
        self._seat.look()
        case = f" [{refused.case}]" if refused.case else ""
        return f"{choice} is refused: {ended(refused.reason)}{case}"

    def undo(self, to: int | None = None) -> Told:
        """Takes back the last choice, or all from a move on."""
        self._seat.look()
        before = list(self._seat.log)
        refused = self._seat.send(Undo(to))
        if refused is not None:
            return Told(f"Nothing is taken back: {ended(refused.reason)}", refused=True)
        same = _same(before, self._seat.log)
        gone = [line_of(line) for line in before[same:]]
        self._lines = min(self._lines or 0, same)
        lines = ["Taken back:", *gone[-NEWS:]] if gone else ["Taken back."]
        return Told("\n".join([*lines, *self._question()]))

    def say(self, text: str) -> Told:
        return self._tell_server(Say(text), "Said.")

    def agree(self, proposal: int, *, yes: bool) -> Told:
        return self._tell_server(Agree(proposal, yes), "Answered.")

    def _tell_server(self, message: Say | Agree, done: str) -> Told:
        refused = self._seat.send(message)
        if refused is not None:
            return Told(sentence(refused.reason), refused=True)
        return Told("\n".join([done, *self.news()]))

    # Waiting

    def looked(self) -> bool:
        """Looks anew; whether there is anything to wait for."""
        self._seat.look()
        return not self._is_due()

    def waited(self, seconds: float) -> bool:
        """Waits a while; whether there is still anything to wait for."""
        heard = len(self._seat.state.talk)
        self._seat.wait(seconds)
        return not self._is_due() and len(self._seat.state.talk) == heard

    def _is_due(self) -> bool:
        shown = self._seat.state.presentation
        asked = any(proposal.asked for proposal in self._seat.state.proposals)
        return bool(shown.decision or shown.outcome or asked)

    def after_waiting(self) -> str:
        return "\n".join(self._question())


class _Moment(NamedTuple):
    """What stays the same as long as nothing unforeseen happens."""

    lines: int
    phase: tuple[int, str]

    @classmethod
    def of(cls, seat: Seat) -> _Moment:
        shown = seat.state.presentation
        return cls(len(seat.log), (shown.turn, shown.phase))

    def changed(self, seat: Seat) -> str:
        """What is different now, for whoever wanted to go on; nothing if he can."""
        shown = seat.state.presentation
        new = seat.log[self.lines :]
        if any(line.dice for line in new):
            return "Dice have fallen: see what has come of it first."
        if shown.decision is None:
            return "You are not asked any more."
        if (shown.turn, shown.phase) != self.phase:
            return "Another phase has begun: see what is asked first."
        cause = shown.decision.cause
        if cause is not msgspec.UNSET and cause and cause.line >= self.lines:
            return "Something has led to another question: see it first."
        return ""


def _news(lines: Sequence[LogLine], heading: str) -> list[str]:
    if not lines:
        return []
    earlier = len(lines) - NEWS
    more = [f'({earlier} earlier lines: look(what="log"))'] if earlier > 0 else []
    return [heading, *more, *map(line_of, lines[-NEWS:])]


def _same(before: Sequence[LogLine], now: Sequence[LogLine]) -> int:
    """How many of the first lines still stand."""
    pairs = enumerate(zip(before, now, strict=False))
    return next((n for n, (old, new) in pairs if old != new), min(len(before), len(now)))


def _parsed(text: str) -> Choice:
    try:
        return Choice.parse(text)
    except Malformed as error:
        raise Trouble(sentence(str(error))) from None


def _needed(where: str, what: str) -> str:
    if not where:
        raise Trouble(
            f'Name a hex or a place in `where`, such as look(what="{what}", where="...").'
        )
    return where


def _or(lines: Iterator[str], otherwise: str) -> Iterator[str]:
    """The lines, or something if there are none."""
    found = list(lines)
    return iter(found or [otherwise])
