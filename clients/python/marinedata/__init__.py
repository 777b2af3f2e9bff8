"""Client of a marinedata server: values, the stream, and every operation."""

from .boat import Boat
from .errors import MarineDataError, NoResponse
from .stream import Change

__all__ = ["Boat", "Change", "MarineDataError", "NoResponse"]
