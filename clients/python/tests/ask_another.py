"""Asks a program that is no boat, and prints what the client says."""

import sys

from marinedata import Boat, NoResponse

try:
    Boat(sys.argv[1]).plugins.list()
except NoResponse as error:
    print(error)
