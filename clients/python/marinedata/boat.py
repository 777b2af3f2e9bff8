"""The client."""

import asyncio
from typing import Any, AsyncGenerator, Callable, Iterator, Optional, Sequence
from urllib.parse import quote

from . import models
from .connection import Connection
from .operations import Features
from .pairing import pair
from .stream import Change, changes


class Boat(Features):
    """A client of one boat.

    Requests raise ``MarineDataError`` with the code of the server, and ``NoResponse`` without a response. Values are SI
    units, angles radians, positions degrees.
    """

    def __init__(
        self,
        url: str,
        token: Optional[str] = None,
        *,
        product_word: str = "marinedata",
        timeout: float = 10.0,
        ca_file: Optional[str] = None,
    ) -> None:
        """``ca_file`` is the boat's certificate authority, the file ``/ca.pem`` of the boat, for https."""
        self._connection = Connection(url, token, product_word=product_word, timeout=timeout, ca_file=ca_file)
        super().__init__(self._connection.call)

    @classmethod
    def pair(cls, url: str, name: str, on_digits: Callable[[str], None], **options: Any) -> "Boat":
        """Pairs this program with a boat: shows six digits, and waits until the owner has entered them.

        Store ``boat.token``: the boat gives it once.
        """
        token = pair(Connection(url, **options), name, on_digits)
        return cls(url, token, **options)

    @property
    def token(self) -> Optional[str]:
        return self._connection.token

    def discover(self) -> models.Discovery:
        """Reads the discovery document: endpoints and own vessel."""
        return self._connection.send("GET", "")

    def value(self, path: str, vessel: str = "self") -> models.Leaf:
        """Reads a value by its path, such as ``navigation.speedOverGround``."""
        segments = ["v1", "api", "vessels", vessel, *path.split(".")]
        return self._connection.send("GET", "/".join(quote(segment, safe="") for segment in segments))

    def watch(
        self, *paths: str, context: str = "vessels.self", period: Optional[float] = None
    ) -> Iterator[Change]:
        """Follows values in a program without asyncio. Leaving the loop ends the stream."""
        loop = asyncio.new_event_loop()
        stream = self.changes(paths, context=context, period=period)
        try:
            while True:
                yield loop.run_until_complete(stream.__anext__())
        finally:
            loop.run_until_complete(stream.aclose())
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.close()

    def changes(
        self, paths: Sequence[str], *, context: str = "vessels.self", period: Optional[float] = None
    ) -> AsyncGenerator[Change, None]:
        """Follows values. The stream reconnects; it ends when the loop that reads it ends."""
        return changes(self._connection, paths, context=context, period=period)
