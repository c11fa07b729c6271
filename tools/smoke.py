"""Tries out what `make dist` has built, as somebody would who has nothing but the files.

Wheel and sdist are each installed into a fresh environment in a temporary folder. There is no
Node.js on the path, no checkout around and nothing of it in the environment. Then the commands are
run and a table is played over HTTP and WebSocket. The same is done with `uvx`, and with the steps
of the container. Prints what was tried and how long it took; ends with the first thing that fails.

    python -m tools.smoke [wheel] [sdist] [uvx] [container] [no-node]
"""

from __future__ import annotations

import json
import os
import random
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from stavka import __version__, titles
from stavka.engine.shares import committed

ROOT = Path(__file__).resolve().parents[1]
WHEEL = ROOT / "dist" / f"stavka-{__version__}-py3-none-any.whl"
SDIST = ROOT / "dist" / f"stavka-{__version__}.tar.gz"
RECORD = ROOT / "tests" / "records" / "east-is-red-m1-full.stavka"
CHOICES = 30
PATIENCE = 300.0
# Nobody's own account, as which a container would run; only root can become it.
NOBODY = 65534

# Whatever proxy the environment names, this machine is reached directly.
_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Failed(Exception):
    """What was tried does not work; the message says how."""


def check(condition: object, what: str) -> None:
    if not condition:
        raise Failed(what)


@contextmanager
def step(text: str) -> Iterator[None]:
    begun = time.monotonic()
    yield
    print(f"{time.monotonic() - begun:7.1f} s  {text}", flush=True)


def run(
    command: Sequence[str | Path], folder: Path, environment: Mapping[str, str], fails: bool = False
) -> str:
    """What a command prints; it has to end well, or badly if it `fails`."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if fails else subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    if fails != bool(done.returncode):
        said = f"{done.stdout}\n{done.stderr or ''}".strip()
        raise Failed(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{said}")
    return done.stdout


def surroundings(*path: Path, home: Path | None = None) -> dict[str, str]:
    """An environment with these folders for commands, and nothing of ours for Python."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "VIRTUAL_ENV", "XDG_", "STAVKA_", "MAKE"))
    }
    # The commands of the checkout's own environment are not to be found either.
    ours = os.environ["PATH"].split(os.pathsep)
    places = [str(place) for place in path] or [p for p in ours if not Path(p).is_relative_to(ROOT)]
    own = {"HOME": str(home)} if home else {}
    return {**kept, **own, "PATH": os.pathsep.join(places)}


# An installed Stavka


def fresh_environment(folder: Path) -> Path:
    """A new virtual environment; returns its folder of commands."""
    run([sys.executable, "-m", "venv", folder], folder.parent, surroundings())
    return folder / "bin"


def try_package(package: Path, work: Path) -> None:
    check(package.is_file(), f"{package} is missing: run `make dist`")
    with step("a fresh environment"):
        commands = fresh_environment(work / "environment")
    without_node = surroundings(commands)
    check(not shutil.which("npm", path=without_node["PATH"]), "npm should not be found")
    with step(f"pip install {package.name}, without Node.js"):
        quiet = ("install", "--quiet", "--disable-pip-version-check")
        run([commands / "pip", *quiet, package], work, without_node)
    place = "import stavka; print(stavka.__file__)"
    found = run([commands / "python", "-c", place], work, without_node)
    check(found.startswith(str(work)), f"another Stavka is installed: {found}")
    stavka, at_home = str(commands / "stavka"), surroundings(commands, home=work)
    try_commands([stavka], work, at_home)
    with serving([stavka, "serve"], work, at_home) as address:
        try_server(address)


def try_commands(stavka: Sequence[str], work: Path, environment: Mapping[str, str]) -> None:
    def ask(*words: str) -> str:
        return run([*stavka, *words], work, environment)

    def ask_json(*words: str) -> Any:
        return json.loads(ask(*words, "--json"))

    slugs = list(titles.TITLES)
    with step("stavka --version"):
        check(ask("--version") == f"stavka {__version__}\n", "it is another version")
    with step("stavka titles"):
        check([t["slug"] for t in ask_json("titles")] == slugs, "titles are missing")
    with step("stavka rules, of each title"):
        for slug in slugs:
            found = ask_json("rules", slug)
            check(found["tested"] > found["cases"] / 2, f"the index of {slug} is empty")
            check(found["missing"] == [], f"cases of {slug} are missing: {found['missing']}")
    with step("stavka explain"):
        check(ask("explain", "east-is-red", "6.12").startswith("6.12 "), "no help on 6.12")
    with step("stavka map, as SVG and PNG"):
        ask("map", "reds", "-o", "map.svg")
        ask("map", "reds", "-o", "map.png", "--width", "800")
        check((work / "map.svg").read_bytes().startswith(b"<svg"), "this is no SVG")
        check((work / "map.png").read_bytes().startswith(b"\x89PNG"), "this is no PNG")
    with step("stavka play, between computer players, and verify"):
        players = ("--players", "random,cadet", "--save", "ours.stavka")
        ask("play", "east-is-red", *players)
        check(ask_json("verify", "ours.stavka")["sound"], "the record is not sound")
    with step("stavka verify and report, of a record of ours"):
        shutil.copy(RECORD, work / "shelf.stavka")
        check(ask_json("verify", "shelf.stavka")["sound"], "the record is not sound")
        ask("report", "shelf.stavka", "-o", "report")
        check((work / "report" / "report.md").is_file(), "there is no report")
        check(list((work / "report").rglob("*.png")), "the report has no pictures")
    with step("stavka simulate, 4 games in two processes"):
        asked = ("--games", "4", "--players", "random,random", "--workers", "2")
        found = ask_json("simulate", "east-is-red", *asked)
        check(found["games"] == 4 and found["errors"] == 0, f"games went wrong: {found}")


# A running server


@contextmanager
def serving(
    command: Sequence[str],
    work: Path,
    environment: Mapping[str, str],
    options: Sequence[str] = ("--port", "0", "--no-open", "--database", "games/games.db"),
    user: int | None = None,
) -> Iterator[str]:
    """A server of its own; yields its address, and stops it as a machine would."""
    process = subprocess.Popen(
        [*command, *options],
        cwd=work,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        user=user,
        group=user,
        extra_groups=None if user is None else (),
        # The server may be started by another command (uvx): all of them are to be stopped.
        start_new_session=True,
    )
    assert process.stdout is not None
    try:
        with step(f"{' '.join(Path(word).name for word in command)} listens"):
            line = process.stdout.readline()
            found = re.match(r"Stavka is at http://[\d.]+:(\d+)/", line)
            if found is None:
                raise Failed(f"the server does not start: {line}{process.stdout.read()}")
        yield f"http://127.0.0.1:{found[1]}"
        with step("it stops when it is told to"):
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(30)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        process.stdout.close()


def fetch(address: str, kind: str, message: object = None, secret: str = "") -> bytes:
    """The body of an answer of the right kind; a secret travels beside the address."""
    body = None if message is None else json.dumps(message).encode()
    headers = {"Content-Type": "application/json"} if body else {}
    if secret:
        headers["Authorization"] = f"Bearer {secret}"
    request = urllib.request.Request(address, body, headers)
    try:
        with _DIRECT.open(request, timeout=PATIENCE) as answer:
            content: bytes = answer.read()
            told = answer.headers["Content-Type"]
    except urllib.error.HTTPError as error:
        raise Failed(f"{address}: {error.code} {error.read().decode()}") from None
    check(told.startswith(kind), f"{address} is {told}, not {kind}")
    return content


def fetch_json(address: str, message: object = None, secret: str = "") -> Any:
    return json.loads(fetch(address, "application/json", message, secret))


def try_server(address: str) -> None:
    with step("the page with its scripts, styles and fonts"):
        html = fetch(f"{address}/", "text/html").decode()
        check("<title>Stavka</title>" in html, f"this is another page: {html}")
        scripts = re.findall(r'<script[^>]* src="(/assets/[^"]+\.js)"', html)
        styles = re.findall(r'<link[^>]* href="(/assets/[^"]+\.css)"', html)
        check(scripts and styles, f"the page has no script or no style: {html}")
        for path in scripts:
            check(len(fetch(address + path, "text/javascript")) > 50_000, f"{path} is short")
        for path in styles:
            sheet = fetch(address + path, "text/css").decode()
            for font in re.findall(r"url\((/assets/[^)]+\.woff2)\)", sheet):
                check(fetch(address + font, "font/woff2").startswith(b"wOF2"), f"{font}: no font")
        fetch(f"{address}/favicon.svg", "image/svg+xml")
    with step("the map of a title"):
        fetch(f"{address}/maps/east-is-red.svg", "image/svg+xml")
    with step(f"a table against a cadet, {CHOICES} choices"):
        play(address)


def play(address: str) -> None:
    """Plays a table over HTTP, and looks at it through the WebSocket as the page does."""
    title = titles.load("east-is-red")
    players = dict(zip(title.sides, ("person", "cadet"), strict=True))
    table = {"title": title.slug, "scenario": "m1-full", "options": [], "players": players}
    links = fetch_json(f"{address}/api/tables", table)
    seat = f"{address}/api/tables/{links['table']}"
    secret = sit_down(seat, links)
    state = fetch_json(seat, secret=secret)
    dice = random.Random(12)
    for _ in range(CHOICES):
        while state["presentation"]["decision"] is None:
            check(state["presentation"]["outcome"] is None, "the game is over too soon")
            state = fetch_json(f"{seat}/wait?after={state['version']}", secret=secret)
        decision = state["presentation"]["decision"]
        option = dice.choice(decision["options"])
        choice = {
            "type": "choose",
            "number": decision["number"],
            "verb": option["verb"],
            "argument": dice.choice(option["values"]) if option["values"] else "",
        }
        answer = fetch_json(seat, choice, secret)
        check(answer["type"] == "state", f"{choice} is not taken: {answer}")
        state = answer["state"]
    there = f"{address.replace('http', 'ws')}/ws/{links['table']}"
    with connect(there, proxy=None, max_size=None) as live:
        live.send(json.dumps({"type": "enter", "secret": secret}))
        seen = json.loads(live.recv(PATIENCE))["state"]
    check(seen["version"] >= state["version"], "the WebSocket shows something older")


def sit_down(table: str, links: Any) -> str:
    """Takes the seat of a table for one person, with a share of the dice; answers its secret."""
    (invitation,) = links["invitations"]
    share = secrets.token_bytes(32)
    who = " and ".join(invitation["sides"])
    claim = {"commitment": committed(links["table"], who, share), "share": share.hex()}
    found: str = fetch_json(f"{table}/claim", claim, invitation["secret"])["secret"]
    return found


# Ways to have it


def try_wheel(work: Path) -> None:
    try_package(WHEEL, work)


def try_sdist(work: Path) -> None:
    try_package(SDIST, work)


def try_uvx(work: Path) -> None:
    """Without installing anything: uv makes an environment for one command."""
    with step("uv in an environment of its own"):
        commands = fresh_environment(work / "uv")
        quiet = ("install", "--quiet", "--disable-pip-version-check", "uv")
        run([commands / "pip", *quiet], work, surroundings())
    # What uv puts in front of a command asks the system for these two.
    for tool in ("dirname", "realpath"):
        (commands / tool).symlink_to(shutil.which(tool) or tool)
    environment = {
        **surroundings(commands, home=work),
        "UV_PYTHON": sys.executable,
        "UV_PYTHON_DOWNLOADS": "never",
    }
    command = [str(commands / "uvx"), "--quiet", "--from", str(WHEEL), "stavka"]
    with step(f"uvx --from {WHEEL.name} stavka titles"):
        check("Reds!" in run([*command, "titles"], work, environment), "titles are missing")
    with serving([*command, "serve"], work, environment) as address:
        try_server(address)


def checkout(work: Path) -> Path:
    """The files that the project's history knows, as a fresh clone has them."""
    listed = run(["git", "ls-files", "-z"], ROOT, surroundings()).split("\0")
    copy = work / "checkout"
    for name in filter(None, listed):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, copy / name)
    return copy


def try_container(work: Path) -> None:
    """The steps of the Dockerfile, but for Debian's packages and the account."""
    source, prefix, games = checkout(work), work / "opt", work / "games"
    python, user = _for_another_account()
    with step(f"deploy/install.sh from a fresh checkout, with Node.js and {python}"):
        environment = {**surroundings(), "PYTHON": python}
        run([source / "deploy" / "install.sh", prefix], work, environment)
    for name in ("serve.sh", "healthy.py"):
        shutil.copy(source / "deploy" / name, prefix / "bin" / name)
    shutil.rmtree(source)
    games.mkdir(mode=0o700)
    if user is None:
        print("           as the account that runs this: it may use no other")
    else:
        os.chown(games, user, user)
    environment = {
        **surroundings(prefix / "bin"),
        "HOME": "/nonexistent",
        "STAVKA_GAMES": str(games),
        "STAVKA_PORT": "0",
        "STAVKA_NAMES": "stavka.example games.example",
    }
    # /bin/sh comes from the machine, everything else from the folder that was installed.
    command = ("/bin/sh", str(prefix / "bin" / "serve.sh"))
    with serving(command, work, environment, (), user) as address:
        try_server(address)
        with step("the health check, and the names that were given"):
            port = address.rpartition(":")[2]
            told = {**environment, "STAVKA_PORT": port}
            run([prefix / "bin" / "python", prefix / "bin" / "healthy.py"], work, told)
            for name, status in (("games.example", 200), ("other.example", 403)):
                check(_status(address, name) == status, f"{name} should be a {status}")
    check((games / "stavka.db").is_file(), "the games are not where they should be")
    with step("the health check of a server that is gone"):
        run([prefix / "bin" / "python", prefix / "bin" / "healthy.py"], work, told, fails=True)


def _for_another_account() -> tuple[str, int | None]:
    """A Python, and an account that may use it and nothing else; None where there is none."""
    if os.geteuid() == 0:
        for python in (sys.executable, "/usr/bin/python3"):
            folders = Path(python).resolve().parents
            if Path(python).exists() and all(f.stat().st_mode & 0o001 for f in folders):
                return python, NOBODY
    return sys.executable, None


def _status(address: str, name: str) -> int:
    """What a request for a name is answered with."""
    request = urllib.request.Request(f"{address}/api/titles", headers={"Host": name})
    try:
        with _DIRECT.open(request, timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def try_no_node(work: Path) -> None:
    """A checkout without page and without Node.js: one sentence; an editable install does."""
    source = checkout(work)
    commands = fresh_environment(work / "environment")
    without_node = surroundings(commands)
    quiet = ("install", "--quiet", "--disable-pip-version-check", "--no-deps")
    with step("pip install . without Node.js fails with one sentence"):
        said = run([commands / "pip", *quiet, "."], source, without_node, fails=True)
        sentences = [line for line in said.splitlines() if "Node.js with npm is missing" in line]
        check(len(sentences) == 1, f"it says: {said}")
        check("Traceback" not in said, f"it says: {said}")
    with step("pip install -e . does without Node.js"):
        run([commands / "pip", *quiet, "-e", "."], source, without_node)


WAYS: dict[str, Callable[[Path], None]] = {
    "wheel": try_wheel,
    "sdist": try_sdist,
    "uvx": try_uvx,
    "container": try_container,
    "no-node": try_no_node,
}


def main(asked: Sequence[str]) -> int:
    unknown = sorted(set(asked) - set(WAYS))
    if unknown:
        print(f"there is no {unknown[0]}; there are {', '.join(WAYS)}", file=sys.stderr)
        return 2
    for name in asked or WAYS:
        begun = time.monotonic()
        print(f"{name}:")
        with tempfile.TemporaryDirectory(prefix="stavka-smoke-") as folder:
            # Another account has to get in.
            work = Path(folder).resolve()
            work.chmod(0o755)
            try:
                WAYS[name](work)
            except Failed as failure:
                print(f"{name} does not work: {failure}", file=sys.stderr)
                return 1
        print(f"{time.monotonic() - begun:7.1f} s  {name}: everything works")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
