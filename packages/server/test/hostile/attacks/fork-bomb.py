"""A plugin that only starts processes: each starts two more, ten times. The last argument marks them."""
import os, sys, time

for level in range(int(sys.argv[1])):
    os.fork()
time.sleep(600)
