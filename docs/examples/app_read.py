"""Prints speed and position of the boat. Needs Python 3.9 or later and nothing else."""

import json
import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

BOAT = os.environ.get("BOAT", "http://127.0.0.1:3000")
TOKEN = os.environ.get("TOKEN")


def call(path, method="GET", body=None):
    """Sends a request and returns the JSON of its response."""
    headers = {"content-type": "application/json"} if body is not None else {}
    if TOKEN:
        headers["authorization"] = f"Bearer {TOKEN}"
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"{BOAT}/marinedata/{path}", data, headers, method=method)
    with urlopen(request, timeout=10) as response:
        return json.load(response)


if __name__ == "__main__":
    speed = call("v1/api/vessels/self/navigation/speedOverGround")
    print(f"{speed['value'] * 3600 / 1852:.1f} kn from {speed['$source']}")
    try:
        call("v1/api/vessels/self/navigation/depth")
    except HTTPError as error:
        problem = json.load(error)
        print(problem["status"], problem["code"])
