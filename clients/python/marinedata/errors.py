"""What requests raise."""

from typing import Any, Dict, List


class MarineDataError(Exception):
    """The server refused a request. ``code`` is stable, the message is for people."""

    def __init__(self, status: int, problem: Dict[str, Any]) -> None:
        super().__init__(problem.get("detail") or f"The server responded with {status}")
        self.status = status
        self.code: str = problem.get("code") or "internal"
        self.retryable: bool = problem.get("retryable", status >= 500)
        #: The effect of the failed request: none, unknown, or applied nevertheless.
        self.outcome: str = problem.get("outcome") or "none"
        self.errors: List[Dict[str, str]] = problem.get("errors") or []


class NoResponse(Exception):
    """There was no response of the server in time."""
