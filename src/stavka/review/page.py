"""The after-action report as one HTML file that needs nothing beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files

from .. import titles
from ..drawing import fonts
from ..engine.presentation import Line
from ..engine.score import Score
from ..engine.texts import counted
from .album import Album, map_of
from .course import Course
from .luck import Luck, SideLuck
from .story import Story
from .telling import Account, Chapter, Moment, Progress, Told, account_of, signed

# How much of the work is which part of it, in hundredths: playing the game, the map, the page.
PLAYED, MAPPED, WRITTEN = 60, 90, 100


def write_page(story: Story, progress: Progress | None = None, map_svg: str = "") -> str:
    """The report; a map that has been drawn already need not be drawn again."""

    def told(hundredths: int) -> None:
        if progress is not None:
            progress(hundredths, WRITTEN)

    account = account_of(story, lambda done, of: told(PLAYED * done // of))
    told(PLAYED)
    drawn = map_svg or map_of(story.title)
    told(MAPPED)
    page = _page(account, drawn)
    told(WRITTEN)
    return page


def _page(account: Account, map_svg: str) -> str:
    album = Album(account.story.title, [moment.shown for moment in account.moments])
    name = f"{account.title.name}: {account.scenario.name}"
    body = "".join(
        [
            *_head(account),
            _contents(account.chapters),
            _figure(album, account.start),
            *(_chapter(number, c, album) for number, c in enumerate(account.chapters, 1)),
            *_losses(account),
            *_luck(account.luck),
        ]
    )
    style = (files(__package__) / "report.css").read_text(encoding="utf-8")
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(name)}</title><style>{fonts.embedded()}{style}</style></head>"
        f"<body>{album.shared(map_svg)}<main>{body}</main></body></html>\n"
    )


# The head


def _head(account: Account) -> Iterator[str]:
    title, scenario = account.title, account.scenario
    subtitle = f"{titles.entry(title.slug).subtitle}. {scenario.text}"
    yield f"<h1>{escape(title.name)}: {escape(scenario.name)}</h1>"
    yield f'<p class="subtitle">{escape(subtitle)}</p>{_result(account)}'
    players = account.story.players
    rows = [(side, players.get(side, "unknown")) for side in title.sides]
    rows.append(("Optional rules", account.options))
    rows.append(("Choices", str(len(account.game.moves))))
    yield table((), rows)
    yield _score(account.score)
    yield _course(account.title.sides, account.course)


def _result(account: Account) -> str:
    ended = account.outcome
    if ended is None:
        return f'<p class="result"><b>Not over</b><br>{escape(account.standing)}</p>'
    detail = f"{escape(ended.detail)}{_case(ended.case)}"
    return f'<p class="result"><b>{escape(ended.headline)}</b><br>{detail}</p>'


def _score(score: Score) -> str:
    if not score.lines and score.total is None:
        return ""
    rows = "".join(_score_line(line, "") for line in score.lines)
    total = _score_line(score.total, "total") if score.total else ""
    levels = "".join(
        f'<tr class="{"reached" if rung.reached else ""}"><th scope="row">{escape(rung.level)}</th>'
        f"<td>{escape(rung.takes)}</td></tr>"
        for rung in score.levels
    )
    ladder = f"<table><tbody>{levels}</tbody></table>" if levels else ""
    return (
        f'<h2 id="score">What decides</h2><table><tbody>{rows}{total}</tbody></table><p></p>'
        f"{ladder}"
    )


def _score_line(line: Line, kind: str) -> str:
    return (
        f'<tr class="{kind}"><th scope="row">{escape(line.text)}{_case(line.case)}</th>'
        f'<td class="number">{escape(line.value)}</td></tr>'
    )


# The course

WIDE, HIGH = 600.0, 140.0


def _course(sides: Sequence[str], course: Course) -> str:
    if not course.turning_points:
        return ""
    points = "".join(
        f"<li><b>{escape(point.turn)}, {escape(point.phase)}</b>, for {escape(point.side)}: "
        f"{escape(point.text)}</li>"
        for point in course.turning_points
    )
    return (
        f'<h2 id="course">Turning points</h2>{_curve(course)}'
        f"<p><small>Up is good for {escape(sides[0])}, down for {escape(sides[1])}, as the computer"
        f" player judges it.</small></p><ol>{points}</ol>"
    )


def _curve(course: Course) -> str:
    stood = course.standings
    values = [standing.value for standing in stood]
    least, range_ = min(values), max(values) - min(values) or 1.0
    first, length = stood[0].move, stood[-1].move - stood[0].move or 1

    def at(move: int, value: float) -> tuple[str, str]:
        x = WIDE * max(move - first, 0) / length
        return f"{x:.1f}", f"{HIGH - HIGH * (value - least) / range_:.1f}"

    line = " ".join(",".join(at(s.move, s.value)) for s in stood)
    marks = ""
    for number, point in enumerate(course.turning_points, 1):
        value = next((s.value for s in stood if s.move >= point.move), values[-1])
        x, y = at(point.move, value)
        marks += f'<g transform="translate({x} {y})"><circle r="9"/><text y="4">{number}</text></g>'
    box = f"-12 -12 {WIDE + 24:g} {HIGH + 24:g}"
    return (
        f'<svg class="curve" viewBox="{box}" role="img" aria-label="How the game stood, phase by '
        f'phase"><polyline points="{line}"/>{marks}</svg>'
    )


# Turn by turn


def _contents(chapters: Sequence[Chapter]) -> str:
    links = "".join(
        f'<a href="#turn-{number}">{escape(_heading(chapter))}</a>'
        for number, chapter in enumerate(chapters, 1)
    )
    return f'<nav aria-label="Contents">{links}<a href="#luck">Dice and luck</a></nav>'


def _heading(chapter: Chapter) -> str:
    return chapter.heading or "Before the first turn"


def _chapter(number: int, chapter: Chapter, album: Album) -> str:
    parts = [f'<h2 id="turn-{number}">{escape(_heading(chapter))}</h2>']
    for phase, happened in chapter.phases:
        if happened:
            parts += [f"<h3>{escape(phase)}</h3>" if phase else "", _list(map(_sentence, happened))]
    if len(parts) == 1:
        parts.append("<p>Nothing happened.</p>")
    if chapter.moment is not None:
        parts.append(_figure(album, chapter.moment))
    return "".join(parts)


def _sentence(told: Told) -> str:
    rolled = f" Dice: {', '.join(map(str, told.dice))}." if told.dice else ""
    secret = f' <span class="secret">Known to {escape(told.secret_of)} only.</span>'
    return f"{escape(told.text)}.{rolled}{secret if told.secret_of else ''}{_case(told.case)}"


def _figure(album: Album, moment: Moment) -> str:
    picture = album.picture(moment.shown, moment.caption)
    return f"<figure>{picture}<figcaption>{escape(moment.caption)}</figcaption></figure>"


# Losses and luck


def _losses(account: Account) -> Iterator[str]:
    if not account.losses:
        return
    heads = ("Turn", *account.title.sides)
    rows = [*account.losses_by_turn, ("Together", *account.losses_together)]
    yield f'<h2 id="losses">Losses</h2><div class="wide">{table(heads, rows)}</div>'


def _luck(luck: Luck) -> Iterator[str]:
    yield '<h2 id="luck">Dice and luck</h2>'
    for side in luck.sides:
        yield f"<h3>{escape(side.side)}</h3><p>{_fortune(side)}</p>"
        for dice in side.dice:
            faces = [str(face) for face in range(1, dice.sides + 1)]
            expected = f"{sum(dice.counts) / dice.sides:.1f} each"
            heads = ("Face", *faces, "Expected")
            yield table(heads, [("Times", *map(str, dice.counts), expected)])
    if luck.rolls:
        yield (
            "<p>The luck of a roll is the chance of a worse result minus the chance of a better "
            "one: 0 is what to expect, +1 a miracle, \u22121 a disaster.</p>"
        )
        rows = [(roll.text, f"{roll.chance:.0%}", signed(roll.luck)) for roll in luck.rolls]
        yield f'<div class="wide">{table(("Roll", "Chance", "Luck"), rows)}</div>'


def _fortune(side: SideLuck) -> str:
    if not side.judged:
        return "No luck to judge."
    return (
        f"Luck {signed(side.luck)} in {counted(side.judged, 'roll')}; two games in three stay"
        f" within \u00b1{side.spread:.2f}."
    )


# Parts of a page


def _case(case: str) -> str:
    return f' <span class="case">[{escape(case)}]</span>' if case else ""


def _list(items: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    body = ""
    for first, *others in rows:
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in others)
        body += f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>'
    top = f"<thead><tr>{head}</tr></thead>" if heads else ""
    return f"<table>{top}<tbody>{body}</tbody></table>"
