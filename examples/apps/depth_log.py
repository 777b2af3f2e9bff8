"""Appends the depth to a CSV file, at most every ten seconds: depth_log.py FILE [SECONDS]."""

import csv
import os
import sys

from marinedata import Boat

boat = Boat(os.environ.get("BOAT", "http://127.0.0.1:3000"), os.environ.get("TOKEN"))
period = float(sys.argv[2]) if len(sys.argv) > 2 else 10

with open(sys.argv[1], "a", newline="", encoding="utf-8") as file:
    log = csv.writer(file)
    for change in boat.watch("environment.depth.belowTransducer", period=period):
        # None: the sounder has no bottom. stale: the sounder is silent. Neither is a depth.
        if change.value is None or change.stale:
            continue
        log.writerow([change.timestamp, f"{change.value:.2f}"])
        file.flush()
