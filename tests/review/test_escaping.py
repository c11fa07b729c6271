"""Whatever somebody has written into a game that he brings, a report shows it as text."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest
from markdown_it import MarkdownIt

from stavka.engine.presentation import OutcomeView
from stavka.review import page, report
from stavka.review.page import write_page
from stavka.review.pictures import Artist
from stavka.review.report import PAGE, write_report
from stavka.review.telling import Account, account_of

from .test_report import LINES, story

ATTACKS = {
    "script": "<script>alert(1)</script>",
    "quote": "\"' onload=alert(1) x='\"><img src=x onerror=alert(1)>",
    "entity": "&lt;script&gt;&#60;b&#62;",
    "link": "[click](javascript:alert(1))",
    "picture": "![x](http://evil.example/x.png)",
    "address": "http://evil.example/x and www.evil.example <http://evil.example>",
    "reference": "[5.21]: http://evil.example",
    "lines": "one\n\n# two\n<div>\n| three |",
    "code": "`x` ~~~ *y* __z__ \\",
}
# What is ours and may hold anything: names of files, keys, symbols.
KEPT = {"id", "side", "hex", "symbol", "kind", "name", "band"}


def spoiled(value: Any, text: str) -> Any:
    """The same with another text wherever a report finds words."""
    if isinstance(value, msgspec.Struct):
        fields = {
            name: spoiled(getattr(value, name), text)
            for name in value.__struct_fields__
            if name not in KEPT
        }
        return msgspec.structs.replace(value, **fields)
    if isinstance(value, list | tuple):
        return type(value)(spoiled(item, text) for item in value)
    return text if isinstance(value, str) and value else value


@pytest.fixture(scope="module")
def account() -> Account:
    found = account_of(story(LINES))
    assert found.chapters and found.luck.rolls and found.losses and found.course.turning_points
    return found


def spoil(monkeypatch: pytest.MonkeyPatch, account: Account, text: str) -> None:
    """From now on reports are written from an account that has this text everywhere."""
    parts = ("start", "chapters", "luck", "losses", "score", "course")
    changed = {name: spoiled(getattr(account, name), text) for name in parts}
    players = dict.fromkeys(account.story.players, text)
    changed["story"] = msgspec.structs.replace(account.story, players=players)
    found = msgspec.structs.replace(account, **changed)
    outcome = OutcomeView(text, text, text, text, text, text)
    monkeypatch.setattr(Account, "outcome", property(lambda _: outcome))
    for name in ("options", "standing"):
        monkeypatch.setattr(Account, name, property(lambda _: text))
    for module in (page, report):
        monkeypatch.setattr(module, "account_of", lambda *_: found)


class Parts(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.text: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_page(attack: str, account: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    text = ATTACKS[attack]
    spoil(monkeypatch, account, "words")
    plain = Parts(write_page(account.story, map_svg="<svg/>"))
    spoil(monkeypatch, account, text)
    found = Parts(write_page(account.story, map_svg="<svg/>"))
    assert found.tags == plain.tags
    assert len(found.attributes) == len(plain.attributes)
    for name, value in found.attributes:
        assert not name.startswith("on") and name != "src"
        assert name != "href" or value.startswith(("#", "data:image/svg+xml;base64,")), value
    # It stands there, as it was written.
    assert sum(text in data for data in found.text) > 50


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_text_with_pictures(
    attack: str, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = ATTACKS[attack]
    spoil(monkeypatch, account, text)
    monkeypatch.setattr(Artist, "png", lambda *_: b"")
    written = write_report(account.story)[PAGE].decode()
    # Many readers of Markdown make links of addresses that merely stand there.
    assert "http://evil" not in written and "www.evil" not in written
    blocks = MarkdownIt("commonmark", {"html": True}).enable("table").parse(written)
    tokens = [token for block in blocks for token in (block, *(block.children or ()))]
    kinds = {token.type for token in tokens}
    assert not {"html_block", "html_inline", "link_open", "code_inline", "fence"} & kinds
    for token in tokens:
        assert token.type != "image" or str(token.attrs["src"]).startswith("pictures/")
    said = " ".join(text.split())
    told = ["".join(child.content for child in token.children or ()) for token in blocks]
    assert sum(said in line for line in told) > 50
