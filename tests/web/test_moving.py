"""Moving takes two clicks: picking up and putting down, a unit or a whole stack."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .seat import Seat
from .situations import CHINESE_MOVE, SOVIET_MOVE, middle_of_the_map, post, seated, touch

STACK = ("4-6-6.1", "4-6-6.2", "5-3-6.1")
# A stack that can be broken down before anybody moves (8.2), and a hex in reach.
BREAKABLE = """
title: east-is-red
scenario: m1-current
turn: 2
phase: soviet-initial-movement
[Soviet]
1511: 12-3-12.1
1709: 7-4-9.1, 7-4-9.2
[Chinese]
2014: 4-6-6.2
"""


def spot(page: Page, label: str) -> tuple[float, float]:
    """Where a hex is on the screen, without moving the map."""
    at = page.evaluate(
        """label => {
          const { board } = document.querySelector("stavka-table");
          return board.onScreen(board.map.get(label));
        }""",
        label,
    )
    return at["x"], at["y"]


def lit(page: Page, verb: str = "move") -> set[str]:
    hexes = page.locator(f'.lit-hexes[data-verb="{verb}"]')
    expect(hexes).to_be_attached()
    return set((hexes.get_attribute("data-hexes") or "").split())


def click(page: Page, label: str, button: str = "left") -> None:
    page.mouse.move(0, 0)
    page.mouse.click(*spot(page, label), button="right" if button == "right" else "left")


def in_hand(page: Page, count: int) -> None:
    expect(page.locator(".counter.in-hand")).to_have_count(count)


def stand_in(seat: Seat, label: str, *units: str) -> None:
    """Units come to stand in a hex, and the page is at rest."""
    seat.until(
        """([label, units]) => {
          const { carrying, board } = document.querySelector("stavka-table");
          const there = board.unitsAt(label).map((unit) => unit.id);
          return !carrying.busy && units.every((unit) => there.includes(unit));
        }""",
        [label, list(units)],
    )


def test_two_clicks_move_a_unit_and_no_menu_is_in_the_way(page: Page, address: str) -> None:
    seat = seated(page, address, CHINESE_MOVE, "Chinese")
    seat.show("1913")
    click(page, "2014")
    in_hand(page, 1)
    # The hex has a stack of one's own: with something in hand it is where to go.
    assert "1812" in lit(page)
    click(page, "1812")
    stand_in(seat, "1812", "4-6-6.3", *STACK)
    expect(page.locator(".chooser")).to_have_count(0)


def test_a_unit_that_has_moved_does_not_keep_others_from_being_picked_up(
    page: Page, address: str
) -> None:
    seat = seated(page, address, SOVIET_MOVE, "Soviet")
    seat.show("1610")
    click(page, "1709")
    in_hand(page, 1)
    click(page, "1610")
    stand_in(seat, "1610", "12-3-12.2")
    # It could go on to 1511, but whoever clicks there now means the unit.
    assert "1511" in lit(page)
    click(page, "1511")
    expect(page.locator(".prompt")).to_contain_text("Move 12-3-12.1")


def test_a_stack_moves_as_one_and_is_taken_back_as_one(page: Page, address: str) -> None:
    seat = seated(page, address, CHINESE_MOVE, "Chinese")
    seat.show("1913")
    before = seat.state()["presentation"]["units"]
    click(page, "1812")
    in_hand(page, 3)
    there = sorted(lit(page))[0]
    click(page, there)
    stand_in(seat, there, *STACK)
    page.keyboard.press("u")
    stand_in(seat, "1812", *STACK)
    assert seat.state()["presentation"]["units"] == before
    assert seat.state()["moves"] == 0


def test_only_hexes_that_all_of_a_stack_can_reach_are_lit(page: Page, address: str) -> None:
    """1511 has a fast unit and a slow one: the fast one alone would get farther."""
    text = SOVIET_MOVE.replace("1511: 12-3-12.1", "1511: 12-3-12.1, 4-6-9.1")
    seat = seated(page, address, text, "Soviet")
    seat.show("1511")
    seat.choose("select", "12-3-12.1", "unit")
    far = lit(page)
    page.keyboard.press("Escape")
    in_hand(page, 0)
    seat.choose("select", "4-6-9.1", "unit")
    near = lit(page)
    page.keyboard.press("Escape")
    in_hand(page, 0)
    click(page, "1511")
    in_hand(page, 2)
    seat.until("() => !document.querySelector('stavka-table').carrying.busy")
    expect(page.locator('.lit-hexes[data-verb="move"]')).to_be_attached()
    assert far - near, "the one gets farther than the other"
    seat.until(
        """wanted => {
          const lit = document.querySelector('.lit-hexes[data-verb="move"]');
          return lit && [...new Set(lit.dataset.hexes.split(" "))].sort().join() === wanted;
        }""",
        ",".join(sorted(far & near)),
    )


def test_escape_right_click_and_a_second_click_put_down(page: Page, address: str) -> None:
    seat = seated(page, address, CHINESE_MOVE, "Chinese")
    seat.show("1913")
    for units, label in ((1, "2014"), (3, "1812")):
        for way in ("Escape", "right click", "second click"):
            click(page, label)
            in_hand(page, units)
            seat.until("() => !document.querySelector('stavka-table').carrying.busy")
            if way == "Escape":
                page.keyboard.press("Escape")
            elif way == "right click":
                click(page, "2210", "right")
            else:
                click(page, label)
            in_hand(page, 0)
            seat.until("() => document.querySelector('stavka-table').state.moves === 0")
    assert seat.state()["moves"] == 0


def test_a_double_click_picks_up_and_puts_down_again(page: Page, address: str) -> None:
    """Nothing is moved, ended or rolled by a hand that clicks twice."""
    seat = seated(page, address, CHINESE_MOVE, "Chinese")
    seat.show("1913")
    page.mouse.dblclick(*spot(page, "2014"))
    page.wait_for_timeout(300)
    assert seat.hex_of("4-6-6.3") == "2014"
    assert seat.state()["presentation"]["phase"] == "Chinese Initial Movement Phase"


def test_what_is_rare_waits_in_a_second_menu(page: Page, address: str) -> None:
    seat = seated(page, address, BREAKABLE, "Soviet")
    seat.show("1709")
    decision = seat.state()["presentation"]["decision"]
    rare = [o["verb"] for o in decision["options"] if o["click"] == "menu"]
    assert "break_down" in rare
    click(page, "1709", "right")
    expect(page.locator('.chooser [data-verb="break_down"]').first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".chooser")).to_have_count(0)
    # The same by keyboard.
    page.locator("#stage").focus()
    page.keyboard.press("Shift+Enter")
    expect(page.locator('.chooser [data-verb="break_down"]').first).to_be_visible()
    page.keyboard.press("Escape")
    # And a plain click picks up, whatever else could be done.
    click(page, "1709")
    in_hand(page, 2)
    assert not seat.axe()


def test_a_long_press_opens_the_second_menu(phone: Page, address: str) -> None:
    seat = seated(phone, address, BREAKABLE, "Soviet")
    x, y = seat.show("1709")
    touch(phone, [(x, y)], hold_ms=700)
    entry = phone.locator('.chooser [data-verb="break_down"]').first
    expect(entry).to_be_visible()
    box = entry.bounding_box()
    assert box and box["height"] >= 44


def test_a_unit_is_dragged_to_a_hex_and_back(page: Page, address: str) -> None:
    seat = seated(page, address, CHINESE_MOVE, "Chinese")
    seat.show("1913")
    middle = middle_of_the_map(page)
    x, y = spot(page, "1812")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 20, steps=4)
    in_hand(page, 3)
    expect(page.locator(".drag-ghost")).to_be_visible()
    there = sorted(lit(page))[0]
    page.mouse.move(*spot(page, there), steps=4)
    page.mouse.up()
    stand_in(seat, there, *STACK)
    expect(page.locator(".drag-ghost")).to_have_count(0)
    # Where nobody can go nothing is left behind.
    moves = seat.state()["moves"]
    x, y = spot(page, "2014")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 20, steps=4)
    in_hand(page, 1)
    closed = next(label for label in ("1710", "1709", "2210", "2310") if label not in lit(page))
    page.mouse.move(*spot(page, closed), steps=4)
    page.mouse.up()
    seat.until("n => document.querySelector('stavka-table').state.moves === n", moves)
    assert seat.hex_of("4-6-6.3") == "2014"
    assert middle_of_the_map(page) == middle, "the map has stayed where it was"


def test_a_finger_drags_a_unit(phone: Page, address: str) -> None:
    seat = seated(phone, address, CHINESE_MOVE, "Chinese")
    x, y = seat.show("2014")
    seat.choose("select", "4-6-6.3", "unit")
    there = sorted(lit(phone) - {"1812"}, key=lambda h: abs(int(h) - 2014))[0]
    phone.keyboard.press("Escape")
    in_hand(phone, 0)
    x, y = spot(phone, "2014")
    to_x, to_y = spot(phone, there)
    steps = [[(x + (to_x - x) * n / 8, y + (to_y - y) * n / 8)] for n in range(9)]
    touch(phone, *steps, hold_ms=200)
    stand_in(seat, there, "4-6-6.3")


def test_the_server_tells_where_a_whole_stack_can_go(page: Page, address: str) -> None:
    seat = seated(page, address, CHINESE_MOVE, "Chinese")
    asked = {"type": "query", "id": 7, "kind": "together", "verb": "move", "argument": "1812"}
    nothing = post(address, f"api/seats/{seat.secret}", asked)
    assert nothing["together"] == [], "nobody is in hand"
    seat.choose("select", "5-3-6.1", "unit")
    answer = post(address, f"api/seats/{seat.secret}", asked)
    assert set(answer["together"]) <= lit(page)
    assert answer["together"]
