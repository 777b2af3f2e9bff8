"""A token for a program, from the owner of the boat."""

import base64
import hashlib
import secrets
import time
from typing import Callable

from .connection import Connection
from .errors import MarineDataError, NoResponse


def pair(connection: Connection, name: str, on_digits: Callable[[str], None]) -> str:
    """Asks for access, shows six digits, and waits until the owner has entered them on the console.

    Returns the token. Store it: the boat gives it once.
    """
    # Only this program knows the verifier, so that nobody else can collect the token.
    verifier = secrets.token_urlsafe(32)
    digest = hashlib.sha256(verifier.encode()).digest()
    challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    asked = connection.call("POST", "access/pairings", body={"name": name, "challenge": challenge})
    on_digits(asked["digits"])
    ends_at = time.monotonic() + asked["seconds"]
    while time.monotonic() < ends_at:
        token = _collect(connection, asked["id"], verifier)
        if token is not None:
            return token
        time.sleep(1)
    raise MarineDataError(401, {"code": "unauthenticated", "detail": f'Nobody approved "{name}" in time. Pair again.'})


def _collect(connection: Connection, id: str, verifier: str) -> "str | None":
    """The token; None while the owner has not answered, or the boat cannot be reached."""
    try:
        answer = connection.call(
            "POST",
            "access/pairings/{id}/collect",
            params={"id": id},
            body={"verifier": verifier, "keep": "token"},
        )
    except NoResponse:
        return None
    except MarineDataError as error:
        if error.code != "too-many-requests":
            raise
        return None
    return answer.get("token")
