"""What people read when whoever keeps the server has closed their table, or shut them out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from stavka.server.seating import seat_key
from stavka.server.sqlite import SqliteStorage

from ..server.client import new_table
from ..server.games import Games
from ..server.running import server, sketch_maps
from .situations import sit

WHY = "The talk at this table was foul; write to club@example.org."


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server that looks often at what was decided."""
    monkeypatch.setattr("stavka.server.tables.HEED", 0.05)
    sketch_maps(tmp_path / "stavka.db")
    with server(tmp_path, 1e9) as address:
        yield f"{address}/"


def test_a_closed_table_says_why(page: Page, kept: str, tmp_path: Path) -> None:
    games, links = Games(tmp_path), new_table(kept.rstrip("/"))
    sit(page, kept, links["seats"]["Soviet"])
    expect(page.locator(".orders")).to_be_visible()
    notice = page.locator(".closed-table")
    expect(notice).to_have_count(0)
    assert games.admin("close", links["table"], "--why", WHY) == 0
    expect(notice).to_contain_text(WHY)
    assert games.admin("open", links["table"]) == 0
    expect(notice).to_have_count(0)


def test_whoever_is_shut_out_reads_why(browser: Browser, kept: str, tmp_path: Path) -> None:
    games, links = Games(tmp_path), new_table(kept.rstrip("/"))
    secret = links["seats"]["Soviet"]
    with closing(SqliteStorage(tmp_path / "stavka.db")) as storage:
        anna, _ = storage.accounts.add("Anna", "phone")
        assert storage.accounts.adopt(anna.id, seat_key(secret))
    # Its console may complain of what it is refused.
    with browser.new_page() as page:
        sit(page, kept, secret)
        assert games.admin("ban", anna.id, "--why", "cheating", "--days", "3") == 0
        expect(page.get_by_text("this account has been shut out: cheating (until")).to_be_visible()
        expect(page.get_by_role("heading", name="You cannot sit here now")).to_be_visible()
