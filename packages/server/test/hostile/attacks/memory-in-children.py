"""A plugin whose children use the memory: its own process stays small. The last argument marks them."""
import os, time

for child in range(3):
    if os.fork() == 0:
        text = bytearray(os.urandom(1024)) * 60_000
        time.sleep(600)
time.sleep(600)
