"""The company at a table: who sits where, what each adds to the dice, and what they are asked to
agree to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from .. import titles
from ..engine import Share
from ..engine.shares import fingerprint
from .limits import ASKED_SECONDS, HANDS_PER_SEAT
from .messages import PERSON, DiceState, ProposalView, SeatInfo
from .problems import Refusal
from .seating import Proposal, StoredSeat, quoted, seat_name
from .storage import SharedDice, StoredTable

# The number of the proposal to go on by other rules, which nobody has made.
OTHER_RULES = 0


class Company:
    def __init__(
        self,
        stored: StoredTable,
        seats: Sequence[StoredSeat] = (),
        proposals: Sequence[Proposal] = (),
    ) -> None:
        self.stored = stored
        # What the server has published of its part of the dice.
        self.commitment = stored.source().commitment()
        # Those of tables from before there were invitations have no history to be told.
        known = stored.dice is not None
        self._holders = {s.sides: s for s in seats if s.kind == "seat"} if known else {}
        # The seats of the table, whoever has them, in the order of their sides.
        self._places = list(dict.fromkeys(seat.sides for seat in seats)) if known else []
        self._taken = Counter(seat.sides for seat in seats if seat.kind in ("seat", "void"))
        self._asked = {seat.key: seat for seat in seats if seat.kind == "asked"}
        self.proposals = list(proposals)
        # Why the table does not go on as it went, if it does not.
        self.stranded = ""
        # Account -> its rating as it is shown; and who of those here has muted whom.
        self.ratings: dict[str, str] = {}
        self.muted: set[tuple[str, str]] = set()
        # From how many browsers each seat is looked at.
        self.here: Counter[bytes] = Counter()

    def holder(self, sides: tuple[str, ...]) -> StoredSeat | None:
        return self._holders.get(sides)

    def holders(self) -> list[StoredSeat]:
        return list(self._holders.values())

    def keys_of(self, side: str) -> tuple[bytes, ...]:
        """The seats of those who play a side, by the hashes of their secrets."""
        return tuple(seat.key for sides, seat in self._holders.items() if side in sides)

    def account_of(self, side: str) -> str:
        """The account that plays a side; empty if nobody with one does."""
        accounts = (seat.account for sides, seat in self._holders.items() if side in sides)
        return next(accounts, "")

    def has_place(self, sides: tuple[str, ...]) -> bool:
        return sides in self._places

    def check_hands(self, sides: tuple[str, ...]) -> None:
        """There is an end to what everybody has to be told."""
        if self._taken[sides] >= HANDS_PER_SEAT:
            raise Refusal("this seat has changed hands often enough")

    @property
    def alone(self) -> bool:
        """Whether the table has one seat only."""
        return len(self._places) == 1

    def infos(self) -> tuple[SeatInfo, ...]:
        return tuple(self._info(sides) for sides in self._places)

    def _info(self, sides: tuple[str, ...]) -> SeatInfo:
        seat = self.holder(sides)
        if seat is None:
            return SeatInfo(sides, "", "", 0, 0)
        rating = self.ratings.get(seat.account, "")
        here = self.here[seat.key]
        held = sides, seat.name, seat.since, seat.browsers, here
        return SeatInfo(*held, seat.hue, seat.account, rating)

    def accounts(self) -> list[str]:
        """Those who play here and have one."""
        return [seat.account for seat in self._holders.values() if seat.account]

    def unheard(self, key: bytes) -> set[str]:
        """The sides whose players whoever has a seat has muted."""
        own = next((s.account for s in self._holders.values() if s.key == key), "")
        others = [s for s in self._holders.values() if (own, s.account) in self.muted]
        return {side for seat in others for side in seat.sides}

    # Dice

    @property
    def settled(self) -> bool:
        """Whether dice can be rolled."""
        return self.stored.dice is None or self.stored.dice.settled

    def wait_for(self) -> tuple[str, ...]:
        """The seats that the dice wait for."""
        if self.settled:
            return ()
        return tuple(
            seat_name(sides)
            for sides in self._places
            if (seat := self.holder(sides)) is None or not seat.share
        )

    def everybody_but(self, sides: tuple[str, ...]) -> bool:
        """Whether all others have come and committed themselves to a share."""
        others = [self.holder(place) for place in self._places if place != sides]
        return all(seat is not None and seat.commitment for seat in others)

    def wants_share(self, key: bytes) -> bool:
        """Whether a seat is asked to open its share: everybody is committed to one."""
        seat = next((s for s in self._holders.values() if s.key == key), None)
        if self.settled or seat is None or seat.share or not seat.commitment:
            return False
        return self.everybody_but(seat.sides)

    @property
    def opening(self) -> bool:
        """Whether shares are being opened. Whoever changed his now could choose the dice: he
        knows the others'."""
        return not self.settled and any(seat.share for seat in self._holders.values())

    def is_anew(self, key: bytes) -> bool:
        """Whether a seat has to commit itself to another share."""
        seat = next((s for s in self._holders.values() if s.key == key), None)
        return not self.settled and seat is not None and not seat.commitment

    def shared(self) -> SharedDice | None:
        """What the dice follow from, once everybody has opened his share."""
        if self.settled or self.wait_for():
            return None
        return SharedDice(self._names(), self._shares(), settled=True)

    def without_shares(self) -> SharedDice:
        """What the dice follow from if all have agreed to do without."""
        return SharedDice(self._names(), settled=True)

    def _names(self) -> tuple[str, ...]:
        return self.stored.dice.seats if self.stored.dice else ()

    def _shares(self) -> tuple[Share, ...]:
        seats = [seat for place in self._places if (seat := self.holder(place))]
        return tuple(Share(s.who, s.commitment, s.share) for s in seats if s.commitment)

    def dice(self, key: bytes, *, over: bool) -> DiceState:
        stored = self.stored
        shares = stored.dice.shares if stored.dice and stored.dice.settled else self._shares()
        told = over and self.settled
        return DiceState(
            commitment=self.commitment,
            shares={share.who: share.committed for share in shares},
            wait_for=self.wait_for(),
            wanted=self.wants_share(key),
            anew=self.is_anew(key),
            alone=self.settled and not shares,
            file=len(stored.rolled),
            # Whoever knows a position but for what is hidden could try what it is.
            begun=fingerprint(stored.beginning) if told else "",
            seats=self._names(),
            seed=stored.seed.hex() if told else "",
            opened={share.who: share.value.hex() for share in shares} if told else {},
        )

    # Proposals

    def views(self, seat: tuple[str, ...]) -> tuple[ProposalView, ...]:
        """What the company is asked, as a seat sees it."""
        own = seat_name(seat)
        found = [self._view_of_rules(seat)] if self.stranded else []
        for proposal in self.proposals:
            if proposal.kind == "rules":
                continue
            left = self.still_asked(proposal)
            found.append(
                ProposalView(
                    id=proposal.id,
                    kind=proposal.kind,
                    text=self._text(proposal),
                    agreed=proposal.agreed,
                    wait_for=left,
                    asked=own in left,
                    may_refuse=own in left or seat == self._wanted_seat(proposal),
                )
            )
        return tuple(found)

    def _view_of_rules(self, seat: tuple[str, ...]) -> ProposalView:
        """To go on by other rules everybody is asked who plays, and by himself."""
        proposal = self.of_rules()
        agreed = proposal.agreed if proposal else ()
        left = tuple(_without(self.people(), agreed))
        asked = bool(set(seat) & set(left))
        return ProposalView(OTHER_RULES, "rules", self.stranded, agreed, left, asked, False)

    def people(self) -> list[str]:
        """The sides that people play."""
        return [side for side, player in self.stored.players.items() if player == PERSON]

    def rules(self) -> bytes:
        """The versions of rules and data that this server has."""
        slug = self.stored.title
        return f"{titles.load(slug).rules} {titles.data_version(slug)}".encode()

    def of_rules(self) -> Proposal | None:
        """What has been agreed to about these rules and data, and no others."""
        rules = self.rules()
        found = (one for one in self.proposals if one.kind == "rules" and one.seat == rules)
        return next(found, None)

    def proposal(self, id_: int) -> Proposal | None:
        return next((one for one in self.proposals if one.id == id_), None)

    def of_seat(self, sides: tuple[str, ...]) -> Proposal | None:
        """The proposal to give a seat to somebody else, if there is one."""
        return next((one for one in self.proposals if self._wanted_seat(one) == sides), None)

    def of_dice(self) -> Proposal | None:
        return next((one for one in self.proposals if one.kind == "dice"), None)

    def still_asked(self, proposal: Proposal) -> tuple[str, ...]:
        """Whose agreement is missing: of all who have come, except for whose seat it is about."""
        wanted = self._wanted_seat(proposal)
        asked = [seat.who for sides, seat in self._holders.items() if sides != wanted]
        return tuple(_without(asked, proposal.agreed))

    def is_agreed(self, proposal: Proposal) -> bool:
        """Whether everybody has agreed; and, if it is about a seat, long enough ago for whoever
        has it to say that he is still there."""
        if proposal.kind == "seat":
            # Where others play, somebody of them has to know of it.
            heard = bool(proposal.agreed) or self.alone
            if not heard or proposal.seconds < ASKED_SECONDS:
                return False
        return not self.still_asked(proposal)

    def _wanted_seat(self, proposal: Proposal) -> tuple[str, ...] | None:
        seat = self._asked.get(proposal.seat)
        return seat.sides if seat else None

    def _text(self, proposal: Proposal) -> str:
        seat = self._asked.get(proposal.seat)
        if seat is None:
            return (
                "The dice wait for a share that does not come. They could follow from the secret "
                "of the server alone: then whoever runs it could have chosen them."
            )
        name = quoted(seat.name) if seat.name else "Somebody"
        return (
            f"{name} says that the seat of {seat.who} is his, and that he has "
            f"lost it. It passes to him {days_to_wait()} days after he has asked for it, if the "
            "others agree and whoever has it is not seen there meanwhile."
        )


def days_to_wait() -> int:
    """How long whoever asks for a seat has to wait."""
    return round(ASKED_SECONDS / (24 * 60 * 60))


def _without(names: Iterable[str], gone: Iterable[str]) -> list[str]:
    out = set(gone)
    return [name for name in names if name not in out]
