import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/** Passes bytes between its input and output and a pseudo terminal, when the reader has set the right speed. A reader that is five seconds late loses bytes. */
const program = String.raw`
import os, select, sys, termios, time

path, wanted = sys.argv[1], getattr(termios, 'B%s' % sys.argv[2])
master, slave = os.openpty()
os.set_blocking(master, False)
os.symlink(os.ttyname(slave), path)
os.close(slave)
os.write(2, b'ready\n')
# What the reader has no room for yet. The buffer of a pseudo terminal is smaller than that of a port.
pending, since = b'', 0
while True:
    ready, free, _ = select.select([master] if pending else [0, master], [master] if pending else [], [], 0.05)
    if 0 in ready:
        pending, since = os.read(0, 65536), time.monotonic()
        if not pending:
            break
    try:
        if pending and termios.tcgetattr(master)[5] == wanted and time.monotonic() - since < 5:
            pending = pending[os.write(master, pending):]
        else:
            pending = b''
    except BlockingIOError:
        pass
    except OSError:
        pending = b''
    if master in ready:
        try:
            data = os.read(master, 65536)
            if termios.tcgetattr(master)[5] == wanted:
                os.write(1, data)
        except OSError:
            # Nobody has it open.
            select.select([0], [], [], 0.02)
os.unlink(path)
`

/** A serial port whose far end is a function. */
export class PseudoTerminal implements AsyncDisposable {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>
  /** Takes what was written to the port. */
  onBytes: (bytes: Buffer) => void = () => undefined

  private constructor(path: string, speed: number) {
    this.#child = spawn('python3', ['-c', program, path, String(speed)])
    this.#child.stdout.on('data', (bytes: Buffer) => this.onBytes(bytes))
    this.#child.stdin.on('error', () => undefined)
  }

  static async open(path: string, speed: number): Promise<PseudoTerminal> {
    const terminal = new PseudoTerminal(path, speed)
    await once(terminal.#child.stderr, 'data')
    return terminal
  }

  write(bytes: Uint8Array): void {
    this.#child.stdin.write(bytes)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.stdin.end()
    await ended
  }
}
