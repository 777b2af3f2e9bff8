import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/** Passes bytes between its input and output and a pseudo terminal, when the reader has set the right speed. */
const program = String.raw`
import os, select, sys, termios

path, wanted = sys.argv[1], getattr(termios, 'B%s' % sys.argv[2])
master, slave = os.openpty()
os.set_blocking(master, False)
os.symlink(os.ttyname(slave), path)
os.close(slave)
os.write(2, b'ready\n')
while True:
    ready = select.select([0, master], [], [], 0.05)[0]
    if 0 in ready:
        data = os.read(0, 65536)
        if not data:
            break
        try:
            if termios.tcgetattr(master)[5] == wanted:
                os.write(master, data)
        except OSError:
            pass
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
