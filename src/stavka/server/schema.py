"""All messages as JSON Schema, for generating a client's types."""

from __future__ import annotations

from typing import Any

import msgspec

from ..charts import ChartView
from .messages import (
    AccountView,
    Ask,
    ChangeAccount,
    Claim,
    ClientMessage,
    ContactView,
    DeviceCode,
    Enter,
    Fitting,
    ImportTable,
    InvitationView,
    Invite,
    JoinAccount,
    KeepApart,
    KeptApart,
    LabOrder,
    LabView,
    LessonPage,
    MapData,
    NewAccount,
    NewChannel,
    NewLesson,
    NewOffer,
    NewPush,
    NewTable,
    OfferView,
    OwnAccount,
    OwnSeat,
    PersonView,
    PrivacyView,
    PrivateSeat,
    Problem,
    QuietTimes,
    Reach,
    ReportState,
    RuleChapter,
    RulePage,
    SeatState,
    ServerMessage,
    SetUp,
    SpectatorSeat,
    Stop,
    TableLinks,
    TakeOffer,
    TitleInfo,
    TypedCode,
)

NAMED = {"ClientMessage": ClientMessage, "ServerMessage": ServerMessage}
PLAIN = (
    TitleInfo,
    SetUp,
    Fitting,
    LessonPage,
    ChartView,
    MapData,
    RuleChapter,
    RulePage,
    NewTable,
    ImportTable,
    TableLinks,
    InvitationView,
    KeepApart,
    KeptApart,
    NewOffer,
    OfferView,
    PersonView,
    TakeOffer,
    Claim,
    Ask,
    OwnSeat,
    Invite,
    Enter,
    NewAccount,
    JoinAccount,
    OwnAccount,
    AccountView,
    ChangeAccount,
    DeviceCode,
    PrivacyView,
    Reach,
    NewLesson,
    PrivateSeat,
    SpectatorSeat,
    ReportState,
    LabView,
    LabOrder,
    SeatState,
    ContactView,
    NewChannel,
    TypedCode,
    QuietTimes,
    Stop,
    Problem,
    NewPush,
)


def schema() -> dict[str, Any]:
    """A JSON Schema document that defines every message and everything in it."""
    types = [*NAMED.values(), *PLAIN]
    schemas, definitions = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    definitions.update(zip(NAMED, schemas, strict=False))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Stavka",
        "$defs": dict(sorted(definitions.items())),
    }
