"""The after-action report: a game as a Markdown page with pictures of the map.

It tells everything, secrets included: it is for those who may have the record.
"""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from .. import titles
from ..engine import Event, Game, Position, Title
from ..engine.presentation import Presentation, UnitView
from .luck import DiceCount, Luck, luck_of
from .pictures import Artist
from .story import Story

# What is done of so much.
Progress = Callable[[int, int], None]
PAGE = "report.md"


class Moment(msgspec.Struct, frozen=True):
    """A position worth a picture."""

    name: str
    caption: str
    shown: Presentation


class Chapter(msgspec.Struct):
    """A turn: its heading, and what happened in each of its phases."""

    heading: str
    # Phase, and the lines of it.
    phases: list[tuple[str, list[str]]]
    moment: Moment | None = None
    # Side -> the units it lost.
    losses: dict[str, Counter[str]] = msgspec.field(default_factory=dict)


def write_report(story: Story, progress: Progress | None = None) -> dict[str, bytes]:
    """The files of a report by their names."""
    title = titles.load(story.title)
    telling = _Telling(title)
    game = story.play(telling.after)
    chapters = telling.finish(game)
    start = _start(title, game)
    moments = [start, *(c.moment for c in chapters if c.moment is not None)]
    steps = len(moments) + 1

    def step(done: int) -> None:
        if progress is not None:
            progress(done, steps)

    artist = Artist(story.title, [moment.shown for moment in moments])
    step(1)
    files: dict[str, bytes] = {}
    for number, moment in enumerate(moments):
        files[f"pictures/{moment.name}.png"] = artist.png(moment.shown)
        step(number + 2)
    luck = luck_of(title, game.at(0), game.moves, None)
    return {PAGE: _page(title, story, game, start, chapters, luck).encode(), **files}


def packed(files: dict[str, bytes]) -> bytes:
    """Files as one archive; pictures are packed already."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            # Without the time of day: the same game makes the same archive.
            entry = zipfile.ZipInfo(name)
            entry.external_attr = 0o644 << 16
            kind = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
            archive.writestr(entry, content, compress_type=kind)
    return out.getvalue()


def report_archive(story: Story) -> bytes:
    return packed(write_report(story))


# Reading the game


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
        # What lay on the map before the move, for those who leave it.
        self._before: tuple[UnitView, ...] | None = None

    def after(self, game: Game) -> None:
        """A move has been made."""
        events = game.chronicle[self._told :]
        move = game.moves[-1]
        lost = [event for event in events if event.kind == "eliminated"]
        gone = self._gone(game) if lost else []
        dice = list(move.dice)
        for event in events:
            match event.kind:
                case "turn":
                    self._end_turn(game.position)
                    self._chapters.append(Chapter(self._title.text(event), [("", [])]))
                case "phase":
                    self._chapters[-1].phases.append((self._title.text(event), []))
                case _ if not event.not_for:
                    self._chapters[-1].phases[-1][1].append(_sentence(self._title, event, dice))
                    dice = []
        for unit in gone:
            self._chapters[-1].losses.setdefault(unit.side, Counter())[_name(unit)] += 1
        self._told = len(game.chronicle)

    def _gone(self, game: Game) -> list[UnitView]:
        """The units that the last move has taken off the map."""
        before = everything(self._title, game.at(len(game.moves) - 1))
        now = {unit.id for unit in everything(self._title, game.position).units if unit.hex}
        return [unit for unit in before.units if unit.hex and unit.id not in now]

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


def _sentence(title: Title, event: Event, dice: Sequence[int]) -> str:
    text = title.text(event).rstrip(".")
    text = text[:1].upper() + text[1:]
    rolled = f" Dice: {', '.join(map(str, dice))}." if len(dice) > 1 else ""
    secret = f" Known to {event.secret_of} only." if event.secret_of else ""
    case = f" [{event.case}]" if event.case else ""
    return f"{_plain(text)}.{rolled}{secret}{case}"


def _name(unit: UnitView) -> str:
    return f"{unit.title.removeprefix(unit.side).strip()} {unit.values}".strip()


def _plain(text: str) -> str:
    """Without what Markdown would take for more than text."""
    for sign in "\\*_`[]<>|":
        text = text.replace(sign, f"\\{sign}")
    return text


# Writing the page


def _page(
    title: Title,
    story: Story,
    game: Game,
    start: Moment,
    chapters: Sequence[Chapter],
    luck: Luck,
) -> str:
    scenario = next(s for s in title.scenarios if s.key == game.position.scenario)
    options = [o.name for o in title.options if o.key in game.position.options]
    entry = titles.entry(title.slug)
    lines = [
        f"# {title.name}: {scenario.name}",
        "",
        f"*{entry.subtitle}.* {scenario.text}",
        "",
        "| | |",
        "|---|---|",
        f"| Optional rules | {', '.join(options) or 'none'} |",
        *(f"| {side} | {_plain(story.players.get(side, 'unknown'))} |" for side in title.sides),
        f"| Choices | {len(game.moves)} |",
        f"| Result | {_result(title, game)} |",
        "",
        *_picture(start),
    ]
    for chapter in chapters:
        lines += _chapter(chapter)
    lines += _losses(title, chapters)
    lines += _dice(luck)
    lines.append("Numbers in brackets are the cases of the rulebook that made it happen.")
    return "\n".join(lines) + "\n"


def _result(title: Title, game: Game) -> str:
    shown = title.present(game.position.view(""))
    if shown.outcome is None:
        return f"open: turn {shown.turn} of {shown.turns}, {shown.phase}"
    ended = shown.outcome
    return f"**{ended.headline}**. {_plain(ended.detail)} [{ended.case}]"


def _picture(moment: Moment) -> list[str]:
    return [f"![{moment.caption}](pictures/{moment.name}.png)", "", f"*{moment.caption}.*", ""]


def _chapter(chapter: Chapter) -> list[str]:
    lines = [f"## {chapter.heading or 'Before the first turn'}", ""]
    told = False
    for phase, sentences in chapter.phases:
        if not sentences:
            continue
        told = True
        if phase:
            lines += [f"### {phase}", ""]
        lines += [*(f"- {sentence}" for sentence in sentences), ""]
    if not told:
        lines += ["Nothing happened.", ""]
    if chapter.moment is not None:
        lines += _picture(chapter.moment)
    return lines


def _losses(title: Title, chapters: Sequence[Chapter]) -> list[str]:
    if not any(chapter.losses for chapter in chapters):
        return []
    lines = ["## Losses", "", f"| turn | {' | '.join(title.sides)} |", "|---|---|---|"]
    totals: Counter[str] = Counter()
    for chapter in chapters:
        if not chapter.losses:
            continue
        cells = []
        for side in title.sides:
            lost = chapter.losses.get(side, Counter())
            totals[side] += lost.total()
            cells.append(", ".join(f"{n} \u00d7 {name}" for name, n in lost.items()) or "none")
        lines.append(f"| {chapter.heading} | {' | '.join(cells)} |")
    sums = " | ".join(f"**{totals[side]} units**" for side in title.sides)
    return [*lines, f"| **together** | {sums} |", ""]


def _dice(luck: Luck) -> list[str]:
    lines = ["## Dice and luck", ""]
    for side in luck.sides:
        lines += [f"**{side.side}**: {_thrown(side.dice)}{_fortune(side.judged, side.luck)}", ""]
        for dice in side.dice:
            faces = " | ".join(str(face) for face in range(1, dice.sides + 1))
            counts = " | ".join(map(str, dice.counts))
            expected = f"{sum(dice.counts) / dice.sides:.1f}"
            lines += [
                f"| face | {faces} | expected |",
                f"|---|{'---:|' * (dice.sides + 1)}",
                f"| times | {counts} | {expected} each |",
                "",
            ]
        if side.judged:
            lines += [f"Two games in three stay within ±{side.spread:.2f}.", ""]
    if luck.rolls:
        lines += [
            "The luck of a roll is the chance of a worse result minus the chance of a better one: "
            "0 is what to expect, +1 a miracle, \u22121 a disaster.",
            "",
            "| roll | chance | luck |",
            "|---|---:|---:|",
            *(
                f"| {_plain(roll.text)} | {roll.chance:.0%} | {_signed(roll.luck)} |"
                for roll in luck.rolls
            ),
            "",
        ]
    return lines


def _thrown(dice: Sequence[DiceCount]) -> str:
    thrown = []
    for kind in dice:
        total = sum(kind.counts)
        mean = sum(n * face for face, n in enumerate(kind.counts, 1)) / total
        thrown.append(
            f"{total} {'dice' if total > 1 else 'die'} of {kind.sides}, mean {mean:.2f} "
            f"where {(kind.sides + 1) / 2:.1f} was to be expected"
        )
    return "; ".join(thrown) or "no dice"


def _fortune(judged: int, luck: float) -> str:
    if not judged:
        return "."
    return f". Luck {_signed(luck)} in {judged} {'rolls' if judged > 1 else 'roll'}."


def _signed(luck: float) -> str:
    sign = "+" if luck > 0 else "\u2212" if luck < 0 else ""
    return f"{sign}{abs(luck):.2f}"
