"""A guest's tools by the Model Context Protocol, over standard input and output.

Imported late: it needs the `mcp` package (`pip install 'stavka[mcp]'`).
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Annotated, Any

import anyio
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.types import CallToolResult, InputRequiredResult, TextContent, ToolAnnotations
from pydantic import Field, ValidationError

from .. import __version__
from .play import Guest, Told, What
from .trouble import Trouble, sentence

log = logging.getLogger(__name__)

# Seconds: how long one asks for news in one piece, and how long a call may wait.
POLL = 5.0
LONGEST_WAIT = 300

HOW_TO = """\
You sit at a table of Stavka, which plays hex-and-counter wargames by their full rules. You have \
the rights of your seat and no more: you see what your side may know.

1. look() tells the situation and the QUESTION that you are asked: which choices there are. A \
choice is one verb with at most one argument, written as `move 1613`, `select 7-4-9.1`, `done`. \
Hexes have printed numbers, units have ids; both stand in the answers.
2. The game asks many small questions. To move a unit you select it, then say where it goes; to \
attack you name the target, then who attacks, then roll. One of the choices always ends the phase.
3. Before you choose: choices() lists everything that is legal, preview(choice) tells odds and \
chances, why(choice) tells why something is not possible, rules(about) tells the rules. \
look(what="area", where=HEX) shows the map round a hex, look(what="units", where=SIDE) an army.
4. choose(["select 7-4-9.1", "move 1613"]) makes several choices in a row and stops at a refusal, \
when dice fall, or when something else is asked.
5. undo() takes back your last choice, unless dice have fallen or others have been asked since.
6. When others have to choose, call wait(), again and again if need be, until you are asked.

Numbers in square brackets, such as [5.21], are cases of the rulebook: rules(about="5.21"). A game \
that you do not know: rules() has the contents; read first how it is won, what the figures on the \
units mean, and in what sequence it is played."""

READ = ToolAnnotations(read_only_hint=True, open_world_hint=False)
ACT = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)

Page = Annotated[int, Field(description="Which page of a long answer.", ge=1)]
ChoiceText = Annotated[
    str, Field(description="A verb and at most one argument, such as 'move 1613' or 'done'.")
]


class Server(MCPServer[Any]):
    """Tells whatever is wrong as a sentence."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        try:
            return await super().call_tool(name, arguments, context)
        except UnexpectedToolError as error:
            if isinstance(error.__cause__, Trouble):
                return _answer(str(error.__cause__), wrong=True)
            log.exception("a tool has failed")
            return _answer("Something has gone wrong in the program; look() again.", wrong=True)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                return _answer(_complaint(error.__cause__), wrong=True)
            return _answer(sentence(str(error)), wrong=True)


def _complaint(error: ValidationError) -> str:
    """What is wrong with the arguments of a call."""
    found = (
        f"{'.'.join(str(part) for part in one['loc']) or 'the call'}: {one['msg'].lower()}"
        for one in error.errors()
    )
    return sentence(f"the arguments are not understood ({'; '.join(found)})")


def _answer(text: str, *, wrong: bool = False) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=wrong)


def _told(told: Told) -> CallToolResult:
    return _answer(told.text, wrong=told.refused)


def serve(guest: Guest) -> None:
    """Serves one client until it goes."""
    server_for(guest).run("stdio")


def server_for(guest: Guest) -> Server:
    """The tools of a guest."""
    server = Server(
        "stavka",
        title="Stavka",
        description="A seat at a wargame.",
        instructions=HOW_TO,
        version=__version__,
        log_level="WARNING",
    )
    # A client may call tools at the same time; a seat does one thing after the other.
    busy = threading.Lock()
    _add_looking(server, guest, busy)
    _add_acting(server, guest, busy)
    _add_waiting(server, guest, busy)

    @server.prompt(
        name="sit-down", description="How to sit at a table, and play a game to its end."
    )
    def sit_down() -> str:
        return f"{HOW_TO}\n\nLook at the table now, and play your side as well as you can."

    return server


def _tool(server: Server, annotations: ToolAnnotations) -> Callable[[Any], Any]:
    return server.tool(annotations=annotations, structured_output=False)


def _add_looking(server: Server, guest: Guest, busy: threading.Lock) -> None:
    tool = _tool(server, READ)

    @tool
    def look(
        what: Annotated[
            What,
            Field(
                description="situation: turn, phase, tracks, news and the question. units: where"
                " they stand. hex: all about a hex and its six neighbours. area: everything within"
                " two hexes. places: names on the map. markers: what lies on the map. overlay:"
                " supply, zones of control and the like. forces: who is due to arrive, who is"
                " lost. log: what has happened, the latest first. talk: what was said."
            ),
        ] = "situation",
        where: Annotated[
            str,
            Field(
                description="For hex and area a hex number or the name of a place; for units one"
                " of these, a side, a box or the id of a unit; for overlay its kind."
            ),
        ] = "",
        page: Page = 1,
    ) -> str:
        """Looks at the table as your seat sees it. Without arguments: the situation, what has
        happened since you last looked, and the question that you are asked."""
        with busy:
            return guest.look(what, where, page)

    @tool
    def choices(
        verb: Annotated[str, Field(description="Only choices with this verb.")] = "",
        page: Page = 1,
    ) -> str:
        """Lists every legal choice that you have now, as it is to be written."""
        with busy:
            return guest.choices(verb, page)

    @tool
    def why(choice: ChoiceText) -> str:
        """Tells why a choice is not possible, with the rule; or what a rule case says, if you
        give its number."""
        with busy:
            return guest.why(choice)

    @tool
    def preview(choice: ChoiceText) -> str:
        """Tells what a choice would bring before you make it: the way and its cost, odds line by
        line, and the chances of each result. Changes nothing."""
        with busy:
            return guest.preview(choice)

    @tool
    def rules(
        about: Annotated[
            str,
            Field(
                description="Nothing for the contents; the number of a chapter ('5') or of a case"
                " ('5.21'); the name of a chart; or a word to look for."
            ),
        ] = "",
        page: Page = 1,
    ) -> str:
        """The rules of this game in plain words, and its charts."""
        with busy:
            return guest.rules(about, page)


def _add_acting(server: Server, guest: Guest, busy: threading.Lock) -> None:
    tool = _tool(server, ACT)

    @tool
    def choose(
        choices: Annotated[
            list[str] | str,
            Field(description="One choice or several in a row: ['select 7-4-9.1', 'move 1613']."),
        ],
        sure: Annotated[
            bool, Field(description="True to make a choice that asks first whether you mean it.")
        ] = False,
    ) -> CallToolResult:
        """Makes your choices one after the other. Stops at the first that is refused, when dice
        have fallen, when another phase begins or when something unforeseen is asked; then tells
        what was done, what has happened and what is asked next."""
        with busy:
            return _told(
                guest.choose([choices] if isinstance(choices, str) else choices, sure=sure)
            )

    @tool
    def undo(
        to: Annotated[
            int | None,
            Field(description="The number of the first move to take back, as the log counts."),
        ] = None,
    ) -> CallToolResult:
        """Takes back your last choice, or everything from a move on. Dice, and what others have
        been asked since, cannot be taken back."""
        with busy:
            return _told(guest.undo(to))

    @tool
    def say(
        text: Annotated[
            str, Field(description="At most 500 letters.", min_length=1, max_length=500)
        ],
    ) -> CallToolResult:
        """Says something to everybody at the table."""
        with busy:
            return _told(guest.say(text))

    @tool
    def agree(
        proposal: Annotated[int, Field(description="The number of the proposal.")],
        yes: Annotated[bool, Field(description="Whether you agree.")],
    ) -> CallToolResult:
        """Answers a proposal that the situation tells of, such as to go on by changed rules."""
        with busy:
            return _told(guest.agree(proposal, yes=yes))


def _add_waiting(server: Server, guest: Guest, busy: threading.Lock) -> None:
    def first() -> bool:
        with busy:
            return guest.looked()

    def further(seconds: float) -> bool:
        with busy:
            return guest.waited(seconds)

    def told() -> str:
        with busy:
            return guest.after_waiting()

    @_tool(server, READ)
    async def wait(
        context: Context[Any, Any],
        seconds: Annotated[int, Field(description="How long at most.", ge=1, le=LONGEST_WAIT)] = 45,
    ) -> str:
        """Waits until you are asked something, the game is over, or somebody speaks to you; then
        tells what the others have done. If the time is up before, call it again."""
        begun = time.monotonic()
        going = await anyio.to_thread.run_sync(first)
        while going and (left := begun + seconds - time.monotonic()) > 0:
            # In short pieces: a client that gives up waiting is not kept from looking.
            going = await anyio.to_thread.run_sync(further, min(POLL, left))
            await context.report_progress(time.monotonic() - begun, seconds)
        return await anyio.to_thread.run_sync(told)
