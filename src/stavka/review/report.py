"""The after-action report: a game as a Markdown page with pictures of the map.

It tells everything, secrets included: it is for those who may have the record.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence

from .. import titles
from ..engine.texts import counted
from .luck import DiceCount, Luck
from .pictures import Artist
from .story import Story
from .telling import Account, Chapter, Moment, Progress, Told, account_of, signed

PAGE = "report.md"
# What means something in Markdown, and what makes a link of an address that stands there as it is.
_SIGNS = re.compile(r"[\\*_`\[\]<>|&#~]|(?<=:)//|(?<=www)\.", re.IGNORECASE)


def write_report(story: Story, progress: Progress | None = None) -> dict[str, bytes]:
    """The files of a report by their names."""
    account = account_of(story)
    moments = account.moments
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
    return {PAGE: _page(account).encode(), **files}


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


# Writing the page


def _page(account: Account) -> str:
    title, story, game = account.title, account.story, account.game
    scenario = account.scenario
    entry = titles.entry(title.slug)
    lines = [
        f"# {title.name}: {scenario.name}",
        "",
        f"*{entry.subtitle}.* {scenario.text}",
        "",
        "| | |",
        "|---|---|",
        f"| Optional rules | {_plain(account.options)} |",
        *(f"| {side} | {_plain(story.players.get(side, 'unknown'))} |" for side in title.sides),
        f"| Choices | {len(game.moves)} |",
        f"| Result | {_result(account)} |",
        "",
        *_picture(account.start),
    ]
    for chapter in account.chapters:
        lines += _chapter(chapter)
    lines += _losses(account)
    lines += _dice(account.luck)
    lines.append("Numbers in brackets are the cases of the rulebook that made it happen.")
    return "\n".join(lines) + "\n"


def _result(account: Account) -> str:
    ended = account.outcome
    if ended is None:
        return f"open: {_plain(account.standing)}"
    return f"**{_plain(ended.headline)}**. {_plain(ended.detail)} [{_plain(ended.case)}]"


def _sentence(told: Told) -> str:
    rolled = f" Dice: {', '.join(map(str, told.dice))}." if told.dice else ""
    secret = f" Known to {_plain(told.secret_of)} only." if told.secret_of else ""
    case = f" [{_plain(told.case)}]" if told.case else ""
    return f"{_plain(told.text)}.{rolled}{secret}{case}"


def _plain(text: str) -> str:
    """One line, without what Markdown would take for more than text: whoever brings a game may
    have written anything into it."""
    return _SIGNS.sub(r"\\\g<0>", " ".join(text.split()))


def _picture(moment: Moment) -> list[str]:
    caption = _plain(moment.caption)
    return [f"![{caption}](pictures/{moment.name}.png)", "", f"*{caption}.*", ""]


def _chapter(chapter: Chapter) -> list[str]:
    lines = [f"## {_plain(chapter.heading) or 'Before the first turn'}", ""]
    told = False
    for phase, happened in chapter.phases:
        if not happened:
            continue
        told = True
        if phase:
            lines += [f"### {_plain(phase)}", ""]
        lines += [*(f"- {_sentence(told)}" for told in happened), ""]
    if not told:
        lines += ["Nothing happened.", ""]
    if chapter.moment is not None:
        lines += _picture(chapter.moment)
    return lines


def _losses(account: Account) -> list[str]:
    if not account.losses:
        return []
    lines = ["## Losses", "", f"| turn | {' | '.join(account.title.sides)} |", "|---|---|---|"]
    lines += [f"| {' | '.join(map(_plain, row))} |" for row in account.losses_by_turn]
    sums = " | ".join(f"**{lost}**" for lost in account.losses_together)
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
                f"| {_plain(roll.text)} | {roll.chance:.0%} | {signed(roll.luck)} |"
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
    return f". Luck {signed(luck)} in {counted(judged, 'roll')}."
