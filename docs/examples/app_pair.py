"""Pairs this program with the boat, and prints the token. Store it: the boat gives it once."""

import os

from marinedata import Boat


def show(digits):
    print("Enter these digits on the console, under More, Access:", digits, flush=True)


boat = Boat.pair(os.environ.get("BOAT", "http://127.0.0.1:3000"), "Python app", show)
print("token", boat.token)
