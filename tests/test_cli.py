"""The command, as people and scripts use it."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from stavka import titles
from stavka.cli import main
from stavka.engine import Dice, Game, Unsuitable, load_record, read_record, replay, seed_from
from stavka.engine.presentation import UnitView
from stavka.lab.bench import bench
from stavka.players import PLAYERS, Player
from stavka.terminal import Table, board_excerpt

RECORDS = Path(__file__).parent / "records"
RIVER_LINE = RECORDS / "river-line-crossing.stavka"


def run(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """Runs the command in this process; returns what it printed (its complaint if it failed)."""
    assert main(arguments) == code
    printed = capsys.readouterr()
    return printed.err if code else printed.out


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(run(capsys, *arguments, "--json"))


def test_titles(capsys: pytest.CaptureFixture[str]) -> None:
    listed = run_json(capsys, "titles")
    ours = [t["slug"] for t in listed if not t["shelf"]]
    assert ours == ["east-is-red", "reds", "red-dragon", "red-star"]
    assert [t["slug"] for t in listed if t["shelf"] == "Learn"] == ["river-line"]
    assert all(set(t) >= {"slug", "name", "sides"} for t in listed)
    assert "Reds!" in run(capsys, "titles")


def test_hex(capsys: pytest.CaptureFixture[str]) -> None:
    facts = run_json(capsys, "hex", "reds", "2313")
    assert facts["label"] == "2313"
    assert facts["places"][0]["name"] == "Moscow"
    assert "2314" in facts["networks"]["rail"]
    assert set(facts) >= {"terrain", "areas", "networks", "sides", "coastal"}
    text = run(capsys, "hex", "red-star", "1221")
    assert "Sevastopol" in text
    assert "Black Sea" in text


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("hex", "reds", "9999"), "hex 9999 is not on this map"),
        (("hex", "reds", "12"), "four digits"),
        (("hex", "chess", "0101"), "there is no title 'chess'; there are east-is-red"),
        (("map", "reds", "-o", "map.jpg"), "written as .svg or .png"),
        (("map", "reds", "-o", "/no/such/folder/map.svg"), "cannot be written"),
        (("map", "reds", "-o", "map.png", "--width", "5"), "100 to 20000"),
        (("hex", "reds", "2313", "--data", "/no/such/folder"), "there is no such folder"),
        (("simulate", "east-is-red", "--scenario", "m99"), "no scenario 'm99'"),
        (("simulate", "east-is-red", "--option", "17.5"), "does not fit"),
        (("simulate", "east-is-red", "--players", "random"), "for each side"),
        (("simulate", "east-is-red", "--players", "random,general"), "random, recruit, cadet"),
        (("simulate", "east-is-red", "--games", "0"), "at least one game"),
        (("verify", "/no/such/file"), "cannot be read"),
        (("replay", "/no/such/file"), "cannot be read"),
        (("explain", "east-is-red", "5.99"), "no case '5.99'; chapter 5 has 5.0"),
        (("explain", "east-is-red", "zoc"), "no case 'zoc'"),
    ],
)
def test_bad_requests_get_a_clear_answer(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], complaint: str
) -> None:
    answer = run(capsys, *arguments, code=2)
    assert answer.startswith("stavka: ")
    assert complaint in answer


def test_an_overlay_is_read_and_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "map").mkdir()
    ours = titles.entry("red-dragon").data / "map" / "places.csv"
    text = ours.read_text(encoding="utf-8")
    (tmp_path / "map" / "places.csv").write_text(text.replace("Bengbu", "Pengpu"), encoding="utf-8")
    facts = run_json(capsys, "hex", "red-dragon", "1010", "--data", str(tmp_path))
    assert facts["places"][0]["name"] == "Pengpu"
    wrong = tmp_path / "wrong" / "map"
    wrong.mkdir(parents=True)
    (wrong / "places.csv").write_text(text.replace("1010,", "9910,"), encoding="utf-8")
    answer = run(capsys, "hex", "red-dragon", "1010", "--data", str(wrong.parent), code=2)
    assert "places.csv, line" in answer
    assert "field hex" in answer


def test_provenance(capsys: pytest.CaptureFixture[str]) -> None:
    for slug in titles.TITLES:
        found = run_json(capsys, "provenance", slug)
        kinds = ("rulebook", "found", "reconstructed")
        assert found["rows"] == sum(found[kind] for kind in kinds) > 0
        assert {"map/hexes.csv", "map/places.csv", "map/map.toml"} <= set(found["files"])
        for report in found["files"].values():
            assert report["rows"] == sum(report[kind] for kind in kinds)
    assert "together" in run(capsys, "provenance", "reds")


def test_charts(capsys: pytest.CaptureFixture[str]) -> None:
    for slug in titles.TITLES:
        assert len(run_json(capsys, "charts", slug)) >= 3
    said = run(capsys, "charts", "east-is-red", "combat results table")
    assert said.startswith("Combat Results Table [10.0]\n") and "Terrain Chart" not in said
    # Part of a name is enough; a name in full is that chart alone.
    results = [chart["name"] for chart in run_json(capsys, "charts", "red-dragon", "combat res")]
    assert results == ["Combat Results Table", "Combat Results"]
    (chart,) = run_json(capsys, "charts", "red-dragon", "Combat Results")
    assert chart["rows"][0]["cells"][:2] == ["AE", "Attacker Eliminated"]
    refused = run(capsys, "charts", "river-line", "weather", code=2)
    assert "no chart 'weather'; there are Combat Results Table, Ground, Towns" in refused


def test_a_bad_chart_is_told_before_anybody_plays(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(titles, "_overlays", {})
    charts = tmp_path / "reds" / titles.CHARTS
    charts.parent.mkdir()
    charts.write_text('[[charts]]\nfile = "oracle.csv"\nname = "Oracle"', encoding="utf-8")
    told = run(capsys, "serve", "--no-open", "--data", str(tmp_path), code=2)
    assert f"{charts}, field file of 'Oracle': oracle.csv: there is no such file" in told


def test_gallery(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = {"red-dragon": titles.TITLES["red-dragon"]}
    monkeypatch.setattr(titles, "TITLES", one)
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    said = run(capsys, "gallery", "-o", str(tmp_path / "pages"))
    assert "drawing Red Dragon" in said
    page = (tmp_path / "pages" / "index.html").read_text(encoding="utf-8")
    assert 'href="red-dragon.html"' in page
    assert {path.name for path in (tmp_path / "pages").iterdir()} == {
        *("index.html", "red-dragon.html", "red-dragon.svg", "red-dragon.png"),
    }
    assert opened == [(tmp_path / "pages" / "index.html").as_uri()]


def test_scenarios(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "scenarios", "east-is-red")
    assert found["sides"] == ["Soviet", "Chinese"]
    assert [s["key"] for s in found["scenarios"]] == [
        *("m1-current", "m1-full", "m30-current", "m30-full"),
        *("1970s-m1-current", "1970s-m1-full", "1970s-m30-current", "1970s-m30-full"),
        *("1960s-m1", "1960s-m30", "1980s-m1", "1980s-m30"),
    ]
    assert found["scenarios"][8]["options"] == ["INT", "OMG", "ER", "IT", "GW", "SW.3"]
    assert found["scenarios"][8]["defaults"] == ["INT", "OMG", "ER", "IT", "GW", "SW.3"]
    shown = run(capsys, "scenarios", "east-is-red")
    assert "Korean" in shown and "Starts with INT OMG GW SW.3." in shown


def test_options_are_added_to_a_scenario_or_switched_off(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    record = tmp_path / "game.stavka"
    arguments = ("--option", "US", "--without", "SW.3", "--without", "IT", "--save", str(record))
    run(capsys, "play", "east-is-red", "--scenario", "1970s-m30-full", *arguments)
    assert tuple(load_record(record).options) == ("INT", "OMG", "GW", "US")
    assert main(["play", "east-is-red", "--without", "GW"]) == 2
    assert "GW is not on in m1-current" in capsys.readouterr().err


def test_simulate_counts_and_repeats(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("simulate", "east-is-red", "--games", "3", "--seed", "x", "--workers")
    one = run_json(capsys, *arguments, "1")
    two = run_json(capsys, *arguments, "2")
    assert one == two
    assert one["games"] == 3
    assert one["errors"] == 0
    assert sum(one["wins"].values()) == 3
    assert set(one["wins"]) == {"Soviet", "Chinese", "draw", "nobody"}
    assert one["mean_actions"] > 500


def test_explain_tells_rule_data_tests_and_ruling(capsys: pytest.CaptureFixture[str]) -> None:
    page = run(capsys, "explain", "red-star", "7.4.2")
    assert page.startswith("7.4.2 Rivers\nIf all attackers attack across minor rivers,")
    headings = [part.splitlines()[0] for part in page.split("\n\n")[1:]]
    assert headings == ["Rule", "Data", "Tests", "Ruling"]
    assert "  combat.river_crossed (src/stavka/titles/red_star/combat.py:" in page
    assert "  src/stavka/titles/red_star/data/limits.csv:" in page
    assert "  tests/red_star/test_combat.py::test_the_kerch_straits_are_a_major_river\n" in page
    assert "The river bonus is for the total defence, and it is given once" in page


def test_explain_for_scripts(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "explain", "east-is-red", "6.12")
    assert set(found) == {
        *("case", "title", "text", "functions", "data", "tests", "descriptive", "ruling"),
    }
    assert (found["case"], found["ruling"], found["descriptive"]) == ("6.12", None, None)
    (function,) = (f for f in found["functions"] if f["name"] == "movement.reach_of")
    lines = Path(function["file"]).read_text(encoding="utf-8").splitlines()
    assert lines[function["line"] - 1].startswith("def reach_of(")
    assert any(t.startswith("tests/east_is_red/test_zones_of_control.py") for t in found["tests"])


def test_explain_says_why_there_is_nothing_to_test(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "explain", "reds", "2.1").endswith(
        "\n\nNothing to test\n  the contents of the box.\n"
    )
    found = run_json(capsys, "explain", "reds", "2.1")
    assert (found["functions"], found["tests"]) == ([], [])
    assert found["descriptive"] == "the contents of the box."


def test_bench(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stavka.cli.bench", lambda slug, scenario: bench(slug, scenario, games=1))
    figures = run_json(capsys, "bench", "east-is-red")["east-is-red"]
    assert set(figures) == {
        *("decisions_per_cpu_s", "games_per_cpu_s", "actions_per_game", "clone_us", "click_ms"),
        *("reach_us", "supply_us", "position_bytes", "view_bytes", "hex_loops"),
        "advice_game_cpu_s",
    }
    assert figures.pop("hex_loops") in ("C", "Python")
    assert all(value > 0 for value in figures.values())


def test_bench_of_a_scenario(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stavka.cli.bench", lambda *asked: {"asked": asked})
    figures = run_json(capsys, "bench", "red-star", "--scenario", "motherland")
    assert figures["red-star"]["asked"] == ["red-star", "motherland"]
    assert "needs a title" in run(capsys, "bench", "--scenario", "motherland", code=2)


def test_bench_refuses_a_scenario_that_the_title_lacks() -> None:
    with pytest.raises(Unsuitable, match="has no scenario"):
        bench("red-star", "waterloo")


# Playing in the terminal


def table(script: str, save_to: Path) -> tuple[Table, list[str]]:
    title = titles.load("east-is-red")
    game = Game(title.start("m1-current", (), seed=seed_from("terminal")))
    said: list[str] = []
    players: dict[str, Player] = {"Chinese": PLAYERS["cadet"](title, "1")}
    names = {"Soviet": "human", "Chinese": "cadet"}
    board = titles.board("east-is-red")
    at = Table(title, game, board, players, names, save_to, io.StringIO(script), said.append)
    return at, said


def test_a_turn_in_the_terminal(tmp_path: Path) -> None:
    save_to = tmp_path / "game.stavka"
    script = """
        ?
        recommended
        look 1611
        units 1611
        done
        select 7-4-9.1
        why move 1612
        help 5.21
        999
        nonsense
        what is this
        move 9999
        undo
        redo
        log 3
        save
        quit
    """
    at, said = table("\n".join(line.strip() for line in script.splitlines()), save_to)
    at.run()
    text = "\n".join(said)
    assert "A number makes that choice" in text
    assert "*1611" in text
    assert "1611: 7-4-9.1" in text
    assert "13.23: 1612 is an industrial hex" in text
    assert "5.21 " in text
    assert "There are choices 1 to" in text
    assert "Not possible" in text
    assert "is mined" not in text, "the mines of the other side stay secret"
    record = read_record(save_to.read_text(encoding="utf-8"))
    assert record.lines[0].choice.verb == "recommended"
    assert record.seed is None
    assert save_to.with_name("game.stavka.secret").is_file()


def test_a_saved_game_goes_on_with_its_own_dice(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_to = tmp_path / "game.stavka"
    at, _ = table("recommended\ndone\nquit\n", save_to)
    at.run()
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    arguments = ("play", "east-is-red", "--resume", str(save_to))
    run(capsys, *arguments)
    assert "choices replay" in run(capsys, "verify", str(save_to))
    save_to.with_name("game.stavka.secret").write_text("00" * 32)
    assert "seed of another game" in run(capsys, *arguments, code=2)
    save_to.with_name("game.stavka.secret").unlink()
    assert "cannot go on" in run(capsys, *arguments, code=2)


def test_a_game_that_goes_on_is_saved_where_it_was(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    save_to, other = tmp_path / "ours.stavka", tmp_path / "game.stavka"
    at, _ = table("recommended\nquit\n", save_to)
    at.run()
    other.write_text("somebody else's")
    monkeypatch.setattr(sys, "stdin", io.StringIO("done\nquit\n"))
    assert "Saved in ours.stavka" in run(capsys, "play", "east-is-red", "--resume", "ours.stavka")
    record = read_record(save_to.read_text(encoding="utf-8"))
    assert [str(line.choice) for line in record.lines[:2]] == ["recommended", "done"]
    assert record.players == {"Soviet": "human", "Chinese": "cadet"}, "as before"
    assert other.read_text() == "somebody else's"
    assert not list(tmp_path.glob("*.new"))


def test_nothing_is_overwritten_without_a_question(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    kept = tmp_path / "game.stavka"
    kept.write_text("a game")
    begin = ("play", "river-line", "--players", "random,random")
    # Without a terminal nobody can be asked.
    assert run(capsys, *begin, code=2) == (
        "stavka: game.stavka exists already and is not overwritten: name another file with "
        "--save, or go on with a saved game with --resume\n"
    )
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    for answer in ("", "n", "what"):
        monkeypatch.setattr("builtins.input", lambda _, answer=answer: answer)
        assert "left as it is" in run(capsys, *begin, code=2)
    assert kept.read_text() == "a game"
    monkeypatch.setattr("builtins.input", lambda _: "y")
    run(capsys, *begin)
    assert read_record(kept.read_text(encoding="utf-8")).title == "river-line"


def test_the_seed_of_a_game_is_not_overwritten_either(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The record may have been moved away; without its seed it could not go on."""
    secret = tmp_path / "game.stavka.secret"
    secret.write_text("00" * 32)
    arguments = ("play", "river-line", "--save", str(tmp_path / "game.stavka"))
    assert "game.stavka.secret exists already" in run(capsys, *arguments, code=2)
    nowhere = ("play", "river-line", "--save", str(tmp_path / "no" / "game.stavka"))
    assert "there is no folder" in run(capsys, *nowhere, code=2)


def test_saving_under_another_name_at_the_table(tmp_path: Path) -> None:
    kept = tmp_path / "other.stavka"
    kept.write_text("a game")
    at, said = table(f"save {kept}\nsave {tmp_path / 'new.stavka'}\nquit\n", tmp_path / "g.stavka")
    at.run()
    assert f"{kept} exists already, and nothing is saved; name another file." in said
    assert kept.read_text() == "a game"
    assert (tmp_path / "new.stavka").is_file()
    assert (tmp_path / "g.stavka").is_file()


def test_drawings_and_positions_do_not_replace_a_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = tmp_path / "game.stavka"
    game.write_text(RIVER_LINE.read_text(encoding="utf-8"), encoding="utf-8")
    for arguments in (
        ("replay", str(game), "--position", str(game)),
        ("map", "river-line", "--png", "-o", str(game)),
    ):
        assert "is a saved game and is not overwritten" in run(capsys, *arguments, code=2)
    assert game.read_text(encoding="utf-8") == RIVER_LINE.read_text(encoding="utf-8")
    # A position can be written again.
    for _ in range(2):
        run(capsys, "replay", str(game), "--to", "2", "--position", str(tmp_path / "p.txt"))
    nowhere = ("replay", str(game), "--position", str(tmp_path / "no" / "p.txt"))
    assert "cannot be written" in run(capsys, *nowhere, code=2)


def test_a_replay_tells_each_thing_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Mines are laid in secret: whoever may know where is told so, the others that there are."""
    file = str(RECORDS / "east-is-red-m1-full.stavka")
    every = run(capsys, "replay", file, "--to", "400").splitlines()
    record = load_record(RECORDS / "east-is-red-m1-full.stavka")
    record.cut(400)
    game = replay(record, titles.load("east-is-red"))
    told = [line for line in every if line.startswith("        ")]
    assert len(told) == sum(not event.not_for for event in game.chronicle)
    laid = next(event for event in game.chronicle if event.secret_of)
    text = titles.load("east-is-red").text(laid)
    assert f"        {text} (known to {laid.secret_of} only) [{laid.case}]" in told
    own, other = (
        run(capsys, "replay", file, "--to", "400", "--as", side)
        for side in (laid.secret_of, {"Soviet": "Chinese", "Chinese": "Soviet"}[laid.secret_of])
    )
    assert text in own
    assert text not in other
    for side, shown in ((laid.secret_of, own), ("", other)):
        eyes = side or {"Soviet": "Chinese", "Chinese": "Soviet"}[laid.secret_of]
        heard = [event for event in game.chronicle if event.heard_by(eyes)]
        lines = [line for line in shown.splitlines() if line.startswith("        ")]
        assert len(lines) == len(heard)
    # The choices of the other side could tell.
    assert f"{laid.secret_of}: " in own
    assert f"{laid.secret_of}: " not in other
    answer = run(capsys, "replay", file, "--as", "Martians", code=2)
    assert "--as Martians: The East Is Red has Soviet and Chinese" in answer


def test_a_replay_begins_before_the_first_choice(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Loyalty is rolled for, and news come, before anybody is asked; a position's phase begins."""
    file = RECORDS / "red-dragon-campaign.stavka"
    lines = run(capsys, "replay", str(file), "--to", "1").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("    1 "))
    assert any("stays loyal" in line for line in lines[:first])
    assert all(line.startswith("        ") for line in lines[:first])
    start, save_to = tmp_path / "start.txt", tmp_path / "game.stavka"
    start.write_text("turn: 3\nphase: chinese-reinforcement\n[Soviet]\n1507: 12-3-12\n")
    begin = ("play", "east-is-red", "--position", str(start), "--players", "random,random")
    run(capsys, *begin, "--save", str(save_to))
    told = run(capsys, "replay", str(save_to), "--to", "1").splitlines()
    assert told[0] == "        Chinese 4-6-6 arrives in 0132 (Tsinan) [17.3]"


def test_verify_says_what_is_proven_and_what_is_not(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    whole = run_json(capsys, "verify", str(RIVER_LINE))
    assert (whole["sound"], whole["dice"]) == (True, "seed")
    assert whole["commitment"] and whole["position"] and whole["outcome"]
    assert len(whole["proven"]) == 5
    lines = RIVER_LINE.read_text(encoding="utf-8").splitlines()
    file = tmp_path / "game.stavka"

    def verified(*text: str) -> str:
        file.write_text("\n".join(text), encoding="utf-8")
        return run(capsys, "verify", str(file))

    said = verified(*lines)
    assert "proven: the final position is the one that is written down\n" in said
    assert "proven: the outcome is " in said
    assert "not proven: that nobody knew the seed before the first roll" in said
    # Without a last line there is less.
    said = verified(*lines[:-1])
    assert "not proven: that the rolls are fair: the seed has not been revealed" in said
    assert "not proven: the final position: none is written down" in said
    assert "not proven: the outcome: none is written down; by the rules the outcome is " in said
    opened = run_json(capsys, "verify", str(file))
    assert opened["dice"] == "record"
    assert not (opened["commitment"] or opened["position"] or opened["outcome"])
    said = verified(*lines[:3])
    assert "by the rules the game is not over" in said
    # Closed before its end, with the seed alone.
    seed = json.loads(lines[-1])["seed"]
    said = verified(*lines[:-1], json.dumps({"seed": seed}))
    assert "rolls follow from the seed" in said
    assert "not proven: the final position" in said


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"outcome": None}, "the outcome is .*, not, as is written, no end"),
        ({"outcome": {"winner": "Vale"}}, "lacks or spoils a field"),
        (
            {"outcome": {"winner": "x", "level": "y", "reason": "z", "case": "1"}},
            r"the outcome is .*, not, as is written, x, y, ",
        ),
        ({"digest": "00"}, "the final position is another one"),
        ({"seed": "00"}, "the dice are|is not the one that was committed to"),
    ],
)
def test_verify_finds_a_false_end(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, change: dict[str, Any], complaint: str
) -> None:
    *lines, last = RIVER_LINE.read_text(encoding="utf-8").splitlines()
    file = tmp_path / "game.stavka"
    file.write_text("\n".join([*lines, json.dumps(json.loads(last) | change)]), encoding="utf-8")
    assert re.search(complaint, run(capsys, "verify", str(file), code=2))
    assert main(["verify", str(file), "--json"]) == 2
    answer = json.loads(capsys.readouterr().out)
    assert answer["sound"] is False
    assert re.search(complaint, answer["error"])


def test_a_game_begins_with_a_position_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    start, save_to = tmp_path / "start.txt", tmp_path / "game.stavka"
    begin = ("play", "east-is-red", "--position", str(start), "--players", "random,random")
    assert "cannot be read" in run(capsys, *begin, code=2)
    start.write_bytes(b"\xff\xfe")
    assert "not UTF-8" in run(capsys, *begin, code=2)
    start.write_text("phase: tea-time")
    assert "there is no phase 'tea-time'" in run(capsys, *begin, code=2)
    start.write_text("turn: 10\nphase: chinese-combat\n[Soviet]\n1507: 12-3-12\n")
    run(capsys, *begin, *("--save", str(save_to)))
    assert read_record(save_to.read_text(encoding="utf-8")).beginning == start.read_text()
    assert run_json(capsys, "verify", str(save_to))["sound"] is True


def test_machines_play_replay_and_verify(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    save_to, position = tmp_path / "game.stavka", tmp_path / "position.txt"
    run(
        capsys,
        *("play", "east-is-red", "--players", "random,random", "--seed", "7"),
        *("--save", str(save_to)),
    )
    assert run_json(capsys, "verify", str(save_to))["sound"] is True
    shown = run(capsys, "replay", str(save_to), "--to", "40", "--position", str(position))
    assert "The game goes on" in shown
    assert position.read_text(encoding="utf-8").startswith("stavka position 1")
    text = save_to.read_text(encoding="utf-8")
    save_to.write_text(text.replace('"choice": "done"', '"choice": "halt"', 1), encoding="utf-8")
    assert "not sound" in run(capsys, "verify", str(save_to), code=2)


def test_the_excerpt_draws_both_orientations() -> None:
    reds = titles.board("reds")
    flat = board_excerpt(reds, [], reds.grid.hex("2313"), radius=1)
    assert "*2313" in flat
    assert "Moscow" in flat
    board = titles.board("red-star")
    unit = UnitView("a", "Soviet", "4828", "", "infantry", "XXXX", "C-4", "1st Army")
    pointy = board_excerpt(board, [unit], board.grid.hex("4828"), radius=1)
    assert "S C-4" in pointy
    assert "4928" in pointy


def test_the_command_is_installed() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "stavka", "--help"], capture_output=True, text=True, check=True
    )
    for word in ("titles", "hex", "map", "provenance", "play", "verify", "simulate", "bench"):
        assert word in done.stdout


# What a choice would bring

ATTACK = """\
turn: 3
phase: chinese-combat
[Soviet]
0420: 4-6-9
[Chinese]
0419: 4-6-6, 4-6-6
"""


@pytest.fixture
def attack(tmp_path: Path) -> str:
    file = tmp_path / "attack.txt"
    file.write_text(ATTACK, encoding="utf-8")
    return str(file)


def test_odds(capsys: pytest.CaptureFixture[str], attack: str) -> None:
    """10.5: at 2-1 a mass attack cannot destroy the defender, so it is lost."""
    choices = ("pass", "attack 0420", "all", "mass")
    asked = ("odds", "east-is-red", "--position", attack)
    found = run_json(capsys, *asked, *choices, "resolve 2-1")
    assert found["result"] == "16 to 6: 2-1" and found["columns"] == ["2-1"]
    assert {"text", "value", "case"} <= set(found["lines"][0])
    (chance,) = found["chances"]
    assert (chance["result"], chance["text"]) == ("Ar, Ex, Dr", "attacker eliminated")
    assert chance["probability"] == 1
    shown = run(capsys, *asked, *choices, "resolve 2-1")
    assert "16 to 6: 2-1\n" in shown and "100.0%" in shown and "[10.5]" in shown


def test_odds_of_nothing(capsys: pytest.CaptureFixture[str], attack: str) -> None:
    asked = ("odds", "east-is-red", "--position", attack)
    assert "nothing that could be told" in run(capsys, *asked, "pass")
    refused = run(capsys, *asked, "pass", "attack 0101", code=2)
    assert "attack 0101: 9.1" in refused
    assert "stavka: " in run(capsys, *asked, "attack 0420", "all", code=2)
    assert "cannot be read" in run(capsys, *asked[:3], "nowhere.txt", "pass", code=2)


def at_the_attack(script: str, save_to: Path) -> tuple[Table, str]:
    title = titles.load("east-is-red")
    game = Game(title.read(ATTACK, Dice(seed_from("terminal"))), ATTACK)
    said: list[str] = []
    names = {"Soviet": "human", "Chinese": "human"}
    board = titles.board("east-is-red")
    at = Table(title, game, board, {}, names, save_to, io.StringIO(script), said.append)
    at.run()
    return at, "\n".join(said)


def test_the_terminal_tells_the_odds_before_the_die(tmp_path: Path) -> None:
    script = "pass\nattack 0420\nall\nmass\nodds\nodds resolve 1-1\nodds resolve 6-1\nquit\n"
    _, text = at_the_attack(script, tmp_path / "game.stavka")
    assert "16 to 6: 2-1" in text and "100.0%  Ar, Ex, Dr attacker eliminated" in text
    assert "Which choice?" in text
    assert "16 to 6: 1-1" in text
    assert "Not possible: " in text


def test_the_terminal_tells_what_led_to_a_question(tmp_path: Path) -> None:
    script = "pass\nattack 0420\nall\nresolve 1-1\ny\npass\n1\nquit\n"
    _, text = at_the_attack(script, tmp_path / "game.stavka")
    announced, roll, after = text.split("Chinese 2 x 4-6-6 attack 0420 at 1-1")[1:]
    # Right above the question it need not be said twice.
    assert announced.startswith(" [9.0]\n\nSoviet: Break down or build up")
    assert roll.startswith(": roll ")
    assert "Because" not in announced and roll.endswith("\n\nBecause: ")
    assert after.startswith(": roll ")


def test_the_terminal_asks_before_a_costly_choice(tmp_path: Path) -> None:
    begin = "pass\nattack 0420\nall\nmass\nresolve 2-1\n"
    at, _ = at_the_attack(begin + "n\nquit\n", tmp_path / "game.stavka")
    assert at.game.moves[-1].choice.verb == "mass"
    at, _ = at_the_attack(begin + "y\nquit\n", tmp_path / "game.stavka")
    assert str(at.game.moves[-1].choice) == "resolve 2-1"
