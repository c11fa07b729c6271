"""After-action reports: written by another process, one at a time, with their progress."""

from __future__ import annotations

import asyncio
import gzip
import logging

from ..review.page import WRITTEN, write_page
from ..review.report import report_archive
from ..review.story import Story
from .elsewhere import Progress, elsewhere
from .maps import Maps
from .messages import ReportState
from .problems import Busy
from .workshop import Turns

log = logging.getLogger(__name__)

# So many reports may be asked for at once, by one seat and by all; each takes some seconds.
REPORTS_EACH, REPORTS = 2, 8
TOO_MANY = "several reports are being written; try again in a minute"
# So many pages are kept, of which each has a megabyte or three.
KEPT = 8


class Job:
    """A page that is being written, or has been."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.progress = Progress()
        self.page = b""
        self.problem = ""
        self.task: asyncio.Task[None] | None = None

    @property
    def state(self) -> ReportState:
        done = WRITTEN if self.page else min(self.progress.hundredths, WRITTEN - 1)
        return ReportState(done, bool(self.page), self.problem)


class Reports:
    def __init__(self, maps: Maps) -> None:
        self._maps = maps
        self._turns = Turns(REPORTS_EACH, REPORTS, TOO_MANY)
        # One for each seat, by its key; the oldest first.
        self._jobs: dict[bytes, Job] = {}

    async def archive(self, key: bytes, story: Story) -> bytes:
        """Markdown and pictures, packed."""
        async with self._turns.turn(key):
            return await elsewhere(None, report_archive, story)

    def start(self, key: bytes, story: Story) -> ReportState:
        """Has the page of a seat's game written, unless that is being done or has been."""
        job = self._jobs.get(key)
        if job is None or job.problem or (job.page and job.story != story):
            self._turns.check(key)
            self._jobs.pop(key, None)
            job = self._jobs[key] = Job(story)
            job.task = asyncio.create_task(self._write(key, job))
            self._make_room()
        return job.state

    def _make_room(self) -> None:
        written = [key for key, job in self._jobs.items() if job.page or job.problem]
        for key in written[: max(0, len(self._jobs) - KEPT)]:
            del self._jobs[key]

    def state(self, key: bytes) -> ReportState | None:
        job = self._jobs.get(key)
        return job.state if job else None

    def page(self, key: bytes) -> bytes:
        """The page of a seat; nothing if it has not been written."""
        job = self._jobs.get(key)
        return job.page if job else b""

    def stop(self) -> None:
        for job in self._jobs.values():
            if job.task is not None:
                job.task.cancel()

    async def _write(self, key: bytes, job: Job) -> None:
        try:
            drawn = await asyncio.to_thread(self._maps.base_map, job.story.title)
            async with self._turns.turn(key):
                known = job.story, drawn.packed
                job.page = await elsewhere(job.progress, _written, *known)
        except Busy as error:
            job.problem = str(error)
        except Exception:
            # What went wrong inside is for the log, as in any other answer.
            log.exception("a report could not be written")
            job.problem = "the report could not be written"


def _written(story: Story, packed_map: bytes) -> bytes:
    """The page; in the other process."""

    def tell(hundredths: int, _: int) -> None:
        Progress.tell(hundredths)

    return write_page(story, tell, gzip.decompress(packed_map).decode()).encode()
