"""Raises a test alarm, lists the alerts, and acknowledges them."""

import os

from marinedata import Boat

boat = Boat(os.environ.get("BOAT", "http://127.0.0.1:3000"), os.environ.get("TOKEN"))
boat.alerts.test_alarm()
for alert in boat.alerts.list():
    print(alert["state"], alert["status"], alert["path"], alert["message"])
boat.alerts.acknowledge_all()
