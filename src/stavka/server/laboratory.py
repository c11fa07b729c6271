"""The laboratory in the browser: experiments and runs of a folder, for people at this machine.

Nobody else learns that it is there. What is asked for is looked up among what lies in the folder:
no path is made of what a request says.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import time
from collections import deque
from itertools import count
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

from litestar import Response, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import State as Shared
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.params import FromQuery, JSONBody

from .lab_folder import RUN, Found, look, report
from .lab_play import Playing
from .limits import MESSAGE_BYTES
from .messages import LabEntry, LabOrder, LabReport, LabView
from .problems import NotFound, Refusal
from .reach import is_loopback
from .spending import address_of
from .workshop import TakesTooLong, Workshop

log = logging.getLogger(__name__)

# So many reports are kept, of which each has a megabyte or so.
KEPT = 8
# How fast a run goes is told by so many seconds of it.
WINDOW = 180.0
# After so many seconds a report is given up.
REPORT_SECONDS = 1800.0
NOT_WRITTEN = "the report could not be written"
# What a proxy adds to a request, which has come from elsewhere then.
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")


class Seen(NamedTuple):
    """What was found by a look into the folder, and when that began."""

    since: float
    found: list[Found]


class Pace:
    """How fast a run goes, by what has been seen of it."""

    def __init__(self) -> None:
        # When, and how many seconds of work had been done.
        self._seen: deque[tuple[float, float]] = deque()

    def see(self, worked: float) -> None:
        now = time.monotonic()
        if worked and (not self._seen or worked != self._seen[-1][1]):
            self._seen.append((now, worked))
        while len(self._seen) > 2 and self._seen[0][0] < now - WINDOW:
            self._seen.popleft()

    def left(self, work: float) -> float | None:
        """How many seconds so much work takes; nothing before that can be told."""
        if len(self._seen) < 2:
            return None
        (since, before), (until, after) = self._seen[0], self._seen[-1]
        return work * (until - since) / (after - before)


class Page:
    """The report of a run, as far as it has been written."""

    def __init__(self, found: Found, games: int, *, elsewhere: bool) -> None:
        self.state, self.games = found.state, games
        # Whether somebody else had the run open when it was begun: now we have.
        self.elsewhere = elsewhere
        self.content = ""
        self.problem = ""
        # When it was written.
        self.ended = math.inf
        self.task: asyncio.Task[None] | None = None

    @property
    def is_written(self) -> bool:
        return self.ended < math.inf

    @property
    def told(self) -> LabReport:
        return LabReport(self.games, bool(self.content), self.problem)


class Laboratory:
    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        # As `stavka lab` does: an experiment names what lies over the data of its title.
        self._looking = Workshop(own_data=True)
        self._writing = Workshop(own_data=True)
        self._look: asyncio.Task[Seen] | None = None
        # One thing is begun or stopped at a time, and one run is played.
        self._order = asyncio.Lock()
        self._playing: Playing | None = None
        # By the key of an entry, the oldest pages first.
        self._pages: dict[str, Page] = {}
        self._paces: dict[str, Pace] = {}

    async def close(self) -> None:
        """Stops what is played; it can go on when there is a server again."""
        if self._playing is not None:
            await self._playing.stop()
        for page in self._pages.values():
            if page.task is not None:
                page.task.cancel()
        for workshop in (self._looking, self._writing):
            workshop.end()

    # What there is

    async def view(self) -> LabView:
        since, found = await self._seen()
        entries = [self._entry(one, since) for one in found if not self._is_begun(one)]
        playing = {entry.key for entry in entries if entry.playing}
        self._paces = {key: pace for key, pace in self._paces.items() if key in playing}
        return LabView(str(self._folder), tuple(entries))

    async def _seen(self) -> Seen:
        """Whoever asks while somebody looks already is told the same."""
        if self._look is None or self._look.done():
            self._look = asyncio.create_task(self._new_look())
        return await asyncio.shield(self._look)

    async def _new_look(self) -> Seen:
        since = time.monotonic()
        try:
            while (found := await self._looking.do("lab", look, self._folder)) is None:
                self._looking.end()
        except OSError as error:
            raise Refusal(f"{self._folder} cannot be read: {error.strerror}") from None
        playing = self._playing
        if playing is not None and any(one.run == playing.run for one in found):
            playing.has_file = True
        return Seen(since, found)

    def _is_begun(self, found: Found) -> bool:
        """Whether it is a file that is being made for a run at this moment."""
        return bool(found.problem and found.run) and self._is_here(found)

    def _entry(self, found: Found, since: float) -> LabEntry:
        key, playing = _key(found), self._who_plays(found, since)
        done, of = _games(found)
        page, left = self._pages.get(key), None
        if playing:
            pace = self._paces.setdefault(key, Pace())
            pace.see(found.worked)
            left = pace.left(found.work_left)
        return LabEntry(
            key=key,
            experiment=found.experiment,
            run=found.run,
            name=found.name,
            title=found.title,
            text=found.text,
            cells=found.cells,
            done=done,
            of=of,
            broken=sum(cell.broken for cell in found.cells),
            playing=playing,
            left=left,
            problem=found.problem or self._broke_off(found),
            report=page.told if page else None,
        )

    def _who_plays(self, found: Found, since: float) -> Literal["", "here", "elsewhere"]:
        """Who plays a run, by a look into the folder that began then."""
        playing = self._playing if self._is_here(found) else None
        if playing is not None and not playing.over:
            return "here"
        page = self._pages.get(_key(found))
        if page is not None and not page.is_written:
            return "elsewhere" if page.elsewhere else ""
        # Whoever had it open then may have been ourselves.
        ours = max([one.ended for one in (playing, page) if one is not None], default=0.0)
        return "elsewhere" if found.is_open and since > ours else ""

    def _is_here(self, found: Found) -> bool:
        """Whether it is what was last played from here; its file may still have to be made."""
        playing = self._playing
        if playing is None:
            return False
        if found.run or playing.has_file:
            return found.run == playing.run
        return found.experiment == playing.experiment

    def _broke_off(self, found: Found) -> str:
        return self._playing.problem if self._playing and self._is_here(found) else ""

    # What is done

    async def _named(self, key: str) -> tuple[Found, Literal["", "here", "elsewhere"]]:
        """An entry, and who plays it; an experiment is a name of its run too."""
        since, all_found = await self._seen()
        known = [one for one in all_found if not self._is_begun(one)]
        for name in (_key, lambda one: one.experiment):
            for found in known:
                if name(found) == key:
                    return found, self._who_plays(found, since)
        raise NotFound("there is no such file in the folder of the laboratory")

    async def play(self, key: str) -> None:
        """Begins with an experiment, or goes on with its run."""
        async with self._order:
            found, who = await self._named(key)
            self._check(found)
            if who:
                raise Refusal(f"another process of this machine has {found.run} open")
            run = self._folder / (found.run or self._new_run(found))
            self._playing = await Playing.start(self._folder / found.experiment, run)
            self._look = None

    def _check(self, found: Found) -> None:
        if found.problem:
            raise Refusal(found.problem)
        if not found.experiment:
            raise Refusal(f"no experiment of this folder goes on with {found.run}")
        if self._playing is not None and not self._playing.over:
            raise Refusal(f"{self._playing.experiment} is being played: one at a time")
        done, of = _games(found)
        if done >= of:
            raise Refusal("all games have been played; more `games` in the file are more to play")

    def _new_run(self, found: Found) -> str:
        """The name that `stavka lab run` would give it, or the next that is free."""
        stem = found.name.replace(" ", "-")
        names = (f"{stem}-{n}{RUN}" if n > 1 else f"{stem}{RUN}" for n in count(1))
        return next(name for name in names if not os.path.lexists(self._folder / name))

    async def stop(self, key: str) -> None:
        async with self._order:
            _, who = await self._named(key)
            if self._playing is None or who != "here":
                raise Refusal("it is not being played from here")
            await self._playing.stop()
            self._look = None

    async def write_report(self, key: str) -> None:
        """Has the report of a run written, unless it is there and nothing is new."""
        found, who = await self._named(key)
        done, _ = _games(found)
        if not done:
            raise Refusal("nothing has been played yet")
        page = self._pages.get(key)
        if page is not None and (
            not page.is_written or (page.content and page.state == found.state)
        ):
            return
        self._pages.pop(key, None)
        page = self._pages[key] = Page(found, done, elsewhere=who == "elsewhere")
        page.task = asyncio.create_task(self._write(page, self._folder / found.run))
        written = [name for name, one in self._pages.items() if one.is_written]
        for name in written[: max(0, len(self._pages) - KEPT)]:
            del self._pages[name]

    async def _write(self, page: Page, run: Path) -> None:
        try:
            page.content, page.problem = await self._writing.do(
                "lab", report, run, seconds=REPORT_SECONDS
            )
        except TakesTooLong:
            page.problem = "the report took too long to write"
        except Exception:
            log.exception("the report of a run could not be written")
            page.problem = NOT_WRITTEN
        page.ended = time.monotonic()
        if all(one.is_written for one in self._pages.values()):
            self._writing.end()

    def page(self, key: str) -> str:
        page = self._pages.get(key)
        if page is None or not page.content:
            raise NotFound("the report has not been written")
        return page.content


def _key(found: Found) -> str:
    return found.run or found.experiment


def _games(found: Found) -> tuple[int, int]:
    """How many have been played, and how many there will be."""
    return sum(cell.done for cell in found.cells), sum(cell.of for cell in found.cells)


# Over HTTP


def is_own(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Whether somebody at this machine asks: the line comes from there, under a name that means it,
    and nobody has passed it on. Headers only ever take away: without them the address is that of
    the line itself."""
    headers = connection.headers
    name = urlsplit(f"//{headers.get('host', '')}").hostname or ""
    forwarded = any(header in headers for header in FORWARDED)
    return is_loopback(address_of(connection)) and is_loopback(name) and not forwarded


def _for_own(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    if not is_own(connection):
        # What is said of any path that leads nowhere.
        raise NotFoundException


@get("/api/lab", guards=[_for_own])
async def lab_view(state: Shared) -> LabView:
    """What lies in the folder, and how far it is."""
    laboratory: Laboratory = state.laboratory
    return await laboratory.view()


@post("/api/lab/play", guards=[_for_own], request_max_body_size=MESSAGE_BYTES)
async def lab_play(state: Shared, data: JSONBody[LabOrder]) -> LabView:
    """Begins with an experiment, or goes on with it."""
    laboratory: Laboratory = state.laboratory
    await laboratory.play(data.key)
    return await laboratory.view()


@post("/api/lab/stop", guards=[_for_own], request_max_body_size=MESSAGE_BYTES)
async def lab_stop(state: Shared, data: JSONBody[LabOrder]) -> LabView:
    """Interrupts a run that was begun from here."""
    laboratory: Laboratory = state.laboratory
    await laboratory.stop(data.key)
    return await laboratory.view()


@post("/api/lab/report", guards=[_for_own], request_max_body_size=MESSAGE_BYTES)
async def lab_report(state: Shared, data: JSONBody[LabOrder]) -> LabView:
    """Has the report of a run written."""
    laboratory: Laboratory = state.laboratory
    await laboratory.write_report(data.key)
    return await laboratory.view()


@get("/api/lab/page", guards=[_for_own])
async def lab_page(state: Shared, key: FromQuery[str]) -> Response[str]:
    """The report, once it has been written."""
    laboratory: Laboratory = state.laboratory
    return Response(laboratory.page(key), media_type="text/html")


ROUTES = (lab_view, lab_play, lab_stop, lab_report, lab_page)
