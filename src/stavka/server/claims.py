"""Taking seats, handing them over, giving them back, asking for them again; and what goes with a
seat: a share of the dice, and a voice in what the company agrees to.

Everybody at the table reads in the talk who has come to which seat.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from .. import titles
from ..engine.shares import committed
from .company import OTHER_RULES, days_to_wait
from .limits import INVITATIONS_PER_SEAT
from .messages import (
    Agree,
    Ask,
    Claim,
    Commit,
    Invitation,
    InvitationView,
    NewOffer,
    OfferView,
    OpenShare,
    OwnSeat,
    Propose,
    TakeOffer,
)
from .problems import BadRequest, Forbidden, Gone, NoSuchSeat, Refusal
from .seating import (
    Proposal,
    StoredSeat,
    browser_hash,
    new_secret,
    quoted,
    seat_key,
    seat_name,
)
from .storage import SharedDice, Storage
from .table import Seat, Table

if TYPE_CHECKING:
    from .open_table import OpenTable, Place

T = TypeVar("T")

NOT_YET = "a share is opened when everybody is committed to one; draw another and keep it"
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
FALSE_SHARE = "this is not the share that was committed to"


class Asker(NamedTuple):
    """Who asks for a seat, as far as is known, and what lets him pay for it."""

    account: str
    # The mark of his browser, if it has told one.
    browser: str
    pay: Callable[[str, str], Awaitable[None]]


class Keeper(Protocol):
    """What is needed of those who keep the tables."""

    def at(self, id_: str) -> AbstractAsyncContextManager[OpenTable]:
        """A table that stays open meanwhile."""

    def held(self, open_table: OpenTable) -> AbstractAsyncContextManager[Table]:
        """A table for one user alone, begun or not."""

    async def stored(self, work: Callable[..., T], *args: Any, **named: Any) -> T:
        """What the storage answers."""

    async def notice(
        self, open_table: OpenTable, table: Table, text: str, *, often: bool = False
    ) -> None:
        """Tells everybody at a table something; `often`: what can be brought about at will."""

    async def seated(self, open_table: OpenTable, table: Table) -> None:
        """Reads again who sits at a table."""

    async def begin(self, open_table: OpenTable) -> None:
        """Goes on with a table whose dice are settled."""

    async def go_on(self, open_table: OpenTable, table: Table) -> None:
        """Goes on by the rules of today with a table that was played by others."""


class Claims:
    def __init__(self, keeper: Keeper, storage: Storage) -> None:
        self._keeper = keeper
        self._storage = storage
        self._seating = storage.seating
        self._offers = storage.offers

    # Taking a seat

    async def invitation(self, secret: str) -> InvitationView:
        """What an invitation is to."""
        row = await self._invitation(secret)
        keeper = self._keeper
        async with keeper.at(row.table) as open_table, keeper.held(open_table) as table:
            return _view(table, row.sides)

    async def _invitation(self, secret: str) -> StoredSeat:
        row = await self._keeper.stored(self._seating.seat, seat_key(secret))
        if row is None or row.kind not in ("invitation", "used"):
            raise NoSuchSeat
        if row.kind == "used":
            raise Gone(f"the seat of this invitation was taken on {_words(row.since)}")
        return row

    async def claim(self, secret: str, claim: Claim, account: str = "") -> OwnSeat:
        """Takes a seat, for an account if there is one: whoever comes first gets it."""
        row = await self._invitation(secret)
        return await self._sit(row, claim, account, partial(self._seating.claim, row.key))

    async def _sit(
        self,
        row: StoredSeat,
        claim: Claim | TakeOffer,
        account: str,
        take: Callable[[StoredSeat], bool],
    ) -> OwnSeat:
        """Takes the seat of an invitation, or one that is offered."""
        keeper = self._keeper
        async with keeper.at(row.table) as open_table, keeper.held(open_table) as table:
            table.check_open()
            company = table.company
            self._check_dice(table)
            company.check_hands(row.sides)
            share = self._share(row, claim, last=company.alone)
            before = company.holder(row.sides)
            own = new_secret(row.table)
            name = plain_name(claim.name)
            seat = StoredSeat(
                seat_key(own),
                row.table,
                row.sides,
                "seat",
                name,
                commitment=claim.commitment,
                share=share,
                invitation=row.key,
                account=account,
            )
            if not await keeper.stored(take, seat):
                raise Gone("somebody else has just taken this seat, or it is not offered any more")
            if before:
                open_table.turn_out(before.key)
            await self._changed_hands(table, row.sides)
            after = f" after {_called(before.name) or 'somebody'}" if before else ""
            if before or not company.alone:
                text = f"{_called(name) or 'Somebody'} has taken the seat of {seat.who}{after}."
                await keeper.notice(open_table, table, text)
            await keeper.seated(open_table, table)
            await self._settle(open_table, table)
        return OwnSeat(own)

    def _share(self, row: StoredSeat, claim: Claim | TakeOffer, *, last: bool) -> bytes:
        if claim.share is None:
            return b""
        if not last:
            raise BadRequest(NOT_YET)
        share = bytes.fromhex(claim.share)
        if committed(row.table, row.who, share) != claim.commitment:
            raise BadRequest(FALSE_SHARE)
        return share

    # Offering it to everybody

    async def offer(self, place: Place, message: NewOffer) -> None:
        """Offers a seat that nobody has."""
        open_table, seat, sides = place.open_table, place.seat, message.sides
        async with self._keeper.held(open_table) as table:
            place.check()
            table.check_open()
            self._check_player(table, seat)
            company = table.company
            if not company.has_place(sides):
                raise Refusal(f"there is no seat for {seat_name(sides) or 'nobody'}")
            if company.holder(sides) is not None:
                raise Refusal("somebody has this seat; only a free one can be offered")
            words, id_ = plain_name(message.words), open_table.id
            before = await self._keeper.stored(self._offers.offer, id_, "")
            await self._keeper.stored(self._offers.make, id_, sides, words, seat.key)
            if before is None:
                text = (
                    f"{seat_name(seat.sides)} offers the seat of {seat_name(sides)} to everybody."
                )
                await self._keeper.notice(open_table, table, text, often=True)
        open_table.wake()

    async def take_back_offer(self, place: Place) -> None:
        open_table = place.open_table
        async with self._keeper.held(open_table) as table:
            place.check()
            self._check_player(table, place.seat)
            if await self._keeper.stored(self._offers.take_back, open_table.id):
                text = "The seat is not offered any more."
                await self._keeper.notice(open_table, table, text, often=True)
        open_table.wake()

    async def offers(self, account: str) -> list[OfferView]:
        """All offers that are open to an account, or to somebody without one."""
        found = await self._keeper.stored(self._offers.all, account)
        makers: dict[str, list[str]] = {}
        for one in found:
            makers.setdefault(one.title, []).append(one.account)
        ratings = self._storage.results.ratings
        known = {t: await self._keeper.stored(ratings, t, who) for t, who in makers.items()}
        playable = titles.playable()
        return [
            OfferView(
                table=one.table,
                title=titles.entry(one.title).name,
                scenario=_scenario(one.title, one.scenario),
                sides=one.sides,
                words=one.words,
                name=one.name,
                account=one.account,
                rating=known[one.title].get(one.account, ""),
                since=one.made,
                clock=one.days,
            )
            for one in found
            if one.title in playable
        ]

    async def offered(self, id_: str, account: str) -> InvitationView | None:
        """What a table offers, if anything."""
        offer = await self._keeper.stored(self._offers.offer, id_, account)
        if offer is None:
            return None
        keeper = self._keeper
        async with keeper.at(id_) as open_table, keeper.held(open_table) as table:
            return _view(table, offer.sides)

    async def take_offer(self, id_: str, take: TakeOffer, account: str) -> OwnSeat:
        """Takes a seat that is offered: whoever comes first gets it."""
        offer = await self._keeper.stored(self._offers.offer, id_, account)
        if offer is None:
            raise Gone("this seat is not offered any more: somebody has taken it, or nobody may")
        if offer.sides != take.sides:
            raise Gone("another seat is offered by now; look again")
        row = StoredSeat(b"", id_, offer.sides)
        return await self._sit(row, take, account, self._offers.take)

    # Handing it over, giving it back

    async def invite(self, place: Place, sides: tuple[str, ...]) -> Invitation:
        """A new invitation: to one's own seat, or to one that nobody has."""
        open_table, seat = place.open_table, place.seat
        async with self._keeper.held(open_table) as table:
            place.check()
            self._check_player(table, seat)
            self._check_dice(table)
            company = table.company
            if not company.has_place(sides):
                raise Refusal(f"there is no seat for {seat_name(sides) or 'nobody'}")
            if sides != seat.sides and company.holder(sides) is not None:
                raise Refusal("somebody has this seat; only he can hand it over")
            secret = new_secret(open_table.id)
            row = StoredSeat(seat_key(secret), open_table.id, sides, "invitation")
            if not await self._keeper.stored(self._seating.add_seat, row, INVITATIONS_PER_SEAT):
                raise Refusal("there are enough invitations to this seat that nobody has used")
            whose = "hands over the seat" if sides == seat.sides else "invites to the seat"
            who = seat_name(seat.sides)
            text = f"{who} {whose} of {row.who}."
            await self._keeper.notice(open_table, table, text, often=True)
        open_table.wake()
        return Invitation(sides, secret)

    async def give_back(self, place: Place) -> None:
        """The seat is free: the other players can invite somebody to it."""
        open_table, seat = place.open_table, place.seat
        async with self._keeper.held(open_table) as table:
            place.check()
            self._check_player(table, seat)
            self._check_dice(table)
            await self._keeper.stored(self._seating.give_back, open_table.id, seat.key)
            open_table.turn_out(seat.key)
            await self._changed_hands(table, seat.sides)
            who = seat_name(seat.sides)
            await self._tell(open_table, table, f"The seat of {who} was given back.")
        open_table.wake()

    async def _changed_hands(
        self, table: Table, sides: tuple[str, ...], but: Proposal | None = None
    ) -> None:
        """What was asked and agreed to concerned whoever had the seat then; `but` has been
        carried out."""
        who = seat_name(sides)
        for proposal in table.company.proposals:
            if proposal == but:
                continue
            if proposal == table.company.of_seat(sides):
                await self._forget(proposal)
            elif who in proposal.agreed:
                left = [name for name in proposal.agreed if name != who]
                await self._keeper.stored(self._seating.agree, proposal.table, proposal.id, left)

    def _check_dice(self, table: Table) -> None:
        """No seat changes hands while shares are being opened: whoever takes it could look at
        theirs and draw his own until he likes the dice."""
        if table.company.opening:
            raise Refusal("the dice are being settled: seats change hands when all shares are open")

    def _check_player(self, table: Table, seat: Seat) -> None:
        holder = table.company.holder(seat.sides)
        if holder is None or holder.key != seat.key:
            raise Refusal("only whoever plays at a table gives its seats away")

    # Asking for it again

    async def ask(self, secret: str, message: Ask, asker: Asker) -> OwnSeat:
        """Asks for a seat that was lost, with the invitation by which it was taken. Whoever has
        made the invitation has it too, so that nobody is to get the seat of another player so."""
        row = await self._keeper.stored(self._seating.seat, seat_key(secret))
        if row is None or row.kind != "used":
            raise NoSuchSeat
        keeper = self._keeper
        async with keeper.at(row.table) as open_table, keeper.held(open_table) as table:
            holder = table.company.holder(row.sides)
            if holder is None:
                raise Refusal("this seat is free: the other players can invite you to it")
            if holder.invitation != row.key:
                raise Gone("whoever has this seat has taken it with another invitation")
            if table.company.of_seat(row.sides):
                raise Refusal("somebody asks for this seat already")
            await self._check_asker(table, holder, asker)
            await asker.pay(f"invitation {row.key.hex()}", "with this invitation")
            own = new_secret(row.table)
            seat = StoredSeat(
                seat_key(own),
                row.table,
                row.sides,
                "asked",
                plain_name(message.name),
                invitation=row.key,
                account=asker.account,
            )
            proposal = Proposal(0, row.table, "seat", seat.key)
            await keeper.stored(self._seating.propose, proposal, seat)
            if asker.browser:
                note = self._seating.note_browser
                await keeper.stored(note, seat.key, browser_hash(asker.browser), 1)
            text = (
                f"{_called(seat.name) or 'Somebody'} asks for the seat of {seat.who} again. In "
                f"{days_to_wait()} days it is his, if the others agree and whoever has it is not "
                "seen there."
            )
            await self._tell(open_table, table, text)
            open_table.wake()
        return OwnSeat(own)

    async def _check_asker(self, table: Table, holder: StoredSeat, asker: Asker) -> None:
        if holder.account and holder.account != asker.account:
            raise Refusal("this seat belongs to an account: enter it from one of its devices")
        marks = {browser_hash(asker.browser)} if asker.browser else set()
        if await self._elsewhere(table, holder.sides, asker.account, marks):
            raise Refusal("whoever sits at another seat of this table cannot ask for this one")
        if table.company.here[holder.key]:
            raise Refusal("whoever has this seat looks at the table at this moment")

    async def _elsewhere(
        self, table: Table, sides: tuple[str, ...], account: str, marks: set[str]
    ) -> set[str]:
        """The other seats of a table that somebody has too, by their names, as far as is known."""
        used = await self._keeper.stored(self._seating.browsers, table.stored.id)
        return {
            seat.who
            for seat in table.company.holders()
            if seat.sides != sides
            and ((account and seat.account == account) or used.get(seat.key, set()) & marks)
        }

    async def grant(self, seat: StoredSeat) -> None:
        """Lets somebody have the seat that he has asked for, if it is time; else tells why not."""
        keeper = self._keeper
        async with keeper.at(seat.table) as open_table, keeper.held(open_table) as table:
            # How long ago it was is told by the storage.
            await keeper.seated(open_table, table)
            company = table.company
            proposal = company.of_seat(seat.sides)
            if proposal is None or proposal.seat != seat.key:
                raise NoSuchSeat
            if not company.is_agreed(proposal):
                left = company.still_asked(proposal)
                raise Forbidden(
                    f"you have asked for this seat, and {' and '.join(left)} has to agree"
                    if left
                    else f"the others agree; the seat is yours {days_to_wait()} days after you "
                    "have asked for it, if whoever has it is not seen there"
                )
            used = await keeper.stored(self._seating.browsers, seat.table)
            marks = used.get(seat.key, set())
            own = await self._elsewhere(table, seat.sides, seat.account, marks)
            if not company.alone and own.issuperset(proposal.agreed):
                raise Forbidden("nobody but you has agreed, and somebody else has to")
            before = company.holder(seat.sides)
            if company.opening:
                # All others agree: everybody draws another share.
                await keeper.stored(self._seating.forget_shares, seat.table)
            await keeper.stored(self._seating.close_proposal, proposal, granted=True)
            if before:
                open_table.turn_out(before.key)
            await self._changed_hands(table, seat.sides, but=proposal)
            await self._tell(open_table, table, "The seat has passed to whoever asked for it.")
            open_table.wake()

    async def still_there(self, open_table: OpenTable, table: Table, seat: Seat) -> None:
        """Whoever plays from a seat has not lost it."""
        proposal = table.company.of_seat(seat.sides)
        if proposal is not None:
            await self._refuse(open_table, table, proposal)

    # Dice and agreement

    async def commit(self, place: Place, message: Commit) -> None:
        open_table, seat = place.open_table, place.seat
        async with self._keeper.held(open_table) as table:
            place.check()
            if not table.company.is_anew(seat.key):
                raise Refusal("nobody asks this seat for another share")
            commit, id_ = self._seating.commit, open_table.id
            await self._keeper.stored(commit, id_, seat.key, message.commitment)
            await self.still_there(open_table, table, seat)
            await self._keeper.seated(open_table, table)
        open_table.wake()

    async def open_share(self, place: Place, message: OpenShare) -> None:
        open_table, seat = place.open_table, place.seat
        async with self._keeper.held(open_table) as table:
            place.check()
            company = table.company
            holder = company.holder(seat.sides)
            if holder is None or not company.wants_share(seat.key):
                raise Refusal("nobody asks for a share from this seat now")
            share = bytes.fromhex(message.share)
            if committed(open_table.id, holder.who, share) != holder.commitment:
                raise Refusal(FALSE_SHARE)
            await self._keeper.stored(self._seating.open_share, open_table.id, seat.key, share)
            await self._keeper.seated(open_table, table)
            await self._settle(open_table, table)

    async def _settle(self, open_table: OpenTable, table: Table) -> None:
        """Lets the dice roll, if everybody has added to them."""
        shared = table.company.shared()
        if shared is not None:
            await self._begin(open_table, table, shared)
        open_table.wake()

    async def _begin(self, open_table: OpenTable, table: Table, dice: SharedDice) -> None:
        await self._keeper.stored(self._storage.settle, open_table.id, dice)
        proposal = table.company.of_dice()
        if proposal is not None:
            await self._forget(proposal)
        await self._keeper.begin(open_table)

    async def _forget(self, proposal: Proposal) -> None:
        await self._keeper.stored(self._seating.close_proposal, proposal, granted=False)

    async def propose(self, place: Place, message: Propose) -> None:
        open_table, seat = place.open_table, place.seat
        async with self._keeper.held(open_table) as table:
            place.check()
            table.check_open()
            self._check_player(table, seat)
            company = table.company
            if company.settled or not company.everybody_but(seat.sides):
                raise Refusal("the dice wait for nobody who has come")
            if company.of_dice():
                raise Refusal("this has been proposed already")
            who = seat_name(seat.sides)
            proposal = Proposal(0, open_table.id, message.kind, agreed=(who,))
            await self._keeper.stored(self._seating.propose, proposal, None)
            text = f"{who} proposes to roll the dice of the server alone."
            await self._tell(open_table, table, text, often=True)
            await self._carry_out(open_table, table)
        open_table.wake()

    async def agree(self, place: Place, message: Agree) -> None:
        open_table, seat = place.open_table, place.seat
        async with self._keeper.held(open_table) as table:
            place.check()
            table.check_open()
            if message.proposal == OTHER_RULES and table.stranded:
                await self._agree_to_rules(open_table, table, seat, message)
                return
            company = table.company
            view = next((v for v in company.views(seat.sides) if v.id == message.proposal), None)
            proposal = company.proposal(message.proposal)
            if view is None or proposal is None or not (view.asked or view.may_refuse):
                raise Refusal("nobody asks this seat")
            if not message.yes:
                await self._refuse(open_table, table, proposal)
            elif not view.asked:
                raise Refusal("whose seat it is can only refuse")
            else:
                agreed = (*proposal.agreed, seat_name(seat.sides))
                await self._keeper.stored(self._seating.agree, open_table.id, proposal.id, agreed)
                await self._keeper.seated(open_table, table)
                await self._carry_out(open_table, table)
        open_table.wake()

    async def _agree_to_rules(
        self, open_table: OpenTable, table: Table, seat: Seat, message: Agree
    ) -> None:
        """Whoever does not agree leaves the table as it is: nothing is lost by waiting."""
        company = table.company
        proposal = company.of_rules()
        before = proposal.agreed if proposal else ()
        own = [s for s in company.people() if s in seat.sides and s not in before]
        if not own or not message.yes:
            raise Refusal("nobody asks this seat" if not own else "then the table waits")
        agreed = (*before, *own)
        if proposal is None:
            new = Proposal(0, open_table.id, "rules", company.rules(), agreed)
            await self._keeper.stored(self._seating.propose, new, None)
        else:
            await self._keeper.stored(self._seating.agree, open_table.id, proposal.id, agreed)
        await self._keeper.seated(open_table, table)
        if set(agreed) >= set(company.people()):
            await self._keeper.go_on(open_table, table)
        open_table.wake()

    async def _carry_out(self, open_table: OpenTable, table: Table) -> None:
        """What everybody has agreed to about the dice holds at once; a seat waits for its time."""
        proposal = table.company.of_dice()
        if proposal is not None and table.company.is_agreed(proposal):
            text = "From here on the dice are those of the server alone, as all have agreed."
            await self._keeper.notice(open_table, table, text)
            await self._begin(open_table, table, table.company.without_shares())

    async def _refuse(self, open_table: OpenTable, table: Table, proposal: Proposal) -> None:
        await self._forget(proposal)
        if proposal.kind == "dice":
            text = "The dice go on waiting: not all agree to those of the server alone."
        else:
            text = "The seat stays with whoever has it."
        await self._tell(open_table, table, text, often=proposal.kind == "dice")

    async def _tell(
        self, open_table: OpenTable, table: Table, text: str, *, often: bool = False
    ) -> None:
        """Tells everybody what has changed in the company."""
        await self._keeper.notice(open_table, table, text, often=often)
        await self._keeper.seated(open_table, table)


def _view(table: Table, sides: tuple[str, ...]) -> InvitationView:
    """What somebody would find who takes a seat."""
    company, stored = table.company, table.stored
    return InvitationView(
        table=stored.id,
        title=titles.entry(stored.title).name,
        scenario=_scenario(stored.title, stored.scenario),
        sides=sides,
        players=stored.players,
        seats=company.infos(),
        commitment=company.commitment,
        last=not company.settled and company.alone,
        clock=stored.days,
    )


def _scenario(slug: str, key: str) -> str:
    """The name of a scenario."""
    return next((s.name for s in titles.load(slug).scenarios if s.key == key), key)


def plain_name(name: str) -> str:
    """A name without letters that nobody sees, or that would look like another line."""
    kept = (letter for letter in name if unicodedata.category(letter) not in UNSEEN)
    return " ".join("".join(kept).split())


def _called(name: str) -> str:
    return quoted(name) if name else ""


def _words(since: str) -> str:
    """A time as it is told to people."""
    day, _, time = since.partition("T")
    return f"{day} at {time[:5]} UTC"
