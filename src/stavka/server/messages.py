"""What goes between server and client, apart from what titles present (docs/protocol.md).

`stavka schema` prints all of it as JSON Schema; the client's types are generated from that.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ..engine.forces import Forces
from ..engine.looks import Band, Livery
from ..engine.presentation import (
    Hint,
    Line,
    OverlayArea,
    Presentation,
    Preview,
    Trace,
    UnitView,
)
from ..engine.score import Score
from ..lessons import LessonStep
from ..players import Intention
from ..review import Battle, Luck
from ..review.course import Course

# No name or text that a client sends is longer; what is longer is no honest message.
Short = Annotated[str, msgspec.Meta(max_length=100)]
# A whole record of a long game has about 200,000 letters.
Long = Annotated[str, msgspec.Meta(max_length=4_000_000)]

# The player that is no computer player.
PERSON = "person"


# Titles, maps, rules


class ScenarioInfo(msgspec.Struct, frozen=True):
    key: str
    name: str
    text: str
    # The keys of the options that can be played with it.
    options: tuple[str, ...]
    # Those of them that are on unless somebody switches them off.
    defaults: tuple[str, ...]


class OptionInfo(msgspec.Struct, frozen=True):
    key: str
    name: str
    text: str


class LessonInfo(msgspec.Struct, frozen=True):
    name: str
    text: str


class TitleInfo(msgspec.Struct, frozen=True):
    slug: str
    name: str
    subtitle: str
    sides: tuple[str, ...]
    # What the counters of each side look like; those of any other side are under an empty name.
    liveries: dict[str, Livery]
    # The stripes of factions and commands by their names.
    bands: dict[str, Band]
    # The drawings of markers by their kinds, in a safe part of SVG; any other becomes a letter.
    glyphs: dict[str, str]
    scenarios: tuple[ScenarioInfo, ...]
    options: tuple[OptionInfo, ...]
    # Who can play a side: a person, or a computer player by name.
    players: tuple[str, ...]
    # The version of the data that this server plays it with.
    data: str
    # A guided first game, if the title has one.
    lesson: LessonInfo | None
    # The heading under which it is offered; none for the games of the house.
    shelf: str
    # Where its rules begin.
    first_case: str
    # The key of the scenario that is a good first game; empty if none is proposed.
    first_game: str
    # The address of a small picture of its map.
    picture: str


class LessonPage(msgspec.Struct, frozen=True):
    name: str
    side: str
    steps: tuple[LessonStep, ...]


class SetUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario with options, to be checked."""

    scenario: Short
    options: tuple[Short, ...] = ()


class Fitting(msgspec.Struct, frozen=True):
    """What fits a set-up."""

    # Why it cannot be played; empty if it can.
    problem: str
    # The options that cannot be added to it -> why.
    refused: dict[str, str]


class MapHex(msgspec.Struct, frozen=True):
    label: str
    # The centre, in pixels of the picture.
    x: float
    y: float
    terrain: str
    in_play: bool
    places: tuple[str, ...]


class MapData(msgspec.Struct, frozen=True):
    slug: str
    width: int
    height: int
    # The length of a hexside in pixels.
    side: float
    orientation: Literal["flat", "pointy"]
    # The address of the base map, with its digest.
    image: str
    hexes: tuple[MapHex, ...]


class RulePage(msgspec.Struct, frozen=True):
    """A rule in our words."""

    case: str
    title: str
    text: str


class RuleChapter(msgspec.Struct, frozen=True):
    number: str
    name: str
    pages: tuple[RulePage, ...]


# Tables


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: Short
    scenario: Short
    # Who plays each side: `person`, or the name of a computer player.
    players: dict[Short, Short]
    # All that are on; left out, those that the scenario starts with.
    options: tuple[Short, ...] | None = None
    # Whether computer players tell at the end of their turn what they wanted.
    teaching: bool = False


class ImportTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    # A record or a position file.
    text: Long
    # Who goes on to play each side.
    players: dict[Short, Short]


class TableLinks(msgspec.Struct, frozen=True):
    """The secrets by which seats are entered; they are told once and nowhere kept in clear."""

    table: str
    title: str
    # Side -> secret, for each side that a person plays.
    seats: dict[str, str]
    # One seat for all sides that people play, if there are several; else empty.
    hot_seat: str
    spectator: str


class Reach(msgspec.Struct, frozen=True):
    """How others reach the server; told to whoever sits at its machine."""

    # Only this machine can.
    alone: bool
    # Where the page is found from elsewhere in the same network, such as http://192.168.1.5:8421.
    origins: tuple[str, ...]


class NewLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: Short


class PrivateSeat(msgspec.Struct, frozen=True):
    """The secret of a board of one's own."""

    secret: str


class SpectatorSeat(msgspec.Struct, frozen=True):
    """The secret of a new seat for spectators."""

    secret: str


class ReportState(msgspec.Struct, frozen=True):
    """How far the after-action report of a seat is."""

    # Hundredths.
    done: int
    # Whether the page can be had.
    ready: bool
    # Why it cannot be written; empty if nothing is wrong.
    problem: str


# A seat's state


class LogLine(msgspec.Struct, frozen=True):
    # The number of the move that made it happen, from 1, as the seat counts: `undo` to it takes
    # that move back, and `history` of it shows the position after it.
    move: int
    # The side that made the move.
    side: str
    # What kind of heading the line is; empty for all others.
    heading: Literal["", "turn", "phase"]
    text: str
    case: str
    # The dice that the move rolled, with the first line that tells of it.
    dice: tuple[int, ...] = ()
    # The labels of the hexes that the line speaks of.
    hexes: tuple[str, ...] = ()
    # What it leaves on the map.
    traces: tuple[Trace, ...] = ()
    # It tells of an attack that was resolved: the query `battle` has more of it.
    battle: bool = False


class RemarkView(msgspec.Struct, frozen=True):
    """Something that was said at the table, or that somebody has noted for himself."""

    # The side that has said it; empty for what the server tells everybody.
    speaker: str
    text: str
    # After how many lines of the seat's log it was said, and the number of the line, from 0, that
    # it is about; None if it is about none, or about one that the seat may not read.
    after: int
    about: int | None
    private: bool


class Leader(msgspec.Struct, frozen=True):
    """Who leads the staff of a computer player, and what to expect of him."""

    person: str
    text: str


class SeatState(msgspec.Struct, frozen=True):
    # Grows with every change that the seat can notice, and never falls. The number of a decision
    # is the version in which it is asked.
    version: int
    table: str
    # A game; or a board of one's own that is not stored: a game to try things on, or a lesson.
    kind: Literal["game", "what-if", "lesson"]
    # The sides that the seat plays; empty for a spectator.
    sides: tuple[str, ...]
    # Side -> who plays it.
    players: dict[str, str]
    presentation: Presentation
    # The log lines from number `log_from` (from 0) on; what the client holds before that stays,
    # what it holds from there on is replaced.
    log_from: int
    log: tuple[LogLine, ...]
    # How many moves have been made, as the seat counts.
    moves: int
    # How many had been made with the last choice of the side whose eyes the seat has, not counting
    # answers to what others do in their turn; 0 for none.
    since: int
    # Up to which move the side whose eyes the seat has has looked at everything.
    seen: int
    # What was said at the table, and one's own notes, in that order.
    talk: tuple[RemarkView, ...]
    can_undo: bool
    can_redo: bool
    # The last choice took something in hand that undo puts down again.
    in_hand: bool
    # A computer player is choosing.
    thinking: bool
    # How far it is with its plan, in hundredths; 0 if it needs none.
    thought: int
    # Side -> who leads its staff, and what to expect of him.
    leaders: dict[str, Leader]
    # Whether computer players tell at the end of their turn what they wanted.
    teaching: bool
    # Whether people at one screen have to hand over: something is hidden from one of them.
    secrets: bool
    # Whether this seat can have the record and the position file now.
    can_export: bool
    # The hash of the seed, published before the first roll, and the seed itself, in hexadecimal
    # digits, once the game is over.
    commitment: str
    seed: str
    # The version of the title's data that the table is played with.
    data: str


# From the client


class Choose(msgspec.Struct, frozen=True, tag="choose", forbid_unknown_fields=True):
    # The number of the decision that the choice is for.
    number: int
    verb: Short
    argument: Short = ""


class Undo(msgspec.Struct, frozen=True, tag="undo", forbid_unknown_fields=True):
    # The number of the first move to be taken back; the last one if left out.
    to: int | None = None


class Redo(msgspec.Struct, frozen=True, tag="redo", forbid_unknown_fields=True):
    pass


QueryKind = Literal[
    "preview",
    "why",
    "overlay",
    "stack",
    "together",
    "hint",
    "history",
    "replay",
    "luck",
    "battle",
    "forces",
    "ending",
    "wishes",
]


class Query(msgspec.Struct, frozen=True, tag="query", forbid_unknown_fields=True):
    # Comes back with the answer.
    id: int
    kind: QueryKind
    verb: Short = ""
    # For `overlay` its kind; for `stack` and `together` the label of a hex; for `history` and
    # `replay` the number of a move, 0 for the beginning.
    argument: Short = ""


class Say(msgspec.Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """Something for everybody at the table, or a note to oneself."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    # The number, from 0, of the line of the seat's log that it is about.
    about: int | None = None
    private: bool = False


class Seen(msgspec.Struct, frozen=True, tag="seen", forbid_unknown_fields=True):
    """Everything up to a move has been looked at, or put aside."""

    moves: int


ClientMessage = Choose | Undo | Redo | Query | Say | Seen


# From the server


class Why(msgspec.Struct, frozen=True):
    """Why something is not possible; without a reason it is possible."""

    reason: str
    case: str


class Frame(msgspec.Struct, frozen=True):
    """A moment of the past, told by what is different from the moment before."""

    # How many moves had been made.
    move: int
    # The units that have gone; then those that are new, behind all others, or look different.
    gone: tuple[str, ...]
    units: tuple[UnitView, ...]
    # Everything but the units, if anything of it is different.
    rest: Presentation | None


class Ending(msgspec.Struct, frozen=True):
    """A game that is over: what decided it, and how it came to that."""

    score: Score
    course: Course


class Wish(msgspec.Struct, frozen=True):
    """What a computer player wanted in one of its turns."""

    side: str
    # Who leads its staff.
    person: str
    # How many moves had been made when it thought of it.
    move: int
    # In words, and for the map.
    lines: tuple[str, ...]
    intentions: tuple[Intention, ...]


class State(msgspec.Struct, frozen=True, tag="state"):
    state: SeatState


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    """The answer to a query: the field of its kind is filled, if there is anything to say."""

    id: int
    kind: QueryKind
    preview: Preview | None = None
    why: Why | None = None
    overlay: tuple[OverlayArea, ...] | None = None
    stack: tuple[Line, ...] | None = None
    # Where all units of a stack can go, those in hand and those that could be picked up.
    together: tuple[str, ...] | None = None
    hint: Hint | None = None
    history: Presentation | None = None
    replay: tuple[Frame, ...] | None = None
    luck: Luck | None = None
    battle: Battle | None = None
    forces: Forces | None = None
    ending: Ending | None = None
    wishes: tuple[Wish, ...] | None = None


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    reason: str
    case: str = ""
    # The id of the query that is refused, if it is one.
    id: int | None = None


ServerMessage = State | Answer | Refused


class Problem(msgspec.Struct, frozen=True):
    """The body of every answer with an error status."""

    error: str
