"""Prints the speed of the boat once a second."""

import os

from marinedata import Boat

boat = Boat(os.environ.get("BOAT", "http://127.0.0.1:3000"), os.environ.get("TOKEN"))
lines = 0
for change in boat.watch("navigation.speedOverGround", period=1):
    # None: the sensor says that it has no value. stale: the sensor is silent, and this is its last value.
    if change.value is None:
        print("no speed")
    else:
        print(f"{change.value * 3600 / 1852:.1f} kn{', old' if change.stale else ''}")
    lines += 1
    if lines == 2:
        break
