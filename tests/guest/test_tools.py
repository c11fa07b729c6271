"""A language model's client before a real `stavka mcp`, over standard input and output."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from stavka.guest.keep import file_for
from tests.server.running import Process

from .company import Company, Model, east, model

TOOLS = {
    *("look", "choices", "why", "preview", "rules", "choose", "undo", "say", "agree", "wait"),
}


def test_a_model_takes_a_seat_and_plays(address: str, tmp_path: Path) -> None:
    table = east(address)
    table.person_comes()
    log = tmp_path / "log"
    with model(log, table.link, "--keep", str(tmp_path / "seats"), "--name", "Robot") as robot:
        tools = robot.tools()
        assert set(tools) == TOOLS and all(tool["description"] for tool in tools.values())
        assert "look() tells the situation" in robot.prompt("sit-down")
        assert "You play Soviet. Chinese is played by Anna." in robot.ask("look")
        table.person_opens()
        play_a_phase(robot, table)
        wrong_calls(robot)
    secrets = json.loads(file_for(tmp_path / "seats", table.invitation).read_text())
    hidden = (table.invitation, secrets["secret"], secrets["marks"]["share"])
    heard = "\n".join([*robot.heard, log.read_text(encoding="utf-8")])
    assert not [secret for secret in hidden if secret in heard]
    assert "Traceback" not in heard


def play_a_phase(robot: Model, table: Company) -> None:
    robot.ask("choose", choices=["recommended", "done"])
    assert "Chinese has to choose; `wait`" in robot.ask("wait", seconds=1)
    table.person_chooses("recommended", "done", "done", "done")
    assert "QUESTION for Soviet: Move units" in robot.ask("wait", seconds=20)
    assert "Not possible: pick up a unit first." in robot.ask("why", choice="move 1812")
    robot.ask("choose", choices="select 7-4-9.1")
    assert "Result: 8 points, 1 left" in robot.ask("preview", choice="move 1812")
    assert "to 1812, 8 MP" in robot.ask("choose", choices=["move 1812"])
    assert "Taken back:" in robot.ask("undo")
    assert "QUESTION for Soviet: Attack" in robot.ask("choose", choices=["done"], sure=True)


def wrong_calls(robot: Model) -> None:
    """Whatever is wrong is told in a sentence."""
    assert "is refused" in robot.ask("choose", choices=["fly"], wrong=True)
    assert "is not a choice" in robot.ask("choose", choices=["a b c"], wrong=True)
    told = robot.ask("look", what="everything", wrong=True)
    assert told.startswith("The arguments are not understood (what: input should be 'situation'")
    assert "http" not in told and "\n" not in told
    assert "There is no page 7" in robot.ask("look", page=7, wrong=True)
    assert robot.ask("cheat", wrong=True) == "Unknown tool: cheat."


def test_a_model_plays_against_the_computer_at_a_table_of_its_own(tmp_path: Path) -> None:
    arguments = ("red-dragon", "--side", "GMD", "--opponent", "random")
    rnd = random.Random(5)
    with model(tmp_path / "log", *arguments) as robot:
        told = robot.ask("look")
        made = 0
        while made < 30:
            verbs = re.findall(r"^\* (\w+)", told, re.M)
            if not verbs:
                told = robot.ask("wait", seconds=60)
                continue
            lines = robot.ask("choices", verb=rnd.choice(verbs)).splitlines()
            values = [" ".join(line.split()[:2]).rstrip(":") for line in lines if line[0] == " "]
            choice = rnd.choice(values) if values else lines[0].split()[0].rstrip(":")
            told = robot.ask("choose", choices=choice, sure=True)
            made += 1
        assert "You play GMD. PLA is played by the computer (random)." in robot.ask("look")
    assert "Traceback" not in (tmp_path / "log").read_text()


@pytest.mark.slow
def test_a_model_comes_back_after_restarts_of_both(tmp_path: Path) -> None:
    """Twin of `test_a_guest_comes_back_with_the_link_that_it_has_used`, with real processes."""
    serving = Process(tmp_path / "stavka.db")
    table = east(serving.address)
    keep = ("--keep", str(tmp_path / "seats"))
    with model(tmp_path / "log", table.link, *keep) as robot:
        robot.ask("choose", choices="recommended")
    port = serving.address.rpartition(":")[2]
    serving.kill()
    with model(tmp_path / "log", table.link, *keep) as robot:
        assert "does not answer" in robot.ask("look", wrong=True)
        serving = Process(tmp_path / "stavka.db", "--port", port)
        assert "22 on the map" in robot.ask("look")
    with model(tmp_path / "log", table.link, "--keep", str(tmp_path / "other")) as robot:
        told = robot.ask("look", wrong=True)
        assert told.startswith("The seat of this invitation was taken on ")
    serving.kill()


@pytest.mark.slow
def test_a_game_against_the_computer_is_kept_in_a_folder(tmp_path: Path) -> None:
    game = ("river-line", "--keep", str(tmp_path / "game"))
    with model(tmp_path / "log", *game) as robot:
        before = robot.ask("look")
        assert "QUESTION" in before
    with model(tmp_path / "log", *game) as robot:
        after = robot.ask("look")
    assert after.splitlines()[-3:] == before.splitlines()[-3:]
    refused = stavka("mcp", *game, "--opponent", "recruit")
    assert "holds another game (river-line" in refused


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("http://127.0.0.1:8421/",), "stavka: this is no link to a seat"),
        (("no-such-title",), "stavka: there is no title"),
        (("reds", "--side", "Blue"), "stavka: --side Blue: there are White and Red"),
        (("reds", "--opponent", "me"), "stavka: --opponent me: there are "),
        (("reds", "--scenario", "1905"), "stavka: "),
    ],
)
def test_a_table_that_cannot_be_is_refused_at_once(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from stavka.cli import main

    assert main(["mcp", *arguments]) == 2
    assert capsys.readouterr().err.startswith(words)


def test_without_the_package_the_way_to_it_is_told() -> None:
    code = "import sys; sys.modules['mcp'] = None; from stavka.cli import main; main()"
    assert "pip install 'stavka[mcp]'" in stavka("mcp", "reds", run=("-c", code))


def stavka(*arguments: str, run: tuple[str, ...] = ("-m", "stavka")) -> str:
    """What the command says is wrong."""
    done = subprocess.run(
        [sys.executable, *run, *arguments], capture_output=True, text=True, timeout=60, check=False
    )
    return done.stderr
