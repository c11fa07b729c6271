"""A game divided into turns and phases, with what happened in them and how it looked: what an
after-action report is written from, whatever it is written in.

Everything is told, secrets included: it is for those who may have the record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from .. import titles
from ..engine import Event, Game, Position, Title
from ..engine.forces import Loss
from ..engine.presentation import OutcomeView, Presentation, UnitView
from ..engine.score import Score
from ..engine.texts import counted
from ..engine.title import Scenario
from .course import Course, course_of
from .losses import losses_of
from .luck import Luck, luck_of
from .story import Story

# What is done of so much.
Progress = Callable[[int, int], None]


class Moment(msgspec.Struct, frozen=True):
    """A position worth a picture."""

    name: str
    caption: str
    shown: Presentation


class Told(msgspec.Struct, frozen=True):
    """Something that happened, as a sentence without its full stop."""

    text: str
    case: str
    # All dice of a choice, with the first thing that it made happen, if there are several.
    dice: tuple[int, ...]
    # The only side that was told, if it was one.
    secret_of: str


class Chapter(msgspec.Struct):
    """A turn: its heading, and what happened in each of its phases."""

    heading: str
    # Phase, and what happened in it.
    phases: list[tuple[str, list[Told]]]
    moment: Moment | None = None


class Account(msgspec.Struct, frozen=True):
    """All that a report tells."""

    story: Story
    title: Title
    game: Game
    start: Moment
    chapters: Sequence[Chapter]
    luck: Luck
    losses: Sequence[Loss]
    score: Score
    course: Course

    @property
    def moments(self) -> list[Moment]:
        return [self.start, *(c.moment for c in self.chapters if c.moment is not None)]

    @property
    def scenario(self) -> Scenario:
        key = self.game.position.scenario
        return next(scenario for scenario in self.title.scenarios if scenario.key == key)

    @property
    def options(self) -> str:
        """The optional rules, in words."""
        on = self.game.position.options
        return ", ".join(o.name for o in self.title.options if o.key in on) or "none"

    @property
    def losses_by_turn(self) -> list[tuple[str, ...]]:
        """Of each turn its heading, and what each side lost in it."""
        rows = []
        for turn in dict.fromkeys(loss.turn for loss in self.losses):
            lost = [Counter(self._lost(side, turn)) for side in self.title.sides]
            cells = (", ".join(f"{n} \u00d7 {name}" for name, n in one.items()) for one in lost)
            rows.append((turn, *(cell or "none" for cell in cells)))
        return rows

    @property
    def losses_together(self) -> list[str]:
        """How much each side lost."""
        return [counted(len(self._lost(side)), "unit") for side in self.title.sides]

    def _lost(self, side: str, turn: str | None = None) -> list[str]:
        return [
            called(loss.unit)
            for loss in self.losses
            if loss.unit.side == side and turn in (None, loss.turn)
        ]

    @property
    def outcome(self) -> OutcomeView | None:
        return self._present.outcome

    @property
    def standing(self) -> str:
        """How far a game has gone that is not over."""
        now = self._present
        return f"turn {now.turn} of {now.turns}, {now.phase}"

    @property
    def _present(self) -> Presentation:
        return self.title.present(self.game.position.view(""))


def account_of(story: Story, progress: Progress | None = None) -> Account:
    """Plays a game again; progress is told by its moves."""
    title = titles.load(story.title)
    telling = _Telling(title)
    moves, every = len(story.moves), max(1, len(story.moves) // 50)

    def watch(game: Game) -> None:
        telling.after(game)
        if progress is not None and len(game.moves) % every == 0:
            progress(len(game.moves), moves)

    game = story.play(watch)
    return Account(
        story=story,
        title=title,
        game=game,
        start=_start(title, game),
        chapters=telling.finish(game),
        luck=luck_of(title, game.at(0), game.moves, None),
        losses=losses_of(title, game, None),
        score=title.score(game.position),
        course=course_of(title, game.at(0), game.moves),
    )


def everything(title: Title, position: Position) -> Presentation:
    """What all sides together know: each side's units as it sees them, and everybody's markers."""
    views = [title.present(position.view(side)) for side in title.sides]
    units: dict[str, UnitView] = {}
    for shown in views:
        for unit in shown.units:
            if unit.id not in units or unit.side == shown.side:
                units[unit.id] = unit
    markers = dict.fromkeys(marker for shown in views for marker in shown.markers)
    return msgspec.structs.replace(
        views[0], units=tuple(units.values()), markers=tuple(markers), side="", decision=None
    )


def _start(title: Title, game: Game) -> Moment:
    """The beginning: the first moment at which anything lies on the map and a turn has begun."""
    first = everything(title, game.at(0))
    if any(unit.hex for unit in first.units):
        return Moment("start", "The beginning", first)
    begun = next(
        (
            number + 1
            for number in range(len(game.moves))
            if any(event.kind == "turn" for event in game.events_of(number))
        ),
        len(game.moves),
    )
    return Moment("start", "The beginning", everything(title, game.at(begun)))


class _Telling:
    """Listens to a game as it is played again, and divides it into turns."""

    def __init__(self, title: Title) -> None:
        self._title = title
        self._chapters: list[Chapter] = [Chapter("", [("", [])])]
        self._told = 0

    def after(self, game: Game) -> None:
        """A move has been made."""
        dice = game.moves[-1].dice
        for event in game.chronicle[self._told :]:
            match event.kind:
                case "turn":
                    self._end_turn(game.position)
                    self._chapters.append(Chapter(self._title.text(event), [("", [])]))
                case "phase":
                    self._chapters[-1].phases.append((self._title.text(event), []))
                case _ if not event.not_for:
                    told = _told(self._title, event, dice)
                    self._chapters[-1].phases[-1][1].append(told)
                    dice = ()
        self._told = len(game.chronicle)

    def _end_turn(self, position: Position) -> None:
        chapter = self._chapters[-1]
        if chapter.heading:
            name = f"turn-{len(self._chapters) - 1:02}"
            caption = f"At the end of {chapter.heading}"
            chapter.moment = Moment(name, caption, everything(self._title, position))

    def finish(self, game: Game) -> list[Chapter]:
        chapter = self._chapters[-1]
        over = game.position.outcome() is not None
        caption = "At the end of the game" if over else "As it stands"
        chapter.moment = Moment("end", caption, everything(self._title, game.position))
        return [c for c in self._chapters if c.moment is not None or any(p[1] for p in c.phases)]


def _told(title: Title, event: Event, dice: tuple[int, ...]) -> Told:
    text = title.text(event).rstrip(".")
    several = dice if len(dice) > 1 else ()
    return Told(text[:1].upper() + text[1:], event.case, several, event.secret_of)


# How both kinds of report call things


def called(unit: UnitView) -> str:
    """A unit by its name and the figures on it, without its side.

    >>> called(UnitView("t", "Red", "", "", "", "", "4-2", "Red Army: infantry, slow"))
    'Army 4-2'
    """
    name = unit.title.removeprefix(unit.side).strip().split(":")[0]
    return f"{name} {unit.values}".strip()


def signed(luck: float) -> str:
    """With its sign, as people write it.

    >>> signed(0.5), signed(0)
    ('+0.50', '0.00')
    """
    sign = "+" if luck > 0 else "\u2212" if luck < 0 else ""
    return f"{sign}{abs(luck):.2f}"
