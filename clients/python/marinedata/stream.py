"""The stream of changes. It reconnects, and restores its subscription."""

import asyncio
import json
import random
from typing import Any, AsyncGenerator, Dict, Iterator, List, NamedTuple, Optional, Sequence
from urllib.parse import urlencode

import websockets

from .connection import Connection
from .errors import MarineDataError, NoResponse

FIRST_DELAY = 0.25
LONGEST_DELAY = 10.0
#: The server sends a message at least every second.
SILENCE = 5.0
#: The largest message of a server that is believed.
MAX_BYTES = 16 * 1024 * 1024


class Change(NamedTuple):
    """A change of a value."""

    path: str
    #: None: the sensor says that it has no value.
    value: Any
    source: Optional[str]
    timestamp: Optional[str]
    #: The sensor is silent, and this is its last value.
    stale: bool


def _changes_in(message: Dict[str, Any]) -> Iterator[Change]:
    for update in message.get("updates", []):
        for entry in update.get("values", []):
            yield Change(
                entry["path"],
                entry.get("value"),
                update.get("$source"),
                update.get("timestamp"),
                entry.get("stale") is True,
            )


async def _address(connection: Connection) -> str:
    query = {"subscribe": "none"}
    if connection.token is not None:
        # A ticket for each connection: the token itself stays out of addresses.
        made = await asyncio.to_thread(connection.call, "POST", "access/ticket")
        query["ticket"] = made["ticket"]
    return f"ws{connection.base[len('http'):]}/v1/stream?{urlencode(query)}"


async def _connected(
    connection: Connection, subscription: Dict[str, Any], established: List[bool]
) -> AsyncGenerator[Change, None]:
    """The changes of one connection. Ends with an exception when it is lost."""
    # Silence is measured by the heartbeats of the server, so no pings are needed.
    options: Dict[str, Any] = {"ping_interval": None, "max_size": MAX_BYTES, "open_timeout": connection.timeout}
    if connection.tls is not None:
        options["ssl"] = connection.tls
    async with websockets.connect(await _address(connection), **options) as socket:
        await socket.send(json.dumps(subscription))
        while True:
            message = json.loads(await asyncio.wait_for(socket.recv(), SILENCE))
            if "heartbeat" in message:
                # A server that closes connections after its hello must not be retried at full rate.
                established.append(True)
            elif "updates" in message:
                for change in _changes_in(message):
                    yield change
            elif "code" in message:
                raise MarineDataError(message.get("status", 400), message)


async def changes(
    connection: Connection,
    paths: Sequence[str],
    *,
    context: str = "vessels.self",
    period: Optional[float] = None,
) -> AsyncGenerator[Change, None]:
    """Follows paths, which may contain ``*``. ``period`` in seconds limits the rate."""
    each = {} if period is None else {"period": round(period * 1000)}
    subscription = {"context": context, "subscribe": [{"path": path, **each} for path in paths]}
    delay = FIRST_DELAY
    while True:
        established: List[bool] = []
        received = _connected(connection, subscription, established)
        try:
            async for change in received:
                yield change
        except MarineDataError as error:
            # A refusal stays a refusal: who asks has to change something.
            if not error.retryable and error.code != "too-many-requests":
                raise
        except (OSError, NoResponse, ValueError, asyncio.TimeoutError, websockets.exceptions.WebSocketException):
            pass
        finally:
            await received.aclose()
        delay = FIRST_DELAY if established else min(delay * 2, LONGEST_DELAY)
        await asyncio.sleep(delay * (0.5 + random.random() / 2))
