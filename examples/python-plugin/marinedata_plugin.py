"""The connection between a marinedata server and a plugin written in Python.

Copy this file beside your program: it needs Python 3.9 and nothing else. Subclass `Plugin`, override what you need,
and call `run`. The protocol is described in docs/plugin-protocol.md.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import Any, Optional

PROTOCOL = 1
METHOD_NOT_FOUND = -32601
REFUSED = -32000
CANCELLED = -32800
ANSWER_SECONDS = 10.0

Json = dict[str, Any]


class Refused(Exception):
    """The server refused a request. `code` is for programs, the message for people."""

    def __init__(self, message: str, problem: Optional[Json]) -> None:
        super().__init__(message)
        self.code: str = (problem or {}).get("code", "internal")


class Plugin:
    """A plugin. All of it runs in one event loop: a blocked loop leaves `ping` unanswered, as intended."""

    async def start(self, settings: Json, self_context: str) -> None:
        """Override: start. An exception means that the plugin cannot start; people see its message."""

    async def stop(self) -> None:
        """Override: stop. The server waits 1.5 s at most."""

    async def command(self, name: str, given: Any) -> Any:
        """Override: run an action of the manifest, and return its result."""
        raise ValueError(f'There is no action "{name}"')

    async def deltas(self, deltas: list[Json]) -> None:
        """Override: handle deltas of the subscriptions."""

    async def ask(self, method: str, params: Json) -> Any:
        """Sends a request and waits for the response; raises `Refused` or `asyncio.TimeoutError`."""
        self._asked += 1
        number = self._asked
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        try:
            self._send({"id": number, "method": method, "params": params})
            return await asyncio.wait_for(answer, ANSWER_SECONDS)
        finally:
            del self._answers[number]

    def status(self, level: str, message: str) -> None:
        """Sets the status line; `level` is ok, warning or error."""
        self._send({"method": "status", "params": {"level": level, "message": message[:256]}})

    def __init__(self) -> None:
        self._asked = 0
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._tasks: dict[Any, asyncio.Task[Json]] = {}
        # Redirects all printing, even by C libraries, to stderr: stdout is for messages only.
        self._out = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)
        sys.stdout = sys.stderr

    def _send(self, message: Json) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":"), allow_nan=False).encode()
        try:
            self._out.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            self._out.flush()
        except BrokenPipeError:
            self._reader.feed_eof()  # The server is gone, so the plugin exits.

    async def _run(self) -> None:
        self._reader = asyncio.StreamReader()
        protocol = asyncio.StreamReaderProtocol(self._reader)
        await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
        try:
            while True:
                header = await self._reader.readuntil(b"\r\n\r\n")
                length = int(header.partition(b":")[2].partition(b"\r\n")[0])
                self._take(json.loads(await self._reader.readexactly(length)))
        except asyncio.IncompleteReadError:
            pass  # End of stdin: the server has stopped this plugin, or is gone.

    def _take(self, message: Json) -> None:
        number, params = message.get("id"), message.get("params", {})
        if "method" not in message:
            self._take_answer(message)
        elif message["method"] == "$/cancelRequest":
            if params["id"] in self._tasks:
                self._tasks[params["id"]].cancel()
        else:
            # A notification has no id, so it gets its own key: asyncio drops tasks without a reference.
            key = object() if number is None else number
            task = self._tasks[key] = asyncio.ensure_future(self._do(message["method"], params))
            task.add_done_callback(lambda _: self._reply(key, message, task))

    def _take_answer(self, message: Json) -> None:
        answer = self._answers.get(message["id"])
        if answer is None or answer.done():
            return  # A late response that nobody waits for.
        if "error" in message:
            answer.set_exception(Refused(message["error"]["message"], message["error"].get("data")))
        else:
            answer.set_result(message["result"])

    def _reply(self, key: Any, message: Json, task: asyncio.Task[Json]) -> None:
        del self._tasks[key]
        error = None if task.cancelled() else task.exception()
        if task.cancelled():
            reply: Json = {"error": {"code": CANCELLED, "message": "taken back"}}
        elif error is None:
            reply = {"result": task.result()}
        else:  # Any exception becomes the response, and the plugin continues.
            code = METHOD_NOT_FOUND if isinstance(error, UnknownVerb) else REFUSED
            reply = {"error": {"code": code, "message": str(error) or type(error).__name__}}
        if "id" in message:
            self._send({"id": message["id"], **reply})
        elif error is not None:
            print(f"{message['method']}: {error}")
        if message["method"] == "stop":
            self._reader.feed_eof()

    async def _do(self, method: str, params: Json) -> Json:
        if method == "hello" and PROTOCOL not in params["protocols"]:
            raise ValueError(f"This plugin uses protocol version {PROTOCOL}")
        if method == "hello":
            return {"protocol": PROTOCOL}
        if method == "command":
            return {"result": await self.command(params["name"], params.get("input"))}
        if method == "start":
            await self.start(params["settings"], params["self"])
        elif method == "stop":
            await self.stop()
        elif method == "deltas":
            await self.deltas(params["deltas"])
        elif method != "ping":
            raise UnknownVerb(f'There is no verb "{method}"')
        return {}


class UnknownVerb(Exception):
    """An unknown method: a later server may have new verbs."""


def run(plugin: Plugin) -> None:
    """Runs the plugin until the server stops it or is gone."""
    asyncio.run(plugin._run())
