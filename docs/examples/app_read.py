"""Prints the speed of the boat. Needs Python 3.11 or later and the package marinedata."""

import os

from marinedata import Boat, MarineDataError

boat = Boat(os.environ.get("BOAT", "http://127.0.0.1:3000"), os.environ.get("TOKEN"))
speed = boat.value("navigation.speedOverGround")
print(f"{speed['value'] * 3600 / 1852:.1f} kn from {speed['$source']}")
try:
    boat.value("navigation.depth")
except MarineDataError as error:
    print(error.status, error.code)
