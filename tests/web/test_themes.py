"""Dark, high contrast, and colours that the system forces: every page in each of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from stavka import titles
from stavka.gallery import write_gallery

from .conftest import _watched
from .seat import Seat
from .situations import ATTACK, CHINESE_MOVE, LAST_PHASE, lay, seated, set_up, sit
from .test_film import MOVES, watched
from .test_looking_back import bring, sit_down, slide
from .test_pages import lobby

# What a system asks for, and the theme that it gets.
SYSTEMS = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "contrast": {"contrast": "more"},
}
PAPER = "() => getComputedStyle(document.body).backgroundColor"


@pytest.fixture(params=["dark", "contrast"])
def themed(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A window in a system with the theme; the light one is what all other tests see."""
    context = browser.new_context(
        viewport={"width": 1440, "height": 900},
        **SYSTEMS[request.param],  # type: ignore[arg-type]
    )
    yield from _watched(context.new_page())
    context.close()


def clean(page: Page) -> None:
    assert Seat(page, "").axe() == []


def test_the_lobby(themed: Page, address: str) -> None:
    lobby(themed, address)
    clean(themed)
    themed.get_by_role("button", name="Settings").click()
    clean(themed)
    themed.keyboard.press("Escape")
    themed.get_by_role("link", name="Rules of The East Is Red").click()
    expect(themed.locator(".rule-help summary").first).to_be_visible()
    clean(themed)
    themed.keyboard.press("Escape")
    themed.select_option('select[name="player-Chinese"]', "person")
    themed.get_by_label("Each at a screen of their own").check()
    clean(themed)
    themed.get_by_role("button", name="Start the game").click()
    expect(themed.get_by_role("heading", name="The table is laid")).to_be_visible()
    clean(themed)


@pytest.mark.parametrize("slug", titles.playable())
def test_the_table_and_the_charts_of_every_title(themed: Page, address: str, slug: str) -> None:
    title = titles.load(slug)
    body = {
        "title": slug,
        "scenario": title.scenarios[0].key,
        "players": dict.fromkeys(title.sides, "person"),
    }
    seats = lay(address, "api/tables", body)["seats"]
    seat = sit(themed, address, seats[title.sides[0]])
    to_choose = seat.state()["presentation"]["to_choose"]
    if to_choose != title.sides[0]:
        sit(themed, address, seats[to_choose])
    expect(themed.locator(".orders")).to_be_visible()
    clean(themed)
    themed.keyboard.press("t")
    expect(themed.locator(".charts")).to_be_visible()
    clean(themed)


def test_what_opens_over_the_table(themed: Page, address: str) -> None:
    seat = seated(themed, address, ATTACK, "Soviet")
    for key, what in (("b", ".rule-help"), ("?", ".key-help"), ("i", ".sharing")):
        themed.keyboard.press(key)
        expect(themed.locator(what)).to_be_visible()
        clean(themed)
        themed.keyboard.press("Escape")
    for key in "zsc":
        themed.keyboard.press(key)
    expect(themed.locator(".legend")).to_be_visible()
    seat.choose("attack", "1613", "hex")
    seat.choose("all", "", "none")
    themed.mouse.move(5, 5)
    expect(themed.locator(".chances")).to_be_visible()
    clean(themed)
    themed.keyboard.press("w")
    expect(themed.locator(".what-if-banner")).to_be_visible()
    clean(themed)


def test_what_comes_of_a_battle(themed: Page, address: str) -> None:
    seat = seated(themed, address, ATTACK, "Soviet")
    for verb, argument, kind in (
        *(("attack", "1613", "hex"), ("all", "", "none"), ("resolve", "6-1", "word")),
    ):
        seat.choose(verb, argument, kind)
    expect(themed.locator(".battle .faces .fell")).to_be_visible()
    expect(themed.locator(".battle")).not_to_have_class("battle rolling")
    clean(themed)
    themed.keyboard.press("Escape")
    themed.get_by_label("Say something to the table").fill("Well!")
    themed.keyboard.press("Enter")
    expect(themed.locator(".remark", has_text="Well!")).to_be_visible()
    clean(themed)


def test_a_film(themed: Page, address: str) -> None:
    _, rival = watched(themed, address, CHINESE_MOVE, "slow")
    rival.choose(*MOVES[:3])
    expect(themed.locator(".film-bar")).to_be_visible()
    themed.keyboard.press(" ")
    clean(themed)


def test_the_end_of_a_game(themed: Page, address: str) -> None:
    seated(themed, address, LAST_PHASE, "Chinese")
    themed.keyboard.press("o")
    expect(themed.locator(".forces")).to_be_visible()
    clean(themed)
    links = set_up(address, LAST_PHASE, Soviet="random", Chinese="random")
    sit(themed, address, links["spectator"])
    expect(themed.locator(".ending .score")).to_be_visible()
    expect(themed.locator(".ending")).not_to_contain_text("Reckoning")
    clean(themed)


def test_a_lesson_and_a_hand_over(themed: Page, address: str) -> None:
    lobby(themed, address)
    themed.get_by_role("button", name="Learn in five minutes").click()
    expect(themed.locator(".guide")).to_be_visible()
    clean(themed)
    sit(themed, address, set_up(address, ATTACK, hot_seat=True)["hot_seat"])
    expect(themed.locator(".cover")).to_be_visible()
    clean(themed)


def test_looking_back(themed: Page, address: str) -> None:
    sit_down(themed, address, bring(address)["spectator"])
    themed.keyboard.press("p")
    slide(themed, 480)
    clean(themed)
    themed.keyboard.press("Escape")
    themed.keyboard.press("l")
    expect(themed.locator(".judged")).to_be_visible()
    clean(themed)


def test_the_gallery(themed: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(titles, "TITLES", {"river-line": titles.TITLES["river-line"]})
    page = write_gallery(tmp_path, lambda _: None)
    themed.goto(page.as_uri())
    assert themed.evaluate(PAPER) != "rgb(244, 238, 218)"
    clean(themed)


def test_a_theme_can_be_chosen_and_is_remembered(page: Page, address: str) -> None:
    papers = {}
    lobby(page, address)
    for name in ("Light", "Dark", "High contrast", "As the system"):
        page.get_by_role("button", name="Settings").click()
        page.get_by_label(name, exact=True).check()
        page.get_by_role("button", name="Done").click()
        papers[name] = page.evaluate(PAPER)
        page.reload()
        page.wait_for_selector(".choice")
        assert page.evaluate(PAPER) == papers[name]
    assert papers.pop("As the system") == papers["Light"]
    assert len(set(papers.values())) == 3
    # The system changes its mind while somebody looks.
    page.emulate_media(color_scheme="dark")
    Seat(page, "").until(f"dark => ({PAPER})() === dark", papers["Dark"])


def test_the_map_is_dimmed_in_the_dark_and_its_counters_are_not(page: Page, address: str) -> None:
    seated(page, address, ATTACK, "Soviet")
    faces = "all => all.map((e) => getComputedStyle(e).fill)"
    counters = page.locator(".layer-counters .face").evaluate_all(faces)
    strength = "e => Number(getComputedStyle(e).opacity)"
    assert page.locator(".base canvas").evaluate(strength) == 1
    page.emulate_media(color_scheme="dark")
    Seat(page, "").until("() => document.documentElement.dataset.theme === 'dark'")
    assert 0.7 < page.locator(".base canvas").evaluate(strength) < 0.95
    assert page.locator(".layer-counters .face").evaluate_all(faces) == counters


def clean_but_for_contrast(page: Page) -> None:
    """axe takes words for as dark as the page has them, which the system has overruled."""
    found = Seat(page, "").axe()
    assert [one for one in found if not one.startswith("color-contrast")] == []


def test_colours_that_the_system_forces(browser: Browser, address: str) -> None:
    """What is pressed or chosen, and what means something by its colour, can still be told."""
    context = browser.new_context(forced_colors="active", color_scheme="dark")
    page = context.new_page()
    lobby(page, address)
    outline = "e => getComputedStyle(e).outlineStyle"
    assert page.locator(".game.chosen").evaluate(outline) == "solid"
    assert page.locator(".game:not(.chosen)").first.evaluate(outline) == "none"
    clean_but_for_contrast(page)
    seated(page, address, ATTACK, "Soviet")
    ground = "e => getComputedStyle(e).backgroundColor"
    on, off = (
        page.locator(f'.tools [aria-pressed="{is_on}"]').first for is_on in ("true", "false")
    )
    assert on.evaluate(ground) != off.evaluate(ground)
    adjusted = "e => getComputedStyle(e).forcedColorAdjust"
    for what in (".chip", "#stage", ".gauge"):
        assert page.locator(what).first.evaluate(adjusted) == "none"
    clean_but_for_contrast(page)
    context.close()
