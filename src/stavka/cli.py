"""The `stavka` command."""

from __future__ import annotations

import argparse
import json
import os
import sys
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from . import __version__, drawing, rules, titles
from .charts import charts_of
from .charts import lines_of as lines_of_chart
from .data import SOURCE_KINDS, DataError
from .engine import (
    BadPosition,
    BadRecord,
    Choice,
    Dice,
    Game,
    Illegal,
    Malformed,
    Record,
    Title,
    Unsuitable,
    admit,
    keeps_commitment,
    new_seed,
    read_record,
    replay,
    seed_from,
    verify,
)
from .engine.odds import lines_of, preview_of
from .engine.presentation import Preview
from .engine.texts import counted
from .gallery import write_gallery
from .hexes import UnknownHex
from .lab import commands as lab
from .lab.bench import bench
from .lab.ladder import Ladder, climb
from .lab.progress import ProgressBar
from .lab.rating import standing, wilson
from .lab.rating_picture import picture
from .lab.simulation import NO_WINNER, Series, default_workers, simulate
from .lab.store import BadRun
from .players import PLAYERS, Player, offer, player
from .provenance import reports
from .review.narrator import Narrator
from .review.page import write_page
from .review.report import PAGE, write_report
from .review.story import Story
from .server import admin_commands as admin
from .terminal import SECRET, YES, Table, in_the_way, overwriting, same_file, secret_file

if TYPE_CHECKING:
    from .server.notices import Sending


class Refused(Exception):
    """A request that cannot be met; the message is for the person who made it."""


# What is told in a sentence.
TOLD = (
    Refused,
    admin.NotDone,
    DataError,
    UnknownHex,
    Unsuitable,
    BadRun,
    titles.UnknownTitle,
)


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        titles.switch_on(*options.titles)
        act: Callable[[argparse.Namespace], None] = options.act
        act(options)
    except TOLD as error:
        print(f"stavka: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of a pipe has gone (`stavka ... | head`): nothing is wrong.
        sys.stderr.close()
        return 0
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="stavka", description="A headquarters for hex-and-counter wargames."
    )
    parser.add_argument("--version", action="version", version=f"stavka {__version__}")
    parser.add_argument(
        "--titles",
        type=Path,
        action="append",
        default=[],
        metavar="DIR",
        help="a folder of more titles; may be given several times (STAVKA_TITLES)",
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def command(
        name: str, act: Callable[[argparse.Namespace], None], text: str, *, slug: bool = True
    ) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(act=act)
        if slug:
            sub.add_argument("slug", metavar="SLUG", help=f"one of {', '.join(titles.TITLES)}")
            sub.add_argument(
                "--data",
                type=Path,
                metavar="DIR",
                help="a folder whose files are read instead of the title's own",
            )
        return sub

    def reporting(sub: argparse.ArgumentParser) -> argparse.ArgumentParser:
        sub.add_argument("--json", action="store_true", help="print JSON")
        return sub

    reporting(command("titles", _titles, "List the titles.", slug=False))

    sub = reporting(command("hex", _hex, "Tell everything the map has in one hex."))
    sub.add_argument("label", metavar="LABEL", help="the printed number of the hex, such as 2313")

    sub = command("map", _map, "Draw the map of a title.")
    sub.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE", help="an .svg or .png file"
    )
    sub.add_argument("--png", action="store_true", help="write PNG whatever the file is called")
    sub.add_argument("--width", type=int, default=3000, help="width of a PNG in pixels (3000)")
    sub.add_argument("--no-numbers", action="store_true", help="leave the hex numbers out")

    reporting(command("provenance", _provenance, "Tell which figures are printed, found or ours."))

    _add_charts(reporting(command("charts", _charts, "Print the charts of a title.")))

    reporting(command("scenarios", _scenarios, "List the scenarios and options of a title."))

    for name, text in (("play", "Play in the terminal."), ("new", "The same as play.")):
        _add_play(command(name, _play, text))

    _add_odds(
        reporting(command("odds", _odds, "Tell what a choice would bring, before it is made."))
    )

    sub = command("replay", _replay, "Step through a recorded game.", slug=False)
    sub.add_argument("file", type=Path, metavar="FILE")
    sub.add_argument("--to", type=int, metavar="N", help="stop after N choices")
    sub.add_argument(
        "--as",
        dest="eyes",
        metavar="SIDE",
        help="tell what this side may know; everything if left out",
    )
    sub.add_argument("--step", action="store_true", help="wait for Enter after each choice")
    sub.add_argument("--position", type=Path, metavar="OUT", help="write the position reached")

    sub = reporting(
        command(
            "verify",
            _verify,
            "Check a record: rules, dice, commitment, final position, outcome.",
            slug=False,
        )
    )
    sub.add_argument("file", type=Path, metavar="FILE")

    sub = command("report", _report, "Write an after-action report with maps.", slug=False)
    sub.add_argument("file", type=Path, metavar="FILE", help="a record (.stavka)")
    sub.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="OUT",
        help="one page (a name that ends in .html), or a folder for report.md and its pictures",
    )

    _add_simulate(
        reporting(command("simulate", _simulate, "Let computer players play many games."))
    )
    _add_ladder(reporting(command("ladder", _ladder, "Measure which player is stronger.")))
    lab.add(commands)

    sub = reporting(command("rules", _rules, "Tell which rule cases are tested."))
    sub.add_argument("--all", action="store_true", help="list every case")

    sub = reporting(command("explain", _explain, "A rule case in our own words."))
    sub.add_argument("case", metavar="CASE", help="the number of a case, such as 5.21")

    sub = reporting(command("bench", _bench, "Measure how fast a title is.", slug=False))
    sub.add_argument("slug", nargs="?", metavar="SLUG", help="one title; all that can be played")
    sub.add_argument(
        "--scenario", metavar="S", help="see `stavka scenarios`; the first if left out"
    )

    _add_serving(command)
    admin.add(commands, _add_database, _add_key)
    _add_mcp(command("mcp", _mcp, "Let a language model sit at a table.", slug=False))

    command("schema", _schema, "The messages of the server as JSON Schema.", slug=False)

    sub = command("gallery", _gallery, "Show the maps of all titles in the browser.", slug=False)
    sub.add_argument(
        "-o",
        "--output",
        type=Path,
        default=Path("build/gallery"),
        metavar="DIR",
        help="where to write the pages (build/gallery)",
    )
    sub.add_argument("--no-open", action="store_true", help="write the pages, open no browser")
    return parser


def _add_simulate(sub: argparse.ArgumentParser) -> None:
    _add_game(sub)
    sub.add_argument(
        "--players",
        default="random,random",
        metavar="A,B",
        help=f"{', '.join(PLAYERS)}, staff:EFFORT, style:NAME or policy:FILE.onnx for each side",
    )
    sub.add_argument("--games", type=int, default=100, metavar="N", help="how many games (100)")
    sub.add_argument("--seed", default="1", help="the seed of the series (1)")
    sub.add_argument("--workers", type=int, metavar="N", help="processes (one for each core)")


def _add_ladder(sub: argparse.ArgumentParser) -> None:
    _add_game(sub)
    sub.add_argument(
        "--players",
        default="recruit,cadet,staff",
        metavar="A,B,...",
        help=f"{', '.join(PLAYERS)}, staff:EFFORT, style:NAME, portfolio:N, pool:N, "
        "policy:FILE.onnx (recruit,cadet,staff)",
    )
    sub.add_argument(
        "--games",
        type=int,
        default=100,
        metavar="N",
        help="how many matches of each two, each of two games with sides exchanged (100)",
    )
    sub.add_argument("--seed", default="ladder", help="the seed of the series (ladder)")
    sub.add_argument("--workers", type=int, metavar="N", help="processes (one for each core)")
    sub.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="a file for the games as they end; with one that is there the ladder goes on",
    )
    sub.add_argument("--picture", type=Path, metavar="FILE", help="an .svg file for the picture")


def _add_play(sub: argparse.ArgumentParser) -> None:
    _add_game(sub)
    sub.add_argument(
        "--players",
        metavar="A,B",
        help="who plays the sides, in their order: human, random or cadet "
        "(human,cadet, or who has played the game that goes on)",
    )
    sub.add_argument("--seed", help="repeat the dice of a game; secret and random if left out")
    sub.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="where the record goes (game.stavka, or the game that goes on)",
    )
    begin = sub.add_mutually_exclusive_group()
    begin.add_argument(
        "--resume", type=Path, metavar="FILE", help="go on with a saved game, and save it there"
    )
    begin.add_argument("--position", type=Path, metavar="FILE", help="begin with a position file")


def _add_charts(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "name",
        nargs="?",
        default="",
        metavar="NAME",
        help="one chart, or all whose names have this in them; all if left out",
    )


def _add_odds(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--position", type=Path, required=True, metavar="FILE", help="a position file to begin with"
    )
    sub.add_argument(
        "choices",
        nargs="+",
        metavar="CHOICE",
        help="choices to make one after the other, such as 'attack 0420'; the last is only tried",
    )


def _add_serving(command: Callable[..., argparse.ArgumentParser]) -> None:
    """The server, and what belongs to keeping one."""
    _add_serve(command("serve", _serve, "Play in the browser.", slug=False))
    sub = command("backup", _backup, "Copy all games, also while a server runs.", slug=False)
    sub.add_argument("file", type=Path, metavar="FILE", help="where to write the copy")
    sub.add_argument("--force", action="store_true", help="overwrite a file that is there")
    _add_database(sub)
    sub = command("restore", _restore, "Go back to a copy of all games.", slug=False)
    sub.add_argument("file", type=Path, metavar="FILE", help="what `stavka backup` has written")
    _add_database(sub)
    about = "Carry all games from a file to PostgreSQL or back."
    sub = command("migrate", _migrate, about, slug=False)
    sub.add_argument("source", metavar="FROM", help="a file, or postgresql://...; stays as it is")
    sub.add_argument("target", metavar="TO", help="the other kind, with no games in it yet")
    _add_key(sub)


def _add_serve(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--port", type=int, default=8421, metavar="N", help="the port (8421)")
    sub.add_argument("--host", default="127.0.0.1", help="the address to listen at (127.0.0.1)")
    sub.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help="a name by which others reach this machine; may be given several times",
    )
    _add_database(sub)
    _add_key(sub)
    sub.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="a folder with folders named after titles, whose files are read instead of their own",
    )
    sub.add_argument(
        "--titles",
        type=Path,
        action="append",
        default=argparse.SUPPRESS,
        metavar="DIR",
        help="a folder of more titles, as before the command",
    )
    sub.add_argument(
        "--forget-after",
        type=int,
        metavar="DAYS",
        help="remove tables that nobody has used for so long (never, if left out)",
    )
    sub.add_argument(
        "--privacy",
        type=Path,
        metavar="FILE",
        help="a text of your own for the page that tells people what is kept of them",
    )
    sub.add_argument(
        "--mail",
        metavar="URL",
        help="the mail server for notices, smtp://user@host:port or smtps://...; its password is"
        " that of the variable STAVKA_MAIL_PASSWORD",
    )
    sub.add_argument("--mail-from", default="", metavar="ADDRESS", help="whom mails are from")
    sub.add_argument(
        "--webhooks-nearby",
        action="store_true",
        help="let notices go to addresses of this machine's own network, and unencrypted",
    )
    sub.add_argument(
        "--push",
        action="store_true",
        help="insist on notices that browsers show, which are offered if the extra `push` is there",
    )
    sub.add_argument(
        "--log-format",
        choices=("text", "json"),
        default="text",
        help="how errors are written on stderr: for people (text), or a JSON object a line",
    )
    sub.add_argument(
        "--lab",
        type=Path,
        metavar="DIR",
        help="show the experiments and runs of a folder, to play them from the browser; for a"
        " server that only this machine reaches",
    )
    sub.add_argument(
        "--policy",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="a trained player to offer in the lobby (ONNX); may be given several times",
    )
    sub.add_argument("--no-schema", action="store_true", help="do not tell /schema to anybody")
    sub.add_argument("--no-open", action="store_true", help="open no browser")


def _add_mcp(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "where",
        metavar="LINK|SLUG",
        help="the link of an invitation or a seat; or a title, to play against the computer",
    )
    sub.add_argument(
        "--name",
        metavar="NAME",
        default="A language model",
        help="what the others at the table are told (A language model)",
    )
    sub.add_argument(
        "--keep",
        type=Path,
        metavar="DIR",
        help="where the seat is kept to come back to (stavka/seats in your data folder; for a "
        "game against the computer nowhere, unless you say)",
    )
    local = sub.add_argument_group("a game against the computer")
    _add_game(local)
    local.add_argument("--side", metavar="SIDE", help="the side to play (the first)")
    local.add_argument(
        "--opponent", metavar="PLAYER", default="cadet", help="who plays the other side (cadet)"
    )


def _add_database(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--database",
        "--db",
        metavar="FILE",
        help="where games are kept (stavka/stavka.db in your data folder); `serve` and `admin` also"
        " take the address of a database of PostgreSQL, postgresql://... or the variable"
        " STAVKA_DATABASE",
    )


def _add_key(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--key",
        type=Path,
        metavar="FILE",
        help="the key of the dice of a database of PostgreSQL, which all servers that share it have"
        " to have (stavka/hosted.key in your data folder)",
    )


def _add_game(sub: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    sub.add_argument(
        "--scenario", metavar="S", help="see `stavka scenarios`; the first if left out"
    )
    sub.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY",
        help="an optional rule; may be given several times",
    )
    sub.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="KEY",
        help="switch off an option that the scenario starts with; may be given several times",
    )


def _print_json(value: Any) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


def _overlay(options: argparse.Namespace) -> Path | None:
    folder: Path | None = options.data
    if folder is not None and not folder.is_dir():
        raise Refused(f"--data {folder}: there is no such folder")
    return folder


def _titles(options: argparse.Namespace) -> None:
    if options.json:
        _print_json(
            [
                {
                    "slug": t.slug,
                    "name": t.name,
                    "subtitle": t.subtitle,
                    "sides": list(t.sides),
                    "shelf": t.shelf,
                }
                for t in titles.TITLES.values()
            ]
        )
        return
    for title in titles.TITLES.values():
        print(f"{title.slug:12} {title.name}: {title.subtitle} ({', '.join(title.sides)})")


def _hex(options: argparse.Namespace) -> None:
    board = titles.board(options.slug, _overlay(options))
    facts = board.describe(board.grid.hex(options.label))
    if options.json:
        _print_json(facts)
        return
    out_of_play = "" if facts["in_play"] else ", out of play"
    print(f"Hex {facts['label']}: {facts['terrain']}{out_of_play}")
    for place in facts["places"]:
        print(f"  {place['name']}: {', '.join(place['kinds'])}")
    for group, names in facts["areas"].items():
        print(f"  {group}: {', '.join(names)}")
    if facts["coastal"]:
        print(f"  coast of {', '.join(facts['seas'])}")
    for network, labels in facts["networks"].items():
        if labels:
            print(f"  {network} to {', '.join(labels)}")
    for label, features in facts["sides"].items():
        print(f"  towards {label}: {', '.join(features)}")


def _map(options: argparse.Namespace) -> None:
    output: Path = options.output
    as_png = options.png or output.suffix.lower() == ".png"
    if not as_png and output.suffix.lower() != ".svg":
        raise Refused(f"{output}: a map is written as .svg or .png")
    if not 100 <= options.width <= 20000:
        raise Refused(f"--width {options.width}: 100 to 20000 pixels are possible")
    _check_output(output)
    board = titles.board(options.slug, _overlay(options))
    subtitle = titles.entry(options.slug).subtitle
    picture = drawing.svg(board, subtitle=subtitle, numbers=not options.no_numbers)
    try:
        if as_png:
            output.write_bytes(drawing.png(picture, width=options.width))
        else:
            output.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise Refused(f"{output} cannot be written: {error.strerror}") from None


def _provenance(options: argparse.Namespace) -> None:
    found = reports(titles.entry(options.slug).data)
    overlay = _overlay(options)
    if overlay is not None:
        laid_over = {report.file: report for report in reports(overlay)}
        found = [laid_over.get(report.file, report) for report in found]
    totals = {kind: sum(report.counts[kind] for report in found) for kind in SOURCE_KINDS}
    if options.json:
        _print_json(
            {
                "title": options.slug,
                "rows": sum(report.rows for report in found),
                **totals,
                "files": {report.file: report.as_json() for report in found},
            }
        )
        return
    print(f"{'file':24}{'rows':>8}" + "".join(f"{kind:>15}" for kind in SOURCE_KINDS))
    for report in found:
        counts = "".join(f"{report.counts[kind]:15}" for kind in SOURCE_KINDS)
        print(f"{report.file:24}{report.rows:8}{counts}")
    print(
        f"{'together':24}{sum(r.rows for r in found):8}"
        + "".join(f"{totals[kind]:15}" for kind in SOURCE_KINDS)
    )
    print("A row counts as the weakest of its sources; --json lists them all.")


def _charts(options: argparse.Namespace) -> None:
    every = charts_of(options.slug, _overlay(options))
    found = [chart for chart in every if options.name.lower() in chart.name.lower()]
    if options.name and not found:
        names = ", ".join(chart.name for chart in every)
        raise Refused(f"there is no chart {options.name!r}; there are {names}")
    # A name in full is that chart, whatever others it is part of.
    found = [c for c in found if c.name.lower() == options.name.lower()] or found
    if options.json:
        _print_json(msgspec.to_builtins(found))
        return
    for number, chart in enumerate(found):
        if number:
            print()
        for line in lines_of_chart(chart):
            print(line)


def _scenarios(options: argparse.Namespace) -> None:
    title = titles.load(options.slug, _overlay(options))
    if options.json:
        _print_json(title.as_json())
        return
    print(f"{title.name}: {' against '.join(title.sides)}")
    for scenario in title.scenarios:
        on = f" Starts with {' '.join(scenario.defaults)}." if scenario.defaults else ""
        print(f"  {scenario.key:14} {scenario.name}. {scenario.text}{on}")
    for option in title.options:
        only = f" Only with {', '.join(option.scenarios)}." if option.scenarios else ""
        print(f"  --option {option.key:5} {option.name}. {option.text}{only}")


def _names_of_players(title: Title, text: str, allowed: Sequence[str]) -> dict[str, str]:
    names = text.split(",")
    if len(names) != len(title.sides) or any(name not in allowed for name in names):
        raise Refused(
            f"--players {text}: one of {', '.join(allowed)} is needed for each side, "
            f"{' and '.join(title.sides)}, such as {allowed[0]},{allowed[-1]}"
        )
    return dict(zip(title.sides, names, strict=True))


def _computer_players(title: Title, text: str) -> dict[str, str]:
    """Players for both sides, styles of the title among them."""
    styles = [name for name in text.split(",") if ":" in name]
    names = _names_of_players(title, text, (*PLAYERS, *styles))
    for side, name in names.items():
        player(title, side, name, "")
    return names


def _play(options: argparse.Namespace) -> None:
    title = titles.load(options.slug, _overlay(options))
    players = options.players or "human,cadet"
    seed = seed_from(options.seed) if options.seed else new_seed()
    if options.resume:
        record = record_of(options.resume)
        if record.title != title.slug:
            raise Refused(f"{options.resume} is a game of {record.title}")
        seed = record.seed = _secret_seed(options.resume, record)
        game = _replayed(options.resume, record, title)
        players = options.players or _who_played(title, record) or players
    elif options.position:
        game = game_from(options.position, title, Dice(seed))
    else:
        scenario = options.scenario or title.scenarios[0].key
        on = title.with_options(scenario, options.option, options.without)
        game = Game(title.start(scenario, on, seed=seed, chronicle=[]))
    policies = [name for name in players.split(",") if name.startswith("policy:")]
    names = _names_of_players(title, players, ("human", *PLAYERS, *policies))
    save_to = _where_to_save(options.save, options.resume)
    machines: dict[str, Player] = {
        side: player(title, side, name, f"{seed.hex()} {side}")
        for side, name in names.items()
        if name != "human"
    }
    board = titles.board(options.slug, _overlay(options))
    print(f"{title.name}. Type ? for help.")
    Table(title, game, board, machines, names, save_to).run()


def _odds(options: argparse.Namespace) -> None:
    title = titles.load(options.slug, _overlay(options))
    position = game_from(options.position, title, Dice(new_seed())).position
    try:
        *made, last = map(Choice.parse, options.choices)
        for choice in made:
            position.apply(choice)
    except (Malformed, Illegal) as error:
        raise Refused(str(error)) from None
    if (why := position.why_not(last)) is not None:
        raise Refused(f"{last}: {why}")
    preview = preview_of(title, position, last) or Preview()
    if options.json:
        _print_json(msgspec.to_builtins(preview))
        return
    for line in lines_of(preview):
        print(line)
    if not preview.result and not preview.chances:
        print(f"{last}: nothing that could be told beforehand.")


def _who_played(title: Title, record: Record) -> str:
    """The players of a record, if all of them can play here; nothing if not."""
    # At a table in the browser a human is a person.
    names = [record.players.get(side, "").replace("person", "human") for side in title.sides]
    return ",".join(names) if all(name in ("human", *PLAYERS) for name in names) else ""


def _where_to_save(save: Path | None, resume: Path | None) -> Path:
    """Where a game goes: back to where it came from, or to a file that may be written."""
    path = save or resume or Path("game.stavka")
    if not path.parent.is_dir():
        raise Refused(f"--save {path}: there is no folder {path.parent}")
    if resume is not None and same_file(path, resume):
        return path
    there = in_the_way(path)
    if there is None:
        return path
    if not sys.stdin.isatty():
        raise Refused(
            f"{there} exists already and is not overwritten: name another file with --save, "
            f"or go on with a saved game with --resume"
        )
    try:
        answer = input(overwriting(there))
    except (EOFError, KeyboardInterrupt):
        answer = ""
    if answer.strip().lower() not in YES:
        raise Refused(f"{there} is left as it is; name another file with --save")
    return path


def _replayed(
    path: Path, record: Record, title: Title, watch: Callable[[int, Game], None] | None = None
) -> Game:
    try:
        return replay(record, title, watch)
    except BadRecord as error:
        raise Refused(f"{path}, {error}") from None


def _check_output(path: Path) -> None:
    """Drawings and positions may be written again and again, but not over a game."""
    try:
        with path.open("rb") as file:
            begins = file.read(64)
    except OSError:
        return
    if begins.lstrip().startswith(b'{"stavka"') or path.suffix == SECRET:
        raise Refused(f"{path} is a saved game and is not overwritten: name another file")


def game_from(path: Path, title: Title, dice: Dice) -> Game:
    """A game that begins with a position file."""
    text = _text(path, "a position file")
    try:
        admit(title, text)
        return Game(title.read(text, dice), text)
    except BadPosition as error:
        raise Refused(f"{path}, {error}") from None


def _secret_seed(path: Path, record: Record) -> bytes:
    """The seed of a game that is to go on, so that its dice keep the commitment."""
    if record.seed is not None:
        return record.seed
    try:
        seed = bytes.fromhex(secret_file(path).read_text(encoding="ascii").strip())
    except (OSError, ValueError):
        raise Refused(f"{path} cannot go on: its seed is not in {secret_file(path)}") from None
    if not keeps_commitment(seed, record.commitment):
        raise Refused(f"{secret_file(path)} holds the seed of another game")
    return seed


def record_of(path: Path) -> Record:
    text = _text(path, "a record")
    try:
        return read_record(text)
    except BadRecord as error:
        raise Refused(f"{path}, {error}") from None


def _text(path: Path, what: str) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Refused(f"{path} is not {what}: it is not UTF-8 text") from None


def _replay(options: argparse.Namespace) -> None:
    record = record_of(options.file)
    title = titles.load(record.title)
    if options.eyes and options.eyes not in title.sides:
        raise Refused(f"--as {options.eyes}: {title.name} has {' and '.join(title.sides)}")
    if options.position:
        _check_output(options.position)
    if options.to is not None:
        record.cut(options.to)
    narrator = Narrator(title, options.eyes)

    def watch(number: int, game: Game) -> None:
        for line in narrator.lines(number, game):
            print(line)
        if options.step and number:
            sys.stdin.readline()

    game = _replayed(options.file, record, title, watch)
    ended = title.present(game.position.view("")).outcome
    print(f"{ended.text} [{ended.case}]" if ended else "The game goes on.")
    if options.position:
        try:
            options.position.write_text(title.write(game.position), encoding="utf-8")
        except OSError as error:
            raise Refused(f"{options.position} cannot be written: {error.strerror}") from None


def _verify(options: argparse.Namespace) -> None:
    try:
        record = record_of(options.file)
        try:
            verdict = verify(record, titles.load(record.title))
        except BadRecord as error:
            raise Refused(f"{options.file} is not sound: {error}") from None
    except (Refused, titles.UnknownTitle) as error:
        if options.json:
            _print_json({"file": str(options.file), "sound": False, "error": str(error)})
        raise
    if options.json:
        _print_json({"file": str(options.file), "sound": True, **msgspec.to_builtins(verdict)})
        return
    for finding in verdict.proven:
        print(f"proven: {finding}")
    for question in verdict.open:
        print(f"not proven: {question}")


def _report(options: argparse.Namespace) -> None:
    record = record_of(options.file)
    out: Path = options.output
    whole = out.suffix == ".html"
    if not whole and out.exists() and not out.is_dir():
        raise Refused(f"--output {out}: there is a file of that name; a folder is needed")
    if whole and out.is_dir():
        raise Refused(f"--output {out}: there is a folder of that name; a file is needed")
    # By the rules and with the right dice, or not at all.
    _replayed(options.file, record, titles.load(record.title))
    bar = ProgressBar()
    story = Story.of_record(record)
    if whole:
        files = {out: write_page(story, bar.show).encode()}
    else:
        files = {out / name: content for name, content in write_report(story, bar.show).items()}
    bar.close()
    try:
        for file, content in files.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
    except OSError as error:
        raise Refused(f"{out} cannot be written: {error.strerror}") from None
    print(f"The report is in {out if whole else out / PAGE}")


def _simulate(options: argparse.Namespace) -> None:
    overlay = _overlay(options)
    title = titles.load(options.slug, overlay)
    if options.games < 1:
        raise Refused(f"--games {options.games}: at least one game is needed")
    scenario = options.scenario or title.scenarios[0].key
    series = Series(
        title.slug,
        scenario,
        title.with_options(scenario, options.option, options.without),
        _computer_players(title, options.players),
        options.games,
        options.seed,
        overlay,
    )
    bar = ProgressBar()
    summary = simulate(
        series, options.workers or default_workers(), lambda done: bar.show(done, options.games)
    )
    bar.close()
    if options.json:
        _print_json(summary.as_json(title.sides))
    else:
        print(f"{summary.games} games of {title.name}, {series.scenario}")
        for side in (*title.sides, *(n for n in NO_WINNER if summary.wins[n])):
            share = summary.wins[side] / summary.games
            player = f" ({series.players[side]})" if side in series.players else ""
            print(f"  {side + player:24}{summary.wins[side]:6} {share:7.1%}")
        for level, count in summary.levels.most_common():
            print(f"    {level:22}{count:6}")
        print(f"  {summary.actions / summary.games:.0f} choices a game")
    for error in summary.errors[:10]:
        print(f"stavka: {error}", file=sys.stderr)
    if summary.errors:
        raise Refused(f"{len(summary.errors)} games ended with an error")


def _ladder(options: argparse.Namespace) -> None:
    overlay = _overlay(options)
    title = titles.load(options.slug, overlay)
    names = tuple(options.players.split(","))
    if len(names) < 2 or len(set(names)) < len(names):
        raise Refused(f"--players {options.players}: at least two are needed, each once")
    if options.games < 1:
        raise Refused(f"--games {options.games}: at least one match is needed")
    scenario = options.scenario or title.scenarios[0].key
    on = title.with_options(scenario, options.option, options.without)
    ladder = Ladder(
        title.slug, scenario, on, names, options.games, options.seed, str(overlay or "")
    )
    bar = ProgressBar()
    games = climb(ladder, options.out, options.workers or default_workers(), bar.show)
    bar.close()
    found = standing(names, games.halves)
    if options.picture and found.players:
        heading = f"{title.name}, {scenario}: {options.games} matches of each two"
        options.picture.write_text(picture(heading, found.players), encoding="utf-8")
    if options.json:
        _print_json({**msgspec.to_builtins(found), "errors": [str(one) for one in games.broken]})
        return
    print(f"{title.name}, {scenario}: {options.games} matches of two games each")
    for name, rating in sorted(found.players.items(), key=lambda item: -item[1].elo):
        print(f"  {name:16}{rating.elo:+7.0f}  ({rating.low:+.0f} to {rating.high:+.0f})")
    for pair in found.pairs:
        low, high = wilson(pair.a_wins + pair.draws / 2, pair.games)
        print(
            f"  {pair.a} v {pair.b}: {pair.a_wins} won, {pair.draws} drawn of {pair.games} "
            f"({low:.0%} to {high:.0%}), mean result {pair.mean_level:+.2f}, CPU s a turn "
            f"{pair.cpu_s_per_turn[0]:.2f} and {pair.cpu_s_per_turn[1]:.2f}"
        )
    if games.broken:
        print(f"  {len(games.broken)} games broke off; their matches count for nothing:")
        for one in games.broken[:10]:
            print(f"    {one}")


def _rules(options: argparse.Namespace) -> None:
    found = rules.report(options.slug)
    if options.json:
        _print_json(found.as_json())
        return
    for case in found.cases if options.all else found.missing:
        if case in found.tested:
            print(f"{case:6} tested by {', '.join(found.tested[case])}")
        else:
            print(f"{case:6} {found.descriptive.get(case, 'MISSING')}")
    counts = found.as_json()
    print(
        f"{counts['cases']} cases: {counts['tested']} tested, {counts['descriptive']} descriptive, "
        f"{len(found.missing)} missing"
    )


def _explain(options: argparse.Namespace) -> None:
    try:
        page = rules.explain(options.slug, options.case)
    except LookupError as error:
        raise Refused(str(error)) from None
    carriers = rules.index_of(options.slug).carriers(page.case)
    if options.json:
        _print_json(
            {
                "case": page.case,
                "title": page.title,
                "text": page.text,
                **msgspec.to_builtins(carriers),
            }
        )
        return
    print(f"{page.case} {page.title}")
    print(page.text.strip())
    _print_list("Rule", [f"{f.name} ({f.file}:{f.line})" for f in carriers.functions])
    _print_list("Data", [f"{d.file}:{d.line}" for d in carriers.data])
    _print_list("Tests", carriers.tests)
    _print_list("Nothing to test", [carriers.descriptive] if carriers.descriptive else [])
    _print_list("Ruling", carriers.ruling.split("\n\n") if carriers.ruling else [])


def _print_list(heading: str, lines: list[str]) -> None:
    if lines:
        print(f"\n{heading}")
        for line in lines:
            print(f"  {line}")


def _bench(options: argparse.Namespace) -> None:
    if options.scenario and not options.slug:
        raise Refused("--scenario needs a title: stavka bench SLUG --scenario S")
    slugs = [options.slug] if options.slug else titles.playable()
    figures = {slug: bench(slug, options.scenario) for slug in slugs}
    if options.json:
        _print_json(figures)
        return
    for slug, row in figures.items():
        print(slug)
        for name, value in row.items():
            print(f"  {name:22}{value:12}")


def _gallery(options: argparse.Namespace) -> None:
    def progress(name: str) -> None:
        print(f"drawing {name} ...", flush=True)

    page = write_gallery(options.output, progress)
    print(f"The gallery is in {page}")
    if not options.no_open:
        webbrowser.open(page.resolve().as_uri())


def _sending(options: argparse.Namespace) -> Sending:
    """How notices are sent."""
    from .server.mail import mail_server
    from .server.notices import Sending
    from .server.push import is_there

    can_push = is_there()
    if options.push and not can_push:
        raise Refused("--push needs the extra `push` of the package: pip install 'stavka[push]'")
    sending = Sending(nearby=options.webhooks_nearby, push=can_push)
    if not options.mail:
        return sending
    password = os.environ.get("STAVKA_MAIL_PASSWORD", "")
    try:
        mail = mail_server(options.mail, options.mail_from, password)
    except ValueError as error:
        raise Refused(f"--mail: {error}") from None
    return sending._replace(mail=mail)


def _serve(options: argparse.Namespace) -> None:
    # The web framework takes a fifth of a second to load, which no other command should wait for.
    from .server.keeping import Held
    from .server.run import CannotServe, default_database, opened, serve
    from .server.storage import StorageError

    overlay = _overlay(options)
    if overlay is not None:
        titles.lay_over(overlay)
    # Whatever is wrong with a chart is told now, not to a player at his table.
    for slug in titles.playable():
        charts_of(slug)
    for file in options.policy:
        offer(file, {slug: titles.load(slug) for slug in titles.playable()})
    database = options.database or os.environ.get("STAVKA_DATABASE") or default_database()
    try:
        serve(
            options.host,
            options.port,
            opened(database, options.key),
            log_format=options.log_format,
            open_browser=not options.no_open,
            say=lambda text: print(text, flush=True),
            names=options.name,
            schema=not options.no_schema,
            forget_after=options.forget_after,
            privacy=options.privacy,
            lab=options.lab,
            sending=_sending(options),
        )
    except (CannotServe, Held, StorageError) as error:
        raise Refused(str(error)) from None


def _backup(options: argparse.Namespace) -> None:
    from .server.backup import CannotCopy, backup
    from .server.run import default_database

    database = _file(options.database or default_database())
    try:
        tables = backup(database, options.file, _tell_copying, force=options.force)
    except CannotCopy as error:
        raise Refused(str(error)) from None
    print(f"{options.file} holds all games of {database}: {counted(tables, 'table')}")


def _restore(options: argparse.Namespace) -> None:
    from .server.backup import CannotCopy, restore
    from .server.keeping import Held
    from .server.run import default_database

    database = _file(options.database or default_database())
    try:
        done = restore(options.file, database, _tell_copying)
    except (CannotCopy, Held) as error:
        raise Refused(str(error)) from None
    print(f"{database} holds the games of {options.file}: {counted(done.tables, 'table')}")
    if done.before is not None:
        print(f"What it held before is kept in {done.before}")


def _file(database: str | Path) -> Path:
    """A database that is a file."""
    from .server.run import is_hosted

    if is_hosted(database):
        raise Refused("PostgreSQL makes its own copies, with pg_dump: docs/hosting.md tells how")
    return Path(database)


def _migrate(options: argparse.Namespace) -> None:
    from .server.keeping import Held
    from .server.migration import CannotMigrate, migrate
    from .server.run import CannotServe
    from .server.storage import StorageError

    def tell(done: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done:,} of {of:,} tables ", end="", file=sys.stderr, flush=True)

    try:
        tables = migrate(options.source, options.target, options.key, tell)
    except (CannotMigrate, CannotServe, Held, StorageError) as error:
        raise Refused(str(error)) from None
    print(f"All games are carried over: {counted(tables, 'table')}")


def _tell_copying(done: int, of: int) -> None:
    """Says how far a copy is; small ones are done at once."""
    if done < of:
        print(f"{done / of:.0%} copied", file=sys.stderr, flush=True)


def _mcp(options: argparse.Namespace) -> None:
    try:
        from .guest.commands import sit
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("mcp", "mcp_types", "anyio", "pydantic"):
            raise
        raise Refused("stavka mcp needs a package: pip install 'stavka[mcp]'") from None
    from .guest.trouble import Trouble

    if sys.stdin.isatty():
        print(
            "This speaks to the client of a language model, which starts it; docs/laboratory.md"
            " tells how. Ctrl-D ends it.",
            file=sys.stderr,
        )
    try:
        sit(options)
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except Trouble as error:
        raise Refused(str(error)) from None


def _schema(_: argparse.Namespace) -> None:
    from .server.schema import schema

    _print_json(schema())
