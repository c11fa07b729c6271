"""Forged, stale and malformed choices: none is accepted, and nothing is different afterwards."""

from __future__ import annotations

import json
import random
import sqlite3
import tempfile
from collections import Counter
from hashlib import blake2b
from pathlib import Path

import httpx

from tests.server.client import http
from tests.server.running import server

from .boards import GAMES, Board, Waiting
from .forgeries import Forger, Forgery
from .tally import Summary, Tally

FORGERIES = 50_000
# So many are sent to a table before all is compared and the game goes on.
BETWEEN = 200
GOES_ON = 3


def run(scale: float, seed: str) -> Summary:
    tally = Tally("forged", max(1, round(FORGERIES * scale)), "forged choices")
    came: Counter[str] = Counter()
    with (
        tempfile.TemporaryDirectory() as folder,
        server(Path(folder), 1e9) as address,
        http(address) as client,
    ):
        attack = Attack(address, client, Path(folder) / "stavka.db", tally, came)
        attack.run(random.Random(seed))
    answers = ", ".join(f"{number} {answer}" for answer, number in sorted(came.items()))
    return tally.summary(f"; answers: {answers}")


class Attack:
    def __init__(
        self, address: str, client: httpx.Client, database: Path, tally: Tally, came: Counter[str]
    ) -> None:
        self._address, self._client = address, client
        self._database = database
        self._tally, self._came = tally, came
        self._waiting = Waiting(client)

    def run(self, chance: random.Random) -> None:
        boards = [self._board(game, chance) for game in GAMES]
        while not self._tally.over:
            for number, board in enumerate(boards):
                others = [b for b in boards if b is not board]
                if not self._tally.over and self._round(board, others, chance):
                    board.play(GOES_ON, chance)
                else:
                    board.close()
                    boards[number] = self._board(board.game, chance)
        for board in boards:
            board.close()

    def _board(self, game: str, chance: random.Random) -> Board:
        return Board(self._address, self._client, game, str(chance.random()))

    def _round(self, board: Board, others: list[Board], chance: random.Random) -> bool:
        """Whether the game can go on: it is not over, and nothing has changed."""
        if board.deciding is None:
            return False
        forger = Forger(board, others, self._waiting, chance)
        before = self._everything(board)
        tried = []
        for _ in range(min(BETWEEN, self._tally.goal - self._tally.done)):
            forgery = forger.next()
            tried.append(forgery)
            answer = self._send(board, forgery, chance)
            self._came[answer] += 1
            self._tally.count()
            if not _is_refusal(answer):
                self._tally.find(f"{answer}: {board.game} {forgery}")
                return False
        if self._everything(board) != before:
            sent = "\n".join(map(str, tried))
            self._tally.find(f"{board.game}: something has changed by one of\n{sent}")
            return False
        return True

    def _everything(self, board: Board) -> tuple[object, ...]:
        """What all seats see, and all that is stored."""
        stored = blake2b()
        with sqlite3.connect(self._database) as db:
            for line in db.iterdump():
                stored.update(line.encode())
        db.close()
        return board.states(), self._waiting.state(), stored.digest()

    def _send(self, board: Board, forgery: Forgery, chance: random.Random) -> str:
        """How a forgery was answered: `refused`, or the status."""
        live = board.lives.get(forgery.secret)
        if live is not None and not forgery.path and chance.randrange(4):
            live.send_text(forgery.text)
            kind: str = live.receive()["type"]
            return kind
        path = f"/api/tables/{forgery.table}/{forgery.path}".rstrip("/")
        headers = {"Authorization": f"Bearer {forgery.secret}"}
        answer = self._client.post(path, content=forgery.text.encode(), headers=headers)
        if answer.status_code == 200:
            said: str = json.loads(answer.text)["type"]
            return said
        return str(answer.status_code)


def _is_refusal(answer: str) -> bool:
    return answer == "refused" or answer.startswith("4")
