"""Requests, with the standard library only."""

import http.client
import json
import ssl
from typing import Any, Dict, Optional
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, HTTPSHandler, Request, build_opener

from .errors import MarineDataError, NoResponse


class _NoRedirects(HTTPRedirectHandler):
    """A token must not follow a redirect to another server."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


def segment(name: str, value: str) -> str:
    """A parameter of a path as one segment of a URL."""
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise ValueError(f"{value!r} must not be the {name} of a path")
    return quote(value, safe="")


class Connection:
    """The address of a server, and how this program proves who it is."""

    def __init__(
        self,
        url: str,
        token: Optional[str] = None,
        *,
        product_word: str = "marinedata",
        timeout: float = 10.0,
        ca_file: Optional[str] = None,
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"{url!r} is not an http or https URL of a server")
        self.base = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}/{product_word}"
        self.token = token
        self.timeout = timeout
        self.tls = ssl.create_default_context(cafile=ca_file) if parts.scheme == "https" else None
        handlers = [_NoRedirects()] + ([HTTPSHandler(context=self.tls)] if self.tls else [])
        self._opener = build_opener(*handlers)

    def send(self, method: str, path: str, body: Any = None) -> Any:
        """Sends a request to a path below the product word, and returns the JSON of the response."""
        headers = {"accept": "application/json"}
        if body is not None:
            headers["content-type"] = "application/json"
        if self.token is not None:
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body, allow_nan=False).encode()
        address = f"{self.base}/{path}" if path else self.base
        request = Request(address, data, headers, method=method)
        try:
            with self._opener.open(request, timeout=self.timeout) as response:
                content = response.read()
        except HTTPError as error:
            raise MarineDataError(error.code, _problem_in(error)) from None
        except (URLError, TimeoutError, ConnectionError, http.client.HTTPException) as error:
            raise NoResponse(f"{address} did not respond: {error}") from error
        try:
            return json.loads(content)
        except ValueError as error:
            # The sign-in page of a network in a marina answers every request.
            raise NoResponse(f"{address} did not respond with JSON: is there a sign-in page in between?") from error

    def call(
        self,
        method: str,
        path: str,
        *,
        params: Optional[Dict[str, str]] = None,
        query: Optional[Dict[str, Any]] = None,
        body: Any = None,
    ) -> Any:
        """Sends a request to an operation below ``v2/api``."""
        for name, value in (params or {}).items():
            path = path.replace("{" + name + "}", segment(name, value))
        given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        return self.send(method, f"v2/api/{path}" + (f"?{urlencode(given)}" if given else ""), body)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _problem_in(error: HTTPError) -> Dict[str, Any]:
    if not error.headers.get("content-type", "").startswith("application/problem+json"):
        return {}
    try:
        problem = json.load(error)
    except ValueError:
        return {}
    return problem if isinstance(problem, dict) else {}
