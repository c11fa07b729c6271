"""The whole stack on this machine: PostgreSQL, several processes of Stavka, nginx.

    python -m tools.stack                      two processes; prints the address, Ctrl-C ends it
    python -m tools.stack --processes 4 --port 8080
    python -m tools.stack --tls                with a certificate of its own making
    python -m tools.stack --sqlite             without PostgreSQL: each process has its own games

Everything comes from Debian's packages, runs on loopback and lies in a temporary folder. nginx has
the configuration of deploy/, with other ports; whatever is shipped there is what is tried out here.
Tests let parts of it fail.
"""

from __future__ import annotations

import argparse
import os
import re
import secrets
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from string import Template
from typing import NamedTuple

from stavka.server.keys import new_key
from tests.server.cluster import Cluster

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "deploy" / "nginx.conf"
UNIT = ROOT / "deploy" / "systemd" / "stavka@.service"
STAVKA = (sys.executable, "-m", "stavka")
# What the file that is shipped is about.
NAME = "games.example.org"
UPSTREAM = "    server 127.0.0.1:{} max_fails=0;\n"
CERTIFICATES = f"/etc/letsencrypt/live/{NAME}"
# Seconds. Nothing takes so long unless something hangs, also on a busy machine.
PATIENCE = 60.0
# Around the site: what Debian has in nginx.conf, for one user in one folder. Which process has
# answered is for tests.
AROUND = """
daemon off;
pid nginx.pid;
worker_processes 1;
worker_rlimit_nofile 8192;
{user}
events {{ worker_connections 4096; }}
http {{
    log_format stack '$uri|$upstream_addr';
    access_log access.log stack;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    include site.conf;
}}
"""
# Whatever proxy the environment names, this machine is reached directly.
_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Failed(Exception):
    """Something of the stack does not do what it should."""


class Certificate(NamedTuple):
    chain: Path
    key: Path


def own_certificate(folder: Path) -> Certificate:
    """One that nobody has signed."""
    made = Certificate(folder / "fullchain.pem", folder / "privkey.pem")
    names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    command += ["-subj", "/CN=localhost", "-addext", names]
    _done([*command, "-out", str(made.chain), "-keyout", str(made.key)])
    return made


def free_ports(count: int) -> list[int]:
    """Ports that nobody has at this moment."""
    with ExitStack() as held:
        sockets = [held.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [one.getsockname()[1] for one in sockets]


def site(port: int, plain: int, ports: Sequence[int], certificate: Certificate | None) -> str:
    """The site that is shipped, on loopback: at a port, with another one for those who come
    unencrypted, for processes at these ports. Without a certificate nothing is encrypted."""
    text = _replaced(SITE.read_text(encoding="utf-8"), UPSTREAM.format(8422), "")
    text = _replaced(text, UPSTREAM.format(8421), "".join(map(UPSTREAM.format, ports)))
    lines = [line for line in text.splitlines(keepends=True) if "listen [::]" not in line]
    if certificate is None:
        lines = [line for line in lines if not line.strip().startswith("ssl_")]
    text = _replaced("".join(lines), "listen 80;", f"listen 127.0.0.1:{plain};")
    kind = "" if certificate is None else " ssl http2"
    text = _replaced(text, "listen 443 ssl http2;", f"listen 127.0.0.1:{port}{kind};")
    if certificate is not None:
        text = _replaced(text, f"{CERTIFICATES}/fullchain.pem", str(certificate.chain))
        text = _replaced(text, f"{CERTIFICATES}/privkey.pem", str(certificate.key))
    return text.replace(f"https://{NAME}", f"https://127.0.0.1:{port}").replace(NAME, "localhost")


def _replaced(text: str, old: str, new: str) -> str:
    if text.count(old) != 1:
        raise Failed(f"{SITE} should have once: {old.strip()}")
    return text.replace(old, new)


def unit_command(port: int, settings: Mapping[str, str]) -> list[str]:
    """What the unit that is shipped runs for a port, with these settings."""
    (line,) = re.findall(r"^ExecStart=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    program, *words = shlex.split(line.replace("%i", str(port)))
    if program != "/opt/stavka/bin/stavka":
        raise Failed(f"{UNIT} runs {program}")
    found = list(STAVKA)
    for word in words:
        # As systemd does: ${NAME} is one word, $NAME as many as it has.
        bare = re.fullmatch(r"\$(\w+)", word)
        found += settings[bare[1]].split() if bare else [Template(word).substitute(settings)]
    return found


class Nginx:
    """nginx in a folder, with a site."""

    def __init__(self, folder: Path, text: str) -> None:
        self.folder = folder
        folder.mkdir()
        (folder / "site.conf").write_text(text, encoding="utf-8")
        # Whoever is root would become somebody who cannot read the folder.
        user = "user root;" if os.geteuid() == 0 else ""
        (folder / "nginx.conf").write_text(AROUND.format(user=user), encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def _command(self) -> list[str]:
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        errors = str(self.folder / "error.log")
        return [program, "-p", f"{self.folder}/", "-c", "nginx.conf", "-e", errors]

    def check(self) -> str:
        """What `nginx -t` says of the configuration, which has to be good."""
        return _done([*self._command, "-t"])

    def start(self, port: int) -> None:
        self._process = subprocess.Popen(self._command, start_new_session=True)
        _wait_until(lambda: _listens(port), f"nginx does not start: {self.folder}/error.log")

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE)
            self._process = None

    def answered(self, path: str) -> int:
        """The port of the process that has answered the request for a path, once nginx has noted
        it; the last one, if several were asked; 0 before."""
        lines = (self.folder / "access.log").read_text(encoding="utf-8").splitlines()
        ports = [line.rpartition(":")[2] for line in lines if line.startswith(f"{path}|")]
        return int(ports[-1]) if ports else 0


class App:
    """One process of Stavka, which keeps its port."""

    def __init__(self, port: int, log: Path, command: Sequence[str]) -> None:
        self.port, self.log = port, log
        self.address = f"http://127.0.0.1:{port}"
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        if self._process is None:
            raise Failed(f"the process at port {self.port} does not run")
        return self._process.pid

    def start(self) -> None:
        """Starts it; `ready` waits until it answers."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,
                cwd=ROOT,
            )

    def ready(self) -> None:
        _wait_until(self._is_well, f"the process at port {self.port} does not start: {self.log}")

    def _is_well(self) -> bool:
        if self._process is None or self._process.poll() is not None:
            said = self.log.read_text(encoding="utf-8", errors="replace")[-2000:]
            raise Failed(f"the process at port {self.port} has ended: {said}")
        try:
            with _DIRECT.open(f"{self.address}/health", timeout=PATIENCE):
                return True
        except (urllib.error.URLError, OSError):
            return False

    def send(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    def end(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Ends it, also if it is paused."""
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.send_signal(number)
            self._process.send_signal(signal.SIGCONT)
        try:
            self._process.wait(PATIENCE)
        finally:
            self._process.kill()
            self._process = None


class Stack:
    """All of it. `hosted`: with PostgreSQL; else each process has a file of its own, so that only
    what lives in one process can be tried out."""

    def __init__(
        self,
        folder: Path,
        processes: int = 2,
        *,
        hosted: bool = True,
        tls: bool = False,
        port: int = 0,
    ) -> None:
        self.folder = folder
        # The database runs as somebody else, who has to get to his part.
        folder.chmod(0o711)
        own, plain, *ports = free_ports(2 + processes)
        self.port, self.plain_port = port or own, plain
        self.address = f"{'https' if tls else 'http'}://127.0.0.1:{self.port}"
        self.cluster: Cluster | None = None
        self.database = ""
        certificate = own_certificate(folder) if tls else None
        self.nginx = Nginx(folder / "nginx", site(self.port, plain, ports, certificate))
        try:
            if hosted:
                self.cluster = Cluster(folder / "postgres")
                self.database = self.cluster.new("stavka")
                # Before all, so that no two make one.
                new_key(folder / "stavka.key")
            self.apps = [self._app(port) for port in ports]
            for app in self.apps:
                app.start()
            for app in self.apps:
                app.ready()
            self.nginx.start(self.port)
        except BaseException:
            self.close()
            raise

    def _app(self, port: int) -> App:
        if self.database:
            settings = {"STAVKA_DATABASE": self.database, "STAVKA_OPTIONS": ""}
            settings["STAVKA_KEY"] = str(self.folder / "stavka.key")
            command = unit_command(port, settings)
        else:
            file = str(self.folder / f"stavka-{port}.db")
            command = [*STAVKA, "serve", "--no-open", "--port", str(port), "--database", file]
        return App(port, self.folder / f"stavka-{port}.log", command)

    # Failures

    def kill(self, number: int) -> None:
        """As `kill -9` does: nothing can be finished or cleaned up."""
        self.apps[number].end(signal.SIGKILL)

    def stop(self, number: int) -> None:
        """As it is asked to: it hands its tables over."""
        self.apps[number].end()

    def start(self, number: int) -> None:
        """A process that was killed or stopped comes back at its port."""
        self.apps[number].start()
        self.apps[number].ready()

    def restart(self, number: int) -> None:
        self.stop(number)
        self.start(number)

    def pause(self, number: int) -> None:
        """It stands still and notices nothing, until it goes on."""
        self.apps[number].send(signal.SIGSTOP)

    def go_on(self, number: int) -> None:
        self.apps[number].send(signal.SIGCONT)

    def stop_database(self, how: str = "immediate") -> None:
        """`immediate` as a power cut does, `fast` as it is asked to."""
        self._cluster.stop(how)

    def start_database(self) -> None:
        self._cluster.start()

    @property
    def _cluster(self) -> Cluster:
        if self.cluster is None:
            raise Failed("there is no database server")
        return self.cluster

    def home_of(self, table: str) -> int:
        """The process to which a table leads, for whoever comes from this machine's own address."""
        path = f"/api/tables/{table}/{secrets.token_hex(8)}"
        with suppress(urllib.error.HTTPError):
            _DIRECT.open(f"{self.address}{path}", timeout=PATIENCE)
        _wait_until(lambda: self.nginx.answered(path) > 0, "nginx does not say whom it has asked")
        return [app.port for app in self.apps].index(self.nginx.answered(path))

    def close(self) -> None:
        self.nginx.stop()
        for app in getattr(self, "apps", ()):
            app.end(signal.SIGKILL)
        if self.cluster is not None:
            self.cluster.stop("immediate")


@contextmanager
def running(
    processes: int = 2, *, hosted: bool = True, tls: bool = False, port: int = 0
) -> Iterator[Stack]:
    """The stack in a folder that goes with it."""
    with tempfile.TemporaryDirectory(prefix="stavka-stack-") as folder:
        stack = Stack(Path(folder), processes, hosted=hosted, tls=tls, port=port)
        try:
            yield stack
        finally:
            stack.close()


def _done(command: Sequence[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(f"{' '.join(command)}: {done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1.0).close()
    except OSError:
        return False
    return True


def _wait_until(condition: Callable[[], bool], otherwise: str) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > until:
            raise Failed(otherwise)
        time.sleep(0.02)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        "python -m tools.stack",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--port", type=int, default=0, help="of nginx; any free one if left out")
    parser.add_argument("--tls", action="store_true")
    parser.add_argument("--sqlite", action="store_true")
    wanted = parser.parse_args(arguments)
    # Whoever ends it by a signal ends all of it.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with running(
            wanted.processes, hosted=not wanted.sqlite, tls=wanted.tls, port=wanted.port
        ) as stack:
            print(f"The stack is at {stack.address}/ (stop with Ctrl-C)", flush=True)
            for app in stack.apps:
                print(f"  process {app.pid} at {app.address}, log {app.log}", flush=True)
            signal.pause()
    except KeyboardInterrupt:
        return 0
    except Failed as error:
        print(f"stack: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
