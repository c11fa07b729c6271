"""Seats that belong to one person, and dice that nobody could choose, in several browsers."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from stavka.server import company
from stavka.server.seating import seat_key

from ..server.client import Person, http, new_table
from ..server.running import server
from .seat import PATIENCE, Seat
from .situations import LAST_PHASE, play_to_the_end, post, sit
from .test_looking_back import bring

NewWindow = Callable[[], Page]


@pytest.fixture
def window(browser: Browser) -> Iterator[NewWindow]:
    """Makes windows that have nothing to do with each other. Their consoles may complain: of
    links that have been used."""
    problems: list[str] = []
    contexts = []

    def new() -> Page:
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda e: problems.append(str(e)))
        return page

    yield new
    for context in contexts:
        context.close()
    assert not problems, problems


def laid(page: Page, address: str, game: str = "The East Is Red", mine: str = "") -> str:
    """Lays a table for two at screens of their own; answers the link for the other."""
    page.goto(address)
    page.locator(".game", has_text=game).click()
    for choice in page.locator(".players select[name^=player]").all():
        choice.select_option("person")
    page.get_by_label("Each at a screen of their own").check()
    if mine:
        page.get_by_label("You play").select_option(mine)
    page.locator(".players").get_by_label("What others call you").fill("Boris")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("heading", name="The table is laid")).to_be_visible()
    found = page.locator(".invitations input").first.input_value()
    page.get_by_role("button", name="Close", exact=True).click()
    return found


def take(page: Page, link: str, name: str = "Anna") -> None:
    page.goto(link)
    page.locator(".join").get_by_label("What others call you").fill(name)
    page.get_by_role("button", name="Take the seat").click()
    # Where two share a seat something may lie over it.
    expect(page.locator(".panel .company")).to_be_attached()


def dice_are_there(*pages: Page) -> None:
    """Everybody has opened his share: before that no seat changes hands."""
    for page in pages:
        expect(page.locator(".dice-wait")).to_have_count(0)


def kept(page: Page, key: str) -> Any:
    return page.evaluate("key => JSON.parse(localStorage.getItem(`stavka.${key}`))", key)


def change_marks(page: Page, **changed: object) -> None:
    """Somebody has told this browser something else before."""
    page.evaluate(
        """(changed) => {
          const marks = JSON.parse(localStorage["stavka.marks"]);
          for (const one of Object.values(marks)) Object.assign(one, changed);
          localStorage["stavka.marks"] = JSON.stringify(marks);
        }""",
        changed,
    )


def seat_of(page: Page, address: str) -> Seat:
    expect(page.locator(".company")).to_be_visible()
    return Seat(page, address)


def test_a_link_is_for_one_person(window: NewWindow, address: str) -> None:
    boris, anna, third = window(), window(), window()
    link = laid(boris, address, mine="Chinese")
    # Whoever has laid the table holds his own seat and no other.
    expect(boris.locator(".company li").filter(has_text="Soviet")).to_contain_text("free")
    anna.goto(link)
    expect(anna.locator(".join")).to_contain_text("You would play Soviet")
    expect(anna.locator(".join .company")).to_contain_text("Boris since")
    assert seat_axe(anna, address) == []
    third.goto(link)
    expect(third.get_by_role("button", name="Take the seat")).to_be_visible()
    take(anna, link)
    # The slower one of two is told at once, and whoever comes later too.
    third.get_by_role("button", name="Take the seat").click()
    expect(third.get_by_role("heading")).to_have_text("This link has been used")
    expect(third.locator(".join")).to_contain_text("was taken on")
    assert seat_axe(third, address) == []
    # Both see each other, and the link leads whoever has used it to the seat.
    expect(boris.locator(".company")).to_contain_text("Anna since")
    expect(anna.locator(".company")).to_contain_text("Boris since")
    expect(boris.locator(".log")).to_contain_text("“Anna” has taken the seat of Soviet")
    anna.goto("about:blank")
    anna.goto(link)
    expect(anna.locator(".company")).to_be_visible()
    # Nobody else's link is left to hand out.
    boris.keyboard.press("i")
    expect(boris.locator(".invitations li b")).to_have_text(["Spectators", "Yourself"])
    assert seat_axe(boris, address) == []


def seat_axe(page: Page, address: str) -> list[str]:
    return Seat(page, address).axe()


def test_dice_wait_for_everybody_and_then_roll(window: NewWindow, address: str) -> None:
    """A table that is set up by dice has an empty map until all have come."""
    boris, anna = window(), window()
    link = laid(boris, address, "Red Dragon")
    wait = boris.locator(".dice-wait")
    expect(wait).to_contain_text("The dice wait for PLA: they are rolled once everybody has come")
    expect(boris.locator(".prompt")).to_contain_text("Waiting for the dice")
    expect(boris.locator(".log")).to_contain_text("“Boris” has taken the seat of GMD")
    assert seat_axe(boris, address) == []
    # Nobody is there who could agree to do without.
    expect(wait.get_by_role("button")).to_have_count(0)
    # Away while the other comes: the next visit opens what was drawn.
    seat = boris.url
    boris.goto("about:blank")
    take(anna, link)
    expect(anna.locator(".dice-wait")).to_contain_text("The dice wait for Boris (GMD)")
    boris.goto(seat)
    for page in (boris, anna):
        expect(page.locator(".layer-counters .counter").first).to_be_attached()
        expect(page.locator(".dice-wait")).to_have_count(0)
        note = page.locator(".dice-note")
        note.locator("summary").click()
        expect(note).to_contain_text("(GMD and PLA)")
        expect(note).to_contain_text("What PLA adds")
        expect(page.locator(".dice-warning")).to_have_count(0)
    assert seat_axe(anna, address) == []


def test_another_browser_is_seen_and_can_open_the_share(window: NewWindow, address: str) -> None:
    boris, anna, telephone = window(), window(), window()
    link = laid(boris, address, "Red Dragon")
    boris.keyboard.press("i")
    own = boris.get_by_label("Link for Yourself", exact=True).input_value()
    assert "/dice/" in own
    boris.goto("about:blank")
    telephone.goto(own)
    expect(telephone.locator(".company")).to_be_visible()
    assert telephone.url.endswith(kept(telephone, "tables")[0]["secret"])
    take(anna, link)
    expect(anna.locator(".layer-counters .counter").first).to_be_attached()
    expect(anna.locator(".company .browsers")).to_have_text("2 browsers")
    expect(anna.locator(".log")).to_contain_text("used from another browser, number 2")
    # Once the dice are settled the link is the plain one again.
    telephone.keyboard.press("i")
    plain = telephone.get_by_label("Link for Yourself", exact=True)
    expect(plain).to_have_value(own.partition("/dice/")[0])


def test_a_seat_is_handed_over(window: NewWindow, address: str) -> None:
    boris, anna, clara = window(), window(), window()
    take(anna, laid(boris, address))
    dice_are_there(boris, anna)
    anna.get_by_role("button", name="Hand over").click()
    link = anna.get_by_label("Link for Hand over", exact=True)
    expect(link).to_be_visible()
    assert seat_axe(anna, address) == []
    take(clara, link.input_value(), "Clara")
    expect(anna.get_by_role("heading", name="This seat is yours no more")).to_be_visible()
    expect(boris.locator(".company")).to_contain_text("Clara since")
    expect(clara.locator(".dice-warning")).to_have_count(0)
    expect(boris.locator(".dice-warning")).to_have_count(0)
    # The secret is no good any more, on a new visit either.
    anna.reload()
    expect(anna.get_by_role("heading", name="This seat is yours no more")).to_be_visible()


def test_a_seat_is_given_back_and_somebody_else_invited(window: NewWindow, address: str) -> None:
    boris, anna, clara = window(), window(), window()
    take(anna, laid(boris, address))
    dice_are_there(boris, anna)
    anna.get_by_role("button", name="Give back").click()
    anna.get_by_role("button", name="No, stay").click()
    expect(anna.get_by_role("button", name="Give back")).to_be_focused()
    anna.keyboard.press("Enter")
    expect(anna.get_by_role("button", name="Yes, give it back")).to_be_focused()
    anna.keyboard.press("Enter")
    expect(anna.get_by_role("heading", name="New game")).to_be_visible()
    expect(anna.locator(".saved li")).to_have_count(0)
    expect(boris.locator(".company")).to_contain_text("free")
    boris.get_by_role("button", name="Invite somebody to Chinese").click()
    link = boris.get_by_label("Link for Chinese", exact=True)
    expect(link).to_be_visible()
    take(clara, link.input_value(), "Clara")
    expect(boris.locator(".company")).to_contain_text("Clara since")
    # The one that was used leaves the drawer by itself.
    expect(link).to_have_count(0)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"commitment": "00" * 32}, "another secret for the dice"),
        ({"own": "00" * 32}, "not what this browser has drawn"),
    ],
)
def test_a_warning_where_the_marks_differ(
    window: NewWindow, address: str, changed: dict[str, str], words: str
) -> None:
    boris, anna = window(), window()
    link = laid(boris, address)
    change_marks(boris, **changed)
    take(anna, link)
    warning = boris.locator(".dice-warning")
    expect(warning).to_contain_text(words)
    assert seat_axe(boris, address) == []
    # It stays, and so does what was drawn.
    boris.reload()
    expect(warning).to_contain_text(words)
    assert seat_of(boris, address).state()["dice"]["wait_for"] == ["Soviet"]
    expect(anna.locator(".dice-warning")).to_have_count(0)


def test_all_agree_to_the_servers_dice(window: NewWindow, address: str) -> None:
    """One has lost what his browser had drawn."""
    boris, anna = window(), window()
    link = laid(boris, address)
    boris.evaluate("localStorage.removeItem('stavka.marks')")
    take(anna, link)
    expect(boris.locator(".dice-wait")).to_contain_text("The dice wait for you")
    boris.get_by_role("button", name="Roll the server's dice alone").click()
    proposal = anna.locator(".proposal")
    expect(proposal).to_contain_text("whoever runs it could have chosen them")
    expect(proposal).to_contain_text("Still asked: Chinese")
    assert seat_axe(anna, address) == []
    expect(boris.locator(".proposal").get_by_role("button")).to_have_count(0)
    # Refused, it can be proposed again.
    proposal.get_by_role("button", name="Refuse").click()
    expect(boris.locator(".proposal")).to_have_count(0)
    boris.get_by_role("button", name="Roll the server's dice alone").click()
    proposal.get_by_role("button", name="Agree").click()
    expect(proposal).to_have_count(0)
    expect(boris.locator(".dice-wait")).to_have_count(0)
    boris.locator(".dice-note summary").click()
    expect(boris.locator(".dice-note")).to_contain_text("of the server alone")
    expect(anna.locator(".dice-warning, .dice-notice")).to_have_count(0)
    # A browser from which nobody has agreed says so.
    change_marks(anna, agreed=False)
    anna.reload()
    expect(anna.locator(".dice-notice")).to_contain_text("from this browser nobody has")


def test_a_lost_seat_is_asked_for_again(window: NewWindow, address: str) -> None:
    boris, anna, again = window(), window(), window()
    link = laid(boris, address)
    take(anna, link)
    seat = anna.url
    again.goto(link)
    again.locator(".join").get_by_label("What others call you").fill("Anna")
    ask = again.get_by_role("button", name="Ask for the seat again")
    ask.click()
    expect(again.get_by_role("alert")).to_contain_text("looks at the table at this moment")
    anna.goto("about:blank")
    # The server hears of that a moment later.
    expect(boris.locator(".company").get_by_role("img", name="here now")).to_have_count(1)
    ask.click()
    expect(again.get_by_role("heading", name="You cannot sit here now")).to_be_visible()
    expect(again.locator("main")).to_contain_text("Soviet has to agree")
    assert seat_axe(again, address) == []
    boris.locator(".proposal").get_by_role("button", name="Agree").click()
    expect(boris.locator(".proposal")).to_contain_text("All who are asked have agreed")
    again.get_by_role("button", name="Look again").click()
    expect(again.locator("main")).to_contain_text("7 days after you have asked")
    # Whoever has the seat is there after all.
    anna.goto(seat)
    expect(boris.locator(".proposal")).to_have_count(0)


def test_a_seat_that_was_lost_with_its_share_passes_on(
    window: NewWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever set up the table has lost his browser before he could open his share, and the other
    has opened his: all draw again."""
    monkeypatch.setattr(company, "ASKED_SECONDS", 0)
    people = {"Soviet": "person", "Chinese": "person"}
    new = {"title": "east-is-red", "scenario": "m1-full", "players": people}
    with server(tmp_path) as address, http(address) as client:
        first, second = client.post("/api/tables", json=new).json()["invitations"]
        Person(client, first).claim()
        boris, anna = window(), window()
        take(boris, f"{address}/#join/{second['secret']}")
        anna.goto(f"{address}/#join/{first['secret']}")
        anna.get_by_role("button", name="Ask for the seat again").click()
        # Whoever is agreed with before the page looks for the first time is in at once.
        look_again = anna.get_by_role("button", name="Look again")
        expect(look_again).to_be_visible()
        boris.locator(".proposal").get_by_role("button", name="Agree").click()
        look_again.click()
        anna.wait_for_selector(".wrap img", state="attached")
        # Both browsers have drawn anew and opened it; Boris, whose share was open, is told.
        for page in (anna, boris):
            expect(page.locator(".dice-wait:not(.dice-notice)")).to_have_count(0)
        expect(boris.locator(".dice-notice")).to_contain_text("was drawn again")
        expect(anna.locator(".dice-notice")).to_have_count(0)


def test_no_address_that_is_asked_for_holds_a_secret(window: NewWindow, address: str) -> None:
    """A proxy routes by the path and writes it down: it tells the table and nothing else."""
    page, asked = window(), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    people = {"Soviet": "person", "Chinese": "cadet"}
    new = {"title": "east-is-red", "scenario": "m1-full", "players": people}
    (invitation,) = post(address, "api/tables", new)["invitations"]
    take(page, f"{address}#join/{invitation['secret']}")
    page.get_by_role("button", name="Replay").click()
    table, _, invited = invitation["secret"].partition(".")
    seat = page.url.rpartition(".")[2]
    assert any(f"/ws/{table}" in url for url in asked)
    # What stands behind the hash stays in the browser.
    sent = [url.partition("#")[0] for url in asked]
    assert not [url for url in sent if seat in url or invited in url]


def test_a_link_from_before_invitations_leads_to_its_table(page: Page, tmp_path: Path) -> None:
    with server(tmp_path) as older:
        links = new_table(older)
        with sqlite3.connect(tmp_path / "stavka.db") as db:
            was, now = (seat_key(s).hex() for s in (links["seats"]["Soviet"], "x" * 43))
            db.execute("UPDATE seats SET secret_hash = ? WHERE secret_hash = ?", (now, was))
        db.close()
        page.goto(f"{older}/#seat/{'x' * 43}")
        page.wait_for_selector(".wrap img", state="attached")
        assert page.url.endswith(f"#seat/{links['table']}.{'x' * 43}")


def test_at_the_end_the_dice_are_checked(window: NewWindow, address: str) -> None:
    page = window()
    people = {"Soviet": "person", "Chinese": "person"}
    body = {"text": LAST_PHASE, "players": people, "hot_seat": True}
    (invitation,) = post(address, "api/tables/import", body)["invitations"]
    take(page, f"{address}#join/{invitation['secret']}")
    play_to_the_end(page)
    verdict = page.locator(".ending .verdict")
    expect(verdict).to_contain_text("Checked here: the server's secret and every share are")
    expect(verdict).to_contain_text("what this browser has kept agrees")
    assert seat_axe(page, address) == []
    # This browser was told something else: it says so.
    change_marks(page, commitment="00" * 32)
    page.reload()
    expect(page.locator(".ending .verdict")).to_contain_text("Checked here, and wrong")


def test_a_name_is_kept(window: NewWindow, address: str) -> None:
    page = window()
    page.goto(address)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_label("What others call you").fill("Dora")
    assert seat_axe(page, address) == []
    page.get_by_role("button", name="Done").click()
    page.reload()
    Seat(page, address).start()
    expect(page.locator(".company")).to_contain_text("Dora since")
    expect(page.locator(".company")).to_contain_text("cadet (computer)")


def test_a_game_of_computers_is_watched(window: NewWindow, address: str) -> None:
    page = window()
    Seat(page, address).start(Soviet="random", Chinese="random")
    expect(page.locator(".toolbar")).to_have_count(0)
    expect(page.locator(".dice-note")).to_contain_text("of the server alone")


def test_dice_from_a_file_are_told(page: Page, address: str) -> None:
    sit(page, address, bring(address, 300)["spectator"])
    expect(page.locator(".dice-note")).to_contain_text("dice came from a file")


def test_an_invitation_that_leads_nowhere(window: NewWindow, address: str) -> None:
    page = window()
    page.goto(f"{address}#join/{'0' * 16}.nothing")
    expect(page.get_by_role("heading")).to_have_text("No such invitation")
    page.get_by_role("link", name="To the lobby").click()
    expect(page.get_by_role("heading", name="New game")).to_be_visible()


def test_a_seat_is_offered_to_everybody_and_taken(tmp_path: Path, window: NewWindow) -> None:
    with server(tmp_path) as address:
        maker, taker = window(), window()
        laid(maker, address)
        maker.get_by_role("button", name="Invite", exact=True).first.click()
        maker.get_by_label("A few words").fill("A slow game")
        maker.get_by_role("button", name="to everybody").click()
        expect(maker.get_by_text("is offered to everybody: it stands")).to_be_visible()
        taker.goto(address)
        offer = taker.locator(".open-games li")
        expect(offer).to_contain_text("A slow game")
        offer.get_by_role("link", name="Join").click()
        # The lobby, which asks for a name too, may still be there.
        taker.locator(".join").get_by_label("What others call you").fill("Anna")
        taker.get_by_role("button", name="Take the seat").click()
        expect(taker.locator(".panel .company")).to_contain_text("Anna")
        expect(maker.locator(".panel .company")).to_contain_text("Anna")
        # Both browsers have added to the dice.
        expect(maker.locator(".dice-wait")).to_have_count(0)
        late = window()
        late.goto(address)
        expect(late.get_by_role("heading", name="New game")).to_be_visible()
        expect(late.locator(".open-games")).to_have_count(0)
