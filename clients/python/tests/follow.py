"""Prints the values of a path until the value 3 arrives, over any number of connections."""

import asyncio
import sys

from marinedata import Boat


async def follow() -> None:
    stream = Boat(sys.argv[1], sys.argv[2]).changes(["environment.depth.belowKeel"])
    print("following", flush=True)
    async for change in stream:
        print(change.value, flush=True)
        if change.value == 3:
            break
    await stream.aclose()


asyncio.run(follow())
