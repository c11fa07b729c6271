"""Looks come from the title: the client draws colours and glyphs that it has never seen."""

from __future__ import annotations

from typing import Any

import msgspec
from playwright.sync_api import Page, Route, expect

from stavka import titles
from stavka.engine.looks import LIVERIES

from .situations import ATTACK, seated
from .test_pages import clean

MARKED = f"{ATTACK}[markers]\ndestroyed: 2014\nexpended: 1513\n"


def with_looks(page: Page, **looks: Any) -> None:
    """Another title, as it were: the same game in other looks."""

    def other(route: Route) -> None:
        found = route.fetch().json()
        route.fulfill(json=[{**title, **msgspec.to_builtins(looks)} for title in found])

    page.route("**/api/titles", other)


def test_markers_are_drawn_with_the_glyphs_of_their_title(page: Page, address: str) -> None:
    seated(page, address, MARKED, "Soviet")
    drawn = page.locator(".layer-markers .marker")
    expect(drawn).to_have_count(2)
    glyphs = titles.marker_glyphs("east-is-red")
    # Of the same forms in the same order.
    for number, kind in enumerate(("destroyed", "expended")):
        forms = drawn.nth(number).locator("path, circle, text")
        classes = [form.get_attribute("class") for form in forms.all()]
        assert classes == [part.split('"')[0] for part in glyphs[kind].split('class="')[1:]]


def test_a_title_with_other_colours_and_other_glyphs(page: Page, address: str) -> None:
    blue, ochre = LIVERIES["blue"], LIVERIES["ochre"]
    own = {"destroyed": '<circle r="8" class="disc-sea"/>'}
    with_looks(
        page,
        liveries={"Soviet": blue, "Chinese": ochre, "": LIVERIES["neutral"]},
        glyphs=own,
    )
    seated(page, address, MARKED, "Soviet")
    faces = page.locator(".layer-counters .counter .face")
    colours = {face.get_attribute("fill") for face in faces.all()}
    assert colours == {blue.face, ochre.face}
    expect(page.locator(".bar .chip")).to_have_class("chip mark-double")
    drawn = page.locator(".layer-markers .marker")
    expect(drawn.nth(0).locator(".disc-sea")).to_have_count(1)
    # What has no drawing is a letter.
    expect(drawn.nth(1).locator(".letter")).to_have_text("E")
    clean(page, address)
