"""Fingerprints tell where a title behaves otherwise than before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stavka import titles
from stavka.engine import Event
from tools import fingerprints


def prints(path: Path, *arguments: str) -> int:
    return fingerprints.main(["--title", "river-line", "--jobs", "1", *arguments, str(path)])


def test_what_stays_the_same_and_what_does_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "before.json"
    assert prints(file, "--write") == 0
    assert prints(file, "--against") == 0
    assert "nothing differs" in capsys.readouterr().out
    before = json.loads(file.read_text())
    game = min(before)
    assert set(before[game]) == {
        *("state", "question", "told", "words", "end"),
        *("view", "overlay", "stack", "file", "advice", "preview", "refusal"),
    }
    before[game]["refusal"][2] = "00000000"
    file.write_text(json.dumps(before))
    assert prints(file, "--against") == 1
    times = len(before[game]["refusal"])
    said = f"{game}: refusal differs from choice 18 on, 1 of {times} times\n"
    assert capsys.readouterr().out == said


def test_every_side_reads_what_it_is_told() -> None:
    title = titles.load("river-line")
    told = [Event("turn", "2.1", (1,)), Event("turn", "2.1", (2,), secret_of="Vale")]
    said = fingerprints.as_read(title, told)
    assert said == "2.1 Turn 1\n\n2.1 Turn 1\n2.1 Turn 2\n\n2.1 Turn 1"


def test_wrong_choices_are_about_what_the_step_knows() -> None:
    title = titles.load("river-line")
    p = title.start("crossing", seed=b"wrong")
    decision = p.decision()
    assert decision is not None
    asked = [*fingerprints.Look(title, "a game").wrong(p, decision)]
    about = [choice.verb for choice in asked[fingerprints.WRONG :]]
    assert set(about) == {"select", "move", "done"}
    assert about.count("move") == fingerprints.WRONG_OF_STEP, "nothing is in hand, but it has bars"


def test_every_scenario_is_played_as_it_starts() -> None:
    title = titles.load("east-is-red")
    played = list(fingerprints.variants(title))
    assert {(s.key, s.defaults) for s in title.scenarios} <= set(played)
    assert {(s.key, ()) for s in title.scenarios} <= set(played)


def test_a_file_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        prints(tmp_path / "nothing.json", "--against")
    assert "cannot be read" in capsys.readouterr().err
