"""The base of the generated features."""

from typing import Any, Callable

#: Sends a request: method and path, then ``params``, ``query`` and ``body``.
Call = Callable[..., Any]


class Feature:
    """A group of operations."""

    def __init__(self, call: Call) -> None:
        self._call = call
