"""A plugin in another language that attacks the machine it runs on: Node's permissions do not hold it at all."""
import ctypes, json, os, signal, socket, sqlite3, sys, time

here = os.path.dirname(os.path.abspath(__file__))
order = json.load(open(os.path.join(here, 'order.json')))
files, folder, victim = order['files'], order['folder'], order['victim']

def say(attempt, outcome):
    sys.stderr.write(json.dumps({'attempt': attempt, 'outcome': str(outcome)[:2000]}) + '\n')
    sys.stderr.flush()

def attempt(name, act):
    try:
        say(name, 'done: %s' % act())
    except Exception as error:
        say(name, 'refused: %s' % error)

def libc(name, *args):
    library = ctypes.CDLL(None, use_errno=True)
    if getattr(library, name)(*args) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return 'ok'

def connect(family, address):
    with socket.socket(family) as line:
        line.settimeout(1)
        line.connect(address)
    return 'connected'

def listen(path):
    line = socket.socket(socket.AF_UNIX)
    line.bind(path)
    line.listen()
    return 'listens'

def write(path):
    open(path, 'w').write('x')
    return 'written'

def through_link(path):
    link = os.path.join(os.environ.get('MARINEDATA_PLUGIN_DATA', '/tmp'), 'link-%d' % time.monotonic_ns())
    os.symlink(path, link)
    return open(link).read()

def database(path):
    with sqlite3.connect(path) as line:
        line.execute("INSERT INTO secret VALUES ('planted')")
        return line.execute('SELECT * FROM secret').fetchall()

def escape():
    """Leaves its session and its parent, twice, and lives on."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execvp('sleep', ['sleep', order['mark']])
        os._exit(0)
    return 'forked'

for path in files:
    attempt('read ' + path, lambda: open(path).read())
    attempt('read through a link ' + path, lambda: through_link(path))
    attempt('append ' + path, lambda: open(path, 'a').write('x'))
    attempt('database ' + path, lambda: database(path))
attempt('list', lambda: os.listdir(folder))
attempt('write', lambda: write(os.path.join(folder, 'planted')))
attempt('write in its own folder', lambda: write(os.path.join(here, 'planted')))
attempt('passwords', lambda: open('/etc/shadow').read())
for number in (signal.SIGUSR1, signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL):
    attempt('signal %d' % number, lambda: os.kill(victim, number))
attempt('every process', lambda: [os.kill(int(pid), signal.SIGSTOP) for pid in order['others']])
attempt('renice', lambda: os.setpriority(os.PRIO_PROCESS, victim, 19))
attempt('ptrace', lambda: libc('ptrace', 16, victim, 0, 0))
attempt('memory', lambda: open('/proc/%d/mem' % victim, 'rb').read(1))
attempt('environment', lambda: open('/proc/%d/environ' % victim).read())
attempt('root of the other', lambda: open('/proc/%d/root%s' % (victim, files[0])).read())
attempt('processes', lambda: len([pid for pid in os.listdir('/proc') if pid.isdigit()]))
if order['isBoxed']:
    # Without a sandbox these would change the machine that runs the test, for everyone and for good.
    attempt('write in /usr', lambda: write('/usr/planted-%s' % order['mark']))
    attempt('mount', lambda: libc('mount', b'/', b'/tmp', None, 4096, None))
    attempt('core pattern', lambda: write('/proc/sys/kernel/core_pattern'))
attempt('tcp', lambda: connect(socket.AF_INET, ('127.0.0.1', order['port'])))
attempt('unix', lambda: connect(socket.AF_UNIX, order['socket']))
attempt('abstract unix', lambda: connect(socket.AF_UNIX, '\0' + order['abstract']))
attempt('listen', lambda: listen(os.path.join(folder, 'settings.json')))
attempt('escape', escape)
say('end', 'done')
time.sleep(600)
