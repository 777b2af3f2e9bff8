/**
 * A simulated serial port, in Python because Node cannot create pseudo terminals. As on a real port, data sent at
 * another speed than the reader's arrives as noise, and data sent while nobody reads is lost.
 */
export const serialPortProgram = String.raw`
import json, os, select, sys, termios, time

path, baud = sys.argv[1], int(sys.argv[2])
wanted = getattr(termios, 'B%d' % baud)
lines, at, flood, master, received = [], 0, None, None, b''

def plug():
    global master
    master, slave = os.openpty()
    os.set_blocking(master, False)
    # A new terminal echoes: what is sent before a reader has set the port would come back as if the reader had sent it.
    modes = termios.tcgetattr(slave)
    modes[3] &= ~termios.ECHO
    termios.tcsetattr(slave, termios.TCSANOW, modes)
    os.symlink(os.ttyname(slave), path)
    os.close(slave)

def unplug():
    global master
    os.unlink(path)
    os.close(master)
    master = None

def is_read():
    poll = select.poll()
    poll.register(master, 0)
    return not poll.poll(0)

def send(data):
    try:
        os.write(master, data)
    except BlockingIOError:
        pass

def receive():
    global received
    try:
        received = (received + os.read(master, 65536))[-65536:]
    except OSError:
        pass

def tick():
    global at
    if master is None or not is_read():
        return
    receive()
    if termios.tcgetattr(master)[5] != wanted:
        send(bytes([0, 254, 13, 128, 36, 255, 10]) * 4)
    elif flood is not None:
        for _ in range(64):
            send(flood)
    elif lines:
        send(lines[at % len(lines)])
        at += 1

def handle(order, value):
    global lines, flood
    if order == 'plug':
        plug()
    elif order == 'unplug':
        unplug()
    elif order == 'say':
        flood, lines = None, [line.encode('latin-1') for line in value]
    elif order == 'flood':
        flood = value.encode('latin-1')

due = time.monotonic()
pending = b''
while True:
    wait = max(0, due - time.monotonic())
    if select.select([0], [], [], wait)[0]:
        data = os.read(0, 65536)
        if not data:
            break
        pending += data
        while b'\n' in pending:
            message, pending = pending.split(b'\n', 1)
            handle(*json.loads(message))
            print(json.dumps(received.decode('latin-1')), flush=True)
    if time.monotonic() >= due:
        tick()
        due = time.monotonic() + (0.1 if flood is None else 0.001)
if master is not None:
    unplug()
`
