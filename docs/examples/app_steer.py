"""Turns ten degrees to starboard, and shows what a refusal looks like."""

import os

from marinedata import Boat, MarineDataError

boat = Boat(os.environ.get("BOAT", "http://127.0.0.1:3000"), os.environ.get("TOKEN"))
boat.autopilots.engage("_default")
boat.autopilots.adjust("_default", {"value": 10, "units": "deg"})
print("the autopilot has reported the new course")
try:
    boat.autopilots.adjust("_default", {"value": 10, "units": "degrees"})
except MarineDataError as error:
    print(error.code, error)
boat.autopilots.disengage("_default")
