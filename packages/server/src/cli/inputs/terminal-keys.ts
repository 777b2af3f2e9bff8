import { readFileSync } from 'node:fs'
import type { ReadStream } from 'node:tty'

/** Keys that the terminal converts to signals itself, except in raw mode. */
const signalByKey: ReadonlyMap<string, NodeJS.Signals> = new Map([
  ['\u0003', 'SIGINT'],
  ['\u001c', 'SIGQUIT'],
  ['\u001a', 'SIGTSTP'],
])

/** Whether the process is in the foreground: the system stops a background process that reads the terminal. */
const isForeground = (): boolean => {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1')
    // After the name, which may contain anything: state, parent, group, session, terminal, foreground group.
    const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return group === foreground
  } catch {
    return false
  }
}

/** Reads single keys from a terminal while open. Restores the terminal when closed. */
export class TerminalKeys implements Disposable {
  readonly #stdin: ReadStream
  readonly #onKey: (key: string) => void
  #isOpen = false

  constructor(stdin: ReadStream, onKey: (key: string) => void) {
    this.#stdin = stdin
    this.#onKey = onKey
  }

  /** Starts reading. Returns false when the process is not in the foreground. */
  open(): boolean {
    if (this.#isOpen) return true
    if (!isForeground()) return false
    this.#isOpen = true
    this.#stdin.setRawMode(true)
    this.#stdin.on('data', this.#onData)
    this.#stdin.resume()
    return true
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#stdin.off('data', this.#onData)
    this.#stdin.pause()
    this.#stdin.setRawMode(false)
  }

  [Symbol.dispose](): void {
    this.close()
  }

  readonly #onData = (bytes: Buffer): void => {
    for (const key of bytes.toString('latin1')) {
      const signal = signalByKey.get(key)
      if (signal === undefined) this.#onKey(key)
      else this.#send(signal)
    }
  }

  #send(signal: NodeJS.Signals): void {
    this.close()
    // Reopen when the process is back in the foreground.
    if (signal === 'SIGTSTP') process.once('SIGCONT', () => this.open())
    process.kill(process.pid, signal)
  }
}
