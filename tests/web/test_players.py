"""The pages of players: who is strongest, and how somebody's games have ended."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from stavka.server.database import now
from stavka.server.sqlite import SqliteStorage

from ..server.running import server, sketch_maps
from ..server.test_club import Club, Member, member, play, seated
from .test_pages import clean, lobby, screen

__all__ = ["screen"]


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    sketch_maps(tmp_path)
    storage = SqliteStorage(tmp_path / "stavka.db")
    with server(tmp_path, 1e9, storage=storage) as address:
        yield address, storage


def played(club: Club) -> tuple[Member, Member]:
    """Two players who have played a game; one of them is known well in another title."""
    anna, boris = member(club, "Anna Berg"), member(club, "Boris")
    seated(club, anna, boris)
    play(anna, boris)
    with club[1].writing() as db:
        db.execute(
            "INSERT INTO ratings VALUES (?, 'east-is-red', 1712, 61, 0.06, 24, ?)", (anna.id, now())
        )
    return anna, boris


def test_the_strongest_are_listed_and_lead_to_their_games(club: Club, screen: Page) -> None:
    played(club)
    lobby(screen, club[0])
    screen.goto(f"{club[0]}/#ratings")
    expect(screen.locator(".players h2")).to_have_text("The East Is Red")
    expect(screen.locator(".players tbody tr")).to_contain_text("1712 ± 61")
    clean(screen, club[0])
    screen.get_by_role("link", name="Anna Berg").click()
    expect(screen.locator(".players h1")).to_contain_text("Anna Berg")
    expect(screen.locator(".standings li").first).to_contain_text("The East Is Red 1712 ± 61")
    expect(screen.locator(".results li")).to_contain_text("against Boris")
    clean(screen, club[0])


def test_somebody_finds_his_own_games_in_the_lobby(club: Club, page: Page) -> None:
    anna, boris = played(club)
    (own,) = boris.ask("GET", f"/api/people/{boris.id}")["results"]
    ends = {0.0: "Lost", 0.5: "Drawn", 1.0: "Won"}
    page.goto(club[0])
    page.evaluate("secret => localStorage.setItem('stavka.account', secret)", boris.device)
    page.reload()
    page.get_by_role("link", name="Your games and ratings").click()
    expect(page.locator(".players h1")).to_contain_text("Boris")
    expect(page.locator(".results .end")).to_have_text(ends[own["result"]])
    page.goto(f"{club[0]}/#people/{anna.id}")
    expect(page.locator(".results .end")).to_have_text(ends[1 - own["result"]])
