"""What a passkey and a server say to each other (WebAuthn), checked by the library of the extra
`accounts`. Whoever uses one has to prove to it that it is he, by a finger or a code: nothing else
is asked of him.
"""

from __future__ import annotations

from typing import NamedTuple

from webauthn import verify_authentication_response, verify_registration_response
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_client_data_json

from .messages import NewPasskey, SignIn
from .problems import Forbidden
from .relying import RelyingParty

NOT_PROVEN = "this passkey was not accepted: what it has signed is not what was asked for"


class Made(NamedTuple):
    """A new passkey: what it calls itself, its public half, and how often it has signed."""

    credential: str
    public_key: bytes
    signed: int


class Ceremonies:
    """The checks of one server. What does not stand them is Forbidden, with one reason for all:
    what else there is to know would help only whoever tries to get past them."""

    # Ed25519, ES256 and RS256, those that are liked best first.
    algorithms = (-8, -7, -257)

    def __init__(self, party: RelyingParty) -> None:
        self.party = party

    def user_handle(self, account: str) -> str:
        """What a passkey remembers of the account that it is for."""
        return bytes_to_base64url(account.encode())

    def challenge_of(self, client: str) -> str:
        """What a browser says that it was asked to have signed."""
        try:
            return bytes_to_base64url(parse_client_data_json(base64url_to_bytes(client)).challenge)
        # Bytes from outside can be wrong in any way, and fail anywhere in the library.
        except Exception:
            raise Forbidden(NOT_PROVEN) from None

    def made(self, new: NewPasskey, challenge: str) -> Made:
        """The passkey that a browser has made."""
        answer = {"clientDataJSON": new.client, "attestationObject": new.attestation}
        try:
            found = verify_registration_response(
                credential=_credential(new.credential, answer),
                expected_challenge=base64url_to_bytes(challenge),
                expected_rp_id=self.party.id,
                expected_origin=self.party.origin,
                require_user_verification=True,
            )
        except Exception:
            raise Forbidden(NOT_PROVEN) from None
        credential = bytes_to_base64url(found.credential_id)
        if credential != new.credential:
            raise Forbidden(NOT_PROVEN)
        return Made(credential, found.credential_public_key, found.sign_count)

    def signed(self, sent: SignIn, challenge: str, account: str, public_key: bytes) -> int:
        """Checks what the passkey of an account has signed; tells how often it says it has."""
        if sent.user != self.user_handle(account):
            raise Forbidden(NOT_PROVEN)
        answer = {
            "clientDataJSON": sent.client,
            "authenticatorData": sent.authenticator,
            "signature": sent.signature,
        }
        try:
            found = verify_authentication_response(
                credential=_credential(sent.credential, answer),
                expected_challenge=base64url_to_bytes(challenge),
                expected_rp_id=self.party.id,
                expected_origin=self.party.origin,
                credential_public_key=public_key,
                # The storage compares counters, once the signature is known to be good.
                credential_current_sign_count=0,
                require_user_verification=True,
            )
        except Exception:
            raise Forbidden(NOT_PROVEN) from None
        return found.new_sign_count


def _credential(id_: str, answer: dict[str, str]) -> dict[str, object]:
    return {"id": id_, "rawId": id_, "type": "public-key", "response": answer}
