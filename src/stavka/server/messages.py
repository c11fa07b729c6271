"""What goes between server and client, apart from what titles present (docs/protocol.md).

`stavka schema` prints all of it as JSON Schema; the client's types are generated from that.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

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

# A hash, or 32 random bytes, in hexadecimal digits.
Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]

# The player that is no computer player.
PERSON = "person"


# Titles, maps, rules


class SideWorth(msgspec.Struct, frozen=True):
    """How often a side has won, and between which the true rate lies with 95 %."""

    side: str
    rate: float
    low: float
    high: float


class WorthInfo(msgspec.Struct, frozen=True):
    """How a scenario has ended between equal computer players."""

    # Who played both sides.
    players: str
    games: int
    sides: tuple[SideWorth, ...]
    # The share of games that nobody has won.
    drawn: float


class ScenarioInfo(msgspec.Struct, frozen=True):
    key: str
    name: str
    text: str
    # The keys of the options that can be played with it.
    options: tuple[str, ...]
    # Those of them that are on unless somebody switches them off.
    defaults: tuple[str, ...]
    # What it is worth to each side, as far as that has been measured.
    worth: WorthInfo | None


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
    # Whether all sides that people play have one seat, for several people at one screen.
    hot_seat: bool = False
    # How many days each side has for each turn, from 1 to 60; none without a clock.
    clock: int | None = None


class ImportTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    # A record or a position file.
    text: Long
    # Who goes on to play each side.
    players: dict[Short, Short]
    hot_seat: bool = False
    clock: int | None = None


class Invitation(msgspec.Struct, frozen=True):
    """A secret by which a seat can be taken, once."""

    sides: tuple[str, ...]
    secret: str


class TableLinks(msgspec.Struct, frozen=True):
    """What opens a new table; it is told once and nowhere kept in clear."""

    table: str
    title: str
    # One for each seat that a person can take.
    invitations: tuple[Invitation, ...]
    # The secret of a seat that any number of people may watch from.
    spectator: str


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat that a person plays from."""

    sides: tuple[str, ...]
    # What whoever has taken it calls himself, and since when he has it (the time of the server,
    # UTC); empty if nobody has.
    name: str
    since: str
    # From how many browsers it has been used, and from how many it is looked at now.
    browsers: int
    here: int
    # Which of twelve colours stands for whoever has it.
    hue: int = 0
    # The id of his account, if he has one, and his rating in the title as it is shown.
    account: str = ""
    rating: str = ""


class DiceState(msgspec.Struct, frozen=True):
    """What the dice of a table follow from; docs/protocol.md tells how."""

    # The hash of the server's secret, published before anybody has come.
    commitment: str
    # Seat -> the hash of the share that its player adds.
    shares: dict[str, str]
    # The seats that the dice wait for: their players have not come, or not opened their shares.
    # Nothing if dice can be rolled.
    wait_for: tuple[str, ...]
    # Whether this seat is asked to open its share now: everybody has committed himself.
    wanted: bool
    # Whether this seat is asked to commit itself to a share: it has not, or all were thrown away.
    anew: bool
    # Whether the dice follow from the server's secret alone.
    alone: bool
    # So many of the first dice came from a file. It is fixed by the commitment, as is who adds to
    # the dice, and how the game began.
    file: int
    seats: tuple[str, ...]
    # Once the game is over: the fingerprint of the position file that it began with, if it did; the
    # server's secret, and seat -> its share, in hexadecimal digits.
    begun: str
    seed: str
    opened: dict[str, str]


class InvitationView(msgspec.Struct, frozen=True):
    """What somebody is invited to."""

    table: str
    title: str
    scenario: str
    sides: tuple[str, ...]
    # Side -> who plays it.
    players: dict[str, str]
    seats: tuple[SeatInfo, ...]
    # The hash of the server's secret.
    commitment: str
    # Whether nobody else adds to the dice, so that the share is to be opened at once.
    last: bool
    # How many days each side has for each turn; 0 without a clock.
    clock: int = 0


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Takes a seat."""

    # The hash of a share for the dice.
    commitment: Hex
    # The share itself: only where nobody else adds to the dice.
    share: Hex | None = None
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a seat that was lost."""

    name: Annotated[str, msgspec.Meta(max_length=40)] = ""


class OwnSeat(msgspec.Struct, frozen=True):
    """The secret of a seat that was taken or asked for."""

    secret: str


class Invite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for an invitation to a seat: one's own, or one that nobody has."""

    sides: tuple[Short, ...]


class NewOffer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Offers a seat that nobody has to everybody, with a few words."""

    sides: tuple[Short, ...]
    words: Annotated[str, msgspec.Meta(max_length=120)] = ""


class TakeOffer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Takes a seat that is offered."""

    # The sides of the seat, in case that another one is offered meanwhile.
    sides: tuple[Short, ...]
    # As in a `Claim`.
    commitment: Hex
    share: Hex | None = None
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""


class OfferView(msgspec.Struct, frozen=True):
    """A seat that anybody may take."""

    table: str
    # The names of the title and of the scenario.
    title: str
    scenario: str
    sides: tuple[str, ...]
    words: str
    # Who offers it, the id of his account if he has one, and his rating as it is shown.
    name: str
    account: str
    rating: str
    since: str
    # How many days each side has for each turn; 0 without a clock.
    clock: int = 0


class RatingView(msgspec.Struct, frozen=True):
    """How strong somebody is thought to be in a title."""

    account: str
    name: str
    hue: int
    # The title's slug.
    title: str
    rating: int
    deviation: int
    games: int
    # As it is shown: `1540 ± 120`, or `new`.
    text: str


class ResultView(msgspec.Struct, frozen=True):
    """How a game has ended for somebody."""

    title: str
    scenario: str
    side: str
    # 1 for a victory, 0.5 for a draw, 0 for a defeat; and how the title calls it.
    result: float
    level: str
    reason: str
    # Whether it counted for his rating.
    rated: bool
    ended: str
    # The opponents' names, as far as they have accounts, or are computer players.
    against: tuple[str, ...]


class PersonView(msgspec.Struct, frozen=True):
    """What everybody may know of somebody with an account."""

    id: str
    name: str
    # Which of twelve colours stands for him.
    hue: int
    since: str
    ratings: tuple[RatingView, ...]
    # How many of his games have ended, and the last of them.
    games: int
    results: tuple[ResultView, ...]


class KeepApart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Mutes an account, or blocks it."""

    account: Short
    kind: Literal["mute", "block"]


class KeptApart(msgspec.Struct, frozen=True):
    account: str
    name: str
    kind: str


# Accounts


Name = Annotated[str, msgspec.Meta(max_length=40)]


class NewAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody wants to be known again; `device` is what he calls the one that he sits at."""

    name: Name
    device: Name = ""


class JoinAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another device of somebody who is known, by a code from one of the others."""

    code: Short
    device: Name = ""


class OwnAccount(msgspec.Struct, frozen=True):
    """An account, and the secret of the device that has made or joined it: told once."""

    id: str
    name: str
    secret: str


class DeviceInfo(msgspec.Struct, frozen=True):
    id: str
    name: str
    since: str
    # The day on which it was last used.
    used: str
    # Whether it is the one that asks.
    own: bool


class AccountSeat(msgspec.Struct, frozen=True):
    """A seat of an account. It is entered with `<table>.<secret of the device>.<mark>`."""

    table: str
    mark: str
    # The slug of the title, its name, and that of the scenario.
    title: str
    name: str
    scenario: str
    sides: tuple[str, ...]
    since: str
    over: bool


class AccountView(msgspec.Struct, frozen=True):
    """What somebody is shown of his account."""

    id: str
    name: str
    # As in `SeatInfo`.
    hue: int
    settings: dict[str, Any]
    devices: tuple[DeviceInfo, ...]
    seats: tuple[AccountSeat, ...]


class ChangeAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another name; other settings, of which those that are not named stay as they are and those
    that are null go."""

    name: Name | None = None
    settings: dict[Short, Short | int | bool | None] | None = None


class DeviceCode(msgspec.Struct, frozen=True):
    """A code by which another device joins, and for how many seconds."""

    code: str
    seconds: int


class PrivacyView(msgspec.Struct, frozen=True):
    """What only whoever runs the server can say of what is kept."""

    # His own words, paragraph by paragraph.
    words: tuple[str, ...]
    # After how many days a table goes that nobody uses; never if there is no number.
    forget_after: int | None


class Reach(msgspec.Struct, frozen=True):
    """How others reach the server; told to whoever sits at its machine."""

    # Only this machine can.
    alone: bool
    # Where the page is found from elsewhere in the same network, such as http://192.168.1.5:8421.
    origins: tuple[str, ...]
    # Whether it has a laboratory for whoever sits there.
    laboratory: bool = False


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


# The laboratory


class LabRate(msgspec.Struct, frozen=True):
    """How often a side wins, and between which the true rate lies with 95 %."""

    side: str
    times: int
    rate: float
    low: float
    high: float


class LabCell(msgspec.Struct, frozen=True):
    """One case of an experiment."""

    name: str
    done: int
    # How many games there will be.
    of: int
    # Whether a sequential test has ended it early.
    decided: bool
    # Games that broke off; they are among those that are done, and not in the rates.
    broken: int
    # Nothing before the first game has come to its end.
    rates: tuple[LabRate, ...]


class LabReport(msgspec.Struct, frozen=True):
    """The page that tells of a run."""

    # How many games it tells of.
    games: int
    # Whether it can be had.
    ready: bool
    # Why it cannot be written; empty if nothing is wrong.
    problem: str


class LabEntry(msgspec.Struct, frozen=True):
    """An experiment, a run of it, or both."""

    # What orders name it by.
    key: str
    # The names of the files; empty where there is none.
    experiment: str
    run: str
    # Nothing is known of a file that cannot be read but its problem.
    name: str
    title: str
    text: str
    cells: tuple[LabCell, ...]
    done: int
    of: int
    broken: int
    # Who plays it: nobody, a process of this server, or another one of this machine.
    playing: Literal["", "here", "elsewhere"]
    # Seconds that are left, as far as can be told.
    left: float | None
    # What is wrong with a file, or why the last run from here broke off.
    problem: str
    report: LabReport | None


class LabView(msgspec.Struct, frozen=True):
    """What lies in the folder of the laboratory."""

    folder: str
    entries: tuple[LabEntry, ...]


class LabOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to be done with an entry: play or go on, stop, write the report."""

    key: Annotated[str, msgspec.Meta(max_length=300)]


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


class ProposalView(msgspec.Struct, frozen=True):
    """Something that holds only if the others agree."""

    id: int
    # The dice of the server alone; a seat for somebody who has lost it; to go on by other rules
    # from a moment before they are another game.
    kind: Literal["dice", "seat", "rules"]
    text: str
    # The seats that have agreed, and those that are still asked.
    agreed: tuple[str, ...]
    wait_for: tuple[str, ...]
    # Whether this seat is asked, and whether it may refuse.
    asked: bool
    may_refuse: bool


class ClockView(msgspec.Struct, frozen=True):
    """How much time there is to choose. Times are those of the server, UTC."""

    # So many days each side has for each player's turn.
    days: int
    # The side whose time runs, and when it is up; empty where none does.
    runs: str
    until: str
    # Side -> how many seconds it had left in this turn when that clock began to run.
    left: dict[str, int]
    # Until when it stands still because whoever plays the side is away; empty if it does not.
    away: str
    # The side that has claimed the win, and until when the other one can still choose.
    claimant: str
    grace: str
    # The side that has lost on time; empty if none has.
    lost: str


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
    # Who sits where, and what the dice follow from.
    seats: tuple[SeatInfo, ...]
    dice: DiceState
    proposals: tuple[ProposalView, ...]
    # The version of the title's data that the table is played with.
    data: str
    # Why nothing can be done at the table any more; empty if it can.
    closed: str
    # How much time there is, at a table that has a clock.
    clock: ClockView | None


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


class Commit(msgspec.Struct, frozen=True, tag="commit", forbid_unknown_fields=True):
    """Commits the seat to a share, if it is asked to."""

    commitment: Hex


class OpenShare(msgspec.Struct, frozen=True, tag="share", forbid_unknown_fields=True):
    """Opens the share that the seat has committed itself to."""

    share: Hex


class Propose(msgspec.Struct, frozen=True, tag="propose", forbid_unknown_fields=True):
    kind: Literal["dice"]


class Agree(msgspec.Struct, frozen=True, tag="agree", forbid_unknown_fields=True):
    """Says yes or no to a proposal."""

    proposal: int
    yes: bool


class OnTime(msgspec.Struct, frozen=True, tag="on-time", forbid_unknown_fields=True):
    """Claims the win of a side whose time is up, gives it more time after all, or ends the game
    after its grace."""

    step: Literal["claim", "withdraw", "complete"]


ClientMessage = (
    Choose | Undo | Redo | Query | Say | Seen | Commit | OpenShare | Propose | Agree | OnTime
)


class Enter(msgspec.Struct, frozen=True, tag="enter", tag_field="type", forbid_unknown_fields=True):
    """The first message over a WebSocket: who comes."""

    secret: Short
    # What tells this browser from others: letters that it has drawn once.
    browser: Annotated[str, msgspec.Meta(max_length=40)] = ""


# From the server


class Why(msgspec.Struct, frozen=True):
    """Why something is not possible; without a reason it is possible."""

    reason: str
    case: str


class Changes(msgspec.Struct, frozen=True):
    """A list, told by what is different from the list before."""

    # The places, from 0, in the list before of what is no longer there, or looks different.
    gone: tuple[int, ...]
    # What is new or looks different, and the place of each in the list as it is now.
    new: tuple[Any, ...]
    places: tuple[int, ...]


class Frame(msgspec.Struct, frozen=True):
    """A moment of the past, told by what is different from the moment before."""

    # How many moves had been made.
    move: int
    units: Changes
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


class News(msgspec.Struct, frozen=True, tag="news"):
    """What is different from what the screen was sent last."""

    # How many there have been since the `state` with which the line began.
    number: int
    # The fields of `SeatState` and of its `Presentation` that are different, but for those below.
    state: dict[str, Any]
    presentation: dict[str, Any]
    # The lists of the `Presentation` that are different: units, markers, facts ...
    lists: dict[str, Changes]
    # Lines and remarks from these numbers on, which replace whatever the client has there.
    log_from: int
    log: tuple[LogLine, ...]
    talk_from: int
    talk: tuple[RemarkView, ...]


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


ServerMessage = State | News | Answer | Refused


# Notices


class NewChannel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How somebody wants to be reached: an address on the web, or of mail."""

    kind: Literal["webhook", "mail"]
    address: Annotated[str, msgspec.Meta(max_length=500)]


class TypedCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code that was sent to an address."""

    code: Short


class Stop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The word behind `#stop/` in a mail."""

    word: Short


class QuietTimes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When somebody is not to be told anything. Empty where nothing is set."""

    # Hours of every day (`22:00`), which may go over midnight, by the clocks of a place
    # (`Europe/Berlin`).
    start: Short = ""
    end: Short = ""
    zone: Short = "UTC"
    # The day on which he is back (`2026-08-31`).
    away: Short = ""


class ChannelView(msgspec.Struct, frozen=True):
    kind: Literal["webhook", "mail", "push"]
    # Of an address on the web the machine alone: the rest is a secret. Empty for devices.
    address: str
    # Since when it is used; empty until the code that was sent to it has come back.
    since: str
    # Why the last notice could not be sent.
    failed: str


class NewPush(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a browser has subscribed to, so that it shows notices: where its push service takes
    them, and with what they are encrypted (base64url)."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    p256dh: Short
    auth: Short


class ToldDevice(msgspec.Struct, frozen=True):
    """A device of the account that shows notices."""

    id: str
    name: str
    since: str
    # Whether it is the one that asks.
    own: bool


class ContactView(msgspec.Struct, frozen=True):
    """How somebody is reached, and when not."""

    channels: tuple[ChannelView, ...]
    # The kinds of channels that this server has.
    kinds: tuple[Literal["webhook", "mail", "push"], ...]
    quiet: QuietTimes
    # The devices that show notices, if there is a channel for that.
    devices: tuple[ToldDevice, ...]
    # The public key that browsers subscribe for (base64url); empty if this server has no such
    # channel.
    push_key: str
    # How many more days of this year can stop clocks, and until when those of somebody who is away
    # stand; empty if they run.
    days_left: int
    stands: str


# Passkeys


# Bytes in URL-safe text without padding, as browsers write them.
Bytes64 = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]*$", max_length=12_000)]


class PasskeysOffered(msgspec.Struct, frozen=True):
    """Whether one can come in by a passkey."""

    # On the pages of which address alone (`https://games.example.org`); empty if nowhere.
    origin: str


class PasskeyAsked(msgspec.Struct, frozen=True):
    """What any passkey of this server is to sign, once, and within so many seconds."""

    challenge: Bytes64
    # The name that passkeys are made for.
    party: str
    seconds: int


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a passkey has signed, as the browser tells it: `clientDataJSON`, `authenticatorData`,
    `signature` and `userHandle`; and what the device is called."""

    credential: Bytes64
    client: Bytes64
    authenticator: Bytes64
    signature: Bytes64
    user: Bytes64
    device: Name = ""


class PasskeyWanted(msgspec.Struct, frozen=True):
    """For whom a passkey is to be made, how it may sign, and which there are already; the rest is
    as in `PasskeyAsked`."""

    challenge: Bytes64
    party: str
    seconds: int
    user: Bytes64
    name: str
    # Numbers of COSE, those that are liked best first.
    algorithms: tuple[int, ...]
    known: tuple[Bytes64, ...]


class NewPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey that was made, as the browser tells it: `clientDataJSON`, `attestationObject`; and
    what its owner calls it."""

    credential: Bytes64
    client: Bytes64
    attestation: Bytes64
    name: Name = ""


class PasskeyInfo(msgspec.Struct, frozen=True):
    id: str
    name: str
    since: str
    # The day on which it was last used.
    used: str


class Problem(msgspec.Struct, frozen=True):
    """The body of every answer with an error status."""

    error: str
