"""Uses features of a boat with a simulator, and prints what it found."""

import json
import sys

from marinedata import Boat, MarineDataError, NoResponse

boat = Boat(sys.argv[1])


def code_of(call, *args, **query):
    try:
        call(*args, **query)
    except MarineDataError as error:
        return error.code
    return None


found = {"speed": next(boat.watch("navigation.speedOverGround")).source}
boat.autopilots.engage("main")
before = boat.autopilots.get_target("main")["value"]
boat.autopilots.adjust("main", {"value": 10, "units": "deg"})
found["turned"] = round(boat.autopilots.get_target("main")["value"] - before, 3)
found["unit"] = code_of(boat.autopilots.adjust, "main", {"value": 10, "units": "degrees"})
boat.autopilots.disengage("main")
alert = boat.alerts.raise_({"state": "alert", "path": "notifications.trial", "message": "A test"})["alert"]
found["alert"] = boat.alerts.acknowledge(alert["id"])["alert"]["status"]
position = {"latitude": 60.1, "longitude": 24.9}
waypoint = boat.resources.make_waypoint({"name": "Home / sauna", "position": position})["waypoint"]
found["waypoint"] = boat.resources.get_waypoint(waypoint["id"])["name"]
found["plugin"] = code_of(boat.plugins.get, "no such/plugin")
found["history"] = code_of(boat.history.values, paths="navigation.speedOverGround", from_=None, duration="60")
found["missing"] = code_of(boat.value, "no.such.path")
found["audit"] = len(boat.access.get_audit(limit=1))
found["pattern"] = code_of(next, boat.watch("navigation..speed"))
try:
    boat.plugins.get("..")
except ValueError:
    found["dots"] = "refused"
try:
    Boat("http://127.0.0.1:1").discover()
except NoResponse:
    found["nobody"] = "no response"
print(json.dumps(found))
