"""What screens are told is different: it adds up to the state, is short, and tells no secret."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import httpx
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stavka.engine import load_record
from stavka.server.messages import News
from stavka.server.news import Watch, changes_of
from stavka.server.storage import Action, StoredTable
from stavka.server.table import Seat, Table

from .client import Json, Live, changed, get, http, lay, make, new_table
from .running import server
from .test_secrecy import own_marks, plain, same_dice

SHELF = Path(__file__).parents[1] / "records"
# One of each title.
GAMES = (
    "east-is-red-m1-full",
    "red-dragon-campaign",
    "red-star-turning-point",
    "reds-1918-19",
    "river-line-crossing",
)


@given(st.lists(st.integers(0, 5)), st.lists(st.integers(0, 5)))
def test_a_list_is_what_its_changes_make_of_the_one_before(old: list[int], new: list[int]) -> None:
    """Also where things change places, or are there twice."""
    told = changes_of(tuple(old), tuple(new))
    assert changed(list(old), msgspec.to_builtins(told)) == new


@given(st.sets(st.integers(0, 30)), st.sets(st.integers(0, 30)))
def test_what_stays_in_its_order_is_not_told(old: set[int], new: set[int]) -> None:
    told = changes_of(tuple(sorted(old)), tuple(sorted(new)))
    assert told.new == tuple(sorted(new - old))
    assert len(told.gone) == len(old - new)


# On the real server


def begun(address: str, name: str, most: int = 200, *, together: bool = False) -> Json:
    """A table at which a record goes on from its middle, or after so many choices."""
    lines = (SHELF / f"{name}.stavka").read_text(encoding="utf-8").splitlines()
    players = dict.fromkeys(json.loads(lines[0])["players"], "person")
    text = "\n".join(lines[: min(len(lines) // 2, most)])
    new = {"text": text, "players": players, "hot_seat": together}
    return lay(address, make(address, "/api/tables/import", new))


class Screens:
    """A table with a screen at each of its seats."""

    def __init__(self, address: str, links: Json, stack: ExitStack) -> None:
        sitting = [links["hot_seat"]] if links["hot_seat"] else [*links["seats"].values()]
        secrets = [*sitting, links["spectator"]]
        self._http: httpx.Client = stack.enter_context(http(address))
        self.of = {secret: stack.enter_context(Live(address, secret)) for secret in secrets}
        self.players = [self.of[secret] for secret in sitting]
        # Clients that ask now and then, and how many lines of their logs they were not told again.
        self._asking = {secret: self._whole(secret) for secret in secrets}
        self.spared = dict.fromkeys(secrets, 0)

    def _whole(self, secret: str) -> Json:
        found: Json = self._http.get(f"/api/seats/{secret}").json()
        return found

    def compare(self) -> None:
        """What was told in pieces is what is told to whoever asks for everything."""
        for secret, live in self.of.items():
            whole = self._whole(secret)
            while any(
                live.state[key] != whole[key] for key in ("version", "talk", "seen", "seats")
            ):
                live.receive()
            assert live.state == whole

    def ask(self, chance: random.Random) -> None:
        """Some of those who have to ask do so, and put the logs together that they are told."""
        for secret, had in self._asking.items():
            if chance.random() < 0.5 or self.of[secret].state["version"] == had["version"]:
                continue
            having = f"after={had['version']}&log={len(had['log'])}"
            now = self._http.get(f"/api/seats/{secret}/wait?{having}").json()
            self.spared[secret] += now["log_from"]
            now["log"] = had["log"][: now["log_from"]] + now["log"]
            self._asking[secret] = now
            assert now["log"] == self.of[secret].log

    def say(self, live: Live, chance: random.Random) -> None:
        """Something about any line of the log, also one that may be taken back."""
        about = chance.choice([None, chance.randrange(len(live.log))])
        live.ask("say", text=f"well {chance.random()}", about=about, private=chance.random() < 0.3)

    def act(self, chance: random.Random) -> str:
        """Does something that is possible, from the seat that can do it."""
        live = chance.choice([one for one in self.players if one.decision])
        kinds = ["choose"] * 5 + ["undo"] * 2 * live.state["can_undo"]
        kinds += ["redo"] * 6 * live.state["can_redo"] + ["say", "seen"]
        kind: str = chance.choice(kinds)
        match kind:
            case "choose":
                live.choose_any(chance)
            case "say":
                self.say(chance.choice([live, *self.players]), chance)
            case "seen":
                live.ask("seen", moves=chance.randrange(live.state["moves"] + 1))
            case _:
                assert live.ask(kind)["type"] == "state"
        return kind


@pytest.mark.parametrize("together", [False, True], ids=["apart", "together"])
@pytest.mark.parametrize("name", GAMES)
def test_what_is_told_in_pieces_is_the_whole(address: str, name: str, together: bool) -> None:
    """Whatever is done: choices, some of them secret, undo and redo, remarks, notes."""
    chance = random.Random(name)
    done: set[str] = set()
    with ExitStack() as stack:
        table = Screens(address, begun(address, name, together=together), stack)
        for _ in range(60):
            done.add(table.act(chance))
            table.compare()
            table.ask(chance)
            if table.players[0].over():
                break
        told = [text for live in table.of.values() for text in live.raw]
    assert done == {"choose", "undo", "redo", "say", "seen"}
    kinds = [json.loads(text)["type"] for text in told]
    assert kinds.count("state") == len(table.of) and kinds.count("news") > 40
    # The log of a seat for all sides is told whole, those of all others in pieces.
    all_told = [secret for secret, lines in table.spared.items() if not lines]
    assert all_told == ([*table.of][:1] if together else [])


def test_secret_choices_are_told_to_who_makes_them(address: str) -> None:
    """The others are told nothing of mines, not even that there is nothing to tell."""
    chance = random.Random(3)
    with ExitStack() as stack:
        table = Screens(address, new_table(address), stack)
        soviet, chinese = table.players
        for live in (soviet, chinese):
            for verb in ("recommended", "done"):
                live.choose(verb)
                table.compare()
        heard = len(soviet.raw)
        for verb in ("mine", "towards") * 3:
            assert chinese.decision is not None
            offered = {o["verb"]: o["values"] for o in chinese.decision["options"]}
            chinese.choose(verb, chance.choice(offered[verb]))
            table.compare()
        for kind in ("undo", "undo", "redo", "redo", "undo"):
            assert chinese.ask(kind)["type"] == "state"
            table.compare()
        assert len(soviet.raw) == heard
        assert sum(marker["kind"] == "mined" for marker in chinese.presentation["markers"]) == 2


# Over HTTP


def test_lines_that_were_taken_back_are_not_taken_for_known(tmp_path: Path) -> None:
    """Only what was told in a version, and has stood ever since, is not told again."""
    with server(tmp_path) as address:
        seat = f"/api/seats/{new_table(address)['seats']['Soviet']}"

        def choose(number: int, verb: str, having: str = "") -> Json:
            choice = {"type": "choose", "number": number, "verb": verb}
            state: Json = make(address, seat + having, choice, 200)["state"]
            return state

        start = len(get(address, seat)["log"])
        first = choose(0, "recommended")
        lines = len(first["log"])
        assert first["log_from"] == 0 and lines > start
        # Nothing is known of the version with which the table was opened.
        # (Whoever waits for news is there meanwhile.)
        waited = get(address, f"{seat}/wait?after=0&log={lines}")
        assert {**waited, "seats": first["seats"]} == first
        remark = {"type": "say", "text": "well"}
        for having, known in (("", 0), (f"&log={lines}", lines), ("&log=2", 2), ("&log=-1", 0)):
            told = make(address, f"{seat}?after=1{having}", remark, 200)["state"]
            assert (told["log_from"], told["log"]) == (known, first["log"][known:])
        # The same number of lines, but others: only those of the beginning are known.
        assert make(address, seat, {"type": "undo"}, 200)["state"]["version"] == 2
        other = choose(2, "recommended", f"?after=1&log={lines}")
        assert (other["version"], other["log_from"]) == (3, start)
        assert get(address, f"{seat}/wait?after=2&log={lines}")["log_from"] == start
        last = choose(3, "done", f"?after=3&log={lines}")
        assert last["log_from"] == lines and last["log"]
    with server(tmp_path) as address:
        again = get(address, f"{seat}/wait?after=3&log={lines}")
        assert again["log_from"] == 0 and again["log"][lines:] == last["log"]


# Secrets


def sees(live: Live, secret: str, client: httpx.Client) -> None:
    """Hears every change by itself, so that what two screens hear can be compared."""
    latest = client.get(f"/api/seats/{secret}").json()["version"]
    while live.state["version"] < latest:
        live.receive()


def values(live: Live, verb: str) -> set[str]:
    assert live.decision is not None
    return {v for o in live.decision["options"] if o["verb"] == verb for v in o["values"]}


def test_news_of_face_down_counters_tells_nobody_which_they_are(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two wars in which another counter of the same stack moves look the same to the byte to
    whoever may not know (18.2.1), in pieces too."""
    same_dice(monkeypatch)
    chance = random.Random(5)
    with ExitStack() as stack:
        client = stack.enter_context(http(address))
        # It is the PLA that moves from here on.
        tables = [begun(address, "red-dragon-campaign", 51) for _ in range(2)]
        here, there = (
            {
                name: (stack.enter_context(Live(address, secret)), secret)
                for name, secret in (*links["seats"].items(), ("", links["spectator"]))
            }
            for links in tables
        )
        one, other = here["PLA"][0], there["PLA"][0]
        twin = _partners(one)
        moved = 0
        for unit in sorted(twin):
            if unit not in values(one, "select") or twin[unit] not in values(other, "select"):
                continue
            one.choose("select", unit)
            other.choose("select", twin[unit])
            goals = values(one, "move") & values(other, "move")
            if goals:
                goal = chance.choice(sorted(goals))
                one.choose("move", goal)
                other.choose("move", goal)
                moved += 1
            for live, secret in (*here.values(), *there.values()):
                sees(live, secret, client)
        assert moved > 5
    ids = [own_marks(table["PLA"][0]) for table in (here, there)]
    heard = [
        {name: plain("\n".join(live.raw), id_) for name, (live, _) in table.items()}
        for id_, table in zip(ids, (here, there), strict=True)
    ]
    assert heard[0]["GMD"] == heard[1]["GMD"] and heard[0][""] == heard[1][""]
    assert heard[0]["PLA"] != heard[1]["PLA"]
    assert heard[0]["GMD"].count('"news"') >= moved


def _partners(live: Live) -> dict[str, str]:
    """For each counter of the PLA another one of its hex that moves like it, if there is one."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for unit in live.presentation["units"]:
        if unit["side"] == "PLA" and unit["hex"]:
            kind = unit["hex"], unit["symbol"], unit["size"], unit["band"]
            alike.setdefault(kind, []).append(unit["id"])
    some = [stack for stack in alike.values() if len(stack) > 1]
    return {unit: stack[n - 1] for stack in some for n, unit in enumerate(stack)}


# How much


MIDDLE = (
    "east-is-red-m30-full",
    "red-dragon-campaign",
    "reds-1918-21",
    pytest.param("red-star-motherland", marks=pytest.mark.slow),
    "red-star-turning-point",
    "river-line-crossing",
)


@pytest.mark.parametrize("name", MIDDLE)
def test_little_is_told(name: str, measured: Callable[[str], None]) -> None:
    """Nothing of a unit is told again that looks as before: titles keep units in one order."""
    record = load_record(SHELF / f"{name}.stavka")
    first = max(0, len(record.lines) // 2 - 150)
    actions = [Action("choose", n.side, str(n.choice), n.dice) for n in record.lines]
    assert record.seed is not None
    players = dict.fromkeys(record.players, "person")
    stored = StoredTable("t", record.title, record.scenario, record.options, players, record.seed)
    table = Table(stored, actions[:first])
    seats = [*(Seat(side.encode(), (side,)) for side in players), Seat(b"", ())]
    screens = {seat: (Watch(), dict[str, object]()) for seat in seats}
    sizes: list[int] = []
    whole: list[int] = []
    for action in actions[first : first + 300]:
        for seat, (watch, units) in screens.items():
            if watch.version == table.version_of(seat):
                continue
            watch.version = table.version_of(seat)
            lines = table.log(seat)
            state = table.state(seat, lines, watch.known(lines))
            message = watch.message(state)
            now = {unit.id: unit for unit in state.presentation.units}
            if isinstance(message, News):
                told = message.lists.get("units", changes_of((), ()))
                assert {u.id for u in told.new} == {i for i, u in now.items() if units.get(i) != u}
                sizes.append(len(msgspec.json.encode(message)))
                whole.append(len(msgspec.json.encode(state)))
            units.clear()
            units.update(now)
        table.repeat(action)
        table._changed(1)
    sizes.sort()
    mean, most = sum(sizes) // len(sizes), sizes[len(sizes) * 95 // 100]
    measured(f"{name}: {mean} bytes of news, p95 {most}, whole {sum(whole) // len(whole)}")
    assert mean < 2000 and most < 5000
