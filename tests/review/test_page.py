"""The after-action report as one page."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from stavka.cli import main
from stavka.review.page import write_page
from stavka.review.telling import everything

from .test_report import LINES, RECORD, TITLE, story

# A map that takes no time to draw.
PAPER = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'


@pytest.fixture(scope="module")
def page() -> str:
    return write_page(story(LINES), map_svg=PAPER)


class Balance(HTMLParser):
    """Whether every element is closed where it should be."""

    ALONE = frozenset({"meta", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: set[str] = set()
        self.links: set[str] = set()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        self.ids.add(found.get("id") or "")
        self.links.add(found.get("href") or "")
        if tag not in self.ALONE:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        self.ids.add(found.get("id") or "")
        self.links.add(found.get("href") or "")


def test_the_page_needs_nothing_beside_it(page: str) -> None:
    balance = Balance()
    balance.feed(page)
    assert balance.open == []
    for link in balance.links - {""}:
        assert link.startswith("data:") or link.removeprefix("#") in balance.ids, link
    assert "<script" not in page
    assert not re.search(r"""(?:src|url\()=?["']?https?:""", page)


def test_everything_that_happened_is_told(page: str) -> None:
    game = story(LINES).play()
    events = [e for e in game.chronicle if e.kind not in ("turn", "phase") and not e.not_for]
    told = [unescape(re.sub(r"<.*?>", "", line)) for line in re.findall(r"<li>(.*?)</li>", page)]
    lines = [line for line in told if line.endswith("]")]
    assert len(lines) == len(events) > 100
    for line, event in zip(lines, events, strict=True):
        assert line.startswith(TITLE.text(event)) and line.endswith(f"[{event.case}]")
        assert ("Known to Chinese only" in line) == bool(event.secret_of)


def test_every_counter_is_drawn_once_and_lies_where_it_lay(page: str) -> None:
    last = page[page.rindex("<figure>") : page.rindex("</figure>")]
    shown = everything(TITLE, story(LINES).play().position)
    lying = [unit for unit in shown.units if unit.hex]
    # A stack of more than four shows its four upper counters.
    assert 0.9 * len(lying) < last.count('<use href="#c') <= len(lying)
    looks = re.findall(r'<g id="c\d+">(.*?)</g><g id="c', page)
    assert len(set(looks)) == len(looks) < len(lying)
    assert page.count("data:image/svg+xml") == 1


def test_a_game_that_is_over_tells_how_it_was_decided() -> None:
    whole = write_page(story(10_000), map_svg=PAPER)
    assert re.search('<p class="result"><b>(Soviet|Chinese) victory</b>', whole)
    assert whole.count('<tr class="reached">') == 1
    assert '<h2 id="course">Turning points</h2>' in whole
    assert '<h2 id="losses">' in whole


def test_what_people_write_is_no_part_of_the_page() -> None:
    told = msgspec.structs.replace(story(5), players={"Soviet": "<b>Ivan</b>", "Chinese": "Li"})
    assert "&lt;b&gt;Ivan&lt;/b&gt;" in write_page(told, map_svg=PAPER)


def test_progress_grows_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    write_page(story(200), lambda done, of: told.append((done, of)), PAPER)
    assert told == sorted(told) and told[-1] == (100, 100) and len(told) > 20


def test_the_command_writes_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    short = tmp_path / "short.stavka"
    lines = RECORD.read_text(encoding="utf-8").splitlines()[:12]
    short.write_text("\n".join(lines), encoding="utf-8")
    out = tmp_path / "deep" / "report.html"
    assert main(["report", str(short), "-o", str(out)]) == 0
    assert str(out) in capsys.readouterr().out
    text = out.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>") and len(text) > 500_000
    (tmp_path / "folder.html").mkdir()
    assert main(["report", str(short), "-o", str(tmp_path / "folder.html")]) == 2
    assert "a file is needed" in capsys.readouterr().err
